// SPDX-License-Identifier: MIT
/** Targets of a calibration in the units of the results that they are compared with. */
import { describeDimension, sameDimension } from '../../scene/units/dimension.ts';
import type { Quantity } from '../../scene/units/parse-quantity.ts';
import { readUnit } from '../../scene/units/parse-unit.ts';
import { inSiUnits } from '../../scene/units/unit.ts';
import { measuredUnit } from '../report/study-units.ts';
import type { ResultFields } from './study-schema.ts';

/** Digits that a conversion keeps: 26 deg is 26, not 26.000000000000004. */
const DIGITS = 15;

/** A number without a unit is in the unit of the result; others are converted to it. */
export function targetValue(
  given: Quantity & { readonly text: string },
  result: ResultFields,
): { readonly value: number } | { readonly problem: string } {
  const { value, dimension, text } = given;
  if (Number.isFinite(Number(text))) return { value };
  const name = measuredUnit(result);
  const reading = readUnit(name);
  const what = result.take === 'slope' ? 'slope' : result.column === undefined ? 'quantity' : 'column';
  if ('problem' in reading) {
    return { problem: `expected a plain number (the ${what} is in ${name}, which is no known unit), got ${text}` };
  }
  const { unit } = reading;
  if (sameDimension(unit.dimension, dimension)) {
    return { value: Number((value / inSiUnits('1', 0, unit)).toPrecision(DIGITS)) };
  }
  const where = name === '' ? `the ${what} has no known unit` : `the ${what} is in ${name}`;
  return { problem: `expected ${describeDimension(unit.dimension)} (${where}), got ${text}` };
}
