// SPDX-License-Identifier: MIT
/** The one pair that no query answers: both bodies infinite. */
import { UnsupportedPairError } from '../errors.ts';
import type { Shape } from '../shapes/shape.ts';
import { SHAPE_KINDS } from '../shapes/shape-registry.ts';

/** Throws when both shapes are half-spaces; for queries whose answer has no place for a status. */
export function refuseHalfSpaces(query: string, a: Shape, b: Shape): void {
  if (a.kind !== 'halfSpace' || b.kind !== 'halfSpace') return;
  const partners = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace');
  throw new UnsupportedPairError(
    'half-spaces',
    `${query}: halfSpace against halfSpace has no answer; a halfSpace can be asked about ${partners.join(', ')}`,
    { a: a.kind, b: b.kind, partners },
  );
}
