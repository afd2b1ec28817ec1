// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Table } from '../watch/table.ts';
import { lonePoints, plotColumns } from './plot-data.ts';

describe('plotColumns', () => {
  it('makes an empty cell a gap of its curve alone', () => {
    const table = new Table('x.csv');
    table.add('time,a,b\n0,1,5\n1,,6\n2,3,inf\n');
    const [, a = [], b = []] = table.columns;
    expect(plotColumns(table.time, [a, b])).toEqual([
      [0, 1, 2],
      [1, null, 3],
      [5, 6, null],
    ]);
  });

  it('skips rows without a time, and accepts curves that end early', () => {
    const time = [0, Number.NaN, 2];
    expect(plotColumns(time, [[1, 2, 3], [4]])).toEqual([
      [0, 2],
      [1, 3],
      [4, null],
    ]);
  });
});

describe('lonePoints', () => {
  it('are those that no line goes to', () => {
    expect(lonePoints([1, null, 3, null, 5, 6, null, 8])).toEqual([0, 2, 7]);
    expect(lonePoints([1, 2])).toEqual([]);
    expect(lonePoints([1])).toEqual([0]);
  });
});
