// SPDX-License-Identifier: MIT
/** Every algorithm of the family that answers polyhedra on a set of pairs: `contact` with that algorithm, one call a pair. */
import type { Algorithm } from '../narrow-phase/contact.ts';
import { POLYHEDRAL_NAMES } from '../narrow-phase/family/registry.ts';
import { firstPairs, type PairSet } from './pair-set.ts';
import { objectVariant, type PreparedVariant } from './scree-variants.ts';

/** They are written for reading and take tens of microseconds to milliseconds: a few pairs tell as much as two thousand. */
const FAMILY_PAIRS = 100;

function familyVariant(all: PairSet, algorithm: Algorithm): PreparedVariant {
  const set = firstPairs(all, FAMILY_PAIRS);
  return { ...objectVariant(set, { algorithm }), moved: () => set };
}

export const FAMILY_VARIANTS: Readonly<Record<string, (set: PairSet) => PreparedVariant>> = Object.fromEntries(
  POLYHEDRAL_NAMES.map((name) => [name, (set: PairSet) => familyVariant(set, name)]),
);
