// SPDX-License-Identifier: MIT
/**
 * A capsule against anything as an elastic foundation along its axis: E = (k / 2) * integral of depth(s)^2 ds, where
 * depth(s) is that of the ball at s. The depth of a ball is a concave function of s, so that the part of the axis in
 * contact is one interval around its deepest point, and the force is continuous in the pose: a capsule that lies on a
 * face does not jump from one end to the other, as a single contact point does.
 */

import type { Pose } from '../math/pose.ts';
import { rotate } from '../math/quaternion.ts';
import { addScaled, dot, scale, subtract, type Vector3 } from '../math/vector.ts';
import type { BodyLoads } from '../motion/mechanical-system.ts';
import { type Contact, contact } from '../narrow-phase/contact.ts';
import type { Capsule } from '../shapes/kinds/capsule.ts';
import { type Sphere, sphere } from '../shapes/kinds/sphere.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { addPointForce, type TouchingPair } from './smooth-contact-force.ts';

/**
 * Nodes and weights of Gauss and Legendre on (-1, 1), half of them: exact for depths that are polynomials, such as that
 * on a plane.
 */
const GAUSS: readonly (readonly [number, number])[] = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
];
/** Ends of the interval are found to this share of the axis. */
const END_TOLERANCE = 1e-13;
const END_TRIALS = 60;

const balls = new WeakMap<Capsule, Sphere>();

function ballOf(capsule: Capsule): Sphere {
  let ball = balls.get(capsule);
  if (ball === undefined) {
    ball = sphere({ radius: capsule.radius });
    balls.set(capsule, ball);
  }
  return ball;
}

/** Which of two pieces is the capsule whose axis is taken: A if both are; undefined if none is. */
export function capsuleOf(pieces: ContactPieces, a: number, b: number): number | undefined {
  if (pieces.pieces[a].shape.kind === 'capsule') return a;
  return pieces.pieces[b].shape.kind === 'capsule' ? b : undefined;
}

/** Adds the loads of a contact of a piece that is a capsule; returns its elastic energy, J. */
export function addLineContact(pieces: ContactPieces, pair: TouchingPair, stiffness: number, loads: BodyLoads): number {
  const rod = capsuleOf(pieces, pair.a, pair.b) ?? pair.a;
  const { shape } = pieces.pieces[rod];
  return shape.kind === 'capsule' ? addRodContact(pieces, pair, rod, shape, pieces.poses[rod], stiffness, loads) : 0;
}

/** The same for a capsule at `pose` that belongs to the piece `rod` of the pair. */
export function addRodContact(
  pieces: ContactPieces,
  pair: TouchingPair,
  rod: number,
  shape: Capsule,
  pose: Pose,
  stiffness: number,
  loads: BodyLoads,
): number {
  const other = rod === pair.a ? pair.b : pair.a;
  const ball = ballOf(shape);
  const { position, orientation } = pose;
  const axis = rotate(orientation, { x: 0, y: 0, z: 1 });
  const at = (s: number): Contact => {
    const centre: Vector3 = addScaled(position, axis, s);
    return contact(ball, { position: centre }, pieces.pieces[other].shape, pieces.poses[other]);
  };
  const whole = contact(shape, pose, pieces.pieces[other].shape, pieces.poses[other]);
  if (!(whole.distance < 0)) return 0;
  const h = shape.halfLength;
  const deepest = Math.max(-h, Math.min(h, dot(subtract(whole.pointOnA, position), axis)));
  const low = endOf(deepest, -h, at);
  const high = endOf(deepest, h, at);
  const middle = 0.5 * (low + high);
  const half = 0.5 * (high - low);
  let energy = 0;
  for (const [node, weight] of GAUSS) {
    for (const side of [-1, 1]) {
      const found = at(middle + side * half * node);
      const depth = -found.distance;
      if (!(depth > 0)) continue;
      const share = stiffness * weight * half;
      const normal = rod === pair.a ? found.normal : scale(found.normal, -1);
      addPointForce(pieces, pair, found.point, normal, share * depth, 0, loads);
      energy += 0.5 * share * depth * depth;
    }
  }
  return energy;
}

/**
 * Where the balls from `inside` towards `end` stop touching, or the end: false position with halved weights (Illinois).
 */
function endOf(inside: number, end: number, at: (s: number) => Contact): number {
  let outer = end;
  let outerDepth = -at(end).distance;
  if (outerDepth >= 0) return end;
  let inner = inside;
  let innerDepth = Math.max(-at(inside).distance, 0);
  const tolerance = END_TOLERANCE * Math.abs(end);
  let side = 0;
  for (let k = 0; k < END_TRIALS && Math.abs(outer - inner) > tolerance; k++) {
    const s =
      innerDepth > 0 ? inner + ((outer - inner) * innerDepth) / (innerDepth - outerDepth) : 0.5 * (inner + outer);
    const depth = -at(s).distance;
    if (depth > 0) {
      inner = s;
      innerDepth = depth;
      if (side === 1) outerDepth /= 2;
      side = 1;
    } else {
      outer = s;
      outerDepth = depth;
      if (depth === 0) return s;
      if (side === -1) innerDepth /= 2;
      side = -1;
    }
  }
  return inner;
}
