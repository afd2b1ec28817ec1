// SPDX-License-Identifier: MIT
/** Pictures of a study: curves with error bands, maps over two parameters, main effects. */
import { plot, type Series, type Tone } from '../../verification/report/svg-plot.ts';
import { heatMap } from './heat-map.ts';
import { mainEffect, type SummaryPoint, summarise } from './study-summary.ts';
import type { StudyTable } from './study-table.ts';

export interface StudyFigure {
  /** Of the file, without `.svg`. */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
  readonly note: string;
}

export interface StudyUnits {
  readonly parameters: readonly string[];
  readonly results: readonly string[];
}

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];
/** A map with more cells cannot be read. */
const MOST_CELLS = 20;

const labelled = (name: string, unit: string | undefined): string =>
  unit === undefined || unit === '' ? name : `${name} / ${unit}`;
const shown = (value: number | string): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(4))) : value;

/** Different values of a parameter: numbers in order, words as they come. */
function differentValues(points: readonly SummaryPoint[], parameter: number): (number | string)[] {
  const all = [...new Set(points.flatMap(({ values }) => values[parameter] ?? []))];
  return all.every((value) => typeof value === 'number') ? all.sort((a, b) => Number(a) - Number(b)) : all;
}

// A study may have more runs than a function may have arguments.
const smallest = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);

/**
 * Limits of an axis: the points and their intervals, but not further from the points than half their range. Intervals
 * of two seeds can be a hundred times as long.
 */
function limitsOf(
  points: readonly number[],
  intervals: readonly (readonly [low: number, high: number])[],
): { readonly min?: number; readonly max?: number; readonly isCut: boolean } {
  const [low, high] = [smallest(points), largest(points)];
  if (!(high > low)) return { isCut: false };
  const [lowest, highest] = [low - (high - low) / 2, high + (high - low) / 2];
  const min = Math.max(lowest, smallest([low, ...intervals.map(([end]) => end)]));
  const max = Math.min(highest, largest([high, ...intervals.map(([, end]) => end)]));
  return { min, max, isCut: intervals.some(([start, end]) => start < min || end > max) };
}

const CUT = ' Intervals that are longer than the axis are cut.';

class Figures {
  readonly #table: StudyTable;
  readonly #units: StudyUnits;
  readonly #points: readonly SummaryPoint[];
  readonly #varied: readonly number[];

  constructor(table: StudyTable, units: StudyUnits) {
    this.#table = table;
    this.#units = units;
    this.#points = summarise(table);
    this.#varied = table.parameters.flatMap((_, k) => (differentValues(this.#points, k).length > 1 ? [k] : []));
  }

  all(): StudyFigure[] {
    return this.#table.results.flatMap((_, result) => {
      const [first, second, ...more] = this.#varied;
      if (first === undefined) return [];
      const cells = second === undefined || more.length > 0 ? undefined : this.#grid(first, second, result);
      return [
        ...(second === undefined || cells !== undefined ? this.#curves(first, second, result) : []),
        ...(cells === undefined || second === undefined ? [] : [this.#map(first, second, result, cells)]),
        ...(second === undefined ? [] : this.#varied.flatMap((parameter) => this.#effect(parameter, result))),
      ];
    });
  }

  #parameterLabel(k: number): string {
    return labelled(this.#table.parameters[k] ?? '', this.#units.parameters[k]);
  }

  #resultLabel(k: number): string {
    return labelled(this.#table.results[k] ?? '', this.#units.results[k]);
  }

  /** Means by the values of two parameters; undefined if the points are no grid. */
  #grid(a: number, b: number, result: number): ReadonlyMap<string, number> | undefined {
    const size = differentValues(this.#points, a).length * differentValues(this.#points, b).length;
    const cells = new Map<string, number>();
    for (const { values, means } of this.#points) {
      const mean = means[result]?.mean;
      if (mean !== undefined) cells.set(JSON.stringify([values[a], values[b]]), mean);
    }
    return size <= MOST_CELLS * MOST_CELLS && 2 * this.#points.length > size ? cells : undefined;
  }

  /** A line over the first parameter for each value of the second. */
  #curves(a: number, b: number | undefined, result: number): StudyFigure[] {
    const across = differentValues(this.#points, a);
    const isNumeric = across.every((value) => typeof value === 'number');
    const lines = b === undefined ? [undefined] : differentValues(this.#points, b);
    if (lines.length > TONES.length) return [];
    const at = (value: number | string): number => (isNumeric ? Number(value) : across.indexOf(value));
    const series = lines.map((line, k): Series => {
      const own = this.#points
        .filter(({ values, means }) => (b === undefined || values[b] === line) && means[result] !== undefined)
        .map(({ values, means }) => ({ x: at(values[a] ?? ''), mean: means[result] }))
        .sort((p, q) => p.x - q.x);
      const hasErrors = own.every(({ mean }) => mean?.halfWidth !== undefined);
      const points = own.map(({ x, mean }): [number, number] => [x, mean?.mean ?? 0]);
      const halfWidths = own.map(({ mean }) => mean?.halfWidth ?? 0);
      const name = b === undefined ? 'mean' : `${this.#table.parameters[b]} ${shown(line ?? '')}`;
      const tone = TONES[k] ?? 1;
      if (!isNumeric) return { name, style: 'points', tone, points, ...(hasErrors && { errors: halfWidths }) };
      const band = points.map(([, y], i): [number, number] => [y - (halfWidths[i] ?? 0), y + (halfWidths[i] ?? 0)]);
      return { name, style: 'line', tone, points, ...(hasErrors && { band }) };
    });
    const runs = this.#table.rows.flatMap(({ values, results }): [number, number][] => {
      const y = results[result];
      return y === undefined ? [] : [[at(values[a] ?? ''), y]];
    });
    const name = this.#table.results[result] ?? '';
    const title = `${name} over ${this.#table.parameters[a]}`;
    const isRepeated = this.#points.some(({ means }) => (means[result]?.count ?? 0) > 1);
    const dots: readonly Series[] =
      b === undefined ? [{ name: isRepeated ? 'one seed' : 'run', style: 'points', tone: 2, points: runs }] : [];
    const intervals = this.#points.flatMap(({ means }) => {
      const { mean = 0, halfWidth } = means[result] ?? {};
      return halfWidth === undefined ? [] : [[mean - halfWidth, mean + halfWidth] as const];
    });
    const { isCut, ...limits } = limitsOf(
      this.#table.rows.flatMap(({ results }) => results[result] ?? []),
      intervals,
    );
    const svg = plot({
      title,
      x: isNumeric ? { label: this.#parameterLabel(a) } : { label: this.#parameterLabel(a), names: across.map(shown) },
      y: { label: this.#resultLabel(result), ...limits },
      series: [...series, ...dots],
    });
    const cut = isCut ? CUT : '';
    const note = isRepeated
      ? `Mean over seeds; the band is its 95 % confidence interval.${cut}`
      : 'One run for each point.';
    return [{ name: `${name}-over-${this.#table.parameters[a]}`, title, svg, note }];
  }

  #map(a: number, b: number, result: number, cells: ReadonlyMap<string, number>): StudyFigure {
    const [x, y] = [differentValues(this.#points, a), differentValues(this.#points, b)];
    const name = this.#table.results[result] ?? '';
    const title = `${name} over ${this.#table.parameters[a]} and ${this.#table.parameters[b]}`;
    const svg = heatMap({
      title,
      x: { label: this.#parameterLabel(a), names: x.map(shown) },
      y: { label: this.#parameterLabel(b), names: y.map(shown) },
      value: (i, j) => cells.get(JSON.stringify([x[i], y[j]])),
    });
    return { name: `${name}-map`, title, svg, note: `Mean of ${this.#resultLabel(result)} over seeds.` };
  }

  #effect(parameter: number, result: number): StudyFigure[] {
    const effect = mainEffect(this.#table, parameter, result);
    if (effect === undefined) return [];
    const { groups, share } = effect;
    const isNumeric = groups.every(({ value }) => typeof value === 'number');
    const points = groups.map(({ value, mean }, k): [number, number] => [isNumeric ? Number(value) : k, mean.mean]);
    const name = this.#table.results[result] ?? '';
    const title = `Main effect of ${this.#table.parameters[parameter]} on ${name}`;
    const label = this.#parameterLabel(parameter);
    const { isCut, ...limits } = limitsOf(
      groups.map(({ mean }) => mean.mean),
      groups.map(({ mean: { mean, halfWidth = 0 } }) => [mean - halfWidth, mean + halfWidth]),
    );
    const svg = plot({
      title,
      x: isNumeric ? { label } : { label, names: groups.map(({ value }) => shown(value)) },
      y: { label: this.#resultLabel(result), ...limits },
      series: [
        { name, style: 'points', tone: 1, points, errors: groups.map(({ mean }) => mean.halfWidth ?? 0) },
        ...(isNumeric ? [{ name: 'mean', style: 'line', tone: 1, points } as const] : []),
      ],
      height: 240,
    });
    const percent = Math.round(100 * share);
    const cut = isCut ? CUT : '';
    const note = `Mean over all other parameters and seeds, with 95 % confidence; ${percent} % of the variance.${cut}`;
    return [{ name: `${name}-effect-of-${this.#table.parameters[parameter]}`, title, svg, note }];
  }
}

/** Pictures of every result. */
export function studyFigures(table: StudyTable, units: StudyUnits): StudyFigure[] {
  return new Figures(table, units).all();
}
