// SPDX-License-Identifier: MIT
/** Reads values with units, `3.5 mm`, `30 deg`, `60 rpm`, to SI numbers of the dimension a field wants. */
import { describeValue } from '../describe-value.ts';
import {
  BASE_UNITS,
  DIMENSIONLESS,
  DIMENSIONS,
  type Dimension,
  type DimensionName,
  describeDimension,
  sameDimension,
} from './dimension.ts';
import { readUnit } from './parse-unit.ts';
import { inSiUnits } from './unit.ts';

/** A number of SI units with its dimension. */
export interface Quantity {
  readonly value: number;
  readonly dimension: Dimension;
}

type QuantityReading = { readonly value: number } | { readonly problem: string };

const NUMBER = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d+))?/;
const LONGEST_SHOWN = 40;

/** `a length`, `a stiffness or a stiffness per area`. */
export function describeDimensions(names: readonly DimensionName[]): string {
  return names.map((name) => DIMENSIONS[name].words).join(' or ');
}

function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/**
 * The SI value of a number, which is in SI units already, or of a text with a unit. A text without a unit is a number.
 * The unit must have one of the dimensions. Problems name the `example`.
 */
export function readQuantity(
  given: unknown,
  names: readonly DimensionName[],
  example: () => string = () => DIMENSIONS[names[0] ?? 'number'].example,
): QuantityReading {
  const wanted = describeDimensions(names);
  if (typeof given === 'number') {
    return Number.isFinite(given) ? { value: given } : { problem: `expected ${wanted}, finite, got ${given}` };
  }
  if (typeof given !== 'string') {
    return { problem: `expected ${wanted}, such as ${example()}, got ${describeValue(given)}` };
  }
  const shown = shorten(given.trim());
  const match = NUMBER.exec(given);
  if (match === null) return { problem: `expected ${wanted}, such as ${example()}, got "${shown}"` };
  const [whole, mantissa = '', exponent = '0'] = match;
  const rest = given.slice(whole.length);
  if (/^[,_']\d/.test(rest)) {
    return { problem: `expected ${wanted}, got "${shown}"; write 1.5 and 1000, not 1,5 and 1_000` };
  }
  const reading = readUnit(rest);
  if ('problem' in reading) return { problem: `expected ${wanted}, got "${shown}": ${reading.problem}` };
  const { unit } = reading;
  const hasUnit = rest.trim() !== '';
  if (hasUnit && !names.some((name) => sameDimension(DIMENSIONS[name].exponents, unit.dimension))) {
    return { problem: `expected ${wanted}, got ${shown}, ${describeDimension(unit.dimension)}` };
  }
  const value = inSiUnits(mantissa, Number(exponent), unit);
  const underflows = value === 0 && /[1-9]/.test(mantissa);
  if (!Number.isFinite(value) || underflows) {
    return { problem: `expected ${wanted}, got ${shown}, which is too ${underflows ? 'small' : 'large'} for float64` };
  }
  return { value: value + 0 };
}

/** The value of a number or a text with a unit of any dimension. */
export function readAnyQuantity(given: unknown): Quantity | { readonly problem: string } {
  if (typeof given === 'number' && Number.isFinite(given)) return { value: given, dimension: DIMENSIONLESS };
  const match = typeof given === 'string' ? NUMBER.exec(given) : null;
  if (match === null) return { problem: `expected a number, such as 3 or 5 mm, got ${describeValue(given)}` };
  const [whole, mantissa = '', exponent = '0'] = match;
  const reading = readUnit(String(given).slice(whole.length));
  if ('problem' in reading) return { problem: `expected a number with a unit, got "${given}": ${reading.problem}` };
  const value = inSiUnits(mantissa, Number(exponent), reading.unit);
  if (!Number.isFinite(value)) return { problem: `${given} is too large for float64` };
  return { value: value + 0, dimension: reading.unit.dimension };
}

/** A text that reads as exactly this quantity, in SI base units; a plain number when it has no dimension. */
export function quantityText({ value, dimension }: Quantity): number | string {
  const units = dimension.map((exponent, i) => (exponent === 1 ? BASE_UNITS[i] : `${BASE_UNITS[i]}^${exponent}`));
  const unit = units.filter((_, i) => dimension[i] !== 0).join(' ');
  return unit === '' ? value : `${value} ${unit}`;
}
