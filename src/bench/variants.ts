// SPDX-License-Identifier: MIT
/** All variants by name, and one timing of one variant, which is the work of one process of the benchmark. */

import { type Algorithm, POLYHEDRON_ALGORITHMS } from '../narrow-phase/contact.ts';
import { measureVariant } from './cpu-time.ts';
import { joltVariant } from './jolt-variant.ts';
import { firstPairs, isSeparated, type PairSet, rightDistances } from './pair-set.ts';
import { PeerMissing } from './peer-package.ts';
import { rapierVariant } from './rapier-variant.ts';
import { type Score, scoreAnswers } from './score.ts';
import { objectVariant, type PreparedVariant, SCREE_VARIANTS } from './scree-variants.ts';

/** They are written for readability and take tens of microseconds to milliseconds: a few pairs suffice. */
const FAMILY_PAIRS = 100;
const DEFAULT: Algorithm = 'gjk-epa';

function familyVariant(all: PairSet, algorithm: Algorithm): PreparedVariant {
  const set = firstPairs(all, FAMILY_PAIRS);
  return { ...objectVariant(set, { algorithm }), moved: () => set };
}

const FAMILY_VARIANTS: Readonly<Record<string, (set: PairSet) => PreparedVariant>> = Object.fromEntries(
  POLYHEDRON_ALGORITHMS.filter((name) => name !== DEFAULT).map((name) => [
    name,
    (set: PairSet) => familyVariant(set, name),
  ]),
);

export const ENGINES: Readonly<Record<string, (set: PairSet) => Promise<PreparedVariant>>> = {
  rapier: rapierVariant,
  jolt: joltVariant,
};
export const VARIANT_NAMES: readonly string[] = [...Object.keys(SCREE_VARIANTS), ...Object.keys(ENGINES)];
export const FAMILY_NAMES: readonly string[] = Object.keys(FAMILY_VARIANTS);

/** The family is not meant for hulls with more vertices. */
const LARGE_FAMILIES = ['h256', 'sq', 'sqhull'];
/** Superquadrics are no shape of either engine, and Jolt's hulls have 256 vertices at most. */
const NOT_FOR_ENGINES: Readonly<Record<string, readonly string[]>> = { sq: Object.keys(ENGINES), sqhull: ['jolt'] };

/**
 * Warm starts are timed on separated pairs, and on superquadrics that overlap slightly, together with equal hulls; the
 * family on hulls of the size that it is meant for; everything else on all sets with supported shapes.
 */
export function isTimedOn(variant: string, setName: string): boolean {
  const [family = '', situation = ''] = setName.split('_');
  if (FAMILY_NAMES.includes(variant)) return !LARGE_FAMILIES.includes(family);
  if (NOT_FOR_ENGINES[family]?.includes(variant)) return false;
  if (!variant.startsWith('moving')) return true;
  if (variant === 'moving, gjk-epa' && family !== 'sq') return false;
  return isSeparated(setName) || (['sq', 'sqhull'].includes(family) && situation === 'shallow');
}

export type Timing =
  | { readonly missing: string }
  | (Omit<Score, 'distanceErrors' | 'normalErrors'> & {
      readonly engine?: string;
      readonly nanoseconds: number;
    });

export async function timeVariant(name: string, set: PairSet, budgetSeconds: number): Promise<Timing> {
  try {
    const prepare = SCREE_VARIANTS[name] ?? ENGINES[name] ?? FAMILY_VARIANTS[name];
    if (prepare === undefined)
      throw new Error(`no variant "${name}"; there are ${[...VARIANT_NAMES, ...FAMILY_NAMES].join(', ')}`);
    const variant = await prepare(set);
    const nanoseconds = measureVariant(variant, (variant.moved?.() ?? set).bodies.length / 2, budgetSeconds);
    const moved = variant.moved?.();
    const pairs = moved ? { ...moved, distances: rightDistances(moved.bodies, moved.poses) } : set;
    const { distanceErrors, normalErrors, ...counts } = scoreAnswers(pairs, variant.answers());
    return { ...(variant.engine && { engine: variant.engine }), nanoseconds, ...counts };
  } catch (error) {
    if (error instanceof PeerMissing) return { missing: error.message };
    throw error;
  }
}
