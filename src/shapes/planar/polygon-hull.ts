// SPDX-License-Identifier: MIT
/**
 * Convex hull of points in the plane: monotone chains (Andrew 1979, doi:10.1016/0020-0190(79)90072-3) with exact
 * orientations (Shewchuk 1997), so that no corner is lost or invented by rounding.
 */
import { orient2d } from 'robust-predicates';

/** Twice the signed area of the triangle (p, q, r) of a flat array x, y: > 0 when it runs counter-clockwise. */
export function doubleArea(xy: Float64Array, p: number, q: number, r: number): number {
  // The package measures clockwise: its y axis points down.
  return -orient2d(xy[2 * p], xy[2 * p + 1], xy[2 * q], xy[2 * q + 1], xy[2 * r], xy[2 * r + 1]);
}

/**
 * Indices of the corners, counter-clockwise from the lowest x (then y); of equal points the first one. Points between
 * corners are left out. One or two indices when all points coincide or lie on one line exactly.
 */
export function planarHull(xy: Float64Array): number[] {
  const order = Array.from({ length: xy.length / 2 }, (_, i) => i).sort(
    (p, q) => xy[2 * p] - xy[2 * q] || xy[2 * p + 1] - xy[2 * q + 1] || p - q,
  );
  const distinct = order.filter((p, k) => {
    const q = order[k - 1];
    return q === undefined || xy[2 * p] !== xy[2 * q] || xy[2 * p + 1] !== xy[2 * q + 1];
  });
  if (distinct.length < 3) return distinct;
  const lower = chain(xy, distinct);
  const upper = chain(xy, distinct.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The chain that turns left all the way along the ordered points. */
function chain(xy: Float64Array, ordered: readonly number[]): number[] {
  const kept: number[] = [];
  for (const point of ordered) {
    while (kept.length > 1 && !(doubleArea(xy, kept.at(-2) as number, kept.at(-1) as number, point) > 0)) kept.pop();
    kept.push(point);
  }
  return kept;
}
