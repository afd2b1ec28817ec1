// SPDX-License-Identifier: MIT
/**
 * Groups shapes for drawing: each alone while they are few, otherwise by similar numbers of triangles, to keep draw
 * calls few.
 */

/** Up to so many shapes, each has a draw call of its own. */
export const MOST_SINGLE_SHAPES = 40;

/** Groups of places in the list of triangle counts; undefined ones, shapes made of balls, are in none. */
export function shapeGroups(triangleCounts: readonly (number | undefined)[]): number[][] {
  const drawn = triangleCounts.flatMap((count, shape) => (count === undefined ? [] : [{ shape, count }]));
  if (drawn.length <= MOST_SINGLE_SHAPES) return drawn.map(({ shape }) => [shape]);
  const groups = new Map<number, number[]>();
  for (const { shape, count } of drawn) {
    // Corners that collapse are less than half of what is drawn.
    const size = Math.ceil(Math.log2(Math.max(count, 1)));
    const group = groups.get(size);
    if (group === undefined) groups.set(size, [shape]);
    else group.push(shape);
  }
  return [...groups.values()];
}
