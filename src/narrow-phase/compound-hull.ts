// SPDX-License-Identifier: MIT
/**
 * Lower bound of the signed distance of two sets of pieces: the gap min n.b - max n.a along any unit vector n, since
 * moving B by -gap along n separates the sets and their hulls. The best n of two convex sets is their contact normal,
 * so the hulls of the pieces are queried for it.
 */
import { InvalidShapeError } from '../errors.ts';
import type { PairKernel } from '../kernel/kernel.ts';
import { RESULT_NORMAL } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { type Pose, transformPoint } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  cross,
  dot,
  length,
  negate,
  normalise,
  perpendicular,
  subtract,
  type Vector3,
} from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import type { Compound } from '../shapes/kinds/compound.ts';
import { type ConvexPolyhedron, polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import type { PlacedPiece } from './placed-piece.ts';

/** Roundings of a support value: a rotation and two sums of the coordinates. */
const SUPPORT_IN_ROUNDINGS = 16;

/** 98 directions over the sphere: one for each direction of integer points with coordinates up to 2. */
const DIRECTIONS: readonly Vector3[] = [-2, -1, 0, 1, 2].flatMap((x) =>
  [-2, -1, 0, 1, 2].flatMap((y) =>
    [-2, -1, 0, 1, 2].filter((z) => [x, y, z].some((c) => c % 2 !== 0)).map((z) => ({ x, y, z })),
  ),
);

const CORNERS = DIRECTIONS.filter(({ x, y, z }) => Math.abs(x * y * z) === 1);

/** Points whose hull is the shape, or close to it inside. */
function hullPoints(shape: ConvexShape): readonly Vector3[] {
  switch (shape.kind) {
    case 'box':
      return CORNERS.map((corner) => shape.support(corner));
    case 'polyhedron':
    case 'facet':
      return shape.vertices;
    case 'segment':
      return [shape.from, shape.to];
    case 'point':
      return [shape.position];
    default:
      return DIRECTIONS.map((direction) => shape.support(direction));
  }
}

/** Thickness, relative to the extent, given to coplanar points in every direction. */
const THICKNESS = 1e-3;
/** Points closer than this count as one for a hull's direction: sizes below 1e-50 are refused. */
const SMALLEST_HULL = 1e-40;

function thickened(points: readonly Vector3[]): readonly Vector3[] {
  const { x, y, z } = points[0];
  const extent = points.reduce((most, p) => Math.max(most, length(subtract(p, { x, y, z }))), 0);
  const t = extent > SMALLEST_HULL ? THICKNESS * extent : 1;
  const axes = [-t, t].flatMap((s) => [
    { x: s, y: 0, z: 0 },
    { x: 0, y: s, z: 0 },
    { x: 0, y: 0, z: s },
  ]);
  return points.flatMap((p) => axes.map((axis) => add(p, axis)));
}

const hulls = new WeakMap<Compound, ConvexPolyhedron>();

/** Hull of the compound's points, built once. */
function hullOfCompound(shape: Compound): ConvexPolyhedron {
  const known = hulls.get(shape);
  if (known !== undefined) return known;
  const vertices = shape.pieces.flatMap(({ shape: piece, pose }) =>
    hullPoints(piece).map((point) => transformPoint(pose, point)),
  );
  let hull: ConvexPolyhedron;
  try {
    hull = polyhedron({ vertices });
  } catch (error) {
    if (!(error instanceof InvalidShapeError)) throw error;
    hull = polyhedron({ vertices: thickened(vertices) });
  }
  hulls.set(shape, hull);
  return hull;
}

/** Normal from the hull of A to that of B; approximate for curved or flat hulls. Overwrites the query cells. */
export function normalOfHulls(engine: PairKernel, a: Shape, poseA: Pose, b: Shape, poseB: Pose): Vector3 {
  const hullA = a.kind === 'compound' ? hullOfCompound(a) : a;
  const hullB = b.kind === 'compound' ? hullOfCompound(b) : b;
  writePose(POSE_A, poseA);
  writePose(POSE_B, poseB);
  queryPair(engine, kernelBlock(hullA), POSE_A, kernelBlock(hullB), POSE_B, 0, Infinity, RESULT);
  const at = RESULT + RESULT_NORMAL;
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

/** Largest n.x over the pieces, rounded up. */
function farthest(pieces: readonly PlacedPiece[], n: Vector3): number {
  let top = -Infinity;
  for (const { shape, pose, radius, rounding } of pieces) {
    const local = shape.support(inverseRotate(pose.orientation, n));
    const allowance = SUPPORT_IN_ROUNDINGS * Number.EPSILON * (length(pose.position) + length(local) + radius);
    top = Math.max(top, dot(n, transformPoint(pose, local)) + allowance + rounding);
  }
  return top;
}

/** Smallest angle of a climbing step; the bound is then accurate to its square, or at a corner. */
const SMALLEST_CLIMB = 1e-4;
const FIRST_CLIMB = 0.25;

/** Minimum gain of a turn, relative to the displacement of the farthest points; otherwise the climb would creep. */
const LEAST_GAIN = 1e-3;
/**
 * Step limit: each step width crosses a hemisphere at most, plus a few steps on a ridge. Any direction gives a bound.
 */
const CLIMB_LIMIT = 500;

/** Largest gap found by hill climbing over small turns of n; for curved hulls, whose normal is approximate. */
function climb(n: Vector3, a: readonly PlacedPiece[], b: readonly PlacedPiece[]): number {
  const size = Math.max(...[...a, ...b].map(({ radius }) => (radius < Infinity ? radius : 0)));
  let top = n;
  let best = gapAlong(n, a, b);
  let step = FIRST_CLIMB;
  for (let k = 0; step > SMALLEST_CLIMB && k < CLIMB_LIMIT; k++) {
    const u = perpendicular(top);
    const v = cross(top, u);
    const around = [u, v, negate(u), negate(v)].map((side) => normalise(addScaled(top, side, step)));
    const gaps = around.map((direction) => gapAlong(direction, a, b));
    const highest = gaps.indexOf(Math.max(...gaps));
    if (gaps[highest] > best + LEAST_GAIN * step * step * size) {
      best = gaps[highest];
      top = around[highest];
    } else {
      step /= 2;
    }
  }
  return best;
}

function isPolyhedron({ shape }: PlacedPiece): boolean {
  return ['box', 'polyhedron', 'facet', 'segment', 'point'].includes(shape.kind);
}

/** The best gap between the pieces along the given unit vectors and near them; a lower bound of the signed distance. */
export function bestGap(normals: readonly Vector3[], a: readonly PlacedPiece[], b: readonly PlacedPiece[]): number {
  const isExact = a.every(isPolyhedron) && b.every(isPolyhedron);
  return Math.max(...normals.map((n) => (isExact ? gapAlong(n, a, b) : climb(n, a, b))));
}

/** The gap between the pieces along the unit vector from A to B, rounded down: a lower bound of the signed distance. */
export function gapAlong(n: Vector3, a: readonly PlacedPiece[], b: readonly PlacedPiece[]): number {
  return -farthest(b, negate(n)) - farthest(a, n);
}
