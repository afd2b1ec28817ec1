// SPDX-License-Identifier: MIT
/** Convex pieces of moving bodies, and upper bounds of their speed of approach. */
import { InvalidOptionError } from '../errors.ts';
import { SHAPE_EXTENT } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { compose, IDENTITY_POSE, type Pose, transformPoint } from '../math/pose.ts';
import { inverseRotate, type Quaternion, rotate } from '../math/quaternion.ts';
import { addScaled, cross, dot, length, negate, normalise, subtract, type Vector3 } from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import type { Shape } from '../shapes/shape.ts';
import { poseAt, type RigidMotion } from './constant-motion.ts';
import type { SimpleShape } from './placed-piece.ts';

export interface MovingPiece {
  readonly shape: SimpleShape;
  readonly block: number;
  readonly extent: number;
  /** In the body's frame. */
  readonly local: Pose;
  readonly motion: RigidMotion;
  /** Largest distance of the piece from the centre of rotation; infinite for a half-space. */
  readonly radius: number;
  /** Largest distance of the piece from the axis of rotation; 0 if rotation moves nothing. */
  readonly reach: number;
}

/** Roundings added to bounds of radii (a rotation and a root) to make them safe. */
const REACH_SLACK = 1 + 16 * Number.EPSILON;

/**
 * Sine below which a half-space turns about its own normal, which does not move it: the rounding of two unit vectors.
 */
const OWN_NORMAL_SINE = 1e-15;

function cornersOf(shape: SimpleShape): readonly Vector3[] {
  const { min, max } = shape.boundingBox();
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({
    x: k & 1 ? max.x : min.x,
    y: k & 2 ? max.y : min.y,
    z: k & 4 ? max.z : min.z,
  }));
}

function movingPiece(shape: SimpleShape, local: Pose, motion: RigidMotion, path: string): MovingPiece {
  const block = kernelBlock(shape);
  const piece = { shape, block, extent: F[block + SHAPE_EXTENT], local, motion };
  const { angularVelocity, spin } = motion;
  if (shape.kind === 'halfSpace') {
    const normal = rotate(motion.pose.orientation, shape.normal);
    if (length(cross(angularVelocity, normal)) > OWN_NORMAL_SINE * spin) {
      throw new InvalidOptionError(
        'turning-half-space',
        `${path}.angularVelocity: a halfSpace that turns sweeps all of space; expected zero or along its ` +
          'normal. Use a box',
      );
    }
    return { ...piece, radius: Infinity, reach: 0 };
  }
  // The farthest point of a box from a centre and from an axis is a corner: both distances are convex.
  const corners = cornersOf(shape).map((corner) => rotate(motion.pose.orientation, transformPoint(local, corner)));
  const radius = REACH_SLACK * corners.reduce((most, corner) => Math.max(most, length(corner)), 0);
  if (spin === 0) return { ...piece, radius, reach: 0 };
  const axis = normalise(angularVelocity);
  const fromAxis = (corner: Vector3): number => length(addScaled(corner, axis, -dot(corner, axis)));
  return { ...piece, radius, reach: REACH_SLACK * corners.reduce((most, c) => Math.max(most, fromAxis(c)), 0) };
}

/** The pieces of a shape in motion; `path` is what error messages call the motion. */
export function movingPieces(shape: Shape, motion: RigidMotion, path: string): readonly MovingPiece[] {
  if (shape.kind !== 'compound') return [movingPiece(shape, IDENTITY_POSE, motion, path)];
  return shape.pieces.map((piece) => movingPiece(piece.shape, piece.pose, motion, path));
}

export function poseOfPiece(piece: MovingPiece, time: number): Pose {
  const body = poseAt(piece.motion, time);
  return piece.local === IDENTITY_POSE ? body : compose(body, piece.local);
}

/** Largest n.(x - centre of rotation) over the piece while its body has the given orientation. */
function farthestAlong({ shape, local }: MovingPiece, orientation: Quaternion, n: Vector3): number {
  // It moves along its normal only, and n is that normal.
  if (shape.kind === 'halfSpace') return shape.offset;
  const inBody = inverseRotate(orientation, n);
  if (local === IDENTITY_POSE) return dot(inBody, shape.support(inBody));
  const own = inverseRotate(local.orientation, inBody);
  return dot(inBody, local.position) + dot(own, shape.support(own));
}

/** Gap between the pieces along the unit vector n, from A to B, at the given time. */
export function gapAlongAt(p: MovingPiece, q: MovingPiece, n: Vector3, time: number): number {
  const a = poseAt(p.motion, time);
  const b = poseAt(q.motion, time);
  const between = dot(n, subtract(b.position, a.position));
  return between - farthestAlong(q, b.orientation, negate(n)) - farthestAlong(p, a.orientation, n);
}

/** Upper bound of the closing speed along a fixed n at any time: translation, and rotation at the largest reach. */
export function closingSpeed(p: MovingPiece, q: MovingPiece, n: Vector3): number {
  const straight = dot(n, subtract(p.motion.linearVelocity, q.motion.linearVelocity));
  const turning =
    p.reach * length(cross(n, p.motion.angularVelocity)) + q.reach * length(cross(n, q.motion.angularVelocity));
  return straight + turning;
}

/**
 * Largest second derivative, within `span` from `time` on, of n.(b - a) for points a, b of the pieces and a unit vector
 * n that turns with `turn` radians per unit of time: turn^2 |b - a| + 2 turn |b' - a'| + |b'' - a''|.
 */
export function largestBend(p: MovingPiece, q: MovingPiece, turn: number, time: number, span: number): number {
  const turningSpeed = p.reach * p.motion.spin + q.reach * q.motion.spin;
  const acceleration = p.reach * p.motion.spin ** 2 + q.reach * q.motion.spin ** 2;
  if (turn === 0) return acceleration;
  const speed = length(subtract(q.motion.linearVelocity, p.motion.linearVelocity));
  const between = length(subtract(poseAt(q.motion, time).position, poseAt(p.motion, time).position));
  const farthest = between + speed * span + p.radius + q.radius;
  return turn * turn * farthest + 2 * turn * (speed + turningSpeed) + acceleration;
}
