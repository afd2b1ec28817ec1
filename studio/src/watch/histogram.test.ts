// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { binCounts, partOf, valueAt } from './histogram.ts';

describe('a histogram', () => {
  it('counts every value of the range once, its ends too', () => {
    const counts = binCounts(Float32Array.of(0, 0.25, 0.5, 1, 1, 7, -3), [0, 1], false);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(counts.at(-1)).toBe(2);
  });

  it.each([false, true])('finds the value at a part, and the part of a value; logarithmic: %s', (isLog) => {
    const range = [0.01, 10] as const;
    for (const part of [0, 0.3, 0.5, 1])
      expect(partOf(valueAt(part, range, isLog), range, isLog)).toBeCloseTo(part, 10);
  });

  it('has the geometric mean in the middle of a logarithmic range', () => {
    expect(valueAt(0.5, [0.01, 100], true)).toBeCloseTo(1, 12);
  });
});
