// SPDX-License-Identifier: MIT
/** How many partners and contacts of a sphere there is room for, by the ratio of the radii in a dense bed. */
import type { KernelForm } from './wgsl/prelude.ts';

/** Up to these ratios of the largest radius to the smallest the narrow rows hold all partners of a dense bed. */
const EQUAL_RATIO = 1.12;
const NARROW_RATIO = 1.3;

export function rowsFor(ratio: number): Pick<KernelForm, 'maskWords' | 'partners' | 'contacts'> {
  if (ratio <= EQUAL_RATIO) return { maskWords: 1, partners: 22, contacts: 13 };
  if (ratio <= NARROW_RATIO) return { maskWords: 1, partners: 26, contacts: 16 };
  return { maskWords: 3, partners: 96, contacts: 64 };
}
