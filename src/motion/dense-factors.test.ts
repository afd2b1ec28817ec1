// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { ComplexFactors, RealFactors } from './dense-factors.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261119);
/** Systems of up to 12 random rows lose a few digits. */
const TOLERANCE = 1e-9;

describe('dense linear systems', () => {
  it('are solved, real and complex', () => {
    const random = new Random(SEED);
    for (let n = 1; n <= 12; n++) {
      const draw = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.between(-1, 1));
      const [a, b, x, y] = [draw(n * n), draw(n * n), draw(n), draw(n)];
      const times = (m: Float64Array, v: Float64Array, i: number): number =>
        v.reduce((sum, value, j) => sum + m[i * n + j] * value, 0);
      const real = new RealFactors(n);
      real.matrix.set(a);
      const rhs = x.map((_, i) => times(a, x, i));
      expect(real.factor()).toBe(-1);
      real.solve(rhs);
      for (let i = 0; i < n; i++) expect(Math.abs(rhs[i] - x[i])).toBeLessThan(TOLERANCE);
      const complex = new ComplexFactors(n);
      complex.real.set(a);
      complex.imaginary.set(b);
      const re = x.map((_, i) => times(a, x, i) - times(b, y, i));
      const im = x.map((_, i) => times(a, y, i) + times(b, x, i));
      expect(complex.factor()).toBe(-1);
      complex.solve(re, im);
      for (let i = 0; i < n; i++) {
        expect(Math.abs(re[i] - x[i])).toBeLessThan(TOLERANCE);
        expect(Math.abs(im[i] - y[i])).toBeLessThan(TOLERANCE);
      }
    }
  });

  it('need rows exchanged, and name the column that has no pivot', () => {
    const exchanged = new RealFactors(2);
    exchanged.matrix.set([0, 2, 4, 0]);
    const b = Float64Array.of(6, 4);
    expect(exchanged.factor()).toBe(-1);
    exchanged.solve(b);
    expect([...b]).toEqual([1, 3]);
    const singular = new RealFactors(2);
    singular.matrix.set([1, 2, 2, 4]);
    expect(singular.factor()).toBe(1);
    const notFinite = new ComplexFactors(1);
    notFinite.real.set([Number.NaN]);
    expect(notFinite.factor()).toBe(0);
  });
});
