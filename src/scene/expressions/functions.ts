// SPDX-License-Identifier: MIT
/** The functions of expressions and their effect on dimensions. */
import { cos, sin } from '../../math/circular.ts';
import { cubeRoot, exp, log } from '../../math/elementary.ts';
import { DIMENSIONLESS, DIMENSIONS, describeDimension, sameDimension } from '../units/dimension.ts';
import type { Quantity } from '../units/parse-quantity.ts';

type Result = Quantity | { readonly problem: string };
type OfOne = (value: Quantity, name: string) => Result;
type OfMany = (values: readonly Quantity[], name: string) => Result;

/** The n-th root, whose dimension must have whole exponents. */
function root(power: number, take: (value: number) => number): OfOne {
  return ({ value, dimension }, name) => {
    const [length, mass, time, angle] = dimension.map((exponent) => exponent / power) as [
      number,
      number,
      number,
      number,
    ];
    if (![length, mass, time, angle].every(Number.isInteger)) {
      return { problem: `${name} of ${describeDimension(dimension)} has no dimension that occurs in mechanics` };
    }
    const result = take(value);
    if (Number.isNaN(result)) return { problem: `${name} of a negative number` };
    return { value: result, dimension: [length, mass, time, angle] };
  };
}

/** Of an angle, plain numbers being radians. */
function ofAngle(take: (angle: number) => number): OfOne {
  return ({ value, dimension }, name) => {
    if (sameDimension(dimension, DIMENSIONS.angle.exponents) || sameDimension(dimension, DIMENSIONLESS)) {
      return { value: take(value), dimension: DIMENSIONLESS };
    }
    return { problem: `${name} of ${describeDimension(dimension)}; expected an angle` };
  };
}

/** To whole numbers, which only numbers without a unit can be. */
function rounding(take: (value: number) => number): OfOne {
  return ({ value, dimension }, name) =>
    sameDimension(dimension, DIMENSIONLESS)
      ? { value: take(value), dimension }
      : { problem: `${name} of ${describeDimension(dimension)}; expected a plain number, such as ${name}(d / 1 mm)` };
}

/** Of a plain number. */
function ofNumber(take: (value: number) => number): OfOne {
  return ({ value, dimension }, name) =>
    sameDimension(dimension, DIMENSIONLESS)
      ? { value: take(value), dimension }
      : { problem: `${name} of ${describeDimension(dimension)}; expected a plain number, such as ${name}(x / 1 mm)` };
}

function extreme(take: (...values: number[]) => number): OfMany {
  return (values, name) => {
    const [{ dimension }] = values as [Quantity];
    const other = values.find((each) => !sameDimension(each.dimension, dimension));
    if (other === undefined) return { value: take(...values.map(({ value }) => value)), dimension };
    return { problem: `${name} of ${describeDimension(dimension)} and ${describeDimension(other.dimension)}` };
  };
}

const OF_ONE: Readonly<Record<string, OfOne>> = {
  sqrt: root(2, Math.sqrt),
  cbrt: root(3, cubeRoot),
  abs: ({ value, dimension }) => ({ value: Math.abs(value), dimension }),
  round: rounding(Math.round),
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
  sin: ofAngle(sin),
  cos: ofAngle(cos),
  tan: ofAngle((angle) => sin(angle) / cos(angle)),
  exp: ofNumber(exp),
  log: ofNumber(log),
};
const OF_MANY: Readonly<Record<string, OfMany>> = { min: extreme(Math.min), max: extreme(Math.max) };

export const FUNCTION_NAMES: readonly string[] = [...Object.keys(OF_ONE), ...Object.keys(OF_MANY)];

/** The value of one of FUNCTION_NAMES. */
export function callFunction(name: string, values: readonly Quantity[]): Result {
  const many = OF_MANY[name];
  if (many !== undefined) return many(values, name);
  const [value] = values as [Quantity];
  if (values.length !== 1) return { problem: `${name} takes one value, got ${values.length}` };
  return OF_ONE[name](value, name);
}
