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

class Reader {
  readonly #text: string;
  readonly #variable: (name: string, at: number) => Quantity;
  #at = 0;
  #depth = 0;

  constructor(text: string, start: number, variable: (name: string, at: number) => Quantity) {
    this.#text = text;
    this.#at = start;
    this.#variable = variable;
  }

  read(): Quantity {
    const value = this.#sum();
    if (this.#at < this.#text.length) throw this.#unexpected('an operator: + - * / ^');
    return value;
  }

  #sum(): Quantity {
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
      left = this.#finite(sign === '+' ? left.value + right.value : left.value - right.value, left.dimension, at);
    }
    this.#depth--;
    return left;
  }

  #product(): Quantity {
    let left = this.#signed();
    for (;;) {
      const at = this.#at;
      const sign = this.#take('*', '/', '·');
      if (sign === undefined) return left;
      const right = this.#signed();
      if (sign === '/' && right.value === 0) throw new ExpressionProblem(at, 'divides by zero');
      const value = sign === '/' ? left.value / right.value : left.value * right.value;
      left = this.#finite(value, combineDimensions(left.dimension, right.dimension, sign === '/' ? -1 : 1), at);
    }
  }

  #signed(): Quantity {
    const sign = this.#take('-', '+', '−');
    if (sign === undefined) return this.#power();
    if (++this.#depth > DEEPEST) throw new ExpressionProblem(this.#at, `nested more than ${DEEPEST} deep`);
    const { value, dimension } = this.#signed();
    this.#depth--;
    return { value: sign === '+' ? value : -value, dimension };
  }

  #power(): Quantity {
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
      throw new ExpressionProblem(
        at,
        `"^${exponent.value}" of ${describeDimension(base.dimension)}; expected an integer, or use sqrt or cbrt`,
      );
    }
    const dimension = isPlain ? DIMENSIONLESS : combineDimensions(DIMENSIONLESS, base.dimension, exponent.value);
    return this.#finite(power(base.value, exponent.value), dimension, at);
  }

  #primary(): Quantity {
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
    if (constant !== undefined) return { value: constant, dimension: DIMENSIONLESS };
    if (isUnitName(name)) return this.#quantity(`1 ${name}`, at);
    return this.#variable(name, at);
  }

  /** A number with the units that follow it. */
  #literal(number: string, at: number): Quantity {
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

  #quantity(text: string, at: number): Quantity {
    const reading = readAnyQuantity(text.trim());
    if ('problem' in reading) throw new ExpressionProblem(at, reading.problem);
    this.#match(BLANK);
    return reading;
  }

  #call(name: string, at: number): Quantity {
    if (this.#take('(') === undefined) throw this.#unexpected(`"(" after ${name}`);
    const values = [this.#sum()];
    while (this.#take(',') !== undefined) values.push(this.#sum());
    if (this.#take(')') === undefined) throw this.#unexpected('"," or ")"');
    const result = callFunction(name, values);
    if ('problem' in result) throw new ExpressionProblem(at, result.problem);
    return this.#finite(result.value, result.dimension, at);
  }

  #finite(value: number, dimension: Dimension, at: number): Quantity {
    if (Number.isFinite(value)) return { value: value + 0, dimension };
    throw new ExpressionProblem(at, Number.isNaN(value) ? 'has no value' : 'is too large for float64');
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

/**
 * The value of a text from `start` on. `variable` gives the value of a name at a character. Throws an ExpressionProblem
 * with the position of the error.
 */
export function evaluate(text: string, start: number, variable: (name: string, at: number) => Quantity): Quantity {
  return new Reader(text, start, variable).read();
}
