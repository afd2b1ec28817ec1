// SPDX-License-Identifier: MIT
/** Every place where two bodies touch: one contact for each pair of pieces that does. */
import { InvalidOptionError } from '../errors.ts';
import { F } from '../kernel/memory.ts';
import { type Pose, type PoseLike, pose } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { exchangedContact, movedContact, queryPieces } from './compound-contact.ts';
import { type ContactOptions, chosenKernel } from './contact.ts';
import type { Contact } from './contact-result.ts';
import { RESULT, readContact } from './kernel-query.ts';
import { readManifold } from './manifold.ts';
import {
  cacheOfPieces,
  gapOfBalls,
  outOfOrder,
  type PlacedPiece,
  placedPieces,
  poseRelativeTo,
} from './placed-piece.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

/** The contact of one piece of A with one of B; a shape that is no compound is its own piece 0. */
export interface PieceContact extends Contact {
  readonly pieceA: number;
  readonly pieceB: number;
}

export interface CompoundContactsOptions extends ContactOptions {
  /** Pairs of pieces up to this far apart are reported. Default: 0, those that touch. */
  readonly maxDistance?: number;
}

type Kernel = ReturnType<typeof chosenKernel>;

function contactsInOrder(
  engine: Kernel,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  options: CompoundContactsOptions | undefined,
): PieceContact[] {
  const reference = poseA.position;
  const piecesA = placedPieces(a, poseRelativeTo(reference, poseA));
  const piecesB = placedPieces(b, poseRelativeTo(reference, poseB));
  const maxDistance = options?.maxDistance ?? 0;
  const contacts: PieceContact[] = [];
  for (let pieceA = 0; pieceA < piecesA.length; pieceA++) {
    for (let pieceB = 0; pieceB < piecesB.length; pieceB++) {
      const p = piecesA[pieceA] as PlacedPiece;
      const q = piecesB[pieceB] as PlacedPiece;
      if (gapOfBalls(p, q) > maxDistance) continue;
      const cache = cacheOfPieces(options?.cache, pieceA, pieceB, piecesA, piecesB);
      if (!queryPieces(engine, p, q, cache, maxDistance) || !((F[RESULT] as number) <= maxDistance)) continue;
      const found = readContact(RESULT);
      const rounding = p.rounding + q.rounding;
      const answer = {
        ...found,
        lower: found.lower - rounding,
        upper: found.upper + rounding,
        ...(options?.manifold && { manifold: readManifold(engine, RESULT) }),
      };
      contacts.push({ ...movedContact(answer, reference), pieceA, pieceB });
    }
  }
  return contacts;
}

/**
 * The contacts of all pairs of pieces of two bodies that touch, or are at most `maxDistance` apart, ordered by piece of A, then of B.
 * Exchanging the bodies exchanges each contact, to the bit. Throws an UnsupportedPairError for two half-spaces.
 */
export function compoundContacts(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: CompoundContactsOptions,
): readonly PieceContact[] {
  const engine = chosenKernel(options);
  const maxDistance = options?.maxDistance ?? 0;
  if (!(maxDistance >= 0)) {
    throw new InvalidOptionError('out-of-range', `options.maxDistance: expected a number >= 0, got ${maxDistance}`);
  }
  refuseHalfSpaces('compoundContacts', a, b);
  const placedA = pose(poseA);
  const placedB = pose(poseB);
  if (!outOfOrder(a, placedA, b, placedB)) return contactsInOrder(engine, a, placedA, b, placedB, options);
  return contactsInOrder(engine, b, placedB, a, placedA, options)
    .map((found) => ({ ...exchangedContact(found), pieceA: found.pieceB, pieceB: found.pieceA }))
    .sort((p, q) => p.pieceA - q.pieceA || p.pieceB - q.pieceB);
}
