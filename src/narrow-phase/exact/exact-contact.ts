// SPDX-License-Identifier: MIT
/**
 * Exact contact of two convex polyhedra: exact GJK for the gap, exact EPA for the depth, on the float64 vertices as
 * integers of one grid. Every decision is the sign of an integer, so it needs no tolerance and no general position;
 * points, segments and polygons are polyhedra too. Results are correctly rounded, hence the same bits for any start,
 * any exact translation and any scaling by a power of two.
 */

import { witnessOfFeatures } from './exact-contact-points.ts';
import { EXPANSION_LIMIT, nearestSupportingPlane } from './exact-depth.ts';
import { Difference } from './exact-difference.ts';
import { completeTetrahedron, nearestToOrigin, perpendicular } from './exact-distance.ts';
import { type ExactBody, ExactSupport } from './exact-support.ts';
import { cross, dot, type ExactVector, isZero, negate, subtract } from './exact-vector.ts';
import { chooseGrid, type Grid } from './integer-grid.ts';
import { roundedDown, roundedUp, roundQuotient, roundSquareRoot, scaleByPowerOfTwo } from './rounding.ts';

export type { ExactBody } from './exact-support.ts';

export interface ExactContact {
  /** Signed: gap, or minus the depth of the minimum translation; correctly rounded. */
  readonly distance: number;
  /** Unit vector from A to B, each component correctly rounded. */
  readonly normal: readonly [number, number, number];
  /** lower <= exact signed distance <= upper. */
  readonly lower: number;
  readonly upper: number;
  /** False if the depth search reached its limit: the bounds hold, but are open. */
  readonly isClosed: boolean;
  /** Vertices of A that attain max n.a and of B that attain min n.b exactly for the exact normal, ascending. */
  readonly featureA: Int32Array;
  readonly featureB: Int32Array;
  /** pointOnB = pointOnA + distance * normal, each coordinate correctly rounded. */
  readonly pointOnA: readonly [number, number, number];
  readonly pointOnB: readonly [number, number, number];
  /** Support queries of GJK and expansions of EPA together. */
  readonly iterations: number;
}

/** A direction from A to B with the exact signed gap along it, times its length. */
interface ContactPlane {
  readonly normal: ExactVector;
  readonly gap: bigint;
  readonly iterations: number;
  /** Upper bound of the signed distance where it is not gap/|normal|. */
  readonly upper?: number;
}

/** Rounding each vertex of A and of B by half a unit in each coordinate moves the distance by at most sqrt(3) units. */
const QUANTISATION_UNITS = 2;

/** Of the two normals of a flat difference the one whose first component that is not zero is positive. */
function withPositiveSign(normal: ExactVector): ExactVector {
  const first = normal.x !== 0n ? normal.x : normal.y !== 0n ? normal.y : normal.z;
  return first < 0n ? negate(normal) : normal;
}

/** A normal of a point, segment or triangle. */
function normalOfFlat(points: readonly ExactVector[]): ExactVector {
  const [p, q, r] = points as [ExactVector, ExactVector?, ExactVector?];
  if (q === undefined) return { x: 1n, y: 0n, z: 0n };
  const e = subtract(q, p);
  return withPositiveSign(r === undefined ? perpendicular(e) : cross(e, subtract(r, p)));
}

function contactPlane(
  difference: Difference,
  grid: Grid,
  start: readonly [number, number, number],
  expansionLimit: number,
): ContactPlane {
  const first = difference.nearFarthest(-start[0], -start[1], -start[2]);
  const nearest = nearestToOrigin(first, (direction) => difference.farthest(negate(direction)));
  if (!isZero(nearest.direction)) {
    return { normal: nearest.direction, gap: nearest.offset, iterations: nearest.iterations };
  }
  const tetrahedron = completeTetrahedron(nearest.points, difference);
  if (tetrahedron.length < 4) {
    const normal = normalOfFlat(tetrahedron.map((point) => point.w));
    return { normal, gap: 0n, iterations: nearest.iterations };
  }
  const plane = nearestSupportingPlane(tetrahedron, difference, grid.extentBits, expansionLimit);
  const found = { normal: negate(plane.normal), gap: -plane.offset, iterations: nearest.iterations + plane.iterations };
  if (plane.atLeast === undefined) return found;
  return { ...found, upper: roundedUp(-scaleByPowerOfTwo(plane.atLeast, grid.extentBits + grid.exponent)) };
}

/** offset/sqrt(squared) * 2^exponent with the sign of the offset, never -0. */
function roundLength(offset: bigint, squared: bigint, exponent: number): number {
  const length = roundSquareRoot(offset * offset, squared, exponent);
  return offset < 0n ? -length : length;
}

function roundPoint(point: ExactVector, weight: bigint, exponent: number): readonly [number, number, number] {
  return [
    roundQuotient(point.x, weight, exponent),
    roundQuotient(point.y, weight, exponent),
    roundQuotient(point.z, weight, exponent),
  ];
}

/** From the middle of A's box to that of B's. */
function betweenCentres(a: Float64Array, b: Float64Array): readonly [number, number, number] {
  const middle = (vertices: Float64Array, axis: number): number => {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < vertices.length; i += 3) {
      const x = vertices[i];
      if (x < lowest) lowest = x;
      if (x > highest) highest = x;
    }
    return lowest / 4 + highest / 4;
  };
  return [middle(b, 0) - middle(a, 0), middle(b, 1) - middle(a, 1), middle(b, 2) - middle(a, 2)];
}

const UNKNOWN: readonly [number, number, number] = [Number.NaN, Number.NaN, Number.NaN];

/** Answer for non-finite coordinates or missing vertices: nothing is known. */
function unknownContact(): ExactContact {
  return {
    distance: Number.NaN,
    normal: UNKNOWN,
    lower: Number.NEGATIVE_INFINITY,
    upper: Number.POSITIVE_INFINITY,
    isClosed: false,
    featureA: new Int32Array(0),
    featureB: new Int32Array(0),
    pointOnA: UNKNOWN,
    pointOnB: UNKNOWN,
    iterations: 0,
  };
}

/**
 * Signed distance, normal, features and closest points of the convex hulls of two vertex lists in one common frame.
 *
 * `startDirection` (from A to B, any length) saves steps and never changes the answer. Of several normals of the same
 * depth the lexicographically largest is taken. Coordinates finer than 2^-192 of the extent are rounded first, and the
 * bounds widened by that. The search for a depth ends after `expansionLimit` expansions. Never throws; coordinates that
 * are not finite give NaN with infinite bounds.
 */
export function exactContact(
  a: ExactBody,
  b: ExactBody,
  startDirection?: readonly [number, number, number],
  expansionLimit = EXPANSION_LIMIT,
): ExactContact {
  const grid = chooseGrid(a.vertices, b.vertices);
  if (grid === undefined || a.vertices.length < 3 || b.vertices.length < 3) return unknownContact();
  const difference = new Difference(new ExactSupport(a, grid), new ExactSupport(b, grid));
  const start = startDirection ?? betweenCentres(a.vertices, b.vertices);
  const { normal, gap, iterations, upper } = contactPlane(difference, grid, start, expansionLimit);

  const squared = dot(normal, normal);
  const distance = roundLength(gap, squared, grid.exponent);
  const slack = grid.exact ? 0 : scaleByPowerOfTwo(QUANTISATION_UNITS, grid.exponent);
  const isExactlyZero = gap === 0n && grid.exact;
  const featureA = difference.a.maximisers(normal);
  const featureB = difference.b.maximisers(negate(normal));
  const witness = witnessOfFeatures(difference, featureA, featureB, normal, gap);
  return {
    distance,
    normal: [roundLength(normal.x, squared, 0), roundLength(normal.y, squared, 0), roundLength(normal.z, squared, 0)],
    lower: isExactlyZero ? 0 : roundedDown(distance - slack),
    upper: upper !== undefined ? roundedUp(upper + slack) : isExactlyZero ? 0 : roundedUp(distance + slack),
    isClosed: upper === undefined,
    featureA,
    featureB,
    pointOnA: roundPoint(witness.onA, witness.weight, grid.exponent),
    pointOnB: roundPoint(witness.onB, witness.weight, grid.exponent),
    iterations,
  };
}
