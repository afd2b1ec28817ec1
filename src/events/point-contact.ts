// SPDX-License-Identifier: MIT
/**
 * A spring at the contact point, F = k depth^p. It continues as an odd function into separation, so steps across the
 * end of a contact stay smooth.
 */
import { power } from '../math/elementary.ts';
import type { BodyLoads } from '../motion/mechanical-system.ts';
import { contact } from '../narrow-phase/contact.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { addPointForce, type TouchingPair } from './smooth-contact-force.ts';

interface PointSpring {
  readonly stiffness: number;
  readonly exponent: number;
  readonly dashpot: number;
}

function signedPower(depth: number, exponent: number): number {
  if (exponent === 1) return depth;
  return depth < 0 ? -power(-depth, exponent) : power(depth, exponent);
}

/** Adds the loads of a contact; returns its elastic energy, J. */
export function addPointContact(
  pieces: ContactPieces,
  pair: TouchingPair,
  { stiffness, exponent, dashpot }: PointSpring,
  loads: BodyLoads,
): number {
  const { a, b } = pair;
  const found = contact(pieces.pieces[a].shape, pieces.poses[a], pieces.pieces[b].shape, pieces.poses[b]);
  const depth = -found.distance;
  addPointForce(pieces, pair, found.point, found.normal, stiffness * signedPower(depth, exponent), dashpot, loads);
  return depth > 0 ? (stiffness * signedPower(depth, exponent + 1)) / (exponent + 1) : 0;
}
