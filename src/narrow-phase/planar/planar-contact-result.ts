// SPDX-License-Identifier: MIT
/** Result type of planar contacts: the fields of a contact in space, with two components. */
import type { Vector2 } from '../../math/planar-vector.ts';
import type { ContactReason, ContactStatus } from '../contact-result.ts';

/** Dimensions of the touching features, unordered: v before e. A smooth point of a curved body counts as v. */
export type PlanarContactType = 'v-v' | 'v-e' | 'e-e';

/** How two planar shapes touch, or how far apart they are, with proven bounds. */
export interface PlanarContact {
  /** Signed, in world units: positive gap, zero touch, negative depth of the minimum translation. */
  readonly distance: number;
  /** Unit vector from A to B. */
  readonly normal: Vector2;
  /** World coordinates; `pointOnB = pointOnA + distance * normal`. */
  readonly pointOnA: Vector2;
  readonly pointOnB: Vector2;
  /** Common contact point, midway between the two. */
  readonly point: Vector2;
  /** `lower <= true distance <= upper`, rounding allowed for. */
  readonly lower: number;
  readonly upper: number;
  readonly type: PlanarContactType;
  readonly status: ContactStatus;
  readonly reason?: ContactReason;
  readonly gjkIterations: number;
  readonly epaIterations: number;
}

/** A point of the planar Minkowski difference B - A and the points of the bodies that it comes from. */
export interface PlanarTracedPoint {
  readonly difference: Vector2;
  readonly onA: Vector2;
  readonly onB: Vector2;
}

/** One step of GJK or EPA in the plane as plain data. */
export interface PlanarTraceStep {
  readonly algorithm: 'gjk' | 'epa';
  readonly step: number;
  /** The simplex that GJK looks at, or the edge of the polygon nearest to the origin that EPA expands. */
  readonly kind: 'simplex' | 'edge';
  /** Points of the Minkowski difference B - A of the cores, in world axes. */
  readonly points: readonly Vector2[];
  /** The same with the points of the bodies that they come from, in world coordinates. */
  readonly corners: readonly PlanarTracedPoint[];
  /** Of EPA: all corners of its polygon so far, counter-clockwise. */
  readonly polygon: readonly Vector2[];
  /** The support point against the normal, which joins next. */
  readonly added: PlanarTracedPoint;
  /** Unit vector from A to B: the direction of the next support point. */
  readonly normal: Vector2;
  /** Proven bounds so far of the signed distance of the bodies. */
  readonly lower: number;
  readonly upper: number;
}

/** Function that is called with every step of a planar query. */
export type PlanarTrace = (step: PlanarTraceStep) => void;
