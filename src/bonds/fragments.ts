// SPDX-License-Identifier: MIT
/** Fragments: bodies that bonds hold together, directly or through others. */

/** For each id its fragment: the smallest id in it. Bonds are pairs of ids, one after the other. */
export function fragmentsOf(ids: ArrayLike<number>, bonds: ArrayLike<number>): Float64Array {
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
    const a = root(bonds[k]);
    const b = root(bonds[k + 1]);
    if (a !== b) parent.set(Math.max(a, b), Math.min(a, b));
  }
  return Float64Array.from(ids, root);
}
