// SPDX-License-Identifier: MIT
/** A body that is not convex, of the convex pieces that its mesh was cut into. */
import type { ConvexHull } from '../meshes/convex-hull.ts';
import { type Compound, compound } from './compound.ts';
import { polyhedron } from './convex-polyhedron.ts';

/** The pieces as polyhedra in the frame of their mesh; what `convexDecomposition` returns fits. */
export function compoundOfPieces({ pieces }: { readonly pieces: readonly Pick<ConvexHull, 'vertices'>[] }): Compound {
  return compound(pieces.map(({ vertices }, i) => ({ shape: polyhedron({ vertices }, `pieces[${i}]`) })));
}
