// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { StudyDescription } from '../server-api.ts';
import { axisOf, columnsOf, type StudyColumn, sortedRows } from './study-rows.ts';

const ROW = { seed: undefined, progress: 1, runs: [], notes: [] } as const;

const STUDY: StudyDescription = {
  folder: 'friction',
  title: 'Friction',
  scenes: ['scene'],
  parameters: [
    { name: 'friction', unit: '' },
    { name: 'shape', unit: '' },
  ],
  results: [{ name: 'angle', unit: 'deg' }],
  plots: [],
  rows: [
    { ...ROW, point: 1, values: [0.3, 'ball'], results: [25], state: 'done' },
    { ...ROW, point: 2, values: [0.1, 'rod'], results: [null], state: 'failed' },
    { ...ROW, point: 3, values: [0.2, 'ball'], results: [21], state: 'running' },
  ],
};

const columns = columnsOf(STUDY);
const column = (heading: string): StudyColumn => columns.find((each) => each.heading === heading) as StudyColumn;
const points = (heading: string, isDescending = false): number[] =>
  sortedRows(STUDY.rows, column(heading), isDescending).map(({ point }) => point);

describe('the columns of a study', () => {
  it('have units in their headings, and seeds only where there are some', () => {
    expect(columns.map(({ heading }) => heading)).toEqual(['point', 'friction', 'shape', 'angle / deg', 'state']);
    const seeded = { ...STUDY, rows: STUDY.rows.map((row) => ({ ...row, seed: 1 })) };
    expect(columnsOf(seeded).map(({ heading }) => heading)).toContain('seed');
  });

  it('sort rows both ways, with rows without a value last', () => {
    expect(points('friction')).toEqual([2, 3, 1]);
    expect(points('friction', true)).toEqual([1, 3, 2]);
    expect(points('angle / deg')).toEqual([3, 1, 2]);
    expect(points('angle / deg', true)).toEqual([1, 3, 2]);
    expect(points('shape')).toEqual([1, 3, 2]);
    expect(points('state')).toEqual([1, 3, 2]);
  });

  it('have axes from the least to the largest value, and words in their order', () => {
    const friction = axisOf(column('friction'), STUDY.rows);
    expect([friction?.low, friction?.high]).toEqual([0.1, 0.3]);
    expect(STUDY.rows.map((row) => friction?.place(row)?.toFixed(2))).toEqual(['1.00', '0.00', '0.50']);
    const shape = axisOf(column('shape'), STUDY.rows);
    expect(STUDY.rows.map((row) => shape?.place(row))).toEqual([0, 1, 0]);
    const angle = axisOf(column('angle / deg'), STUDY.rows);
    expect(STUDY.rows.map((row) => angle?.place(row))).toEqual([1, undefined, 0]);
    expect(axisOf(column('friction'), STUDY.rows.slice(0, 1))).toBeUndefined();
  });
});
