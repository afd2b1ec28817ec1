// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { compareDirections, dot, type ExactVector, floatDirection } from './exact-vector.ts';

const vector = (x: bigint | number, y: bigint | number, z: bigint | number): ExactVector => ({
  x: BigInt(x),
  y: BigInt(y),
  z: BigInt(z),
});

describe('the float64 direction of an exact vector', () => {
  it('has largest component 1 in size and keeps the ratios', () => {
    expect(floatDirection(vector(3, -4, 1))).toEqual([0.75, -1, 0.25]);
  });

  it('stays finite for integers beyond the range of float64', () => {
    const huge = 1n << 3000n;
    expect(floatDirection(vector(huge, -huge / 2n, 1))).toEqual([1, -0.5, 0]);
  });

  it('is zero for the zero vector only', () => {
    expect(floatDirection(vector(0, 0, 0))).toEqual([0, 0, 0]);
    expect(floatDirection(vector(0, 0, 1))).toEqual([0, 0, 1]);
  });
});

describe('the order of directions', () => {
  const order = (p: ExactVector, q: ExactVector) => compareDirections(p, dot(p, p), q, dot(q, q));

  it('ignores the length', () => {
    expect(order(vector(1, -2, 3), vector(7, -14, 21))).toBe(0);
  });

  it('compares unit vectors component by component, with their signs', () => {
    expect(order(vector(1, 0, 0), vector(100, 1, 0))).toBe(1);
    expect(order(vector(-1, 0, 0), vector(-100, 1, 0))).toBe(-1);
    expect(order(vector(0, 1, 5), vector(0, 1, -5))).toBe(1);
    // 1/sqrt(2) against 1e20/sqrt(2e40 + 1): no float64 could tell.
    expect(order(vector(1, 1, 0), vector(10n ** 20n, 10n ** 20n, 1))).toBe(1);
  });
});
