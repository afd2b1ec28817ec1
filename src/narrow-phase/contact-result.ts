// SPDX-License-Identifier: MIT
/** Result type of all contact algorithms. */
import type { Vector3 } from '../math/vector.ts';

/** Dimensions of the touching features, unordered: v before e before f. A smooth point of a curved body counts as v. */
export type ContactType = 'v-v' | 'v-e' | 'e-e' | 'v-f' | 'e-f' | 'f-f';

/**
 * How far an answer is proven. `converged`: the bounds are within the tolerance. `bounded`: the tolerance was not
 * reached, `reason` says why, the bounds hold. `unsupported`: the pair has no answer.
 */
export type ContactStatus = 'converged' | 'bounded' | 'unsupported';

/**
 * Why the bounds of an answer have not met. `deep`: the depth is too large for the memory of the search, or the
 * algorithm gives the depth along its own normal only. `thin`: the faces of the search became too thin.
 * `iteration-limit`: the search ended early. `non-convex`: compounds overlap, and a lower bound of their depth is open.
 * `local-optimum`: a local search found no better plane, which proves neither that it is the best one nor that the
 * bodies touch. `contradiction`: the bounds of two independent methods crossed, so one of them is wrong; the reported
 * bounds follow from the sizes of the bodies.
 */
export type ContactReason = 'deep' | 'thin' | 'iteration-limit' | 'non-convex' | 'local-optimum' | 'contradiction';

/** One point of a contact that is larger than a point; world coordinates, as in `Contact`. */
export interface ManifoldPoint {
  readonly pointOnA: Vector3;
  readonly pointOnB: Vector3;
  /** Signed, along the contact's normal. */
  readonly distance: number;
}

/**
 * How a search by faces ended: 1, 3 and 5 apart, 2 and 4 at a face, 6 at an edge or vertex, 8 with the centre inside.
 */
export type PengHanleyCase = 1 | 2 | 3 | 4 | 5 | 6 | 8;

/** How two shapes touch, or how far apart they are, with proven bounds; lengths in the unit of the shapes. */
export interface Contact {
  /** Signed, in world units: positive gap, zero touch, negative depth of the minimum translation. */
  readonly distance: number;
  /** Unit vector from A to B. */
  readonly normal: Vector3;
  /** World coordinates; `pointOnB = pointOnA + distance * normal`. */
  readonly pointOnA: Vector3;
  readonly pointOnB: Vector3;
  /** Common contact point, midway between the two. */
  readonly point: Vector3;
  /** `lower <= true distance <= upper`, rounding allowed for. */
  readonly lower: number;
  readonly upper: number;
  readonly type: ContactType;
  readonly status: ContactStatus;
  readonly reason?: ContactReason | undefined;
  readonly gjkIterations: number;
  readonly epaIterations: number;
  /** Of `peng-hanley` and `peng-hanley-as-printed`: the case that ended the search. */
  readonly case?: PengHanleyCase | undefined;
  /** On request: the corners of the contact patch in order around it, or the one contact point. */
  readonly manifold?: readonly ManifoldPoint[] | undefined;
}

/** Types by the dimensions of the features, 0 to 2: 3 * dimensionA + dimensionB. */
const TYPES: readonly ContactType[] = ['v-v', 'v-e', 'v-f', 'v-e', 'e-e', 'e-f', 'v-f', 'e-f', 'f-f'];

/** Type of two feature dimensions, 0 to 2, in either order. */
export function contactType(dimensionA: number, dimensionB: number): ContactType {
  return TYPES[3 * dimensionA + dimensionB];
}
