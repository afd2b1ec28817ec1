// SPDX-License-Identifier: MIT
/**
 * Reads compound units: `kg/m3`, `m/s^2`, `N m`, `J/(kg s)`, `1/s`, `m·s⁻²`. What could be read in two ways is refused:
 * a number apart from its unit (`m 2`) and a product after a solidus without parentheses (`kg/m s`).
 */
import { combineUnits, UNITY, type Unit } from './unit.ts';
import { KNOWN_UNITS, similarSymbols, unitOfSymbol } from './unit-symbols.ts';

const TOKEN = /\s+|[A-Za-zµμ°%]+|\^?[+-]?\d+(?:\.\d+)?|[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[/*·()]/uy;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Nothing in mechanics needs more; a larger one is a slip. */
const LARGEST_EXPONENT = 9;

type UnitReading = { readonly unit: Unit } | { readonly problem: string };

/** Raised inside this file only; `readUnit` turns it into a problem. */
class UnitProblem extends Error {}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new UnitProblem(`"${[...text.slice(at)][0]}" does not belong in a unit`);
    tokens.push(match[0]);
  }
  return tokens;
}

/** The exponent a token spells, or undefined when it is no exponent. */
function exponentOf(token: string | undefined): number | undefined {
  if (token === undefined) return undefined;
  if (/^[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/u.test(token)) {
    const digits = [...token].map((c) => (c === '⁻' ? '-' : c === '⁺' ? '' : String(SUPERSCRIPTS.indexOf(c))));
    return checkedExponent(Number(digits.join('')), token);
  }
  return /^\^?[+-]?\d/.test(token) ? checkedExponent(Number(token.replace('^', '')), token) : undefined;
}

function checkedExponent(value: number, token: string): number {
  if (Number.isInteger(value) && value !== 0 && Math.abs(value) <= LARGEST_EXPONENT) return value;
  throw new UnitProblem(`"${token}": exponents are integers from 1 to ${LARGEST_EXPONENT}, or negative`);
}

class UnitReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** product ('/' divisor)*, to the end. */
  read(): Unit {
    let unit = this.#isReciprocal() ? UNITY : this.#product();
    this.#skipBlanks();
    while (this.#peek() === '/') {
      this.#at++;
      this.#skipBlanks();
      unit = combineUnits(unit, this.#divisor(), -1);
      this.#skipBlanks();
    }
    const rest = this.#peek();
    if (rest === undefined) return unit;
    if (rest === ')') throw new UnitProblem('")" without "("');
    if (/^\d/.test(rest)) throw this.#loneNumber(rest);
    throw new UnitProblem(`what does "/" divide by, before "${rest}"? Use parentheses, as in J/(kg s)`);
  }

  #product(): Unit {
    let unit = this.#power();
    for (;;) {
      const before = this.#at;
      this.#skipBlanks();
      const next = this.#peek();
      if (next === '*' || next === '·') {
        this.#at++;
        this.#skipBlanks();
      } else if (next === undefined || before === this.#at || !/^[A-Za-zµμ°%]/u.test(next)) {
        if (next !== undefined && /^[\d^+-]/.test(next)) throw this.#loneNumber(next);
        return unit;
      }
      unit = combineUnits(unit, this.#power(), 1);
    }
  }

  #divisor(): Unit {
    if (this.#peek() !== '(') return this.#power();
    this.#at++;
    this.#skipBlanks();
    const unit = this.#product();
    this.#skipBlanks();
    if (this.#peek() !== ')') throw new UnitProblem('"(" without ")"');
    this.#at++;
    return unit;
  }

  #power(): Unit {
    const name = this.#peek();
    if (name === undefined) throw new UnitProblem('a unit is missing at the end');
    if (/^[\d^+-]/.test(name)) throw this.#loneNumber(name);
    if (!/^[A-Za-zµμ°%]/u.test(name)) throw new UnitProblem(`a unit is missing before "${name}"`);
    const unit = unitOfSymbol(name);
    if (unit === undefined) throw unknownUnit(name);
    this.#at++;
    const exponent = exponentOf(this.#peek());
    if (exponent === undefined) return unit;
    this.#at++;
    return combineUnits(UNITY, unit, exponent);
  }

  /** `/s` and `1/s`: goes to the solidus. */
  #isReciprocal(): boolean {
    const start = this.#at;
    if (this.#peek() === '1') this.#at++;
    this.#skipBlanks();
    if (this.#peek() === '/') return true;
    this.#at = start;
    return false;
  }

  #loneNumber(token: string): UnitProblem {
    return new UnitProblem(`the number "${token}" stands apart from a unit; exponents are attached, as in m2 or m^2`);
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #skipBlanks(): void {
    while (this.#peek()?.trim() === '') this.#at++;
  }
}

function unknownUnit(name: string): UnitProblem {
  const similar = similarSymbols(name);
  if (similar.length > 0) return new UnitProblem(`unknown unit "${name}"; did you mean ${similar.join(' or ')}?`);
  return new UnitProblem(`unknown unit "${name}"; known, most of them with SI prefixes: ${KNOWN_UNITS}`);
}

/** The unit that a text without its number spells; blanks around it are ignored, nothing at all is a plain number. */
export function readUnit(text: string): UnitReading {
  const trimmed = text.trim();
  if (trimmed === '') return { unit: UNITY };
  try {
    return { unit: new UnitReader(tokensOf(trimmed)).read() };
  } catch (error) {
    if (error instanceof UnitProblem) return { problem: error.message };
    throw error;
  }
}
