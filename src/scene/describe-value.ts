// SPDX-License-Identifier: MIT
/** Formats a value of a scene file for messages. */

const LONGEST_SHOWN = 40;

export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') {
    return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'a mapping' : String(value);
}

/** Like `describeValue`, but a text that begins with a number, such as `3 s`, has no quotes. */
export function describeQuantity(value: unknown): string {
  const isQuantity = typeof value === 'string' && value.length <= LONGEST_SHOWN && /^[+-]?\.?\d/.test(value);
  return isQuantity ? value : describeValue(value);
}
