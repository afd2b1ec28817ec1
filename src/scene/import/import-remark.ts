// SPDX-License-Identifier: MIT
/** What is said about a line of an input script that does not stand in the scene as it is. */

/**
 * - `left-out`: changes results, and the scene does not have it;
 * - `differs`: the scene has it in another form, with other results;
 * - `needless`: the scene needs nothing for it.
 */
export type RemarkKind = 'left-out' | 'differs' | 'needless';

export interface ImportRemark {
  readonly kind: RemarkKind;
  /** Of the input, from 1. */
  readonly line: number;
  /** The command as it stands in the input. */
  readonly command: string;
  /** What it is and why it matters. */
  readonly problem: string;
  /** What to do; empty for needless lines. */
  readonly remedy: string;
}
