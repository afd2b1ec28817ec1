// SPDX-License-Identifier: MIT
/**
 * All algorithms of the family by their names in `options.algorithm`; the default, `gjk-epa`, belongs to the kernel.
 */
import { cundall, cundallAsPrinted, cundallClassical } from '../common-plane/cundall.ts';
import { nezami, nezamiClassical } from '../common-plane/nezami.ts';
import { gjkJohnson, gjkSignedVolumes } from '../gjk/classical-gjk.ts';
import { gjkBoolean } from '../gjk/gjk-boolean.ts';
import { gjkTd } from '../gjk-td/gjk-td.ts';
import { gjkTdAsPrinted } from '../gjk-td/gjk-td-as-printed.ts';
import { mpr } from '../mpr/mpr.ts';
import { pengHanley, pengHanleyAsPrinted } from '../superquadric/peng-hanley.ts';
import { superquadricNewton } from '../superquadric/superquadric-newton.ts';
import type { ContactAlgorithm } from './algorithm.ts';
import type { FamilyName } from './family-names.ts';

export const FAMILY = {
  'gjk-johnson': gjkJohnson,
  'gjk-signed-volumes': gjkSignedVolumes,
  'gjk-boolean': gjkBoolean,
  'gjk-td': gjkTd,
  'gjk-td-as-printed': gjkTdAsPrinted,
  cundall,
  'cundall-classical': cundallClassical,
  'cundall-as-printed': cundallAsPrinted,
  nezami,
  'nezami-classical': nezamiClassical,
  mpr,
  'peng-hanley': pengHanley,
  'peng-hanley-as-printed': pengHanleyAsPrinted,
  'superquadric-newton': superquadricNewton,
} as const satisfies Readonly<Record<FamilyName, ContactAlgorithm>>;

/** The algorithm of that name; undefined where there is none. */
export function algorithmNamed(name: string): ContactAlgorithm | undefined {
  return Object.hasOwn(FAMILY, name) ? FAMILY[name as FamilyName] : undefined;
}
