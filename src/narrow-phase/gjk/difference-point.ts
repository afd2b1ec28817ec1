// SPDX-License-Identifier: MIT
/**
 * Points of the Minkowski difference B - A with the points of the bodies that they come from (EPA eq. 11, with A and B
 * exchanged: here the vector from the origin to the nearest point of B - A leads from A to B).
 */
import { length, negate, scale, subtract, type Vector3 } from '../../math/vector.ts';
import type { PlacedBody } from '../family/placed-body.ts';

export interface DifferencePoint {
  /** onB - onA */
  readonly w: Vector3;
  readonly onA: Vector3;
  readonly onB: Vector3;
  /** Numbers of the vertices, -1 on a curved body. */
  readonly vertexA: number;
  readonly vertexB: number;
}

/** A point of the difference that is farthest along a direction. */
export type DifferenceSupport = (direction: Vector3) => DifferencePoint;

export function supportOfPair(a: PlacedBody, b: PlacedBody): DifferenceSupport {
  return (direction) => {
    const { point: onB, vertex: vertexB } = b.support(direction);
    const { point: onA, vertex: vertexA } = a.support(negate(direction));
    return { w: subtract(onB, onA), onA, onB, vertexA, vertexB };
  };
}

/** From the centre of A to that of B; along x where they coincide. */
export function betweenCentres(a: PlacedBody, b: PlacedBody): Vector3 {
  const between = subtract(b.centre, a.centre);
  return length(between) > 0 ? between : { x: 1, y: 0, z: 0 };
}

export function areBothPolyhedral(a: PlacedBody, b: PlacedBody): boolean {
  return a.vertices !== undefined && b.vertices !== undefined;
}

/** One rounding of the coordinates of a pair: the unit of all tolerances that answer for rounding. */
export function roundingOf(a: PlacedBody, b: PlacedBody): number {
  return (Number.EPSILON / 2) * (length(a.centre) + length(b.centre) + a.extent + b.extent);
}

/**
 * The smaller of the two whole bodies, by which the tolerances of the answer are measured; a bare point has no size of
 * its own.
 */
export function smallerExtent(a: PlacedBody, b: PlacedBody): number {
  const wholeA = a.extent + 2 * a.margin;
  const wholeB = b.extent + 2 * b.margin;
  return wholeA > 0 && wholeB > 0 ? Math.min(wholeA, wholeB) : Math.max(wholeA, wholeB);
}

/** The unit vector; undefined if the vector has no direction. */
export function direction(v: Vector3): Vector3 | undefined {
  const size = length(v);
  if (!(size > 0 && size < Infinity)) return undefined;
  const unit = scale(v, 1 / size);
  // 1/size overflows below 1e-308 and the sum of squares is then not 1.
  return Number.isFinite(unit.x + unit.y + unit.z) ? unit : undefined;
}
