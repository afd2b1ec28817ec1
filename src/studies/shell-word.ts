// SPDX-License-Identifier: MIT

/** A text as one word of the shell: in single quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
