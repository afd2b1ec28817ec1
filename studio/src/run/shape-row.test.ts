// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { shapeRow } from './shape-row.ts';

describe('the row of shapes', () => {
  it('has each shape once, apart from each other, on the ground', () => {
    const reaches = [1, 0.5, 2, 0.1, 1, 1, 3, 0.2];
    const shapes = reaches.map((radius, k) => ({ name: `s${k}`, shape: { sphere: { radius } } }));
    const { positions, shapes: numbers } = shapeRow({ title: '', materials: ['a'], boundaries: [], shapes }, reaches);
    expect([...numbers]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (let a = 0; a < reaches.length; a++) {
      expect(positions[3 * a + 2]).toBeCloseTo(reaches[a]);
      for (let b = 0; b < a; b++) {
        const apart = Math.max(...[0, 1].map((k) => Math.abs(positions[3 * a + k] - positions[3 * b + k])));
        expect(apart).toBeGreaterThan(reaches[a] + reaches[b]);
      }
    }
  });
});
