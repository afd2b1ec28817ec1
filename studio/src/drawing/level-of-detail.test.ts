// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { chooseLevel, DETAILS, neededSegments } from './level-of-detail.ts';

/** Of an ellipsoid: n segments around, n / 2 up. */
const TRIANGLES = DETAILS.map((segments) => segments * segments);

describe('the level of detail', () => {
  it('has no chord further off its arc than allowed', () => {
    for (const [radius, error] of [
      [5, 0.3],
      [40, 0.3],
      [400, 1],
    ] as const) {
      const segments = neededSegments(radius, error);
      expect(radius * (1 - Math.cos(Math.PI / segments))).toBeCloseTo(error, 9);
    }
    expect(neededSegments(0.2, 0.3)).toBe(0);
  });

  it('is coarse for what is small in the picture, and fine for what is large', () => {
    const levels = [1, 3, 15, 30, 300, 3000].map((radius) => chooseLevel(TRIANGLES, 10, radius, 0.3));
    expect(levels).toEqual([0, 0, 1, 2, 3, 3]);
    expect([0.3, 1].map((error) => chooseLevel(TRIANGLES, 10, 12, error))).toEqual([1, 0]);
  });

  it('is coarser where there are too many bodies to draw finely', () => {
    expect(chooseLevel(TRIANGLES, 1000, 300, 0.3)).toBe(2);
    expect(chooseLevel(TRIANGLES, 10_000_000, 300, 0.3)).toBe(0);
  });

  it('is the only one of shapes without curved parts', () => {
    expect(chooseLevel([28], 100_000, 300, 0.3)).toBe(0);
  });
});
