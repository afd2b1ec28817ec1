// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { DIMENSIONS } from '../units/dimension.ts';
import { type Quantity, quantityText } from '../units/parse-quantity.ts';
import { ExpressionProblem, evaluate } from './expression.ts';

const VARIABLES: Readonly<Record<string, Quantity>> = {
  d: { value: 0.005, dimension: DIMENSIONS.length.exponents },
  n: { value: 3, dimension: DIMENSIONS.number.exponents },
  fall: { value: 2, dimension: DIMENSIONS.length.exponents },
};

function result(text: string): number | string {
  return quantityText(
    evaluate(text, 0, (name, at) => {
      const value = VARIABLES[name];
      if (value === undefined) throw new ExpressionProblem(at, `no ${name}`);
      return value;
    }),
  );
}

function problemOf(text: string): string {
  try {
    return `none: ${result(text)}`;
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    return `${error.at}: ${error.message}`;
  }
}

describe('an expression', () => {
  it.each([
    ['2*d', '0.01 m'],
    ['d + 3 mm', '0.008 m'],
    ['-d', '-0.005 m'],
    ['2 - 3 - 4', -5],
    ['8/2/2', 2],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['2^3^2', 512],
    ['1e3', 1000],
    ['n', 3],
    ['2 m-3 mm', '1.997 m'],
    ['3.5 mm', '0.0035 m'],
    ['9.81 m/s2 * 2', '19.62 m s^-2'],
    ['2500 kg/m3 * d^3', '0.0003125 kg'],
    ['6 m / 2 s', '3 m s^-1'],
    ['6 m/n', '2 m'],
    ['d/mm', 5],
    ['50 %', 0.5],
    ['sqrt(2 * 9.81 m/s2 * fall)', `${Math.sqrt(2 * 9.81 * 2)} m s^-1`],
    ['cbrt(8 m3)', '2 m'],
    ['max(d, 1 cm, 2 mm)', '0.01 m'],
    ['ceil(d / 2 mm)', 3],
    ['sin(30 deg)', Math.sin(Math.PI / 6)],
    ['2*pi*rad*50 Hz', `${2 * Math.PI * 50} s^-1 rad`],
    ['abs(-d)', '0.005 m'],
  ])('%s is %s', (text, value) => {
    expect(result(text)).toBe(value);
  });

  it.each([
    ['d + 1', '2: "+" adds a plain number to a length; numbers need their units here too'],
    ['d - 1 s', '2: "-" subtracts a time from a length; numbers need their units here too'],
    ['2 d', '2: unknown unit "d"; known, most of them with SI prefixes'],
    ['2 *', '3: expected a number, a variable or "(", got the end'],
    ['(2', '2: expected ")", got the end'],
    ['2)', '1: expected an operator: + - * / ^, got ")"'],
    ['x', '0: no x'],
    ['1/0', '1: divides by zero'],
    ['1e308*10', '5: is too large for float64'],
    ['sqrt(-1)', '0: sqrt of a negative number'],
    ['sqrt(d)', '0: sqrt of a length has no dimension that occurs in mechanics'],
    ['sqrt(1, 2)', '0: sqrt takes one value, got 2'],
    ['sqrt 2', '5: expected "(" after sqrt, got "2"'],
    ['round(d)', '0: round of a length; expected a plain number'],
    ['min(d, 1)', '0: min of a length and a plain number'],
    ['sin(d)', '0: sin of a length; expected an angle'],
    ['d^0.5', '1: "^0.5" of a length; expected an integer, or use sqrt or cbrt'],
    ['2^d', '1: "^" has a length as exponent; expected a plain number'],
    ['(-8)^0.5', '4: has no value'],
    ['2 kg/m s', '0: expected a number with a unit'],
    [`${'('.repeat(200)}1${')'.repeat(200)}`, '100: nested more than 100 deep'],
    [`${'-'.repeat(200)}1`, '100: nested more than 100 deep'],
  ])('%s is refused: %s', (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });
});
