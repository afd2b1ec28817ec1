// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/io.ts';
import { NO_SELECTION, readIds, type Selection, selectedBodies } from './selection.ts';

const FRAME = {
  ids: Int32Array.of(3, 5, 9, 20),
  shapes: Int32Array.of(0, 1, 1, 0),
  materials: Int32Array.of(0, 0, 1, 1),
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0),
  velocities: Float32Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 0, 0),
} as Frame;
const shape = { sphere: { radius: 1 } };
const CONTEXT = {
  header: {
    title: '',
    boundaries: [],
    materials: ['glass', 'steel'],
    shapes: [
      { name: 'ball', shape },
      { name: 'bead', shape },
    ],
  },
  reaches: [1, 1],
};

const selected = (change: Partial<Selection>): number[] | undefined => {
  const mask = selectedBodies({ ...NO_SELECTION, ...change }, FRAME, CONTEXT, (x) => x < 1.5);
  return mask && [...FRAME.ids].filter((_, body) => mask[body] === 1);
};

describe('a selection', () => {
  it('is none where nothing is asked for', () => expect(selected({})).toBeUndefined());
  it('is by shape', () => expect(selected({ shape: 'bead' })).toEqual([5, 9]));
  it('is by material', () => expect(selected({ material: 'steel' })).toEqual([9, 20]));
  it('is by ids', () => expect(selected({ ids: '4-9, 20' })).toEqual([5, 9, 20]));
  it('is by the cut', () => expect(selected({ isInCut: true })).toEqual([3, 5]));
  it('is by a field', () => expect(selected({ field: 'speed', low: 2, high: 3 })).toEqual([5, 9]));
  it('joins what is asked for', () =>
    expect(selected({ shape: 'bead', material: 'steel', ids: '1-100' })).toEqual([9]));
});

describe('ids', () => {
  it('are numbers and ranges', () =>
    expect(readIds('7, 1 - 3')).toEqual({
      ranges: [
        [7, 7],
        [1, 3],
      ],
    }));
  it('name what is wrong', () => {
    expect(readIds('7, x')).toEqual({ problem: '"x" is no id; write ids and ranges as 1-20, 45' });
    expect(readIds('9-3')).toEqual({ problem: '9-3: the first id must not exceed the last' });
  });
});
