// SPDX-License-Identifier: MIT
/** A finding of `scree doctor` about one feature of the machine or one program. */

export interface Finding {
  /** What was looked for, such as `graphics card`. */
  readonly name: string;
  /** `missing`: something works without it, as `remedy` says; `problem`: Scree does not work as it should. */
  readonly status: 'found' | 'missing' | 'problem';
  /** What there is: version, number, size. */
  readonly found: string;
  /** If it is missing: what it is for, and how to get it. */
  readonly remedy?: string;
}

export const found = (name: string, text: string): Finding => ({ name, status: 'found', found: text });

export const missing = (name: string, remedy: string, text = 'not found'): Finding => ({
  name,
  status: 'missing',
  found: text,
  remedy,
});
