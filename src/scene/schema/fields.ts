// SPDX-License-Identifier: MIT
/**
 * The kinds of fields of a scene. Each carries its description, unit, default and range, from which the JSON Schema and
 * the reference page are made, and reads what a user wrote into SI numbers with messages that name the value and the
 * remedy.
 */
import { z } from 'zod';
import { LARGEST_SIZE } from '../../math/size-range.ts';
import { describeQuantity, describeValue } from '../describe-value.ts';
import { DIMENSIONS, type DimensionName } from '../units/dimension.ts';
import { describeDimensions, readQuantity } from '../units/parse-quantity.ts';

/** Bounds of a number in SI units; `above` and `below` are excluded, `from` and `to` included. */
interface Range {
  readonly above?: number;
  readonly from?: number;
  readonly below?: number;
  readonly to?: number;
}

/** Begins with a letter, so that it cannot be taken for a number, and has no dots or brackets, which paths use. */
const NAME = /^\p{L}[\p{L}\p{N}_-]{0,63}$/u;
/** Marks an issue that only says that the value is of another kind, for choosing among several readings. */
const WRONG_KIND = Object.freeze({ wrongKind: true });
/** Marks an issue that an unknown key at the same location explains. */
const NOT_ONE_KIND = Object.freeze({ notOneKind: true });
const NUMBER_OR_TEXT = ['number', 'string'] as const;
const INTEGER_OR_EXPRESSION = ['integer', 'string'] as const;

/** Letters of all scripts need a flag that JSON Schema does not guarantee; the reader refuses the rest. */
const NAME_FOR_EDITORS = '^[^\\d\\s\\-_.[\\]][^\\s.[\\]]{0,63}$';

export const isName = (text: string): boolean => NAME.test(text);

function describeRange({ above, from, below, to }: Range): string {
  const low = above !== undefined ? `> ${above}` : from !== undefined ? `>= ${from}` : '';
  const high = below !== undefined ? `< ${below}` : to !== undefined ? `<= ${to}` : '';
  return [low, high].filter((part) => part !== '').join(' and ');
}

function isInRange(value: number, { above, from, below, to }: Range): boolean {
  if (above !== undefined && !(value > above)) return false;
  if (from !== undefined && !(value >= from)) return false;
  if (below !== undefined && !(value < below)) return false;
  return to === undefined || value <= to;
}

/** JSON Schema's words for a range; they hold for plain numbers and say nothing about texts with units. */
function rangeKeywords({ above, from, below, to }: Range): Record<string, number> {
  return {
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(from !== undefined && { minimum: from }),
    ...(below !== undefined && { exclusiveMaximum: below }),
    ...(to !== undefined && { maximum: to }),
  };
}

/** A value for messages: that of the dimension, or a bound of the range if that value is not in the range. */
function exampleInRange(names: readonly DimensionName[], range: Range): string {
  const { example, unit } = DIMENSIONS[names[0] ?? 'number'];
  const reading = readQuantity(example, names);
  if ('value' in reading && isInRange(reading.value, range)) return example;
  const { above, from, below, to } = range;
  const bound = from ?? to ?? (above === undefined ? (below ?? 0) - 1 : above + 1);
  return unit === '' ? `${bound}` : `${bound} ${unit}`;
}

/**
 * The number in SI units, or the problem. Beyond the range of sizes, products of a few numbers leave that of float64.
 */
function readInRange(given: unknown, names: readonly DimensionName[], range: Range): number | string {
  const inRange = describeRange(range);
  const wanted = inRange === '' ? describeDimensions(names) : `${describeDimensions(names)} ${inRange}`;
  if (given === undefined) return `missing; expected ${wanted}, such as ${exampleInRange(names, range)}`;
  const reading = readQuantity(given, names, () => exampleInRange(names, range));
  if ('problem' in reading) return reading.problem;
  if (Math.abs(reading.value) > LARGEST_SIZE) {
    return (
      `expected ${describeDimensions(names)} of at most ${LARGEST_SIZE} in SI units, got ` +
      `${describeQuantity(given)}`
    );
  }
  return isInRange(reading.value, range) ? reading.value : `expected ${wanted}, got ${describeQuantity(given)}`;
}

interface QuantityFacts extends Range {
  readonly description: string;
}

const unitsOf = (names: readonly DimensionName[]): string =>
  names
    .map((name) => DIMENSIONS[name].unit)
    .filter((unit) => unit !== '')
    .join(' or ');

/** A number with a unit, of one of some dimensions. */
export function quantity(dimension: DimensionName | readonly DimensionName[], facts: QuantityFacts) {
  const names = typeof dimension === 'string' ? [dimension] : dimension;
  const { description, ...range } = facts;
  return z
    .unknown()
    .transform((given, context): number => {
      const value = readInRange(given, names, range);
      if (typeof value === 'number') return value;
      context.addIssue({ code: 'custom', message: value });
      return z.NEVER;
    })
    .meta({
      description,
      type: NUMBER_OR_TEXT,
      ...rangeKeywords(range),
      'x-unit': unitsOf(names),
      'x-range': describeRange(range),
    });
}

/** A number with a unit, or the word for the default. */
export function quantityOrWord<Word extends string>(dimension: DimensionName, word: Word, facts: QuantityFacts) {
  const { description, ...range } = facts;
  return z
    .unknown()
    .transform((given, context): number | Word => {
      if (given === word) return word;
      const value = readInRange(given, [dimension], range);
      if (typeof value === 'number') return value;
      context.addIssue({ code: 'custom', message: `${value}; or write ${word}` });
      return z.NEVER;
    })
    .meta({
      description,
      type: NUMBER_OR_TEXT,
      ...rangeKeywords(range),
      'x-unit': unitsOf([dimension]),
      'x-range': `${describeRange(range)}, or \`${word}\``,
    });
}

/** A list of `count` numbers with units. */
function quantities(dimension: DimensionName, count: number, form: string, { description, ...range }: QuantityFacts) {
  return z
    .unknown()
    .transform((given, context): number[] => {
      if (!Array.isArray(given) || given.length !== count) {
        const begin = given === undefined ? 'missing; ' : '';
        const got = given === undefined ? '' : `, got ${describeValue(given)}`;
        context.addIssue({ code: 'custom', message: `${begin}expected ${form}${got}`, params: WRONG_KIND });
        return z.NEVER;
      }
      return given.map((part: unknown, i) => {
        const value = readInRange(part, [dimension], range);
        if (typeof value === 'number') return value;
        context.addIssue({ code: 'custom', path: [i], message: value });
        return z.NEVER;
      });
    })
    .meta({
      description,
      type: 'array',
      items: { type: NUMBER_OR_TEXT, ...rangeKeywords(range) },
      minItems: count,
      maxItems: count,
      'x-unit': unitsOf([dimension]),
      'x-range': describeRange(range) === '' ? '' : `each ${describeRange(range)}`,
    });
}

export function vector(dimension: DimensionName, facts: QuantityFacts) {
  return quantities(dimension, 3, 'a list of three, [x, y, z]', facts).transform(([x = 0, y = 0, z = 0]) => ({
    x,
    y,
    z,
  }));
}

/** A vector that has a direction: not all zero. */
export function direction(facts: QuantityFacts) {
  return vector('number', facts).refine(({ x, y, z }) => x !== 0 || y !== 0 || z !== 0, {
    error: 'expected a direction, not [0, 0, 0]',
  });
}

export function pair(dimension: DimensionName, facts: QuantityFacts) {
  return quantities(dimension, 2, 'a list of two, [from, to]', facts).transform(([from = 0, to = 0]) => ({ from, to }));
}

export function quaternion(facts: QuantityFacts) {
  return quantities('number', 4, 'a list of four, [w, x, y, z]', facts)
    .transform(([w = 0, x = 0, y = 0, z = 0]) => ({ w, x, y, z }))
    .refine(({ w, x, y, z }) => Math.max(Math.abs(w), Math.abs(x), Math.abs(y), Math.abs(z)) > 0, {
      error: 'expected a quaternion [w, x, y, z], not all zero',
    });
}

interface IntegerFacts {
  readonly description: string;
  readonly from: number;
  readonly to: number;
}

/** An integer, or one word. */
export function integerOrWord<Word extends string>(word: Word, { description, from, to }: IntegerFacts) {
  const wanted = `an integer from ${from} to ${to}, or ${word}`;
  return z
    .unknown()
    .transform((given, context): number | Word => {
      if (given === word) return word;
      if (typeof given === 'number' && Number.isInteger(given) && given >= from && given <= to) return given;
      context.addIssue({ code: 'custom', message: `expected ${wanted}, got ${describeValue(given)}` });
      return z.NEVER;
    })
    .meta({
      description,
      type: INTEGER_OR_EXPRESSION,
      pattern: `^\\s*(=|${word}\\s*$)`,
      minimum: from,
      maximum: to,
      'x-unit': '',
      'x-range': `${from} to ${to}, or \`${word}\``,
    });
}

export function integer({ description, from, to }: IntegerFacts) {
  const wanted = `an integer from ${from} to ${to}`;
  return z
    .unknown()
    .transform((given, context): number => {
      if (typeof given === 'number' && Number.isInteger(given) && given >= from && given <= to) return given;
      const message =
        given === undefined ? `missing; expected ${wanted}` : `expected ${wanted}, got ${describeValue(given)}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      description,
      type: INTEGER_OR_EXPRESSION,
      pattern: '^\\s*=',
      minimum: from,
      maximum: to,
      'x-unit': '',
      'x-range': `${from} to ${to}`,
    });
}

export const flag = (description: string) => z.boolean().meta({ description, 'x-range': 'true, false' });

export function choice<const Words extends readonly [string, ...string[]]>(words: Words, description: string) {
  return z.enum(words).meta({ description, 'x-range': words.map((word) => `\`${word}\``).join(', ') });
}

export const text = (description: string) => z.string().min(1).max(1000).meta({ description });

/**
 * The name of something defined elsewhere in the scene, under `section` if that is one of the scene's own; that it
 * exists is checked when all names are known.
 */
export const reference = (description: string, section?: string) =>
  z
    .string()
    .min(1)
    .meta({ description, ...(section !== undefined && { 'x-names': section }) });

/** A mapping with known keys; the message of an unknown key lists them, for `problemsOfIssue` to work on. */
export function section<Fields extends z.ZodRawShape>(fields: Fields, description: string) {
  const allowed = Object.keys(fields).join(', ');
  return z
    .strictObject(fields, { error: (issue) => (issue.code === 'unrecognized_keys' ? allowed : undefined) })
    .meta({ description });
}

/** A mapping with exactly one of the known keys, which selects its kind. */
export function oneOf<Fields extends z.ZodRawShape>(fields: Fields, description: string) {
  const kinds = Object.keys(fields);
  return section(fields, description)
    .partial()
    .refine((value) => Object.keys(value).length === 1, {
      params: NOT_ONE_KIND,
      error: ({ input }) => {
        const given = Object.keys(input as object);
        return `expected exactly one of ${kinds.join(', ')}, got ${given.length === 0 ? 'none' : given.join(' and ')}`;
      },
    })
    .meta({ description, minProperties: 1, maxProperties: 1 });
}

/** A mapping from names to definitions. */
export function named<Value extends z.ZodType>(value: Value, description: string) {
  return z.record(z.string().regex(NAME).meta({ pattern: NAME_FOR_EDITORS }), value).meta({ description });
}

/** An optional field with the default `value`; `words` explain the default if the value does not. */
export function withDefault<Field extends z.ZodType>(field: Field, value: z.output<Field>, words?: string) {
  const shown = words ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return field.default(value as never).meta({ 'x-default': shown });
}

/** A field that may be left out; `words` say what happens then. */
export function optional<Field extends z.ZodType>(field: Field, words = '') {
  return field.optional().meta({ 'x-default': words });
}
