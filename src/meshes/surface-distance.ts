// SPDX-License-Identifier: MIT
/** Distance of a point outside a triangulated hull to its surface, from a triangle that the point sees. */
import { signedVolume } from './hull-simplex.ts';
import type { TriangleHull } from './quickhull.ts';

/**
 * Is the point within `limit` of the hull? The closest point lies on a triangle visible from outside, and the visible
 * triangles are connected, so the search spreads over them from `start`.
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
    const t = 3 * (queue[i] as number);
    const a = corners[t] as number;
    const b = corners[t + 1] as number;
    const c = corners[t + 2] as number;
    if (distanceSquaredToTriangle(coordinates, point, a, b, c) <= limit * limit) return true;
    for (let k = 0; k < 3; k++) {
      const other = neighbours[t + k] as number;
      if (seen.has(other)) continue;
      seen.add(other);
      const o = 3 * other;
      const height = signedVolume(
        coordinates,
        corners[o] as number,
        corners[o + 1] as number,
        corners[o + 2] as number,
        point,
      );
      if (height > 0) queue.push(other);
    }
  }
  return false;
}

/** Squared distance from point p to triangle a, b, c by Voronoi regions (Ericson 2005, Real-Time Collision Detection, 5.1.5). */
export function distanceSquaredToTriangle(x: Float64Array, p: number, a: number, b: number, c: number): number {
  const ax = x[3 * a] as number;
  const ay = x[3 * a + 1] as number;
  const az = x[3 * a + 2] as number;
  const ux = (x[3 * b] as number) - ax;
  const uy = (x[3 * b + 1] as number) - ay;
  const uz = (x[3 * b + 2] as number) - az;
  const vx = (x[3 * c] as number) - ax;
  const vy = (x[3 * c + 1] as number) - ay;
  const vz = (x[3 * c + 2] as number) - az;
  const px = (x[3 * p] as number) - ax;
  const py = (x[3 * p + 1] as number) - ay;
  const pz = (x[3 * p + 2] as number) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  // Barycentric weights from the areas opposite b and c; all three non-negative means that the foot is inside.
  const area = nx * nx + ny * ny + nz * nz;
  const weightB = nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx);
  const weightC = nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px);
  if (area > 0 && weightB >= 0 && weightC >= 0 && weightB + weightC <= area) {
    const height = nx * px + ny * py + nz * pz;
    return (height * height) / area;
  }
  return Math.min(
    distanceSquaredToSegment(px, py, pz, ux, uy, uz),
    distanceSquaredToSegment(px, py, pz, vx, vy, vz),
    distanceSquaredToSegment(px - ux, py - uy, pz - uz, vx - ux, vy - uy, vz - uz),
  );
}

/** Squared distance of p to the segment from the origin to u. */
function distanceSquaredToSegment(px: number, py: number, pz: number, ux: number, uy: number, uz: number): number {
  const squared = ux * ux + uy * uy + uz * uz;
  const along = squared > 0 ? Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / squared)) : 0;
  const dx = px - along * ux;
  const dy = py - along * uy;
  const dz = pz - along * uz;
  return dx * dx + dy * dy + dz * dz;
}
