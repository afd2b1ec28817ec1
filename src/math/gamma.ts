// SPDX-License-Identifier: MIT
/**
 * Euler's gamma and beta functions for the small positive arguments of the superquadric moments.
 * Taylor series of 1/Gamma(1 + z) about 0 (Abramowitz & Stegun 6.1.34) on |z| <= 1/2, then the recurrence; no
 * logarithms, so the relative error stays at a few ulp, where exp(logGamma) would lose digits.
 */

/** Taylor coefficients of 1/Gamma(1 + z); the first one left out adds less than 5e-19 at |z| = 1/2. */
const RECIPROCAL_GAMMA_COEFFICIENTS = [
  1, 0.5772156649015329, -0.6558780715202539, -0.04200263503409524, 0.16653861138229148, -0.04219773455554433,
  -0.009621971527876973, 0.0072189432466631, -0.0011651675918590652, -0.00021524167411495098, 0.0001280502823881162,
  -0.00002013485478078824, -0.0000012504934821426706, 0.000001133027231981696, -2.056338416977607e-7,
  6.116095104481416e-9, 5.002007644469223e-9, -1.18127457048702e-9, 1.0434267116911005e-10, 7.782263439905071e-12,
  -3.696805618642206e-12,
];

/** Largest argument: beyond it the recurrence is long and its rounding errors add up. */
const LARGEST_ARGUMENT = 30;

/** Gamma(x) for 0 < x <= 30, to a few ulp; NaN outside. */
export function gamma(x: number): number {
  if (!(x > 0 && x <= LARGEST_ARGUMENT)) return Number.NaN;
  // Gamma(x) = (x-1)(x-2)...(1+z) Gamma(1+z) above 1.5, Gamma(1+z) for z = x - 1, or Gamma(1+x)/x below 1/2.
  let factor = 1;
  let t = x;
  while (t > 1.5) {
    t -= 1;
    factor *= t;
  }
  let z = t - 1;
  if (t < 0.5) {
    factor = 1 / t;
    z = t;
  }
  let sum = 0;
  for (let k = RECIPROCAL_GAMMA_COEFFICIENTS.length - 1; k >= 0; k--) {
    sum = sum * z + RECIPROCAL_GAMMA_COEFFICIENTS[k];
  }
  return factor / sum;
}

/** B(x, y) = Gamma(x) Gamma(y) / Gamma(x + y) for positive x, y with x + y <= 30; NaN outside. */
export function beta(x: number, y: number): number {
  return (gamma(x) / gamma(x + y)) * gamma(y);
}
