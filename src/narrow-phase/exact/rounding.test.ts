// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import {
  exponentOf,
  powerOfTwo,
  roundedDown,
  roundedUp,
  roundQuotient,
  roundSquareRoot,
  scaleByPowerOfTwo,
  trailingExponentOf,
} from './rounding.ts';

const seed = Number(process.env.TEST_SEED ?? 20260102);

describe('the bits of a float64', () => {
  it('give the exponents of the highest and the lowest set bit, also of subnormal numbers', () => {
    expect([1, 1.5, 12, -0.75].map(exponentOf)).toEqual([0, 0, 3, -1]);
    expect([1, 1.5, 12, -0.75].map(trailingExponentOf)).toEqual([0, -1, 2, -2]);
    for (const exponent of [-1074, -1060, -1043, -1042, -1041, -1023, -1022, -1, 1023]) {
      const x = scaleByPowerOfTwo(1, exponent);
      expect([exponentOf(x), trailingExponentOf(x)]).toEqual([exponent, exponent]);
    }
    expect(exponentOf(3 * Number.MIN_VALUE)).toBe(-1073);
    expect(trailingExponentOf(3 * Number.MIN_VALUE)).toBe(-1074);
    expect(trailingExponentOf(Number.MAX_VALUE)).toBe(971);
  });

  it('make powers of two over the whole range', () => {
    expect(powerOfTwo(-1022)).toBe(2.2250738585072014e-308);
    expect(powerOfTwo(10)).toBe(1024);
    expect(scaleByPowerOfTwo(Number.MIN_VALUE, 1074 + 1023)).toBe(2 ** 1023);
    expect(scaleByPowerOfTwo(1, 5000)).toBe(Number.POSITIVE_INFINITY);
    expect(scaleByPowerOfTwo(1, -5000)).toBe(0);
  });
});

describe('rounding of exact values', () => {
  it('gives quotients to the nearest float64, ties to even', () => {
    expect(roundQuotient(1n, 3n, 0)).toBe(1 / 3);
    expect(roundQuotient(-2n, 3n, 4)).toBe(-32 / 3);
    expect(roundQuotient(0n, 7n, 3)).toBe(0);
    expect(roundQuotient((1n << 53n) + 1n, 1n, 0)).toBe(2 ** 53);
    expect(roundQuotient((1n << 53n) + 3n, 1n, 0)).toBe(2 ** 53 + 4);
    // Just above the tie, by a part in 2^300.
    expect(roundQuotient((((1n << 53n) + 1n) << 300n) + 1n, 1n << 300n, 0)).toBe(2 ** 53 + 2);
    expect(roundQuotient(1n, 3n * 10n ** 700n, 2300)).toBe(roundQuotient(1n << 2300n, 3n * 10n ** 700n, 0));
  });

  it('gives square roots of quotients to the nearest float64', () => {
    expect(roundSquareRoot(2n, 1n, 0)).toBe(Math.SQRT2);
    expect(roundSquareRoot(1n, 2n, 0)).toBe(Math.SQRT1_2);
    expect(roundSquareRoot(49n, 4n, -1)).toBe(1.75);
    expect(roundSquareRoot(0n, 4n, -1)).toBe(0);
    expect(roundSquareRoot(10n ** 600n, 1n, 0)).toBe(1e300);
    expect(roundSquareRoot(1n, 10n ** 600n, 0)).toBe(1e-300);
  });

  it('leaves the exact root between the midpoints to the neighbouring float64', () => {
    const random = new Random(seed);
    const big = (words: number): bigint => {
      let value = 1n;
      for (let k = 0; k < words; k++) value = (value << 32n) + BigInt(random.bits());
      return value;
    };
    for (let k = 0; k < 500; k++) {
      const numerator = big(1 + random.integer(12));
      const denominator = big(1 + random.integer(12));
      const root = roundSquareRoot(numerator, denominator, 0);
      // With root = m 2^e and 53-bit m: (m - 1/2)^2 <= numerator / denominator 2^-2e <= (m + 1/2)^2.
      const e = exponentOf(root) - 52;
      const twice = 2n * BigInt(scaleByPowerOfTwo(root, -e));
      const scaled = e > 0 ? numerator * 4n : (numerator * 4n) << BigInt(-2 * e);
      const divisor = e > 0 ? denominator << BigInt(2 * e) : denominator;
      const label = `seed ${seed}, ${numerator}/${denominator}`;
      expect((twice - 1n) ** 2n * divisor <= scaled, label).toBe(true);
      expect((twice + 1n) ** 2n * divisor >= scaled, label).toBe(true);
    }
  });

  it('steps outwards by one or two units of the last place', () => {
    for (const x of [1, -1, 0.1, 1e300, -1e-300, 2 ** -1022, Number.MIN_VALUE]) {
      expect(roundedUp(x)).toBeGreaterThan(x);
      expect(roundedDown(x)).toBeLessThan(x);
      const unit = Math.max(Number.MIN_VALUE, Math.abs(x) * 2 ** -52);
      expect(roundedUp(x) - x).toBeLessThanOrEqual(2 * unit);
    }
    expect(roundedUp(0)).toBe(Number.MIN_VALUE);
    expect(roundedDown(Number.POSITIVE_INFINITY)).toBe(Number.MAX_VALUE);
    expect(roundedUp(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });
});
