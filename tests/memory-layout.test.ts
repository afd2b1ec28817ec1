// SPDX-License-Identifier: MIT
/** The memory layouts of both kernels: each place follows from the one before, and the kernels use no other place. */
import { describe, expect, it } from 'vitest';
import * as flat from '../src/kernel/features/flat-layout.ts';
import { CACHE_CALLER, CACHE_STRIDE } from '../src/kernel/layout.ts';
import * as contactBatch from '../src/kernel/touch-batch-layout.ts';
import { StepMemory } from '../src/simulation/time-loop/step-memory.ts';
import * as stepBatch from '../src/step-kernel/convex-batch-layout.ts';
import * as step from '../src/step-kernel/step-layout.ts';
import { Layout, unlistedAccesses } from './memory-layout-lint.ts';
import { isTest, readSourceFile, sourceFiles } from './source-files.ts';

const isLayout = (path: string): boolean => /(^|[/-])layout\.ts$/.test(path);

describe.each(['src/kernel', 'src/step-kernel'])('the memory layouts in %s', (folder) => {
  const files = sourceFiles([folder], ['.ts']).filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'));
  const layouts = files.filter(({ path }) => isLayout(path));

  it('derive each place from the one before', () => {
    expect(layouts.length).toBeGreaterThan(0);
    for (const { path, text } of layouts) expect(new Layout(text).violations(), path).toEqual([]);
  });

  it('list every place that the kernel text uses', () => {
    const read = layouts.map(({ text }) => new Layout(text));
    const places = new Set(read.flatMap((layout) => [...layout.places]));
    const numbers = new Set(read.flatMap((layout) => [...layout.numbers]));
    for (const { path, text } of files.filter((file) => !isLayout(file.path))) {
      expect(unlistedAccesses(text, places, numbers), path).toEqual([]);
    }
  });
});

describe('the memory of a simulation', () => {
  it('has a region for each array whose address the header keeps', () => {
    const one = {
      elements: 1,
      blocks: 1,
      pairs: 1,
      slots: 1,
      spare: 1,
      cells: 1,
      halfSpaces: 1,
      meshes: 1,
      touches: 1,
      found: 1,
      touchCells: 1,
      parts: 1,
      bonds: 0,
      fieldCells: 1,
      loads: 1,
      threads: 1,
    };
    const more = { clumps: 1, members: 1, materials: 1, histories: 1, rollingSprings: 1, warm: 1, shapes: 1 };
    const memory = new StepMemory({ ...one, ...more }, 'typescript');
    const names = new Layout(readSourceFile('src/step-kernel/step-layout.ts').text).groupWith('POSITION');
    const places: Readonly<Record<string, number>> = { ...step };
    const addresses = names.map((name) => memory.address(places[name] ?? 0));
    expect(names.length).toBeGreaterThan(30);
    expect(Math.min(...addresses)).toBeGreaterThanOrEqual(step.HEADER_CELLS);
    expect(new Set(addresses).size).toBe(names.length);
  });

  it('keeps warm starts as the contact kernel lays them out', () => {
    expect(step.WARM_STRIDE).toBe(CACHE_STRIDE);
    expect(step.WARM_SORT).toBe(CACHE_CALLER);
  });

  it('has batches of pairs as the contact kernel lays them out', () => {
    const isShared = (name: string): boolean => /^(ASKED|ANSWER)_|^BATCH_(PAIRS|POINTS)$/.test(name);
    const names = Object.keys(stepBatch).filter(isShared);
    expect(names).toEqual(Object.keys(contactBatch).filter(isShared));
    expect(names.length).toBeGreaterThan(15);
    const of = (batch: object): unknown[] => names.map((name) => (batch as Record<string, unknown>)[name]);
    expect(of(stepBatch)).toEqual(of(contactBatch));
    const { POINT_POSITION, POINT_OVERLAP, POINT_SHARE, POINT_DASHPOT, POINT_STRIDE } = stepBatch;
    const { FLAT_POINT, FLAT_OVERLAP, FLAT_SHARE, FLAT_DASHPOT, FLAT_STRIDE } = flat;
    const fields = [FLAT_POINT, FLAT_OVERLAP, FLAT_SHARE, FLAT_DASHPOT, FLAT_STRIDE];
    expect([POINT_POSITION, POINT_OVERLAP, POINT_SHARE, POINT_DASHPOT, POINT_STRIDE]).toEqual(fields);
    expect(4 * flat.FLAT_LIMIT).toBe(stepBatch.BATCH_POINTS);
  });
});

const GOOD = `
export const KIND: i32 = 1; // a code

export const BODY: i32 = 0; // 3
export const SPIN: i32 = BODY + 3; // 4: orientation
export const LIST: i32 = SPIN + 4;
export const STRIDE: i32 = (LIST + 2 * KIND + 7) & -8;

export const IDS: i32 = 2 * SPIN; // 8
`;

describe('the lint of memory layouts', () => {
  const broken = (text: string): string => new Layout(text).violations().join('\n');

  it('lets places that follow each other pass, and numbers that are no places', () => {
    expect(broken(GOOD)).toBe('');
  });

  it.each([
    ['a place written as a number', 'LIST: i32 = SPIN + 4', 'LIST: i32 = 70000', /LIST is not derived/],
    ['a place that follows another one', 'LIST: i32 = SPIN + 4', 'LIST: i32 = BODY + 4', /not derived/],
    ['a hole', 'SPIN + 4', 'SPIN + 5', /leaves 5 for SPIN, whose comment states 4/],
    ['an overlap', 'SPIN + 4', 'SPIN + 3', /leaves 3 for SPIN, whose comment states 4/],
    [
      'two places at one',
      '(LIST + 2 * KIND + 7) & -8;',
      '7;\n\nexport const A: i32 = LIST + 9;\n\nexport const B: i32 = LIST + 1;',
      /B overlaps A/,
    ],
    ['a view that is larger than its region', '// 8', '// 9', /IDS ends behind SPIN/],
  ])('finds %s', (_, from, to, message) => {
    expect(GOOD).toContain(from);
    expect(broken(GOOD.replace(from, to))).toMatch(message);
  });

  it('finds accesses to cells that no layout lists', () => {
    const text = `
      import { BODY } from './layout.ts';
      const X: i32 = BODY + 1;
      const CELL: i32 = 70000;
      function f(at: i32): f64 { return F[BODY + 2] + F[X] + F[at + 5] + F[CELL] + F[2 * CELL + 1] + I[125448] + F[at + FIELD]; }
    `;
    expect(unlistedAccesses(text, new Set(['BODY']), new Set(['FIELD']))).toEqual([
      'line 5: F[CELL]',
      'line 5: F[2 * CELL + 1]',
      'line 5: I[125448]',
      'line 5: F[at + FIELD]',
    ]);
  });
});
