// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fitLineRobustly } from './line-fit.ts';

describe('a robust fit of a line', () => {
  it('is exact on a line', () => {
    const { slope, error, at, height } = fitLineRobustly([0, 1, 2, 5].map((x) => [x, 3 - 2 * x]));
    expect(slope).toBeCloseTo(-2, 14);
    expect(error).toBeCloseTo(0, 14);
    expect(height - slope * at).toBeCloseTo(3, 14);
  });

  it('follows the other points past an outlier, where least squares has a slope of 3.7', () => {
    // Ten points within 0.1 of y = x, one of them 50 too high.
    const { slope, at, height } = fitLineRobustly(
      Array.from({ length: 10 }, (_, k) => [k, k + (k % 2 ? 0.1 : -0.1) + (k === 9 ? 50 : 0)] as const),
    );
    expect(Math.abs(slope - 1)).toBeLessThan(0.1);
    expect(Math.abs(height + slope * (4.5 - at) - 4.5)).toBeLessThan(0.2);
  });
});
