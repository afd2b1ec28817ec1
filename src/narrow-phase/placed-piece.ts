// SPDX-License-Identifier: MIT
/** A body as convex pieces in one frame, each with a bounding ball, for queries on compounds. */
import {
  CACHE_STRIDE,
  SHAPE_CENTRE,
  SHAPE_DESCRIPTION,
  SHAPE_EXTENT,
  SHAPE_KEY_HIGH,
  SHAPE_KEY_LOW,
  SHAPE_MARGIN,
  SHAPE_RADIUS,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import { compose, type Pose, transformPoint } from '../math/pose.ts';
import { distance, length, subtract, type Vector3 } from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import type { HalfSpace } from '../shapes/kinds/half-space.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import type { ContactCache } from './contact-cache.ts';

/** Input body of one kernel query. */
export type SimpleShape = ConvexShape | HalfSpace;

export interface PlacedPiece {
  readonly shape: SimpleShape;
  /** In the kernel's memory. */
  readonly block: number;
  readonly pose: Pose;
  /** The ball around the piece; a half-space has an infinite one. */
  readonly centre: Vector3;
  readonly radius: number;
  /** Largest side of the piece's bounding box. */
  readonly extent: number;
  /** Rounding error of each coordinate from the composition of its pose. */
  readonly rounding: number;
}

/** Composing two poses takes a rotation and a sum: a few roundings of the coordinates, with slack. */
const PLACING_IN_ROUNDINGS = 8;
/** The ball and the distance of two centres are computed in a few more. */
const BALL_IN_ROUNDINGS = 16;

function placedPiece(shape: SimpleShape, pose: Pose, rounding: number): PlacedPiece {
  const block = kernelBlock(shape);
  const at = block + SHAPE_CENTRE;
  return {
    shape,
    block,
    pose,
    centre: transformPoint(pose, { x: F[at], y: F[at + 1], z: F[at + 2] }),
    radius: shape.kind === 'halfSpace' ? Infinity : F[block + SHAPE_RADIUS] + F[block + SHAPE_MARGIN],
    extent: F[block + SHAPE_EXTENT],
    rounding,
  };
}

/** The pieces of a shape at a pose: those of a compound in its order, any other shape as the one piece it is. */
export function placedPieces(shape: Shape, at: Pose): readonly PlacedPiece[] {
  if (shape.kind !== 'compound') return [placedPiece(shape, at, 0)];
  return shape.pieces.map((piece) => {
    const coordinates = length(at.position) + length(piece.pose.position);
    return placedPiece(piece.shape, compose(at, piece.pose), PLACING_IN_ROUNDINGS * Number.EPSILON * coordinates);
  });
}

/** A lower bound of the signed distance of two pieces: that of their balls, rounding allowed for. */
export function gapOfBalls(p: PlacedPiece, q: PlacedPiece): number {
  const radii = p.radius + q.radius;
  if (radii === Infinity) return -Infinity;
  const between = distance(p.centre, q.centre);
  const scale = length(p.centre) + length(q.centre) + radii;
  return between - radii - BALL_IN_ROUNDINGS * Number.EPSILON * scale - p.rounding - q.rounding;
}

/** Address of the warm start of pieces i and j; 0 where the cache has no place for every pair of them. */
export function cacheOfPieces(
  cache: ContactCache | undefined,
  i: number,
  j: number,
  a: readonly PlacedPiece[],
  b: readonly PlacedPiece[],
): number {
  if (cache === undefined || cache.size < a.length * b.length) return 0;
  return cache.address + CACHE_STRIDE * (i * b.length + j);
}

function* orderingNumbers(shape: Shape, at: Pose): Generator<number> {
  const pieces = shape.kind === 'compound' ? shape.pieces : [{ shape, pose: undefined }];
  yield shape.kind === 'compound' ? pieces.length : 0;
  for (const piece of pieces) {
    const block = kernelBlock(piece.shape);
    yield I[2 * block + SHAPE_KEY_HIGH];
    yield I[2 * block + SHAPE_KEY_LOW];
    if (piece.pose !== undefined) yield* poseNumbers(piece.pose);
  }
  yield* poseNumbers(at);
  for (const piece of pieces) yield I[2 * kernelBlock(piece.shape) + SHAPE_DESCRIPTION];
}

function* poseNumbers({ position: p, orientation: q }: Pose): Generator<number> {
  yield* [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
}

/** True when two bodies must be exchanged for the canonical order, in which exchanging them changes no bit. */
export function outOfOrder(a: Shape, poseA: Pose, b: Shape, poseB: Pose): boolean {
  const inB = orderingNumbers(b, poseB);
  for (const x of orderingNumbers(a, poseA)) {
    const y = inB.next().value as number;
    if (x !== y) return x > y;
  }
  return false;
}

/**
 * The pose seen from `reference`: pieces placed there keep the digits that a body far from the origin would cost them.
 */
export function poseRelativeTo(reference: Vector3, { position, orientation }: Pose): Pose {
  return { position: subtract(position, reference), orientation };
}
