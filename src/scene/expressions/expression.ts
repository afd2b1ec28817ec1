// SPDX-License-Identifier: MIT
/**
 * Arithmetic with units: `2*d + 3 mm`, `sqrt(2*g*height)`. A number and its unit are one literal; sums and comparisons
 * need equal dimensions. No name is both a unit and a variable, so every expression has one meaning.
 */
import { power } from '../../math/elementary.ts';
import {
  combineDimensions,
  DIMENSIONLESS,
  type Dimension,
  describeDimension,
  sameDimension,
} from '../units/dimension.ts';
import { type Quantity, readAnyQuantity } from '../units/parse-quantity.ts';
import { readUnit } from '../units/parse-unit.ts';
import { unitOfSymbol } from '../units/unit-symbols.ts';
import { callFunction, FUNCTION_NAMES } from './functions.ts';

/** An error in an expression and its character position. */
export class ExpressionProblem extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
/** An exponent with a sign needs its `^`: `2 m-3 mm` is a difference. */
const UNIT = /[A-Za-zµμ°%]+(?:\^[+-]?\d+|\d+)?/uy;
const UNIT_SIGN = /\s*([/*·]|(?=[A-Za-zµμ°%]))\s*/uy;
const BLANK = /\s*/y;
/** Deeper parentheses are a mistake, or an attack on the stack. */
const DEEPEST = 100;

export const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI };

/** Whether a name could be taken for a unit. */
export function isUnitName(name: string): boolean {
  // Most names are not units; parsing them as units would search for suggestions.
  const [symbol = ''] = /^[^\d_]+/.exec(name) ?? [];
  return unitOfSymbol(symbol) !== undefined && !('problem' in readUnit(name));
}

/** A value of an expression: a number with its dimension, or what a number is computed from. */
export interface ExpressionValue {
  readonly dimension: Dimension;
  /** Undefined where it is not known yet. */
  readonly value?: number | undefined;
}

/** What an expression is read to: a number, or a tree. Dimensions are checked before; it throws ExpressionProblems. */
export interface Algebra<Value extends ExpressionValue> {
  readonly constant: (quantity: Quantity) => Value;
  readonly variable: (name: string, at: number) => Value;
  readonly negated: (value: Value) => Value;
  readonly combined: (
    sign: '+' | '-' | '*' | '/' | '^',
    left: Value,
    right: Value,
    dimension: Dimension,
    at: number,
  ) => Value;
  readonly called: (name: string, values: readonly Value[], at: number) => Value;
}

class Reader<Value extends ExpressionValue> {
  readonly #text: string;
  readonly #algebra: Algebra<Value>;
  #at = 0;
  #depth = 0;

  constructor(text: string, start: number, algebra: Algebra<Value>) {
    this.#text = text;
    this.#at = start;
    this.#algebra = algebra;
  }

  read(): Value {
    const value = this.#sum();
    if (this.#at < this.#text.length) throw this.#unexpected('an operator: + - * / ^');
    return value;
  }

  #sum(): Value {
    if (++this.#depth > DEEPEST) throw new ExpressionProblem(this.#at, `nested more than ${DEEPEST} deep`);
    let left = this.#product();
    for (;;) {
      const at = this.#at;
      const sign = this.#take('+', '-', '−');
      if (sign === undefined) break;
      const right = this.#product();
      if (!sameDimension(left.dimension, right.dimension)) {
        const verb = sign === '+' ? 'adds' : 'subtracts';
        const words =
          `${verb} ${describeDimension(right.dimension)} ${sign === '+' ? 'to' : 'from'} ` +
          `${describeDimension(left.dimension)}`;
        throw new ExpressionProblem(at, `"${sign}" ${words}; numbers need their units here too`);
      }
      left = this.#algebra.combined(sign === '+' ? '+' : '-', left, right, left.dimension, at);
    }
    this.#depth--;
    return left;
  }

  #product(): Value {
    let left = this.#signed();
    for (;;) {
      const at = this.#at;
      const sign = this.#take('*', '/', '·');
      if (sign === undefined) return left;
      const right = this.#signed();
      if (sign === '/' && right.value === 0) throw new ExpressionProblem(at, 'divides by zero');
      const dimension = combineDimensions(left.dimension, right.dimension, sign === '/' ? -1 : 1);
      left = this.#algebra.combined(sign === '/' ? '/' : '*', left, right, dimension, at);
    }
  }

  #signed(): Value {
    const sign = this.#take('-', '+', '−');
    if (sign === undefined) return this.#power();
    if (++this.#depth > DEEPEST) throw new ExpressionProblem(this.#at, `nested more than ${DEEPEST} deep`);
    const value = this.#signed();
    this.#depth--;
    return sign === '+' ? value : this.#algebra.negated(value);
  }

  #power(): Value {
    const base = this.#primary();
    const at = this.#at;
    if (this.#take('^') === undefined) return base;
    if (++this.#depth > DEEPEST) throw new ExpressionProblem(at, `nested more than ${DEEPEST} deep`);
    const exponent = this.#signed();
    this.#depth--;
    if (!sameDimension(exponent.dimension, DIMENSIONLESS)) {
      throw new ExpressionProblem(
        at,
        `"^" has ${describeDimension(exponent.dimension)} as exponent; expected a plain number`,
      );
    }
    const isPlain = sameDimension(base.dimension, DIMENSIONLESS);
    if (!isPlain && !Number.isInteger(exponent.value)) {
      const words = exponent.value === undefined ? 'a power that is not constant' : `"^${exponent.value}"`;
      throw new ExpressionProblem(
        at,
        `${words} of ${describeDimension(base.dimension)}; expected an integer, or use sqrt or cbrt`,
      );
    }
    const dimension = isPlain ? DIMENSIONLESS : combineDimensions(DIMENSIONLESS, base.dimension, exponent.value ?? 0);
    return this.#algebra.combined('^', base, exponent, dimension, at);
  }

  #primary(): Value {
    this.#match(BLANK);
    const at = this.#at;
    if (this.#take('(') !== undefined) {
      const value = this.#sum();
      if (this.#take(')') === undefined) throw this.#unexpected('")"');
      return value;
    }
    const number = this.#match(NUMBER);
    if (number !== undefined) return this.#literal(number, at);
    const name = this.#match(NAME);
    if (name === undefined) throw this.#unexpected('a number, a variable or "("');
    this.#match(BLANK);
    if (FUNCTION_NAMES.includes(name)) return this.#call(name, at);
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
    if (constant !== undefined) return this.#algebra.constant({ value: constant, dimension: DIMENSIONLESS });
    if (isUnitName(name)) return this.#quantity(`1 ${name}`, at);
    return this.#algebra.variable(name, at);
  }

  /** A number with the units that follow it. */
  #literal(number: string, at: number): Value {
    this.#match(BLANK);
    let end = this.#at;
    let isFirst = true;
    for (;;) {
      if (!isFirst && this.#match(UNIT_SIGN) === undefined) break;
      const start = this.#at;
      const unit = this.#match(UNIT);
      const symbol = unit === undefined ? '' : this.#text.slice(start).match(/^[A-Za-zµμ°%]+/u)?.[0];
      if (unit === undefined || symbol === undefined || unitOfSymbol(symbol) === undefined) {
        if (isFirst && symbol) throw new ExpressionProblem(start, this.#notAUnit(symbol));
        break;
      }
      end = this.#at;
      isFirst = false;
    }
    this.#at = end;
    return this.#quantity(`${number} ${this.#text.slice(at + number.length, end)}`, at);
  }

  #notAUnit(symbol: string): string {
    const reading = readUnit(symbol);
    const problem = 'problem' in reading ? reading.problem : `unknown unit "${symbol}"`;
    return `${problem}; between a number and a variable write "*"`;
  }

  #quantity(text: string, at: number): Value {
    const reading = readAnyQuantity(text.trim());
    if ('problem' in reading) throw new ExpressionProblem(at, reading.problem);
    this.#match(BLANK);
    return this.#algebra.constant(reading);
  }

  #call(name: string, at: number): Value {
    if (this.#take('(') === undefined) throw this.#unexpected(`"(" after ${name}`);
    const values = [this.#sum()];
    while (this.#take(',') !== undefined) values.push(this.#sum());
    if (this.#take(')') === undefined) throw this.#unexpected('"," or ")"');
    return this.#algebra.called(name, values, at);
  }

  #take(...signs: readonly string[]): string | undefined {
    this.#match(BLANK);
    const sign = signs.find((each) => this.#text.startsWith(each, this.#at));
    if (sign === undefined) return undefined;
    this.#at += sign.length;
    this.#match(BLANK);
    return sign;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #unexpected(expected: string): ExpressionProblem {
    const got = [...this.#text.slice(this.#at)][0];
    const shown = got === undefined ? 'the end' : `"${got}"`;
    return new ExpressionProblem(this.#at, `expected ${expected}, got ${shown}`);
  }
}

function finite(value: number, dimension: Dimension, at: number): Quantity {
  if (Number.isFinite(value)) return { value: value + 0, dimension };
  throw new ExpressionProblem(at, Number.isNaN(value) ? 'has no value' : 'is too large for float64');
}

const ARITHMETIC = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '^': power,
};

function numbers(variable: Algebra<Quantity>['variable']): Algebra<Quantity> {
  return {
    constant: (quantity) => quantity,
    variable,
    negated: ({ value, dimension }) => ({ value: -value, dimension }),
    combined: (sign, left, right, dimension, at) => finite(ARITHMETIC[sign](left.value, right.value), dimension, at),
    called: (name, values, at) => {
      const result = callFunction(name, values);
      if ('problem' in result) throw new ExpressionProblem(at, result.problem);
      return finite(result.value, result.dimension, at);
    },
  };
}

/**
 * The value of a text from `start` on. `variable` gives the value of a name at a character. Throws an ExpressionProblem
 * with the position of the error.
 */
export function evaluate(text: string, start: number, variable: (name: string, at: number) => Quantity): Quantity {
  return readExpression(text, start, numbers(variable));
}

/** Reads a text from `start` on to values of any kind. Throws an ExpressionProblem with the position of the error. */
export function readExpression<Value extends ExpressionValue>(
  text: string,
  start: number,
  algebra: Algebra<Value>,
): Value {
  return new Reader(text, start, algebra).read();
}
