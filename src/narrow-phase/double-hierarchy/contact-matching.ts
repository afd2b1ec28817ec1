// SPDX-License-Identifier: MIT
/**
 * Matches contacts with those of the last step, so that the contact history continues while a body slides from facet to
 * facet. Santasusana et al. 2016 (doi:10.1007/s40571-016-0109-4, section 7.2) keep it by facet and lose it at every
 * edge. Here it continues within a face, and over edges while the normal turns little.
 */

import { isList, refuseArgument, requireKeys } from '../../errors/refused-argument.ts';
import { InvalidOptionError } from '../../errors.ts';
import { FEATURE_EDGE, FEATURE_FACET, FEATURE_VERTEX } from '../../kernel/mesh/mesh-layout.ts';
import { cos } from '../../math/circular.ts';

/** Identity of contacts: piece, feature, patch and position. Flat arrays, one entry per contact. */
export interface MatchableContacts {
  readonly count: number;
  /** Number of the feature that is touched, unique among facets, edges and vertices: see `featureKey`. */
  readonly features: ArrayLike<number>;
  /** Number of the plane patch that the touched facet belongs to. */
  readonly patches: ArrayLike<number>;
  /** Three a contact, in a frame that moves with the mesh. */
  readonly points: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
}

/** How far contacts may move between two steps and still be the same. */
export interface MatchingOptions {
  /** Largest distance of matching contacts, unless feature or patch is the same: how far a body may slide in a step. */
  readonly maxDistance: number;
  /**
   * Normals that turn by more than this angle in radians belong to different contacts. Default 0.35, about 20 degrees.
   */
  readonly maxAngle?: number;
}

export const MATCHING_ANGLE = 0.35;

/** The numbers that contacts of spheres have too: views of contacts read them. */
const FEATURE_NUMBER = { f: FEATURE_FACET, e: FEATURE_EDGE, v: FEATURE_VERTEX } as const;

/**
 * One number for a feature of a mesh, a face by its patch: facets of one plane are one feature.
 *
 * @throws InvalidOptionError for an unknown kind of feature or an index that is no integer >= 0.
 *
 * @example
 * ```ts
 * import { featureKey } from 'scree/contact';
 *
 * console.log(featureKey('v', 3, 0) === featureKey('e', 3, 0)); // false
 * ```
 */
export function featureKey(feature: 'f' | 'e' | 'v', featureId: number, patch: number): number {
  const kind: number | undefined = FEATURE_NUMBER[feature];
  if (kind === undefined) refuseArgument(InvalidOptionError, 'unknown-feature', 'feature', 'f, e or v', feature);
  if (!Number.isInteger(featureId) || featureId < 0) {
    refuseArgument(InvalidOptionError, 'not-a-number', 'featureId', 'an integer >= 0', featureId);
  }
  if (!Number.isInteger(patch)) refuseArgument(InvalidOptionError, 'not-a-number', 'patch', 'an integer', patch);
  return 3 * (feature === 'f' ? patch : featureId) + kind;
}

const BY_FEATURE = 0;
const BY_PATCH = 1;
const BY_POSITION = 2;
const NO_MATCH = 3;

/**
 * Writes to `into`, for each new contact, the old one that it continues, or -1: first on the same feature, then on the
 * same patch, then the nearest within `maxDistance`; normals always within `maxAngle`, no old contact twice.
 *
 * @throws InvalidOptionError for contacts or options that are none.
 *
 * @example
 * ```ts
 * import { matchContacts } from 'scree/contact';
 *
 * const normals = [0, 0, 1, 0, 0, 1];
 * const old = { count: 1, features: [7], patches: [0], points: [0, 0, 0], normals };
 * const next = { count: 2, features: [9, 7], patches: [1, 0], points: [1, 0, 0, 0, 0, 0], normals };
 * console.log(matchContacts(old, next, { maxDistance: 0.1 }).join(' ')); // -1 0
 * ```
 */
export function matchContacts(
  old: MatchableContacts,
  next: MatchableContacts,
  options: MatchingOptions,
  into?: Int32Array,
): Int32Array {
  checkContacts(old, 'old');
  checkContacts(next, 'next');
  requireKeys(options, 'options', ['maxDistance', 'maxAngle'], InvalidOptionError);
  const { maxDistance, maxAngle = MATCHING_ANGLE } = options;
  for (const [name, value] of [
    ['maxDistance', maxDistance],
    ['maxAngle', maxAngle],
  ] as const) {
    if (typeof value === 'number' && value >= 0) continue;
    refuseArgument(InvalidOptionError, 'out-of-range', `options.${name}`, 'a number >= 0', value);
  }
  const room = into === undefined ? new Int32Array(next.count) : into;
  if (!(room instanceof Int32Array) || room.length < next.count) {
    refuseArgument(InvalidOptionError, 'wrong-length', 'into', `an Int32Array of at least ${next.count}`, into);
  }
  return matchInto(old, next, [maxDistance, cos(maxAngle)], room, new Uint8Array(old.count));
}

function checkContacts(given: MatchableContacts, path: string): void {
  if (typeof given !== 'object' || given === null) {
    refuseArgument(InvalidOptionError, 'not-an-object', path, 'contacts {count, features, ...}', given);
  }
  const { count } = given;
  if (!Number.isInteger(count) || count < 0) {
    refuseArgument(InvalidOptionError, 'not-a-number', `${path}.count`, 'an integer >= 0', count);
  }
  for (const name of ['features', 'patches', 'points', 'normals'] as const) {
    const list: unknown = given[name];
    const least = name === 'points' || name === 'normals' ? 3 * count : count;
    if (typeof list === 'object' && list !== null && isList(list) && list.length >= least) continue;
    refuseArgument(InvalidOptionError, 'wrong-length', `${path}.${name}`, `an array of at least ${least}`, list);
  }
}

/**
 * The same without a check of arguments, and without allocation. `limits` are the largest distance and the cosine of
 * the largest angle, `isTaken` is a buffer.
 */
export function matchInto(
  old: MatchableContacts,
  next: MatchableContacts,
  limits: ArrayLike<number>,
  into: Int32Array,
  isTaken: Uint8Array,
): Int32Array {
  const maxDistance = limits[0];
  const least = limits[1];
  isTaken.fill(0, 0, old.count);
  into.fill(-1, 0, next.count);
  for (let round = BY_FEATURE; round < NO_MATCH; round++) {
    // The closest pair of all first, so that the answer does not depend on the order of the contacts.
    for (;;) {
      let bestNew = -1;
      let bestOld = -1;
      let shortest = round === BY_POSITION ? maxDistance * maxDistance : Infinity;
      for (let i = 0; i < next.count; i++) {
        if (into[i] !== -1) continue;
        for (let j = 0; j < old.count; j++) {
          if (
            isTaken[j] !== 0 ||
            !isSame(round, old, j, next, i) ||
            !(product(old.normals, j, next.normals, i) >= least)
          ) {
            continue;
          }
          const apart = squaredDistance(old.points, j, next.points, i);
          if (apart > shortest || (apart === shortest && bestNew !== -1)) continue;
          shortest = apart;
          bestNew = i;
          bestOld = j;
        }
      }
      if (bestNew === -1) break;
      into[bestNew] = bestOld;
      isTaken[bestOld] = 1;
    }
  }
  return into;
}

function isSame(round: number, old: MatchableContacts, j: number, next: MatchableContacts, i: number): boolean {
  if (round === BY_FEATURE) return old.features[j] === next.features[i];
  if (round === BY_PATCH) return old.patches[j] === next.patches[i];
  return true;
}

function product(a: ArrayLike<number>, j: number, b: ArrayLike<number>, i: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += a[3 * j + k] * b[3 * i + k];
  return sum;
}

function squaredDistance(a: ArrayLike<number>, j: number, b: ArrayLike<number>, i: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const offset = a[3 * j + k] - b[3 * i + k];
    sum += offset * offset;
  }
  return sum;
}
