// SPDX-License-Identifier: MIT
/**
 * Farthest vertex of a convex polygon along a direction: a scan for few vertices, else bisection by the turning edges
 * (O'Rourke 1998, Computational Geometry in C, section 7.9), finished by a walk that is robust to rounding.
 */

/** Below this a scan of all vertices is faster than the bisection. */
const SCANNED_VERTICES = 24;

/**
 * Index of a vertex farthest along (dx, dy), of x, y in turn, counter-clockwise. The first in a scan where several are.
 */
export function farthestVertex(xy: Float64Array, dx: number, dy: number): number {
  const count = xy.length / 2;
  return count <= SCANNED_VERTICES ? scan(xy, count, dx, dy) : climb(xy, count, bisect(xy, count, dx, dy), dx, dy);
}

function scan(xy: Float64Array, count: number, dx: number, dy: number): number {
  let best = 0;
  let top = -Infinity;
  for (let i = 0; i < count; i++) {
    const along = dx * xy[2 * i] + dy * xy[2 * i + 1];
    if (along > top) {
      top = along;
      best = i;
    }
  }
  return best;
}

/** Rise of the edge from vertex i to the next along the direction; differences first, so offsets cost no digits. */
function rise(xy: Float64Array, count: number, i: number, dx: number, dy: number): number {
  const next = i + 1 === count ? 0 : i + 1;
  return dx * (xy[2 * next] - xy[2 * i]) + dy * (xy[2 * next + 1] - xy[2 * i + 1]);
}

/**
 * Chain from low to high with vertex 0 = vertex `count`; on it the edges rise, then fall, or fall, rise and fall again.
 */
function bisect(xy: Float64Array, count: number, dx: number, dy: number): number {
  let low = 0;
  let high = count;
  const height = (i: number, j: number): number =>
    dx * (xy[2 * (i % count)] - xy[2 * (j % count)]) + dy * (xy[2 * (i % count) + 1] - xy[2 * (j % count) + 1]);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const rises = rise(xy, count, low % count, dx, dy) > 0;
    const risesThere = rise(xy, count, middle, dx, dy) > 0;
    const isAbove = height(middle, low) > 0;
    // On the rising side of `low` the top lies beyond `middle` only if `middle` still rises and is higher.
    const goRight = rises ? risesThere && isAbove : risesThere || !isAbove;
    if (goRight) low = middle;
    else high = middle;
  }
  const at = low % count;
  const next = high % count;
  return height(next, at) > 0 ? next : at;
}

/** Moves to a higher neighbour while there is one; heights strictly grow, so it ends. */
function climb(xy: Float64Array, count: number, start: number, dx: number, dy: number): number {
  let at = start;
  for (let step = 0; step < count; step++) {
    const before = at === 0 ? count - 1 : at - 1;
    if (rise(xy, count, at, dx, dy) > 0) at = at + 1 === count ? 0 : at + 1;
    else if (rise(xy, count, before, dx, dy) < 0) at = before;
    else break;
  }
  return at;
}
