// SPDX-License-Identifier: MIT
/** Reads values with units, `3.5 mm`, `30 deg`, `60 rpm`, to SI numbers of the dimension a field wants. */
import { describeValue } from '../describe-value.ts';
import { DIMENSIONS, type DimensionName, describeDimension, sameDimension } from './dimension.ts';
import { readUnit } from './parse-unit.ts';
import { inSiUnits } from './unit.ts';

export type QuantityReading = { readonly value: number } | { readonly problem: string };

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
 * The SI value of a number, which is in SI units already, or of a text with a unit. A text without a unit is a number. The unit
 * must have one of the dimensions.
 */
export function readQuantity(given: unknown, names: readonly DimensionName[]): QuantityReading {
  const wanted = describeDimensions(names);
  const example = names.map((name) => DIMENSIONS[name].example)[0];
  if (typeof given === 'number') {
    return Number.isFinite(given) ? { value: given } : { problem: `expected ${wanted}, finite, got ${given}` };
  }
  if (typeof given !== 'string') {
    return { problem: `expected ${wanted}, such as ${example}, got ${describeValue(given)}` };
  }
  const shown = shorten(given.trim());
  const match = NUMBER.exec(given);
  if (match === null) return { problem: `expected ${wanted}, such as ${example}, got "${shown}"` };
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
