// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { addCross, compensatedDot, differenceOfProducts, tripleProduct } from './precise-vectors.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260104);

/** Doubles in [-1, 1] with 40 bits are integers times 2^-40, so that BigInt gives exact results. */
function dyadic(random: Random): number {
  return Math.round(random.between(-1, 1) * 2 ** 40) / 2 ** 40;
}

function exact(value: number): bigint {
  return BigInt(value * 2 ** 40);
}

function ratio(value: bigint, power: number): number {
  // Two steps keep the leading bits of a large integer.
  return Number(value >> 10n) * 2 ** (10 - 40 * power);
}

describe('double-double products', () => {
  it('give the component of a cross product to its last digits when it cancels', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 500; i++) {
      const [a, b, e, f, g, h] = Array.from({ length: 6 }, () => dyadic(random)) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      // Choose c so that the two products almost agree.
      const d = dyadic(random);
      const c = d + Math.round((((e - f) * (g - h)) / (a - b)) * 2 ** 40) / 2 ** 40;
      if (!(Math.abs(c) < 4)) continue;
      const truth = (exact(a) - exact(b)) * (exact(c) - exact(d)) - (exact(e) - exact(f)) * (exact(g) - exact(h));
      const value = differenceOfProducts(a, b, c, d, e, f, g, h);
      expect(Math.abs(value - Number(truth) * 2 ** -80), `seed ${SEED}`).toBeLessThanOrEqual(4e-16 * Math.abs(value));
    }
  });

  it('give the triple product of almost coplanar vectors', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 500; i++) {
      const p = Array.from({ length: 9 }, () => dyadic(random));
      // c = a + b + tiny: the volume is 1e-9 of the product of the lengths.
      for (let k = 0; k < 3; k++) p[6 + k] = p[k] + p[3 + k] + Math.round(random.between(-9, 9)) * 2 ** -33;
      const [a, b, c] = [p.slice(0, 3), p.slice(3, 6), p.slice(6)].map((v) => v.map(exact)) as [
        bigint[],
        bigint[],
        bigint[],
      ];
      const n = (u: bigint[], v: bigint[], i: number, j: number): bigint => u[i] * v[j] - u[j] * v[i];
      const truth = a[0] * n(b, c, 1, 2) + a[1] * n(b, c, 2, 0) + a[2] * n(b, c, 0, 1);
      const value = tripleProduct(p, 0, 1, 2, [0, 0, 0]);
      expect(Math.abs(value - ratio(truth, 3)), `seed ${SEED}`).toBeLessThanOrEqual(1e-15 * Math.abs(value));
    }
  });

  it('sum crosses of a fan into the area vector', () => {
    const square = [1e6, 1e6, 0, 1e6 + 1, 1e6, 0, 1e6 + 1, 1e6 + 1, 0, 1e6, 1e6 + 1, 0];
    const sum = new Float64Array(3);
    addCross(square, 0, 1, 2, sum);
    addCross(square, 0, 2, 3, sum);
    expect([...sum]).toEqual([0, 0, 2]);
  });

  it('keep what a plain dot product cancels', () => {
    expect(compensatedDot(1, 1, 1, 1e16, 1, -1e16)).toBe(1);
    const third = 1 / 3;
    expect(compensatedDot(third, -1, 0, 3, 1, 0)).toBe(-(2 ** -54));
  });
});
