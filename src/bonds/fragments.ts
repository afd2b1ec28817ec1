// SPDX-License-Identifier: MIT
/** Fragments: bodies that are connected by bonds, directly or through other bodies. */

/**
 * For each id its fragment: the smallest id in it. Bonds are pairs of ids, one after the other. Negative ids are walls;
 * they connect no fragments.
 *
 * @example
 * ```ts
 * import { fragmentsOf } from 'scree/dem';
 *
 * console.log(fragmentsOf([0, 1, 2], [0, 1]).join(' ')); // 0 0 2
 * ```
 */
export function fragmentsOf(ids: ArrayLike<number>, bonds: ArrayLike<number>): Int32Array {
  const parent = new Map<number, number>();
  const root = (id: number): number => {
    let top = id;
    for (let next = parent.get(top); next !== undefined; next = parent.get(top)) top = next;
    // The path is shortened, so that later searches are short.
    for (let at = id; at !== top; ) {
      const next = parent.get(at) ?? top;
      parent.set(at, top);
      at = next;
    }
    return top;
  };
  for (let k = 0; k + 1 < bonds.length; k += 2) {
    if (bonds[k] < 0 || bonds[k + 1] < 0) continue;
    const a = root(bonds[k]);
    const b = root(bonds[k + 1]);
    if (a !== b) parent.set(Math.max(a, b), Math.min(a, b));
  }
  return Int32Array.from(ids, root);
}

/**
 * Number of bodies of each fragment, the largest first.
 *
 * @example
 * ```ts
 * import { fragmentSizes, fragmentsOf } from 'scree/dem';
 *
 * console.log(fragmentSizes(fragmentsOf([0, 1, 2], [0, 1])).join(' ')); // 2 1
 * ```
 */
export function fragmentSizes(fragments: Int32Array): Int32Array {
  const sizes = new Map<number, number>();
  for (const fragment of fragments) sizes.set(fragment, (sizes.get(fragment) ?? 0) + 1);
  return Int32Array.from(sizes.values()).sort().reverse();
}
