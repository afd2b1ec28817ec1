// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { preparePoints, scaleByPowerOfTwo } from './prepared-points.ts';

describe('preparePoints', () => {
  it('removes duplicates and remembers the lowest index', () => {
    const { count, coordinates, source } = preparePoints([1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0.5, 1, 0, 1, 0, 0, 0.5, 0.25]);
    expect(count).toBe(4);
    const lowest = [...source].sort((a, b) => a - b);
    expect(lowest).toEqual([0, 1, 3, 5]);
    const at = source.indexOf(3);
    expect([...coordinates.slice(3 * at, 3 * at + 3)]).toEqual([0, 0.5, 1]);
  });

  it('scales by a power of two, from the smallest to the largest doubles', () => {
    for (const size of [5e-324, 1e-310, 1e-9, 1, 1e9, Number.MAX_VALUE]) {
      const { coordinates, exponent } = preparePoints([0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size]);
      const largest = Math.max(...coordinates);
      expect(largest).toBeGreaterThanOrEqual(0.5);
      expect(largest).toBeLessThanOrEqual(1);
      expect(scaleByPowerOfTwo(largest, exponent)).toBe(size);
    }
  });

  it('takes coordinates as zero that no predicate could multiply exactly', () => {
    expect([...preparePoints([1e-200, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]).coordinates.slice(0, 3)]).not.toContain(1e-200);
  });
});
