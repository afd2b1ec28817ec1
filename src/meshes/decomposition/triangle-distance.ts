// SPDX-License-Identifier: MIT
/**
 * Distance from a point to a triangle by Voronoi regions, in plain arithmetic, for bounds that are evaluated millions
 * of times. Slivers use double-double arithmetic, because plain arithmetic cannot decide their regions.
 */
import { distanceSquaredToTriangle } from '../surface-distance.ts';

/** Squared sine of the angle between two sides below which their products lose more than half their digits. */
const SLIVER = 1e-8;

/** Squared distance; the triangle starts at these offsets in `coordinates`. */
export function squaredDistanceToTriangle(
  coordinates: Float64Array,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
): number {
  const ax = coordinates[a];
  const ay = coordinates[a + 1];
  const az = coordinates[a + 2];
  const ux = coordinates[b] - ax;
  const uy = coordinates[b + 1] - ay;
  const uz = coordinates[b + 2] - az;
  const vx = coordinates[c] - ax;
  const vy = coordinates[c + 1] - ay;
  const vz = coordinates[c + 2] - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const pu = px * ux + py * uy + pz * uz;
  const pv = px * vx + py * vy + pz * vz;
  const square = uu * vv - uv * uv;
  if (!(square > SLIVER * uu * vv)) {
    const flat = Float64Array.of(px, py, pz, 0, 0, 0, ux, uy, uz, vx, vy, vz);
    return distanceSquaredToTriangle(flat, 0, 1, 2, 3);
  }
  const s = vv * pu - uv * pv;
  const t = uu * pv - uv * pu;
  if (s >= 0 && t >= 0 && s + t <= square) {
    const height = px * (uy * vz - uz * vy) + py * (uz * vx - ux * vz) + pz * (ux * vy - uy * vx);
    return (height * height) / square;
  }
  const first = toSegment(px, py, pz, ux, uy, uz, uu);
  const second = toSegment(px, py, pz, vx, vy, vz, vv);
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  const third = toSegment(px - ux, py - uy, pz - uz, wx, wy, wz, wx * wx + wy * wy + wz * wz);
  const least = first < second ? first : second;
  return least < third ? least : third;
}

/** Squared distance to the segment from the origin to u. */
function toSegment(px: number, py: number, pz: number, ux: number, uy: number, uz: number, uu: number): number {
  const along = (px * ux + py * uy + pz * uz) / uu;
  const share = along > 0 ? (along < 1 ? along : 1) : 0;
  const x = px - share * ux;
  const y = py - share * uy;
  const z = pz - share * uz;
  return x * x + y * y + z * z;
}
