// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fitLine } from './line-fit.ts';

describe('fitLine', () => {
  it('is exact on a line', () => {
    const { slope, error } = fitLine([0, 1, 2, 5].map((x) => [x, 3 - 2 * x]));
    expect(slope).toBeCloseTo(-2, 14);
    expect(error).toBeCloseTo(0, 14);
  });

  it('has the slope and standard error of the textbook', () => {
    // Means 2 and 3, squares 2, slope 3 / 2, residuals 1/6 (1, -2, 1).
    const { slope, error } = fitLine([
      [1, 2],
      [2, 2.5],
      [3, 4.5],
    ]);
    expect(slope).toBeCloseTo(1.25, 14);
    expect(error).toBeCloseTo(Math.sqrt((0.25 ** 2 + 0.5 ** 2 + 0.25 ** 2) / 2), 14);
  });
});
