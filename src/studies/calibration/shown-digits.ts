// SPDX-License-Identifier: MIT
/** Numbers with the digits that their uncertainty allows, the same in the terminal and in the report. */

/** Significant digits of an uncertainty; values have as many decimals. */
const DIGITS = 2;

/** Without an uncertainty, one digit more than one would have. */
export function within(value: number, uncertainty: number): string {
  if (!(uncertainty > 0)) return String(Number(value.toPrecision(DIGITS + 1)));
  const exponent = Number(uncertainty.toExponential(DIGITS - 1).split('e')[1]);
  const decimals = DIGITS - 1 - exponent;
  const unit = Number(`1e${Math.max(0, -decimals)}`);
  return decimals <= 0 ? String(Math.round(value / unit) * unit) : value.toFixed(Math.min(20, decimals));
}

export function shownUncertainty(value: number): string {
  return within(value, Math.abs(value));
}
