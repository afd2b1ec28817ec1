// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { powerByHalves } from './half-integer-power.ts';
import { portablePow } from './portable-pow.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261116);
/** Half an ulp at 1. */
const HALF_ULP = 2 ** -53;
/** What portablePow promises. */
const POW_ERROR = 2.3e-16;

describe(`powers by products, seed ${SEED}`, () => {
  it('have an error of at most y + 1 halves of an ulp', () => {
    const random = new Random(SEED);
    for (let k = 0; k < 5000; k++) {
      const y = random.integer(197) / 2;
      const x = random.between(0.5, 1.5);
      const exact = portablePow(x, y);
      const error = Math.abs(powerByHalves(x, 1 + 2 * y, y) / exact - 1);
      expect(error, `${x}^${y}`).toBeLessThan((y + 1) * HALF_ULP + POW_ERROR + HALF_ULP);
    }
  });

  it('are exact where they can be', () => {
    expect(powerByHalves(3, 5, 2)).toBe(9);
    expect(powerByHalves(4, 2, 0.5)).toBe(2);
    expect(powerByHalves(4, 8, 3.5)).toBe(128);
    expect(powerByHalves(0, 1, 0)).toBe(1);
    expect(powerByHalves(0, 4, 1.5)).toBe(0);
  });

  it('fall back on the logarithm for other exponents', () => {
    expect(powerByHalves(0.7, 0, 1.3)).toBe(portablePow(0.7, 1.3));
  });
});
