// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { shownUncertainty, within } from './shown-digits.ts';

describe('numbers with an uncertainty', () => {
  it.each([
    [0.243219, 0.0561, '0.243'],
    [0.2, 0.056, '0.200'],
    [31.4159, 1.04, '31.4'],
    // Rounding gives the uncertainty another digit: 0.0996 is 0.10.
    [0.52345, 0.0996, '0.52'],
    [123_456, 1500, '123500'],
    [123_456, 15, '123456'],
    [-0.00123456, 2.1e-5, '-0.001235'],
    [5e-30, 1e-31, '0.00000000000000000000'],
    [0.123456, 0, '0.123'],
    [0.123456, Number.NaN, '0.123'],
  ])('%s within %s is %s', (value, uncertainty, text) => expect(within(value, uncertainty)).toBe(text));

  it.each([
    [0.05612, '0.056'],
    [1.96, '2.0'],
    [0.0996, '0.10'],
    [-2345, '-2300'],
    [0, '0'],
  ])('the uncertainty %s is %s', (value, text) => expect(shownUncertainty(value)).toBe(text));
});
