// SPDX-License-Identifier: MIT
/** All contacts of two bodies: one for each pair of touching pieces. */
import { PAIR_TEXT, type PairKernel } from '../kernel/kernel.ts';
import { F } from '../kernel/memory.ts';
import { type Pose, type PoseLike, poseArgument } from '../math/pose.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { exchangedContact, movedContact, queryPieces } from './compound-contact.ts';
import { type ContactOptions, chosenKernel } from './contact.ts';
import type { ContactCache } from './contact-cache.ts';
import type { Contact } from './contact-result.ts';
import { RESULT, readContact } from './kernel-query.ts';
import { readManifold } from './manifold.ts';
import { cacheOfPieces, gapOfBalls, outOfOrder, placedPieces, poseRelativeTo } from './placed-piece.ts';
import { cacheArgument, flagArgument, lengthArgument, optionsArgument } from './query-options.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

/** Contact of one piece of A with one of B; a shape that is no compound is its own piece 0. */
export interface PieceContact extends Contact {
  readonly pieceA: number;
  readonly pieceB: number;
}

/** Options of `compoundContacts`. */
export interface CompoundContactsOptions extends Pick<ContactOptions, 'cache' | 'manifold' | 'kernel'> {
  /** Pairs of pieces up to this far apart are reported. Default: 0, those that touch. */
  readonly maxDistance?: number;
}

const OPTIONS = ['cache', 'manifold', 'kernel', 'maxDistance'] as const;

interface CheckedOptions {
  readonly cache: ContactCache | undefined;
  readonly manifold: boolean;
  readonly maxDistance: number;
}

function contactsInOrder(
  engine: PairKernel,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  { cache: caches, manifold, maxDistance }: CheckedOptions,
): PieceContact[] {
  const reference = poseA.position;
  const piecesA = placedPieces(a, poseRelativeTo(reference, poseA));
  const piecesB = placedPieces(b, poseRelativeTo(reference, poseB));
  const contacts: PieceContact[] = [];
  for (let pieceA = 0; pieceA < piecesA.length; pieceA++) {
    for (let pieceB = 0; pieceB < piecesB.length; pieceB++) {
      const p = piecesA[pieceA];
      const q = piecesB[pieceB];
      if (gapOfBalls(p, q) > maxDistance) continue;
      const cache = cacheOfPieces(caches, pieceA, pieceB, piecesA, piecesB);
      if (!queryPieces(engine, p, q, cache, maxDistance) || !(F[RESULT] <= maxDistance)) continue;
      const found = readContact(RESULT);
      const rounding = p.rounding + q.rounding;
      const answer = {
        ...found,
        lower: found.lower - rounding,
        upper: found.upper + rounding,
        ...(manifold && { manifold: readManifold(engine, RESULT) }),
      };
      contacts.push({ ...movedContact(answer, reference), pieceA, pieceB });
    }
  }
  return contacts;
}

/**
 * The contacts of all pairs of pieces of two bodies that touch, or are at most `maxDistance` apart, ordered by piece of
 * A, then of B. Exchanging the bodies exchanges each contact, to the bit.
 *
 * @throws UnsupportedPairError for two half-spaces; InvalidShapeError, InvalidPoseError or InvalidOptionError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { compound, compoundContacts, halfSpace, pose, sphere } from 'scree/contact';
 *
 * const knob = sphere({ radius: 1 });
 * const dumbbell = compound([
 *   { shape: knob, pose: { position: [-2, 0, 0] } },
 *   { shape: knob, pose: { position: [2, 0, 0] } },
 * ]);
 * const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
 * console.log(compoundContacts(dumbbell, { position: [0, 0, 0.5] }, floor, {}).length); // 2
 * ```
 */
export function compoundContacts(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: CompoundContactsOptions,
): readonly PieceContact[] {
  requireShape(a, 'a');
  requireShape(b, 'b');
  refuseHalfSpaces('compoundContacts', a, b);
  const placedA = poseArgument(poseA, 'poseA');
  const placedB = poseArgument(poseB, 'poseB');
  const given = optionsArgument(options, OPTIONS);
  const checked = {
    maxDistance: lengthArgument(given.maxDistance, 'options.maxDistance', 0),
    cache: cacheArgument(given.cache),
    manifold: flagArgument(given.manifold, 'options.manifold'),
  };
  const engine = chosenKernel(PAIR_TEXT, given.kernel);
  if (!outOfOrder(a, placedA, b, placedB)) return contactsInOrder(engine, a, placedA, b, placedB, checked);
  return contactsInOrder(engine, b, placedB, a, placedA, checked)
    .map((found) => ({ ...exchangedContact(found), pieceA: found.pieceB, pieceB: found.pieceA }))
    .sort((p, q) => p.pieceA - q.pieceA || p.pieceB - q.pieceB);
}
