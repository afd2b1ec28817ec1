// SPDX-License-Identifier: MIT
/** Distance of a point outside a triangulated hull from its surface, starting from a visible triangle. */
import { signedVolume } from './hull-simplex.ts';
import { addCross } from './precise-vectors.ts';
import type { TriangleHull } from './quickhull.ts';

/**
 * True if the point is within `limit` of the hull. The closest point lies on a visible triangle, and the visible
 * triangles are connected, so the search spreads from `start`.
 */
export function isNearHull(
  coordinates: Float64Array,
  hull: TriangleHull,
  point: number,
  start: number,
  limit: number,
): boolean {
  const { corners, neighbours } = hull;
  const queue = [start];
  const seen = new Set(queue);
  for (let i = 0; i < queue.length; i++) {
    const t = 3 * queue[i];
    const a = corners[t];
    const b = corners[t + 1];
    const c = corners[t + 2];
    if (distanceSquaredToTriangle(coordinates, point, a, b, c) <= limit * limit) return true;
    for (let k = 0; k < 3; k++) {
      const other = neighbours[t + k];
      if (seen.has(other)) continue;
      seen.add(other);
      const o = 3 * other;
      const height = signedVolume(coordinates, corners[o], corners[o + 1], corners[o + 2], point);
      if (height > 0) queue.push(other);
    }
  }
  return false;
}

/**
 * Squared distance from point p to triangle a, b, c. The crosses are taken in double-double arithmetic: on a sliver a
 * rounded normal is tilted along the length, and the foot of the perpendicular moves by far more than the rounding.
 */
export function distanceSquaredToTriangle(x: Float64Array, p: number, a: number, b: number, c: number): number {
  const normal = crossOf(x, a, b, c);
  const square = dot(normal, normal);
  const isInside =
    square > 0 &&
    dot(normal, crossOf(x, p, a, b)) >= 0 &&
    dot(normal, crossOf(x, p, b, c)) >= 0 &&
    dot(normal, crossOf(x, p, c, a)) >= 0;
  if (isInside) {
    const height = dot(normal, difference(x, p, a));
    return (height * height) / square;
  }
  return Math.min(
    distanceSquaredToSegment(difference(x, p, a), difference(x, b, a)),
    distanceSquaredToSegment(difference(x, p, b), difference(x, c, b)),
    distanceSquaredToSegment(difference(x, p, c), difference(x, a, c)),
  );
}

function crossOf(x: Float64Array, p: number, q: number, r: number): Float64Array {
  const sum = new Float64Array(3);
  addCross(x, p, q, r, sum);
  return sum;
}

function difference(x: Float64Array, p: number, q: number): Float64Array {
  return Float64Array.of(x[3 * p] - x[3 * q], x[3 * p + 1] - x[3 * q + 1], x[3 * p + 2] - x[3 * q + 2]);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Squared distance of p to the segment from the origin to u. */
function distanceSquaredToSegment(p: Float64Array, u: Float64Array): number {
  const squared = dot(u, u);
  const along = squared > 0 ? Math.min(1, Math.max(0, dot(p, u) / squared)) : 0;
  const off = p.map((value, k) => value - along * u[k]);
  return dot(off, off);
}
