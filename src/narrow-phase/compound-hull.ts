// SPDX-License-Identifier: MIT
/**
 * How far two sets of pieces are apart at least. Along any unit vector n the gap min n.b - max n.a between them bounds
 * their signed distance from below: moving B by -gap along n separates the sets and all that lies between their pieces.
 * The best n of two convex sets is their contact normal, so the hulls of the pieces are asked for it.
 */
import { InvalidShapeError } from '../errors.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { RESULT_NORMAL } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { type Pose, transformPoint } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { dot, length, type Vector3 } from '../math/vector.ts';
import type { Compound } from '../shapes/compound.ts';
import { type ConvexPolyhedron, polyhedron } from '../shapes/convex-polyhedron.ts';
import { kernelBlock } from '../shapes/kernel-block.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import type { PlacedPiece } from './placed-piece.ts';

/** Support values are a rotation and two sums of the coordinates. */
const SUPPORT_IN_ROUNDINGS = 16;

/** The 26 directions to the faces, edges and corners of a cube: enough for a good guess of a smooth hull's normal. */
const DIRECTIONS: readonly Vector3[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].filter((z) => x !== 0 || y !== 0 || z !== 0).map((z) => ({ x, y, z }))),
);

/** Points of the shape whose hull is the shape itself, or close to it inside. */
function hullPoints(shape: ConvexShape): readonly Vector3[] {
  switch (shape.kind) {
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

const hulls = new WeakMap<Compound, ConvexPolyhedron | 'flat'>();

/** Hull of the compound's points, made once; undefined when they lie in a plane. */
function hullOfCompound(shape: Compound): ConvexPolyhedron | undefined {
  let hull = hulls.get(shape);
  if (hull === undefined) {
    const vertices = shape.pieces.flatMap(({ shape: piece, pose }) =>
      hullPoints(piece).map((point) => transformPoint(pose, point)),
    );
    try {
      hull = polyhedron({ vertices });
    } catch (error) {
      if (!(error instanceof InvalidShapeError)) throw error;
      hull = 'flat';
    }
    hulls.set(shape, hull);
  }
  return hull === 'flat' ? undefined : hull;
}

/** The normal from the hull of A to that of B; undefined where one is flat. Overwrites the query cells. */
export function normalOfHulls(engine: Kernel, a: Shape, poseA: Pose, b: Shape, poseB: Pose): Vector3 | undefined {
  const hullA = a.kind === 'compound' ? hullOfCompound(a) : a;
  const hullB = b.kind === 'compound' ? hullOfCompound(b) : b;
  if (hullA === undefined || hullB === undefined) return undefined;
  writePose(POSE_A, poseA);
  writePose(POSE_B, poseB);
  queryPair(engine, kernelBlock(hullA), POSE_A, kernelBlock(hullB), POSE_B, 0, Infinity, RESULT);
  const at = RESULT + RESULT_NORMAL;
  return { x: F[at] as number, y: F[at + 1] as number, z: F[at + 2] as number };
}

/** Largest n.x over the pieces, rounding added. */
function farthest(pieces: readonly PlacedPiece[], n: Vector3): number {
  let top = -Infinity;
  for (const { shape, pose, radius, rounding } of pieces) {
    const local = shape.support(inverseRotate(pose.orientation, n));
    const allowance = SUPPORT_IN_ROUNDINGS * Number.EPSILON * (length(pose.position) + length(local) + radius);
    top = Math.max(top, dot(n, transformPoint(pose, local)) + allowance + rounding);
  }
  return top;
}

/** The gap between the pieces along the unit vector from A to B, rounded down: a lower bound of the signed distance. */
export function gapAlong(n: Vector3, a: readonly PlacedPiece[], b: readonly PlacedPiece[]): number {
  return -farthest(b, { x: -n.x, y: -n.y, z: -n.z }) - farthest(a, n);
}
