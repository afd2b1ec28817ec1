// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { chooseGrid, type Grid } from './integer-grid.ts';

function gridOf(a: readonly number[], b: readonly number[] = a): Grid {
  const grid = chooseGrid(Float64Array.from(a), Float64Array.from(b));
  if (!grid) throw new Error('no grid');
  return grid;
}

describe('the grid of a pair', () => {
  it('is as coarse as the coordinates allow', () => {
    const grid = gridOf([0.75, 3, 5], [0, -1.5, 1024]);
    expect(grid.exponent).toBe(-2);
    expect(grid.exact).toBe(true);
    expect([0.75, -1.5, 1024].map(grid.toInteger)).toEqual([3n, -6n, 4096n]);
  });

  it('follows a scaling by a power of two', () => {
    const points = [0.1, -2.3, 7.7, 1e-3, 4, 5];
    const scaled = gridOf(points.map((x) => x * 2 ** -900));
    expect(scaled.exponent).toBe(gridOf(points).exponent - 900);
    expect(scaled.extentBits).toBe(gridOf(points).extentBits);
    expect(scaled.toInteger(0.1 * 2 ** -900)).toBe(gridOf(points).toInteger(0.1));
  });

  it('holds the whole range of float64 without rounding', () => {
    const least = gridOf([Number.MIN_VALUE, 0, 3 * Number.MIN_VALUE]);
    expect(least.exact).toBe(true);
    expect(least.toInteger(3 * Number.MIN_VALUE)).toBe(3n);
    const most = gridOf([Number.MAX_VALUE, -Number.MAX_VALUE, 0]);
    expect(most.exact).toBe(true);
    expect(most.toInteger(-Number.MAX_VALUE)).toBe(1n - (1n << 53n));
  });

  it('bounds every difference of coordinates', () => {
    const { toInteger, extentBits } = gridOf([Number.MAX_VALUE, 1, 2], [-Number.MAX_VALUE, 0, 0]);
    expect(toInteger(Number.MAX_VALUE) - toInteger(-Number.MAX_VALUE) < 1n << BigInt(extentBits)).toBe(true);
  });

  it('rounds what is finer than 2^-192 of the extent, and says so', () => {
    const grid = gridOf([1, 0, 0], [0, 2 ** -300, 0]);
    expect(grid.exact).toBe(false);
    expect(grid.exponent).toBeLessThan(-180);
    expect(grid.toInteger(2 ** -300)).toBe(0n);
  });

  it('keeps a tiny body exact that is too far away to be a float64 in its own units', () => {
    const grid = gridOf([1e300, 1e-300, 0], [1e300, 2e-300, 0]);
    expect(grid.exact).toBe(true);
    expect(grid.toInteger(1e300)).toBe(BigInt(1e300) << BigInt(-grid.exponent));
  });

  it('is not there for coordinates that are not finite', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(chooseGrid(Float64Array.of(0, bad, 1), Float64Array.of(1, 2, 3))).toBeUndefined();
    }
  });
});
