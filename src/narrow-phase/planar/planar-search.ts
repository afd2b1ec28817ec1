// SPDX-License-Identifier: MIT
/** Result of planar GJK, EPA and closed forms: a direction, bounds, and the supporting points. */
import type { ContactReason } from '../contact-result.ts';
import type { DifferencePoint } from './placed-pair.ts';
import type { PlanarTrace } from './planar-contact-result.ts';

/** Of the signed distance of the cores; the bounds allow for rounding. */
export interface Found {
  /** Unit vector from A to B. */
  readonly nx: number;
  readonly ny: number;
  readonly lower: number;
  readonly upper: number;
  /** Points of the difference that span the nearest feature: one or two. */
  readonly points: readonly DifferencePoint[];
  readonly gjkIterations: number;
  readonly epaIterations: number;
  /** Why the bounds stayed open, if they did. */
  readonly reason: ContactReason | undefined;
}

export interface SearchLimits {
  /** The bounds have met when they are this close. */
  readonly tolerance: number;
  readonly trace: PlanarTrace | undefined;
}

/**
 * Support values and lengths are wrong by less than this many roundings of the pair: two for placing a point of each
 * body, one for the difference, two for the unit vector and the product, and as much again to spare.
 */
export const ALLOWANCE_IN_ROUNDINGS = 8;
