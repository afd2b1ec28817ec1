// SPDX-License-Identifier: MIT
/** A body that is not convex, of the convex pieces that its mesh was cut into. */
import type { ConvexHull } from '../../meshes/convex-hull.ts';
import { refuse } from '../parameters.ts';
import { type Compound, compound } from './compound.ts';
import { polyhedron } from './convex-polyhedron.ts';

/** The pieces as polyhedra in the frame of their mesh; what `convexDecomposition` returns fits. */
export function compoundOfPieces(given: { readonly pieces: readonly Pick<ConvexHull, 'vertices'>[] }): Compound {
  const pieces: unknown = given?.pieces;
  if (!Array.isArray(pieces)) refuse('not-pieces', 'pieces', 'an array of pieces [{vertices}, ...]', pieces);
  return compound(
    pieces.map((piece, i) => ({ shape: polyhedron({ vertices: piece?.vertices }, `pieces[${i}]`) })),
    'pieces',
  );
}
