// SPDX-License-Identifier: MIT
/** What `scree doctor` says about one thing that Scree can use. */

export interface Finding {
  /** What was looked for, such as `graphics card`. */
  readonly name: string;
  /** `missing`: something works without it, as `remedy` says; `problem`: Scree does not work as it should. */
  readonly status: 'found' | 'missing' | 'problem';
  /** What there is: version, number, size. */
  readonly found: string;
  /** What it is for, and how to get it; of what is not found. */
  readonly remedy?: string;
}

export const found = (name: string, text: string): Finding => ({ name, status: 'found', found: text });

export const missing = (name: string, remedy: string, text = 'not found'): Finding => ({
  name,
  status: 'missing',
  found: text,
  remedy,
});
