// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { MOST_SINGLE_SHAPES, shapeGroups } from './shape-groups.ts';

describe('shapeGroups', () => {
  it('leaves few shapes alone, and shapes made of balls out', () => {
    expect(shapeGroups([12, undefined, 20])).toEqual([[0], [2]]);
  });

  it('joins many shapes of like size into few groups, each shape in one', () => {
    const counts = Array.from({ length: 5 * MOST_SINGLE_SHAPES }, (_, k) => 4 + (k % 200));
    const groups = shapeGroups(counts);
    expect(groups.length).toBeLessThan(10);
    expect(groups.flat().sort((a, b) => a - b)).toEqual(counts.map((_, k) => k));
    for (const group of groups) {
      const sizes = group.map((shape) => counts[shape]);
      expect(Math.max(...sizes)).toBeLessThan(2 * Math.min(...sizes));
    }
  });
});
