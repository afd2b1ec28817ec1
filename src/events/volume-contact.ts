// SPDX-License-Identifier: MIT
/**
 * Energy of the common volume, E = k V^2 / (2 A) (docs/theory/overlap-volume-law.md), as an event-driven contact: force and moment are its derivatives and continuous
 * in the pose whatever features touch. Damping is in proportion to the pressure and friction to the force, both spread over a disc of the
 * contact's area, so that they resist rocking and twisting too.
 */

import { overlapEnergy, referenceArea } from '../contact-laws/overlap-volume.ts';
import { tanh } from '../math/elementary.ts';
import { add, addScaled, dot, length, scale, subtract } from '../math/vector.ts';
import type { BodyLoads } from '../motion/mechanical-system.ts';
import { hasOverlapVolume, overlapVolume } from '../narrow-phase/patch/overlap-volume.ts';
import { addLoad, dampingFactor, frictionShare, slipVelocity, type TouchingPair } from './contact-force.ts';
import type { ContactPieces } from './contact-pieces.ts';

/** Whether two pieces are polyhedra or half-spaces: two spheres have a common volume too, but one contact point is all they need. */
export function hasVolumeContact(pieces: ContactPieces, a: number, b: number): boolean {
  const [first, second] = [pieces.pieces[a].shape, pieces.pieces[b].shape];
  return first.kind !== 'sphere' && hasOverlapVolume(first, second);
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
  stiffness: number,
  area: number,
  loads: BodyLoads,
): number {
  const { a, b } = pair;
  const { volume, gradient, point, moment } = overlapVolume(
    ...([pieces.pieces[a].shape, pieces.poses[a], pieces.pieces[b].shape, pieces.poses[b]] as const),
  );
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
  const twist = dot(turning, normal);
  const rocking = addScaled(turning, normal, -twist);
  // Pressure of every point of the disc is damped by its own approach: p d integral of (x . w)^2 over it. No point pulls.
  const rockingRate = length(rocking);
  if (rockingRate > 0 && pair.damping > 0) {
    const wanted = 0.25 * pressure * surface * pair.damping * radius * radius * rockingRate;
    const most = 0.25 * pressure * surface * radius;
    torque = addScaled(torque, rocking, (most * tanh(wanted / most)) / rockingRate);
  }
  if (pair.friction > 0 && size > 0) {
    const sliding = addScaled(slip, normal, -approach);
    const speed = length(sliding);
    force = addScaled(force, sliding, (pair.friction * size) / Math.hypot(speed, pair.slipSpeed));
    const share = frictionShare(twist * radius, pair.slipSpeed);
    torque = add(torque, scale(normal, (2 / 3) * pair.friction * size * radius * share));
  }
  addLoad(pieces, pair, point, force, torque, loads);
  return overlapEnergy(stiffness, area, volume);
}
