// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { largestDifference } from './same-motion.ts';

describe('the difference of two motions', () => {
  it('is the largest of all values', () => {
    expect(largestDifference([[1, 2], Float64Array.of(3, 4)], [[1, 2.5], Float64Array.of(1, 4)])).toBe(2);
  });

  it('is NaN where a value is not a number or missing, whatever comes after it', () => {
    expect(largestDifference([[Number.NaN, 5]], [[0, 0]])).toBeNaN();
    expect(largestDifference([[1], [5]], [[1]])).toBeNaN();
  });
});
