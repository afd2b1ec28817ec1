// SPDX-License-Identifier: MIT
/**
 * A unit as its dimension and its size in SI units. Powers of ten and of pi are kept apart from the rest of the size:
 * `3.5 mm` is then read as the decimal number 3.5e-3, rounded once, and equals the literal 0.0035 to the bit, and `60
 * rpm` equals 2 * Math.PI.
 */
import { power } from '../../math/elementary.ts';
import { combineDimensions, DIMENSIONLESS, type Dimension } from './dimension.ts';

/** One of it is 10^decimalExponent * numerator / denominator * pi^piExponent SI units, with small integers. */
export interface Unit {
  readonly dimension: Dimension;
  readonly decimalExponent: number;
  readonly numerator: number;
  readonly denominator: number;
  readonly piExponent: number;
}

export const UNITY: Unit = Object.freeze({
  dimension: DIMENSIONLESS,
  decimalExponent: 0,
  numerator: 1,
  denominator: 1,
  piExponent: 0,
});

/** a * b^power for an integer power. */
export function combineUnits(a: Unit, b: Unit, power: number): Unit {
  const up = power < 0 ? b.denominator : b.numerator;
  const down = power < 0 ? b.numerator : b.denominator;
  let { numerator, denominator } = a;
  for (let i = 0; i < Math.abs(power); i++) {
    numerator *= up;
    denominator *= down;
  }
  return {
    dimension: combineDimensions(a.dimension, b.dimension, power),
    decimalExponent: a.decimalExponent + power * b.decimalExponent,
    numerator,
    denominator,
    piExponent: a.piExponent + power * b.piExponent,
  };
}

/** The decimal number `mantissa`e`exponent` of the unit, in SI units; not finite when it is too large for float64. */
export function inSiUnits(mantissa: string, exponent: number, unit: Unit): number {
  const value = Number(`${mantissa}e${exponent + unit.decimalExponent}`);
  const rational = (value * unit.numerator) / unit.denominator;
  return unit.piExponent === 0 ? rational : rational * power(Math.PI, unit.piExponent);
}
