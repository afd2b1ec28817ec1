// SPDX-License-Identifier: MIT
/**
 * Which contact of this step goes on from which of the last one. Friction needs it: what is remembered by facet is lost whenever a
 * sphere passes from one facet to the next (Santasusana et al. 2016, section 7.2). What goes on is the contact point: over a
 * step it moves no farther than the bodies slide on each other, across facets, edges and vertices alike.
 */
import { lengthSquared, subtract, type Vector3 } from '../../math/vector.ts';

/**
 * For each contact now the number of the one before that it continues, or -1 for a new one; no two continue the same. Points are
 * in one frame, best the mesh's own; `reach` is the largest distance by which a point can have moved.
 */
export function continuedContacts(
  before: readonly { readonly point: Vector3 }[],
  now: readonly { readonly point: Vector3 }[],
  reach: number,
): number[] {
  const pairs = now.flatMap(({ point }, i) =>
    before.map((each, j) => ({ i, j, squared: lengthSquared(subtract(point, each.point)) })),
  );
  pairs.sort((p, q) => p.squared - q.squared || p.i - q.i || p.j - q.j);
  const continued = new Array<number>(now.length).fill(-1);
  const taken = new Set<number>();
  for (const { i, j, squared } of pairs) {
    if (squared > reach * reach) break;
    if (continued[i] !== -1 || taken.has(j)) continue;
    continued[i] = j;
    taken.add(j);
  }
  return continued;
}
