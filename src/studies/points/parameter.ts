// SPDX-License-Identifier: MIT
/** Parameters of a study: where a value is set, and how numbers from 0 to 1 become values. */
import { exp, log } from '../../math/elementary.ts';
import { type Dimension, sameDimension } from '../../scene/units/dimension.ts';
import { quantityText, readAnyQuantity } from '../../scene/units/parse-quantity.ts';

/** A value of a parameter. */
export interface ParameterValue {
  /** In SI units, or the text of a value that is no number. */
  readonly value: number | string;
  /** As a setting has it, behind the equals sign. */
  readonly text: string;
  /** Of a value that is a number. */
  readonly dimension: Dimension | undefined;
}

interface ParameterRange {
  readonly from: number;
  readonly to: number;
  readonly dimension: Dimension;
  readonly steps: number | undefined;
  readonly scale: 'linear' | 'log';
  readonly whole: boolean;
}

export interface Parameter {
  readonly name: string;
  /** Paths of the scene that get the value. */
  readonly paths: readonly string[];
  /** Names of the scenes in which it is set; undefined for all. */
  readonly scenes: readonly string[] | undefined;
  readonly values: readonly ParameterValue[] | undefined;
  readonly range: ParameterRange | undefined;
}

/** Values of a grid are rounded to this number of digits: steps from 0.1 to 0.5 give 0.3, not 0.30000000000000004. */
const DIGITS = 12;
/** Of sampled values. */
const SAMPLE_DIGITS = 6;

/** A value as it stands in the study file. */
export function givenValue(given: unknown): ParameterValue {
  const reading = readAnyQuantity(given);
  const text = typeof given === 'number' ? String(given) : JSON.stringify(given);
  if (!('problem' in reading)) return { value: reading.value, text, dimension: reading.dimension };
  return { value: typeof given === 'string' ? given : text, text, dimension: undefined };
}

/** Digits of sampled values: more for a range that is narrow for its values. */
function sampleDigits({ from, to }: ParameterRange): number {
  const ratio = Math.max(Math.abs(from), Math.abs(to)) / (to - from);
  return Math.min(DIGITS, SAMPLE_DIGITS + Math.max(0, Math.floor(log(ratio) / log(10))));
}

function rangeValue(range: ParameterRange, share: number, digits: number): ParameterValue {
  const { from, to, dimension, scale, whole } = range;
  const exact =
    share === 0
      ? from
      : share === 1
        ? to
        : scale === 'log'
          ? exp(log(from) + share * (log(to) - log(from)))
          : from + share * (to - from);
  const rounded = Math.min(to, Math.max(from, Number(exact.toPrecision(digits))));
  const value = whole ? Math.round(exact) : rounded;
  return { value, text: JSON.stringify(quantityText({ value, dimension })), dimension };
}

/** Each value once: 1 m and 100 cm are one, and whole numbers of a short range repeat. */
function different(values: readonly ParameterValue[]): readonly ParameterValue[] {
  return [...new Map(values.map((each) => [JSON.stringify([each.value, each.dimension]), each])).values()];
}

/** Values of a parameter in a grid; undefined for a range without steps. */
export function gridValues({ values, range }: Parameter): readonly ParameterValue[] | undefined {
  if (values !== undefined) return different(values);
  if (range?.steps === undefined) return undefined;
  const { steps } = range;
  return different(Array.from({ length: steps }, (_, k) => rangeValue(range, k / (steps - 1), DIGITS)));
}

/** The value at a share of the range, from 0 to 1; a list is divided into equal parts. */
export function valueAt({ values, range }: Parameter, share: number): ParameterValue {
  if (range !== undefined) return rangeValue(range, share, sampleDigits(range));
  const list = values ?? [];
  return list[Math.min(list.length - 1, Math.floor(share * list.length))] as ParameterValue;
}

/** The share of its range at which a value lies, from 0 to 1. */
export function shareOf({ range }: Parameter, value: number): number {
  if (range === undefined) return 0;
  const { from, to, scale } = range;
  return scale === 'log' ? (log(value) - log(from)) / (log(to) - log(from)) : (value - from) / (to - from);
}

/** What is wrong with a range, and at which key. */
export function rangeProblem(
  from: { readonly value: number; readonly dimension: Dimension },
  to: { readonly value: number; readonly dimension: Dimension },
  scale: 'linear' | 'log',
): { readonly key: 'from' | 'to'; readonly message: string } | undefined {
  if (!sameDimension(from.dimension, to.dimension)) {
    return { key: 'to', message: 'expected the unit of the lower end; both ends need one' };
  }
  if (!(from.value < to.value)) return { key: 'to', message: `expected more than the lower end, got ${to.value}` };
  if (scale === 'log' && !(from.value > 0)) {
    return { key: 'from', message: `expected a number > 0 for a logarithmic scale, got ${from.value}` };
  }
  return undefined;
}
