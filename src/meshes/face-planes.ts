// SPDX-License-Identifier: MIT
/**
 * Unit outward normals and offsets of the faces of a hull, from fans of double-double cross products. Integers replace
 * them where they lose their digits, because the hull is exact and may have corners 1e-40 of its size apart.
 */
import { addCross, compensatedDot } from './precise-vectors.ts';

/**
 * Double-double products are accurate to 2^-100 of the edges; a cross product below this fraction of their square has
 * fewer digits than a float64.
 */
const THIN_FACE = 2 ** -47;
/** Prepared points are integers in units of 2^-352: 0 or at least 2^-300, with 53 bits. */
const UNITS = 2 ** 352;
/** Bits kept when integers are converted to float64, whose range is 2^1024. */
const KEPT_BITS = 1000;

/** Normal of the fan around the first corner in integer arithmetic, scaled to order one on request. */
function setExactNormal(coordinates: Float64Array, corners: Int32Array, normal: Float64Array): void {
  const points = Array.from(corners, (v) => [0, 1, 2].map((k) => BigInt(Math.trunc(coordinates[3 * v + k] * UNITS))));
  const edges = points.slice(1).map((p) => p.map((x, k) => x - points[0][k]));
  const sum = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return edges.slice(1).reduce((total, v, before) => {
      const u = edges[before];
      return total + u[i] * v[j] - u[j] * v[i];
    }, 0n);
  });
  const bits = Math.max(...sum.map((x) => 4 * x.toString(16).length));
  sum.forEach((x, k) => {
    normal[k] = Number(x >> BigInt(Math.max(0, bits - KEPT_BITS)));
  });
}

/** Square of the largest difference of a coordinate from that of the first corner. */
function squaredSize(coordinates: Float64Array, corners: Int32Array): number {
  let most = 0;
  for (const v of corners) {
    for (let k = 0; k < 3; k++) {
      const off = Math.abs(coordinates[3 * v + k] - coordinates[3 * corners[0] + k]);
      if (off > most) most = off;
    }
  }
  return most * most;
}

/**
 * Four per face: unit normal and the largest `normal . vertex` over the face. `coordinates` are scaled to order one
 * (three per vertex), so that nothing overflows; the offsets come out in the same scale.
 */
export function facePlanes(coordinates: Float64Array, faceOffsets: Int32Array, faceVertices: Int32Array): Float64Array {
  const faceCount = faceOffsets.length - 1;
  const planes = new Float64Array(4 * faceCount);
  const normal = new Float64Array(3);
  for (let f = 0; f < faceCount; f++) {
    const begin = faceOffsets[f];
    const end = faceOffsets[f + 1];
    normal.fill(0);
    // The triangles of a fan in a convex polygon all turn the same way: the sum does not cancel.
    for (let i = begin + 1; i + 1 < end; i++) {
      addCross(coordinates, faceVertices[begin], faceVertices[i], faceVertices[i + 1], normal);
    }
    const corners = faceVertices.subarray(begin, end);
    if (!(largestOf(normal) > THIN_FACE * squaredSize(coordinates, corners))) {
      setExactNormal(coordinates, corners, normal);
    }
    const largest = largestOf(normal);
    const x = normal[0] / largest;
    const y = normal[1] / largest;
    const z = normal[2] / largest;
    const length = Math.sqrt(x * x + y * y + z * z);
    const nx = x / length;
    const ny = y / length;
    const nz = z / length;
    let offset = Number.NEGATIVE_INFINITY;
    for (let i = begin; i < end; i++) {
      const v = 3 * faceVertices[i];
      const value = compensatedDot(nx, ny, nz, coordinates[v], coordinates[v + 1], coordinates[v + 2]);
      if (value > offset) offset = value;
    }
    planes[4 * f] = nx;
    planes[4 * f + 1] = ny;
    planes[4 * f + 2] = nz;
    planes[4 * f + 3] = offset;
  }
  return planes;
}

function largestOf(v: Float64Array): number {
  return Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
}
