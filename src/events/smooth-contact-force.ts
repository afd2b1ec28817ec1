// SPDX-License-Identifier: MIT
/**
 * Normal force, damping, friction and resistance to rolling and twisting at one point of a contact, added to the loads
 * of both bodies. The resistance is model A of Wensrich & Katterfeld 2012, doi:10.1016/j.powtec.2011.10.057, with the
 * same smooth function of the spin that friction has of the slip.
 */
import { length2 } from '../math/planar-vector.ts';
import { add, addScaled, cross, dot, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { type BodyLoads, DAMPING_LOSS, FRICTION_LOSS, ROLLING_LOSS } from '../motion/mechanical-system.ts';
import type { ContactPieces } from './contact-pieces.ts';

/** Pieces A and B of a contact, and the law's values for its impact speed. */
export interface TouchingPair {
  readonly a: number;
  readonly b: number;
  /** d of the force F_el (1 + d v), s/m. */
  readonly damping: number;
  readonly friction: number;
  /** Slip at which friction is regularised, m/s. */
  readonly slipSpeed: number;
  /** Rolling and twisting torques over normal force times `radius`. */
  readonly rollingFriction: number;
  readonly twistingFriction: number;
  /** Effective radius of both pieces, m. */
  readonly radius: number;
}

/** Adds a force and a torque about `point` on B, and their opposites on A. */
export function addLoad(
  pieces: ContactPieces,
  { a, b }: TouchingPair,
  point: Vector3,
  force: Vector3,
  torque: Vector3,
  loads: BodyLoads,
): void {
  addOn(pieces, b, point, force, torque, 1, loads);
  addOn(pieces, a, point, force, torque, -1, loads);
}

function addOn(
  pieces: ContactPieces,
  piece: number,
  point: Vector3,
  force: Vector3,
  torque: Vector3,
  sign: number,
  { forces, torques }: BodyLoads,
): void {
  const { body } = pieces.pieces[piece];
  if (body < 0) return;
  const moment = add(torque, cross(subtract(point, pieces.origin(piece)), force));
  const at = 3 * body;
  forces[at] += sign * force.x;
  forces[at + 1] += sign * force.y;
  forces[at + 2] += sign * force.z;
  torques[at] += sign * moment.x;
  torques[at + 1] += sign * moment.y;
  torques[at + 2] += sign * moment.z;
}

/** Adds a dissipated power, W. */
export function addLoss({ losses }: BodyLoads, kind: number, power: number): void {
  if (losses !== undefined) losses[kind] += power;
}

/** Velocity of A relative to B at a point. */
export function slipVelocity(pieces: ContactPieces, { a, b }: Pick<TouchingPair, 'a' | 'b'>, point: Vector3): Vector3 {
  return subtract(pieces.velocityAt(a, point), pieces.velocityAt(b, point));
}

/** Factor 1 + d v of the elastic force; never negative, so separating bodies are not attracted. */
export function dampingFactor(damping: number, approach: number): number {
  return Math.max(0, 1 + damping * approach);
}

/** Fraction of Coulomb's limit at a slip: smooth through zero, 0.7 at the slip speed. */
export function frictionShare(slip: number, slipSpeed: number): number {
  return slip / Math.sqrt(slip * slip + slipSpeed * slipSpeed);
}

/**
 * Torque on B from rolling and twisting resistance under a normal force of size `size`: the spin of A drags B along.
 * Adds the dissipated power to `loads`.
 */
export function resistingTorque(
  pieces: ContactPieces,
  pair: TouchingPair,
  normal: Vector3,
  size: number,
  loads: BodyLoads,
): Vector3 {
  const { rollingFriction, twistingFriction, radius, slipSpeed } = pair;
  if (!(size > 0) || (rollingFriction === 0 && twistingFriction === 0)) return ZERO_VECTOR;
  const turning = subtract(pieces.angularVelocity(pair.a), pieces.angularVelocity(pair.b));
  const twist = dot(turning, normal);
  const rolling = addScaled(turning, normal, -twist);
  const share = (spin: number): number => (size * radius * radius) / length2(spin * radius, slipSpeed);
  const across = scale(rolling, rollingFriction * share(length(rolling)));
  const torque = addScaled(across, normal, twistingFriction * share(Math.abs(twist)) * twist);
  addLoss(loads, ROLLING_LOSS, dot(torque, turning));
  return torque;
}

/**
 * Adds a normal force of size `elastic` (> 0: repulsive) with damping and friction at a point; `normal` is from A to B.
 * `dashpot` (N s/m) adds its force unchanged.
 */
export function addPointForce(
  pieces: ContactPieces,
  pair: TouchingPair,
  point: Vector3,
  normal: Vector3,
  elastic: number,
  dashpot: number,
  loads: BodyLoads,
): void {
  const slip = slipVelocity(pieces, pair, point);
  const approach = dot(slip, normal);
  const size = (elastic > 0 ? elastic * dampingFactor(pair.damping, approach) : elastic) + dashpot * approach;
  addLoss(loads, DAMPING_LOSS, (size - elastic) * approach);
  let force = scale(normal, size);
  if (pair.friction > 0 && size > 0) {
    const sliding = addScaled(slip, normal, -approach);
    const speed = length(sliding);
    // B is dragged along by A.
    const drag = (pair.friction * size) / Math.sqrt(speed * speed + pair.slipSpeed * pair.slipSpeed);
    force = addScaled(force, sliding, drag);
    addLoss(loads, FRICTION_LOSS, drag * speed * speed);
  }
  addLoad(pieces, pair, point, force, resistingTorque(pieces, pair, normal, size, loads), loads);
}
