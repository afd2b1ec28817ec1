// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { exponentAndRim, exponentWithRim, type Rate, rimWithExponent } from './beverloo-fit.ts';

/** The search for k ends where its ways are this short, in diameters. */
const SEARCH = 1e-9;

const ratesOf = (openings: readonly number[], exponent: number, rim: number): Rate[] =>
  openings.map((diameter) => {
    const rate = 3 * (diameter - rim) ** exponent;
    return { diameter, rate, error: 0.02 * rate };
  });

describe('the fit of Beverloo’s law', () => {
  it('finds exponent and k that the rates were made with', () => {
    for (const [exponent, rim] of [
      [2.5, 1.4],
      [2.5, 3.1],
      [2.1, 0.7],
    ] as const) {
      const rates = ratesOf([6, 8, 10.5, 13.5], exponent, rim);
      const both = exponentAndRim(rates);
      expect(Math.abs(both.exponent - exponent)).toBeLessThan(SEARCH);
      expect(Math.abs(both.rim - rim)).toBeLessThan(SEARCH);
      expect(Math.abs(exponentWithRim(rates, rim).exponent - exponent)).toBeLessThan(1e-12);
      expect(Math.abs(rimWithExponent(rates, exponent) - rim)).toBeLessThan(SEARCH);
    }
  });

  it('says how far chance moves the exponent', () => {
    const random = new Random(5);
    const rates = ratesOf([6, 8, 10.5, 13.5], 2.5, 2);
    const { deviation } = exponentAndRim(rates);
    const runs = Array.from({ length: 400 }, () => {
      // Three numbers of a unit interval have a quarter as their variance.
      const noise = (): number => 2 * (random.between(0, 1) + random.between(0, 1) + random.between(0, 1) - 1.5);
      return exponentAndRim(rates.map((r) => ({ ...r, rate: r.rate + noise() * r.error }))).exponent;
    });
    const spread = Math.sqrt(runs.reduce((sum, n) => sum + (n - 2.5) ** 2, 0) / runs.length);
    // The law is not a straight one in k: the scatter is that of the linear estimate to a fifth.
    expect(spread / deviation).toBeGreaterThan(0.8);
    expect(spread / deviation).toBeLessThan(1.25);
  });
});
