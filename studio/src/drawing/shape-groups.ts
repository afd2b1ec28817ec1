// SPDX-License-Identifier: MIT
/**
 * Groups shapes for drawing: each alone while they are few, otherwise by similar numbers of triangles, to keep draw
 * calls few.
 */

/** Up to this many shapes, each has its own draw call. */
export const MOST_SINGLE_SHAPES = 40;

/** Groups of indices in the list of triangle counts; undefined entries, shapes made of balls, are in none. */
export function shapeGroups(triangleCounts: readonly (number | undefined)[]): number[][] {
  const drawn = triangleCounts.flatMap((count, shape) => (count === undefined ? [] : [{ shape, count }]));
  if (drawn.length <= MOST_SINGLE_SHAPES) return drawn.map(({ shape }) => [shape]);
  const groups = new Map<number, number[]>();
  for (const { shape, count } of drawn) {
    // Collapsed corners are less than half of those drawn.
    const size = Math.ceil(Math.log2(Math.max(count, 1)));
    const group = groups.get(size);
    if (group === undefined) groups.set(size, [shape]);
    else group.push(shape);
  }
  return [...groups.values()];
}
