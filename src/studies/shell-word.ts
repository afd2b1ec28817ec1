// SPDX-License-Identifier: MIT
/** Words of commands, as scripts of Slurm have them and as a user pastes them into a shell. */

/** In single quotes if the shell needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
