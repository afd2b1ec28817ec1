// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.ts';
import { addDouble, divideDouble, LOW, multiplyDouble, rootDouble, twoProduct } from './double-double.ts';
import { expDouble, logDouble, powerDouble } from './double-double-power.ts';

/** A float64 as a whole number of units of 2^-200. */
function exact(x: number): bigint {
  let scaled = x;
  let shift = 200n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift--;
  }
  return BigInt(scaled) << shift;
}

function relativeError(high: number, low: number, true_: bigint): number {
  const difference = exact(high) + exact(low) - true_;
  return Math.abs(Number(difference) / Number(true_));
}

describe('double-double arithmetic', () => {
  const random = new Random(7);
  const value = (): [number, number] => {
    const high = random.between(0.5, 2);
    return [high, high * 2 ** -54 * random.between(-1, 1)];
  };

  it('multiplies two float64 without error', () => {
    for (let i = 0; i < 100; i++) {
      const a = random.between(-1, 1);
      const b = random.between(-1, 1);
      const high = twoProduct(a, b);
      expect((exact(high) + exact(LOW[0])) << 200n).toBe(exact(a) * exact(b));
    }
  });

  it('adds, multiplies, divides and takes roots to 30 digits', () => {
    for (let i = 0; i < 100; i++) {
      const [a, al] = value();
      const [b, bl] = value();
      const p = exact(a) + exact(al);
      const q = exact(b) + exact(bl);
      expect(relativeError(addDouble(a, al, b, bl), LOW[0], p + q)).toBeLessThan(1e-30);
      expect(relativeError(multiplyDouble(a, al, b, bl), LOW[0], (p * q) >> 200n)).toBeLessThan(1e-30);
      expect(relativeError(divideDouble(a, al, b, bl), LOW[0], (p << 200n) / q)).toBeLessThan(1e-30);
      const root = rootDouble(a, al);
      const rootLow = LOW[0];
      expect(relativeError(multiplyDouble(root, rootLow, root, rootLow), LOW[0], p)).toBeLessThan(1e-30);
    }
  });

  // Digits beyond the float64 from a 40-digit computation.
  it.each<[string, () => number, number, number]>([
    ['e', () => expDouble(1, 0), Math.E, 1.4456468917292502e-16],
    ['ln 10', () => logDouble(10, 0), Math.LN10, -2.1707562233822494e-16],
    ['0.3^101', () => powerDouble(0.3, 0, 101), 1.5461325621960281e-53, 9.798764638123902e-70],
    ['0.7^21', () => powerDouble(0.7, 0, 1.05 / 0.05), 0.0005585458640832833, 1.23680468712707e-20],
  ])('knows %s', (_, compute, high, low) => {
    expect(compute()).toBe(high);
    expect(Math.abs(LOW[0] - low)).toBeLessThan(Math.abs(high) * 1e-27);
  });
});
