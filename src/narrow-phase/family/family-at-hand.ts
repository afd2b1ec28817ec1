// SPDX-License-Identifier: MIT
/**
 * The family at once. The package has family-at-hand-in-page.ts in its place where its `imports` do not meet the
 * condition `node` (docs/decisions/0091).
 */
import * as family from './family.ts';

export type Family = typeof family;

/** Undefined until it is loaded. */
export function familyAtHand(): Family | undefined {
  return family;
}

export async function loadFamily(): Promise<void> {}
