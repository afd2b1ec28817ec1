// SPDX-License-Identifier: MIT
/**
 * Contact energy of the common volume, E = k V^2 / (2 A) (docs/theory/overlap-volume-law.md), for event-driven
 * contacts. Force and moment are its derivatives and are continuous in the pose for all features. Damping is
 * proportional to the pressure and friction to the force; both act over a disc of the contact's area, so they resist
 * rocking and twisting too.
 */

import { overlapEnergy, referenceArea } from '../contact-laws/overlap-volume-law.ts';
import { tanh } from '../math/elementary.ts';
import { length2 } from '../math/planar-vector.ts';
import { compose, type Pose } from '../math/pose.ts';
import { rotate } from '../math/quaternion.ts';
import { add, addScaled, cross, dot, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { type BodyLoads, DAMPING_LOSS, FRICTION_LOSS } from '../motion/mechanical-system.ts';
import { contact } from '../narrow-phase/contact.ts';
import { type OverlapVolume, overlapVolume } from '../narrow-phase/patch/overlap-volume.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { type ContactSolid, contactSolid, posesOfSolid } from './contact-solid.ts';
import { addRodContact } from './line-contact.ts';
import {
  addLoad,
  addLoss,
  dampingFactor,
  frictionShare,
  resistingTorque,
  slipVelocity,
  type TouchingPair,
} from './smooth-contact-force.ts';

interface VolumeStiffness {
  /** N/m3 */
  readonly volume: number;
  /** Stiffness of rounded edges, N/m2; default: `volume` times the radius of the rounding. */
  readonly line: number | undefined;
}

/**
 * True if both pieces have flat or straight sides, or one has and the other is a half-space. A round side has one
 * contact point, which is enough.
 */
export function hasVolumeContact(pieces: ContactPieces, a: number, b: number): boolean {
  return [a, b].every((piece) => contactSolid(pieces.pieces[piece].shape) !== undefined);
}

/** The constant area A of a pair, m2. */
export function areaOfPair(pieces: ContactPieces, a: number, b: number): number {
  const volumeOf = (piece: number): number => {
    const { shape } = pieces.pieces[piece];
    return shape.kind === 'halfSpace' ? Infinity : shape.massProperties().volume;
  };
  return referenceArea(volumeOf(a), volumeOf(b));
}

/** Adds the loads of a contact; returns its elastic energy, J. */
export function addVolumeContact(
  pieces: ContactPieces,
  pair: TouchingPair,
  stiffness: VolumeStiffness,
  area: number,
  loads: BodyLoads,
): number {
  const [pieceA, pieceB] = [pieces.pieces[pair.a], pieces.pieces[pair.b]];
  const [poseA, poseB] = [pieces.poses[pair.a], pieces.poses[pair.b]];
  const a = contactSolid(pieceA.shape);
  const b = contactSolid(pieceB.shape);
  if (a === undefined || b === undefined) return 0;
  const isPlain = !(a.isTurned || b.isTurned) && a.rods.length + b.rods.length === 0;
  if (isPlain) {
    const common = overlapVolume(a.polyhedron, poseA, b.polyhedron, poseB);
    return addCommonVolume(pieces, pair, stiffness.volume, area, common, loads);
  }
  const { distance, normal, pointOnA, pointOnB } = contact(pieceA.shape, poseA, pieceB.shape, poseB);
  if (!(distance < 0)) return 0;
  const common = sharedVolume(a, poseA, b, poseB, normal);
  let energy = addCommonVolume(pieces, pair, stiffness.volume, area, common, loads);
  energy += addRods(pieces, pair, pair.a, a, stiffness, normal, pointOnB, loads);
  energy += addRods(pieces, pair, pair.b, b, stiffness, scale(normal, -1), pointOnA, loads);
  return energy;
}

/** Adds the rods of one body; the other body is beyond the plane through its deepest point `beyond` across `normal`. */
function addRods(
  pieces: ContactPieces,
  pair: TouchingPair,
  piece: number,
  { rods }: ContactSolid,
  stiffness: VolumeStiffness,
  normal: Vector3,
  beyond: Vector3,
  loads: BodyLoads,
): number {
  let energy = 0;
  for (const { capsule, local } of rods) {
    const pose = compose(pieces.poses[piece], local);
    const lean = Math.abs(dot(rotate(pose.orientation, { x: 0, y: 0, z: 1 }), normal));
    const reach = dot(subtract(pose.position, beyond), normal) + capsule.halfLength * lean + capsule.radius;
    if (!(reach > 0)) continue;
    const perLength = stiffness.line ?? stiffness.volume * capsule.radius;
    energy += addRodContact(pieces, pair, piece, capsule, pose, perLength, loads);
  }
  return energy;
}

/** Common volume of two solids; the weighted mean where a polyhedron has two poses. */
function sharedVolume(a: ContactSolid, poseA: Pose, b: ContactSolid, poseB: Pose, normal: Vector3): OverlapVolume {
  const found: { readonly share: number; readonly common: OverlapVolume }[] = [];
  for (const ofA of posesOfSolid(a, poseA, normal)) {
    for (const ofB of posesOfSolid(b, poseB, scale(normal, -1))) {
      const common = overlapVolume(a.polyhedron, ofA.pose, b.polyhedron, ofB.pose);
      found.push({ share: ofA.share * ofB.share, common });
    }
  }
  const [first] = found as [(typeof found)[number]];
  if (found.length === 1) return first.common;
  // Moments are brought to one point before they are added.
  const { point } = found.reduce((best, next) => (next.common.volume > best.common.volume ? next : best)).common;
  let volume = 0;
  let gradient = ZERO_VECTOR;
  let moment = ZERO_VECTOR;
  for (const { share, common } of found) {
    volume += share * common.volume;
    gradient = addScaled(gradient, common.gradient, share);
    const brought = add(common.moment, cross(subtract(common.point, point), common.gradient));
    moment = addScaled(moment, brought, share);
  }
  return { volume, gradient, point, moment };
}

function addCommonVolume(
  pieces: ContactPieces,
  pair: TouchingPair,
  stiffness: number,
  area: number,
  { volume, gradient, point, moment }: OverlapVolume,
  loads: BodyLoads,
): number {
  const { a, b } = pair;
  const surface = length(gradient);
  if (!(volume > 0 && surface > 0)) return 0;
  const pressure = (stiffness * volume) / area;
  const normal = scale(gradient, -1 / surface);
  const slip = slipVelocity(pieces, pair, point);
  const approach = dot(slip, normal);
  const factor = dampingFactor(pair.damping, approach);
  const size = pressure * surface * factor;
  let force = scale(normal, size);
  let torque = scale(moment, -pressure * factor);
  const radius = Math.sqrt(surface / Math.PI);
  const turning = subtract(pieces.angularVelocity(a), pieces.angularVelocity(b));
  // The elastic force and moment do the work -dE/dt; what the factor changes of it is lost.
  addLoss(loads, DAMPING_LOSS, (factor - 1) * pressure * (surface * approach - dot(moment, turning)));
  const twist = dot(turning, normal);
  const rocking = addScaled(turning, normal, -twist);
  // Pressure of every point of the disc is damped by its own approach: p d integral of (x . w)^2 over it. No point
  // pulls.
  const rockingRate = length(rocking);
  if (rockingRate > 0 && pair.damping > 0) {
    const wanted = 0.25 * pressure * surface * pair.damping * radius * radius * rockingRate;
    const most = 0.25 * pressure * surface * radius;
    const rocked = most * tanh(wanted / most);
    torque = addScaled(torque, rocking, rocked / rockingRate);
    addLoss(loads, DAMPING_LOSS, rocked * rockingRate);
  }
  if (pair.friction > 0 && size > 0) {
    const sliding = addScaled(slip, normal, -approach);
    const speed = length(sliding);
    const drag = (pair.friction * size) / length2(speed, pair.slipSpeed);
    force = addScaled(force, sliding, drag);
    const share = frictionShare(twist * radius, pair.slipSpeed);
    const twisting = (2 / 3) * pair.friction * size * radius * share;
    torque = add(torque, scale(normal, twisting));
    addLoss(loads, FRICTION_LOSS, drag * speed * speed + twisting * twist);
  }
  torque = add(torque, resistingTorque(pieces, pair, normal, size, loads));
  addLoad(pieces, pair, point, force, torque, loads);
  return overlapEnergy(stiffness, area, volume);
}
