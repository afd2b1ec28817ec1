// SPDX-License-Identifier: MIT
/**
 * Bodies as convex pieces, positioned by the motion of a mechanical system; distances and forces are computed between
 * pieces.
 */

import { compose, type Pose, transformPoint } from '../math/pose.ts';
import { rotate } from '../math/quaternion.ts';
import { add, cross, distance, length, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import type { BodyMotion } from '../motion/mechanical-system.ts';
import type { HalfSpace } from '../shapes/kinds/half-space.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';

/** A body for contacts: moved by the mechanical system (`body` is its index there), or fixed in the world. */
export interface ContactBody {
  readonly name: string;
  readonly shape: Shape;
  /** Index in the mechanical system; undefined for a body fixed at `pose`. */
  readonly body?: number;
  /** Pose of a fixed body. */
  readonly pose?: Pose;
}

export interface ContactPiece {
  readonly shape: ConvexShape | HalfSpace;
  /** Index of the body in the list; pieces of one body are never paired. */
  readonly owner: number;
  /** Index in the mechanical system; -1 for a fixed body. */
  readonly body: number;
  /** Pose in the body's own frame; for a fixed piece, in the world. */
  readonly local: Pose;
  /** Bounding ball of the piece in its own frame; infinite for half-spaces. */
  readonly centre: Vector3;
  readonly radius: number;
  /** Largest distance of a point of the piece from the origin of its body: the lever arm of rotation. */
  readonly reach: number;
}

/** The convex pieces of all bodies with their world poses, as contact events need them. */
export class ContactPieces {
  readonly bodies: readonly ContactBody[];
  readonly pieces: readonly ContactPiece[];
  /** World poses of the placed pieces. */
  readonly poses: Pose[];
  /** World centres of the bounding balls of the placed moving pieces: 3 numbers per piece. */
  readonly centres: Float64Array;
  /** Radius of the smallest moving piece, and of the largest. */
  readonly smallest: number;
  readonly largest: number;
  readonly #areApart: (a: number, b: number) => boolean;
  #motion: BodyMotion | undefined;

  /** `areApart` returns true for bodies that never touch, such as those connected by a joint. */
  constructor(bodies: readonly ContactBody[], areApart: (a: number, b: number) => boolean = () => false) {
    this.bodies = bodies;
    this.#areApart = areApart;
    this.pieces = bodies.flatMap((given, owner) => piecesOf(given, owner));
    this.poses = this.pieces.map(({ local }) => local);
    this.centres = new Float64Array(3 * this.pieces.length);
    const moving = this.pieces.filter(({ body }) => body >= 0).map(({ radius }) => radius);
    this.smallest = Math.min(...moving, Infinity);
    this.largest = Math.max(...moving, 0);
  }

  /** False for pieces of one body, of two fixed bodies, and of bodies connected by a joint. */
  mayTouch(i: number, j: number): boolean {
    const a = this.pieces[i];
    const b = this.pieces[j];
    if (a.owner === b.owner || (a.body < 0 && b.body < 0)) return false;
    return (a.body !== b.body || a.body < 0) && !this.#areApart(a.owner, b.owner);
  }

  /** Places all moving pieces, or those at the given indices. */
  place(motion: BodyMotion, indices: Iterable<number> = this.pieces.keys()): void {
    this.#motion = motion;
    for (const i of indices) {
      const { body, local, centre } = this.pieces[i];
      if (body < 0) continue;
      const pose = compose(poseOf(motion, body), local);
      this.poses[i] = pose;
      const { x, y, z } = transformPoint(pose, centre);
      this.centres[3 * i] = x;
      this.centres[3 * i + 1] = y;
      this.centres[3 * i + 2] = z;
    }
  }

  /** Velocity of a piece's body at a world point. */
  velocityAt(piece: number, point: Vector3): Vector3 {
    const { body } = this.pieces[piece];
    if (body < 0 || this.#motion === undefined) return ZERO_VECTOR;
    const { positions, velocities } = this.#motion;
    const arm = subtract(point, vectorAt(positions, 3 * body));
    return add(vectorAt(velocities, 3 * body), cross(this.angularVelocity(piece), arm));
  }

  angularVelocity(piece: number): Vector3 {
    const { body } = this.pieces[piece];
    return body < 0 || this.#motion === undefined ? ZERO_VECTOR : vectorAt(this.#motion.angularVelocities, 3 * body);
  }

  /** World position of the origin of the body's frame, the reference point of loads. */
  origin(piece: number): Vector3 {
    const { body } = this.pieces[piece];
    return body < 0 || this.#motion === undefined ? ZERO_VECTOR : vectorAt(this.#motion.positions, 3 * body);
  }

  /** Upper bound of the speed of the piece's points. */
  speedBound(piece: number): number {
    const { body, reach } = this.pieces[piece];
    if (body < 0 || this.#motion === undefined) return 0;
    return length(vectorAt(this.#motion.velocities, 3 * body)) + reach * length(this.angularVelocity(piece));
  }

  /** Upper bound of the speed at which two pieces approach each other. */
  approachBound(i: number, j: number): number {
    const velocity = (k: number): Vector3 => {
      const { body } = this.pieces[k];
      return body < 0 || this.#motion === undefined ? ZERO_VECTOR : vectorAt(this.#motion.velocities, 3 * body);
    };
    const turning = (k: number): number =>
      this.pieces[k].body < 0 ? 0 : this.pieces[k].reach * length(this.angularVelocity(k));
    return distance(velocity(i), velocity(j)) + turning(i) + turning(j);
  }
}

function vectorAt(values: Float64Array, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}

function poseOf({ positions, orientations }: BodyMotion, body: number): Pose {
  const at = 4 * body;
  return {
    position: vectorAt(positions, 3 * body),
    orientation: {
      w: orientations[at],
      x: orientations[at + 1],
      y: orientations[at + 2],
      z: orientations[at + 3],
    },
  };
}

function piecesOf({ shape, body = -1, pose }: ContactBody, owner: number): ContactPiece[] {
  const outer: Pose = pose ?? { position: ZERO_VECTOR, orientation: { w: 1, x: 0, y: 0, z: 0 } };
  const parts = shape.kind === 'compound' ? shape.pieces : [{ shape, pose: undefined }];
  return parts.map((part) => {
    const inner = part.pose ?? { position: ZERO_VECTOR, orientation: { w: 1, x: 0, y: 0, z: 0 } };
    const local = body < 0 ? compose(outer, inner) : inner;
    if (part.shape.kind === 'halfSpace') {
      return { shape: part.shape, owner, body, local, centre: ZERO_VECTOR, radius: Infinity, reach: 0 };
    }
    const { centre, radius } = part.shape.boundingBall();
    const reach = length(add(local.position, rotate(local.orientation, centre))) + radius;
    return { shape: part.shape, owner, body, local, centre, radius, reach };
  });
}
