// SPDX-License-Identifier: MIT
/**
 * Every algorithm of the family that takes polyhedra on a set of pairs: `contact` with that algorithm, one call a pair.
 */
import { type Algorithm, POLYHEDRON_ALGORITHMS } from '../narrow-phase/contact.ts';
import { firstPairs, type PairSet } from './pair-set.ts';
import { objectVariant, type PreparedVariant } from './scree-variants.ts';

/**
 * They are written for reading and take tens of microseconds to milliseconds: a few pairs tell as much as two thousand.
 */
const FAMILY_PAIRS = 100;
const DEFAULT: Algorithm = 'gjk-epa';

function familyVariant(all: PairSet, algorithm: Algorithm): PreparedVariant {
  const set = firstPairs(all, FAMILY_PAIRS);
  return { ...objectVariant(set, { algorithm }), moved: () => set };
}

export const FAMILY_VARIANTS: Readonly<Record<string, (set: PairSet) => PreparedVariant>> = Object.fromEntries(
  POLYHEDRON_ALGORITHMS.filter((name) => name !== DEFAULT).map((name) => [
    name,
    (set: PairSet) => familyVariant(set, name),
  ]),
);
