// SPDX-License-Identifier: MIT
/** Refuses the only pair without an answer: two half-spaces. */
import { UnsupportedPairError } from '../errors.ts';
import type { Shape } from '../shapes/shape.ts';
import { SHAPE_KINDS } from '../shapes/shape-registry.ts';

/** Throws if both shapes are half-spaces; for queries whose result has no status. */
export function refuseHalfSpaces(query: string, a: Shape, b: Shape): void {
  if (a.kind !== 'halfSpace' || b.kind !== 'halfSpace') return;
  const partners = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace');
  throw new UnsupportedPairError(
    'half-spaces',
    `${query}: halfSpace against halfSpace has no answer; a halfSpace can be asked about ${partners.join(', ')}`,
    { a: a.kind, b: b.kind, partners },
  );
}
