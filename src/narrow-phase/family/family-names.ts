// SPDX-License-Identifier: MIT
/** Names of the algorithms of the family, without the algorithms: a program in a page loads those when it uses one. */

/** Those that have an answer for any two polyhedra. */
export const POLYHEDRON_NAMES = [
  'gjk-johnson',
  'gjk-signed-volumes',
  'gjk-boolean',
  'gjk-td',
  'gjk-td-as-printed',
  'cundall',
  'cundall-classical',
  'cundall-as-printed',
  'nezami',
  'nezami-classical',
  'mpr',
] as const;

export const FAMILY_NAMES = [
  ...POLYHEDRON_NAMES,
  'peng-hanley',
  'peng-hanley-as-printed',
  'superquadric-newton',
] as const;

export type FamilyName = (typeof FAMILY_NAMES)[number];
