// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { beta, gamma } from './gamma.ts';

/** Rounded from 20 digits of mpmath, at the float64 nearest to the decimal argument. */
const REFERENCE: readonly (readonly [number, number])[] = [
  [0.01, 99.4325851191506],
  [0.1, 9.51350769866873],
  [0.25, 3.625609908221908],
  [0.499, 1.7759418877278603],
  [0.5, 1.772453850905516],
  [0.75, 1.2254167024651776],
  [1.5, 0.886226925452758],
  [1.51, 0.8865916849165707],
  [2.6, 1.4296245588603045],
  [3.75, 4.422988410460251],
  [6.9, 597.4941281573108],
  [17.3, 48647628546156.97],
  [30, 8.841761993739702e30],
];

describe('gamma', () => {
  it.each(REFERENCE)('gives Gamma(%d) to a few ulp', (x, expected) => {
    expect(Math.abs(gamma(x) / expected - 1)).toBeLessThan(2e-15);
  });

  it('is the factorial at whole numbers', () => {
    let factorial = 1;
    for (let n = 1; n <= 18; n++) {
      expect(gamma(n)).toBe(factorial);
      factorial *= n;
    }
  });

  it('satisfies the reflection formula', () => {
    for (let x = 0.01; x < 0.9; x += 0.01) {
      expect(Math.abs((gamma(x) * gamma(1 - x) * Math.sin(Math.PI * x)) / Math.PI - 1)).toBeLessThan(4e-15);
    }
  });

  it('gives NaN outside its range', () => {
    for (const x of [0, -1, 31, Number.NaN]) expect(gamma(x)).toBeNaN();
  });
});

describe('beta', () => {
  it('gives known values', () => {
    expect(beta(0.5, 0.5)).toBeCloseTo(Math.PI, 14);
    expect(beta(2, 3)).toBeCloseTo(1 / 12, 16);
    expect(Math.abs(beta(0.15, 1.3) / 6.30321334072393 - 1)).toBeLessThan(2e-15);
  });
});
