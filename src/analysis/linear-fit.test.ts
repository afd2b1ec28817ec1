// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { columnMean, linearFit } from './linear-fit.ts';

/** Deviations of variance 1 of which each keeps a part of the one before. */
function deviations(count: number, kept: number, random: Random): number[] {
  const own = Math.sqrt(1 - kept * kept);
  let last = random.normal();
  return Array.from({ length: count }, () => {
    const present = last;
    last = kept * last + own * random.normal();
    return present;
  });
}

/** Share of 400 series whose mean or slope is within two of its errors from the true one. */
function covered(kept: number, isOff: (values: number[]) => { off: number; error: number | undefined }): number {
  const random = new Random(7);
  let inside = 0;
  for (let k = 0; k < 400; k++) {
    const { off, error = 0 } = isOff(deviations(200, kept, random));
    if (Math.abs(off) < 2 * error) inside++;
  }
  return inside / 400;
}

const TIMES = Array.from({ length: 200 }, (_, k) => 0.01 * k);

describe('a line by least squares', () => {
  it('is the line of points on one', () => {
    const fit = linearFit([1, 2, 4], [5, 7, 11]);
    expect(fit?.slope).toBeCloseTo(2, 14);
    expect(fit?.intercept).toBeCloseTo(3, 14);
    expect(fit?.explained).toBeCloseTo(1, 14);
    expect(fit?.error).toBeCloseTo(0, 12);
  });

  it('has the slope, intercept and error of the textbook where deviations are independent', () => {
    // By hand: Sxx = 5, Sxy = 9.8, deviations 0.04, -0.12, 0.12, -0.04.
    const fit = linearFit([0, 1, 2, 3], [1.1, 2.9, 5.1, 6.9]);
    expect(fit?.slope).toBeCloseTo(1.96, 12);
    expect(fit?.intercept).toBeCloseTo(1.06, 12);
    // Neighbours are correlated by less than 0 here, which counts as 0.
    expect(fit?.error).toBeCloseTo(Math.sqrt(0.032 / 2 / 5), 12);
  });

  it('is none through points above each other', () => {
    expect(linearFit([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(linearFit([], [])).toBeUndefined();
    expect(linearFit([1, 2], [3, 5])?.error).toBeUndefined();
  });

  it('is none through equal abscissae whose mean rounds to another number', () => {
    expect(linearFit([0.1, 0.1, 0.1, 0.1, 0.1, 0.1], [1, 2, 3, 5, 1, 7])).toBeUndefined();
  });

  it('explains a constant column', () => {
    const fit = linearFit([0, 1, 2], [0.1, 0.1, 0.1]);
    expect(fit).toEqual({ slope: 0, error: 0, intercept: 0.1, deviation: 0, explained: 1, count: 3 });
  });

  it.each([1e-200, 1e200])('has the slope of numbers of the size %s', (size) => {
    const { slope, error, deviation } =
      linearFit([0, size, 2 * size, 4 * size], [0, 3 * size, 5 * size, 13 * size]) ?? {};
    const one = linearFit([0, 1, 2, 4], [0, 3, 5, 13]);
    expect(slope).toBeCloseTo(one?.slope ?? 0, 13);
    expect(error).toBeCloseTo(one?.error ?? 0, 13);
    expect((deviation ?? 0) / size).toBeCloseTo(one?.deviation ?? 0, 13);
  });

  it.each([0, 0.5, 0.9])('covers the true slope where each row keeps %s of the one before', (kept) => {
    const share = covered(kept, (values) => {
      const fit = linearFit(
        TIMES,
        values.map((value, k) => value + 3 * (TIMES[k] as number)),
      );
      return { off: (fit?.slope ?? 0) - 3, error: fit?.error };
    });
    // 95 % of a normal distribution; 0.9 leaves ten independent values of 200.
    expect(share).toBeGreaterThan(0.88);
    expect(share).toBeLessThan(0.99);
  });
});

describe('the mean of a column', () => {
  it('has the deviation and the error of the textbook', () => {
    const { mean, deviation, error, count } = columnMean([2, 4, 3, 3]) ?? { mean: 0, deviation: 0, error: 0, count: 0 };
    expect([mean, count]).toEqual([3, 4]);
    expect(deviation).toBeCloseTo(Math.sqrt(2 / 3), 14);
    expect(error).toBeCloseTo(Math.sqrt(2 / 3 / 4), 14);
    expect(columnMean([])).toBeUndefined();
  });

  it('is the value of a constant column, without a deviation', () => {
    expect(columnMean([0.1, 0.1, 0.1])).toEqual({ mean: 0.1, deviation: 0, error: 0, count: 3 });
  });

  it.each([0, 0.5, 0.9])('covers the true mean where each row keeps %s of the one before', (kept) => {
    const share = covered(kept, (values) => {
      const found = columnMean(values);
      return { off: found?.mean ?? 0, error: found?.error };
    });
    expect(share).toBeGreaterThan(0.88);
    expect(share).toBeLessThan(0.99);
  });
});
