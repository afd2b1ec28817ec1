// SPDX-License-Identifier: MIT
/** Formats numbers with few digits and a suitable unit prefix. */

const PREFIXED = new Set(['m', 's', 'N', 'J', 'Pa', 'm/s', 'N m', 'W', 'Hz']);
const PREFIXES: readonly (readonly [factor: number, prefix: string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
];

/** A number with some significant digits; exponents only if it would be long. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 1) : String(Number(value.toPrecision(digits)));
  return text.replace('-', '−');
}

/** The prefix for a number of this size: factor to divide by, and the unit with it. */
export function prefixedUnit(size: number, unit: string): { readonly factor: number; readonly unit: string } {
  if (!PREFIXED.has(unit) || !(size > 0)) return { factor: 1, unit };
  const [factor, prefix] = PREFIXES.find(([each]) => size >= each * 0.9995) ?? [1, ''];
  return { factor, unit: `${prefix}${unit}` };
}

export function formatQuantity(value: number, unit: string, digits = 4): string {
  const scaled = prefixedUnit(Math.abs(value), unit);
  return `${formatNumber(value / scaled.factor, digits)}${scaled.unit === '' ? '' : `\u2009${scaled.unit}`}`;
}

/** 1 234 567, with narrow gaps. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${formatNumber(bytes / 1e3, 3)} kB` : `${formatNumber(bytes / 1e6, 3)} MB`;
}
