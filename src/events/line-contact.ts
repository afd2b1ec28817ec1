// SPDX-License-Identifier: MIT
/**
 * A capsule or tablet against anything as an elastic foundation along its axis: E = (k / 2) * integral of depth(s)^2
 * ds, where depth(s) is that of the ball of the capsule, or the lens of the tablet, at s. Their union is the body.
 * The depth is a concave function of s, so that the part of the axis in contact is one interval around its deepest
 * point, and the force is continuous in the pose: a body that lies on a face does not jump from one end to the other,
 * as a single contact point does.
 */

import type { EventLaw } from '../contact-laws/event-law.ts';
import type { Pose } from '../math/pose.ts';
import { IDENTITY_QUATERNION, rotate } from '../math/quaternion.ts';
import { addScaled, dot, scale, subtract } from '../math/vector.ts';
import type { BodyLoads } from '../motion/mechanical-system.ts';
import { type Contact, contact } from '../narrow-phase/contact.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { contactSolid } from './contact-solid.ts';
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

/** A convex section that is swept along the z axis of a body, from -halfLength to halfLength. */
interface Rod {
  readonly section: ConvexShape;
  readonly halfLength: number;
  /** Of the cylinder between the ends. */
  readonly radius: number;
}

const rods = new WeakMap<ConvexShape, Rod>();

/** The body as a rod; undefined for bodies that are none. */
function rodOf(shape: ConvexShape): Rod | undefined {
  let rod = rods.get(shape);
  if (rod === undefined) {
    rod = newRod(shape);
    if (rod !== undefined) rods.set(shape, rod);
  }
  return rod;
}

function newRod(shape: ConvexShape): Rod | undefined {
  switch (shape.kind) {
    case 'capsule': {
      const { radius, halfLength } = shape;
      return { section: sphere({ radius }), halfLength, radius };
    }
    case 'tablet': {
      const { bandHeight, radius } = shape;
      return bandHeight > 0 ? { section: shape.lens(), halfLength: bandHeight / 2, radius } : undefined;
    }
    case 'rounded': {
      const inner = shape.shape.kind === 'tablet' ? newRod(shape.shape) : undefined;
      const section = inner && rounded({ shape: inner.section, radius: shape.radius });
      return inner && section && { section, halfLength: inner.halfLength, radius: inner.radius + shape.radius };
    }
    default:
      return undefined;
  }
}

/** Which of two pieces is the rod whose axis is taken: A if both are; undefined if none is. */
function rodOfPair(pieces: ContactPieces, a: number, b: number): number | undefined {
  return [a, b].find((piece) => rodOfPiece(pieces, piece) !== undefined);
}

function rodOfPiece(pieces: ContactPieces, piece: number): Rod | undefined {
  const { shape } = pieces.pieces[piece];
  return shape.kind === 'halfSpace' ? undefined : rodOf(shape);
}

/**
 * Stiffness of the line of a pair, N/m2; undefined if neither is a rod or the law has nothing for it. Tablets against
 * bodies with flat or straight sides need more than one contact point: without `line` they use the volume stiffness
 * times their radius, as rounded edges do.
 */
export function lineStiffness(
  pieces: ContactPieces,
  a: number,
  b: number,
  { line, volume }: Pick<EventLaw, 'line' | 'volume'>,
): number | undefined {
  const piece = rodOfPair(pieces, a, b);
  if (piece === undefined) return undefined;
  if (line !== undefined) return line.stiffness;
  const other = piece === a ? b : a;
  const isFlat = (rodOfPiece(pieces, other) ?? contactSolid(pieces.pieces[other].shape)) !== undefined;
  if (volume === undefined || !isFlat || pieces.pieces[piece].shape.kind === 'capsule') return undefined;
  return volume.stiffness * (rodOfPiece(pieces, piece)?.radius ?? 0);
}

/** Adds the loads of a contact of a piece that is a rod; returns its elastic energy, J. */
export function addLineContact(pieces: ContactPieces, pair: TouchingPair, stiffness: number, loads: BodyLoads): number {
  const piece = rodOfPair(pieces, pair.a, pair.b) ?? pair.a;
  const { shape } = pieces.pieces[piece];
  if (shape.kind === 'halfSpace') return 0;
  return addRodContact(pieces, pair, piece, shape, pieces.poses[piece], stiffness, loads);
}

/** The same for a rod at `pose` that belongs to the piece `piece` of the pair. */
export function addRodContact(
  pieces: ContactPieces,
  pair: TouchingPair,
  piece: number,
  shape: ConvexShape,
  pose: Pose,
  stiffness: number,
  loads: BodyLoads,
): number {
  const rod = rodOf(shape);
  if (rod === undefined) return 0;
  const other = piece === pair.a ? pair.b : pair.a;
  const { position, orientation } = pose;
  const axis = rotate(orientation, { x: 0, y: 0, z: 1 });
  // A ball is the same however it is turned.
  const turn = rod.section.kind === 'sphere' ? IDENTITY_QUATERNION : orientation;
  const at = (s: number): Contact => {
    const placed = { position: addScaled(position, axis, s), orientation: turn };
    return contact(rod.section, placed, pieces.pieces[other].shape, pieces.poses[other]);
  };
  const whole = contact(shape, pose, pieces.pieces[other].shape, pieces.poses[other]);
  if (!(whole.distance < 0)) return 0;
  const h = rod.halfLength;
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
      const normal = piece === pair.a ? found.normal : scale(found.normal, -1);
      addPointForce(pieces, pair, found.point, normal, share * depth, 0, loads);
      energy += 0.5 * share * depth * depth;
    }
  }
  return energy;
}

/**
 * Where the sections from `inside` towards `end` stop touching, or the end: false position with halved weights
 * (Illinois).
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
