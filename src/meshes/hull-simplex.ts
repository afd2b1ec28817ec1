// SPDX-License-Identifier: MIT
/**
 * The first tetrahedron of the hull, chosen greedily (far pair, farthest point from their line, farthest from their
 * plane), and the thickness of the point set. Exact predicates test the height, so a plate of any representable
 * thickness has a tetrahedron, and exactly coplanar points have thickness zero.
 */
import { orient3d } from 'robust-predicates';
import { addCross } from './precise-vectors.ts';

export interface HullSimplex {
  /** Four point indices, positively oriented: the fourth is below the counter-clockwise plane of the first three. */
  readonly corners: readonly [number, number, number, number];
  /** Length of the diagonal of the bounding box. */
  readonly extent: number;
  /** Spread of all points across the line through the first two corners. */
  readonly width: number;
  /** Spread of all points across the plane of the first three corners; at most about 4 times the smallest width. */
  readonly thickness: number;
}

/** Chooses the tetrahedron among `subset` (indices into `coordinates`); a missing dimension has zero spread. */
export function chooseSimplex(coordinates: Float64Array, subset: Int32Array): HullSimplex {
  const extent = boxDiagonal(coordinates, subset);
  // Twice, so that both ends are corners of the hull and far apart wherever the first point lies.
  const a = farthestFromPoint(coordinates, subset, subset[0]);
  const b = farthestFromPoint(coordinates, subset, a);
  const { index: c, distance: width } = farthestFromLine(coordinates, subset, a, b);
  let low = 0;
  let high = 0;
  let lowest = a;
  let highest = a;
  for (let i = 0; i < subset.length; i++) {
    const p = subset[i];
    const volume = signedVolume(coordinates, a, b, c, p);
    if (volume > high) {
      high = volume;
      highest = p;
    }
    if (volume < low) {
      low = volume;
      lowest = p;
    }
  }
  const normal = new Float64Array(3);
  addCross(coordinates, a, b, c, normal);
  const area = norm(normal[0], normal[1], normal[2]);
  const thickness = area > 0 ? (high - low) / area : 0;
  return {
    corners: high > -low ? [b, a, c, highest] : [a, b, c, lowest],
    extent,
    width,
    thickness,
  };
}

/**
 * Six times the volume of the tetrahedron, positive when p is above the counter-clockwise triangle a, b, c; exact sign.
 */
export function signedVolume(x: Float64Array, a: number, b: number, c: number, p: number): number {
  return -orient3d(
    x[3 * a],
    x[3 * a + 1],
    x[3 * a + 2],
    x[3 * b],
    x[3 * b + 1],
    x[3 * b + 2],
    x[3 * c],
    x[3 * c + 1],
    x[3 * c + 2],
    x[3 * p],
    x[3 * p + 1],
    x[3 * p + 2],
  );
}

function boxDiagonal(x: Float64Array, subset: Int32Array): number {
  const sides = boxSides(x, subset);
  return norm(sides[0], sides[1], sides[2]);
}

/** Side lengths of the bounding box of the chosen points. */
export function boxSides(x: Float64Array, subset: Int32Array): [number, number, number] {
  const sides: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < subset.length; i++) {
      const value = x[3 * subset[i] + k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    sides[k] = high - low;
  }
  return sides;
}

function farthestFromPoint(x: Float64Array, subset: Int32Array, a: number): number {
  const ax = x[3 * a];
  const ay = x[3 * a + 1];
  const az = x[3 * a + 2];
  let best = a;
  let bestSquared = 0;
  for (let i = 0; i < subset.length; i++) {
    const p = subset[i];
    const dx = x[3 * p] - ax;
    const dy = x[3 * p + 1] - ay;
    const dz = x[3 * p + 2] - az;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > bestSquared) {
      bestSquared = squared;
      best = p;
    }
  }
  return best;
}

function farthestFromLine(
  x: Float64Array,
  subset: Int32Array,
  a: number,
  b: number,
): { index: number; distance: number } {
  const ax = x[3 * a];
  const ay = x[3 * a + 1];
  const az = x[3 * a + 2];
  const ux = x[3 * b] - ax;
  const uy = x[3 * b + 1] - ay;
  const uz = x[3 * b + 2] - az;
  let best = a;
  let bestSquared = 0;
  for (let i = 0; i < subset.length; i++) {
    const p = subset[i];
    const vx = x[3 * p] - ax;
    const vy = x[3 * p + 1] - ay;
    const vz = x[3 * p + 2] - az;
    const cx = uy * vz - uz * vy;
    const cy = uz * vx - ux * vz;
    const cz = ux * vy - uy * vx;
    const squared = cx * cx + cy * cy + cz * cz;
    if (squared > bestSquared) {
      bestSquared = squared;
      best = p;
    }
  }
  const length = norm(ux, uy, uz);
  return { index: best, distance: length > 0 ? Math.sqrt(bestSquared) / length : 0 };
}

/** Not `Math.hypot`, whose last bit differs between engines. */
function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
