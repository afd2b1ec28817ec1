// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { mergeEdges } from './edge-merge.ts';

/** Directions of the edges in degrees, from the lowest vertex. */
const merge = (p: readonly number[], q: readonly number[]) =>
  mergeEdges({
    countP: Math.max(1, p.length),
    countQ: Math.max(1, q.length),
    startP: 0,
    startQ: 0,
    turn: (i, j) => q[j] - p[i],
  });

describe('mergeEdges', () => {
  it('takes the edges of both by direction, parallel ones together', () => {
    expect(merge([0, 90, 180, 270], [45, 90, 225])).toEqual([
      { p: 0, q: 0, alongP: true, alongQ: false },
      { p: 1, q: 0, alongP: false, alongQ: true },
      { p: 1, q: 1, alongP: true, alongQ: true },
      { p: 2, q: 2, alongP: true, alongQ: false },
      { p: 3, q: 2, alongP: false, alongQ: true },
      { p: 3, q: 0, alongP: true, alongQ: false },
    ]);
  });

  it('moves a polygon by a point, and a point by a point', () => {
    expect(merge([0, 120, 240], []).map(({ p, q }) => [p, q])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(merge([], [])).toEqual([{ p: 0, q: 0, alongP: false, alongQ: false }]);
  });
});
