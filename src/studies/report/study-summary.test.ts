// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { studentQuantile } from './student-t.ts';
import { studyFigures } from './study-figures.ts';
import { mainEffect, meanOf, summaryCsv } from './study-summary.ts';
import { type StudyRow, type StudyTable, tableCsv } from './study-table.ts';

/** Rows from values and results, two seeds for each point. */
function tableOf(
  parameters: readonly string[],
  points: readonly (readonly (number | string)[])[],
  result: (values: readonly (number | string)[], seed: number) => number | undefined,
): StudyTable {
  const rows = points.flatMap((values, k) =>
    [1, 2].map((seed): StudyRow => {
      const value = result(values, seed);
      return {
        point: k + 1,
        seed,
        runs: [`r${k}${seed}`],
        values,
        results: [value],
        state: value === undefined ? 'failed' : 'done',
      };
    }),
  );
  return { scenes: ['scene'], parameters, results: ['angle'], rows };
}

const grid = [1, 2, 3].flatMap((a) => [10, 20].map((b) => [a, b]));
const UNITS = { parameters: ['', 'm'], results: ['degrees'] };

describe("Student's quantile", () => {
  // Abramowitz & Stegun, table 26.10.
  it.each([
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [9, 2.262],
    [30, 2.042],
  ])('of 95 %% with %d degrees of freedom is %d', (degrees, quantile) => {
    expect(studentQuantile(0.95, degrees)).toBeCloseTo(quantile, 3);
  });
});

describe('a mean', () => {
  it('has the confidence interval of its values', () => {
    const { mean, deviation, halfWidth } = meanOf([1, 2, 3]) ?? {};
    expect([mean, deviation]).toEqual([2, 1]);
    expect(halfWidth).toBeCloseTo(4.3027 / Math.sqrt(3), 3);
  });

  it('of one value has none, and of no value is none', () => {
    expect(meanOf([5])).toEqual({ count: 1, mean: 5, deviation: undefined, halfWidth: undefined });
    expect(meanOf([])).toBeUndefined();
  });
});

describe('the tables of a study', () => {
  const table = tableOf(['a', 'word'], [[1, 'x,y']], (_, seed) => (seed === 1 ? 0.1 : undefined));

  it('have all digits, quotes where they are needed, and empty cells for failed runs', () => {
    expect(tableCsv(table)).toBe(
      'point,a,word,seed,angle,state,run\n1,1,"x,y",1,0.1,done,r01\n1,1,"x,y",2,,failed,r02\n',
    );
  });

  it('have the mean of the runs that ended', () => {
    expect(summaryCsv(table).split('\n')[1]).toBe('1,1,"x,y",0.1,,,,1');
  });
});

describe('a main effect', () => {
  it('is the mean over the other parameters, and its share of the variance', () => {
    const table = tableOf(['a', 'b'], grid, ([a]) => Number(a) * 2);
    const effect = mainEffect(table, 0, 0);
    expect(effect?.groups.map(({ value, mean }) => [value, mean.mean])).toEqual([
      [1, 2],
      [2, 4],
      [3, 6],
    ]);
    expect(effect?.share).toBeCloseTo(1, 12);
    expect(mainEffect(table, 1, 0)?.share).toBeCloseTo(0, 12);
  });

  it('of sampled values is that of groups in the order of the value', () => {
    const points = Array.from({ length: 40 }, (_, k) => [((7 * k) % 40) / 40]);
    const effect = mainEffect(
      tableOf(['a'], points, ([a]) => Number(a)),
      0,
      0,
    );
    const means = effect?.groups.map(({ mean }) => mean.mean) ?? [];
    expect(means).toHaveLength(6);
    expect([...means].sort((a, b) => a - b)).toEqual(means);
  });

  it('on a result that is constant but for rounding explains nothing', () => {
    const table = tableOf(['a'], [[1], [1], [1], [2], [2]], () => 0.9972511064281089);
    const effect = mainEffect(table, 0, 0);
    expect(effect?.groups[0]?.mean.mean).not.toBe(effect?.groups[1]?.mean.mean);
    expect(effect?.share).toBe(0);
    expect(studyFigures(table, UNITS)).toHaveLength(1);
  });

  it('of one value is none', () => {
    expect(
      mainEffect(
        tableOf(['a'], [[1]], () => 1),
        0,
        0,
      ),
    ).toBeUndefined();
  });
});

describe('the pictures of a study', () => {
  it('are a curve with a band and the single runs for one parameter', () => {
    const table = tableOf(['a'], [[1], [2], [3]], ([a], seed) => Number(a) + seed);
    const [curve, ...others] = studyFigures(table, UNITS);
    expect(others).toEqual([]);
    expect(curve?.name).toBe('angle-over-a');
    expect(curve?.svg.match(/<polygon class="ghost/g)).toHaveLength(1);
    expect(curve?.svg.match(/<circle/g)).toHaveLength(7);
  });

  it('have an axis that ends half the range of the points beyond them', () => {
    const wide = tableOf(['a'], [[1], [2]], ([a], seed) => 20 + Number(a) + 10 * seed);
    const [curve] = studyFigures(wide, UNITS);
    const ticks = [...(curve?.svg.matchAll(/text-anchor="end"[^>]*>([^<]*)</g) ?? [])].map(([, label]) =>
      Number(label),
    );
    expect(Math.min(...ticks)).toBeGreaterThanOrEqual(31 - 5.5);
    expect(Math.max(...ticks)).toBeLessThanOrEqual(42 + 5.5);
    expect(ticks.length).toBeGreaterThan(2);
    expect(curve?.note).toMatch(/cut\.$/);
  });

  it('are a line for each second value, a map and two effects for a grid of two', () => {
    const table = tableOf(['a', 'b'], grid, ([a, b]) => Number(a) * Number(b));
    const figures = studyFigures(table, UNITS);
    expect(figures.map(({ name }) => name)).toEqual([
      'angle-over-a',
      'angle-map',
      'angle-effect-of-a',
      'angle-effect-of-b',
    ]);
    expect(figures[0]?.svg.match(/<polyline/g)).toHaveLength(2);
    expect(figures[1]?.svg.match(/<rect/g)).toHaveLength(6);
    expect(figures[1]?.svg).toContain('>60<');
  });

  it('of sampled points are effects alone', () => {
    const points = Array.from({ length: 30 }, (_, k) => [k / 30, ((11 * k) % 30) / 30]);
    const names = studyFigures(
      tableOf(['a', 'b'], points, ([a]) => Number(a)),
      UNITS,
    ).map(({ name }) => name);
    expect(names).toEqual(['angle-effect-of-a', 'angle-effect-of-b']);
  });

  it('have names instead of numbers for words, and nothing where there is no result', () => {
    const table = tableOf(['law'], [['hertz'], ['linear']], ([law], seed) => (law === 'hertz' ? 1 : 2) + seed);
    expect(studyFigures(table, UNITS)[0]?.svg).toContain('>hertz<');
    expect(
      studyFigures(
        tableOf(['a'], [[1]], () => undefined),
        UNITS,
      ),
    ).toEqual([]);
  });
});
