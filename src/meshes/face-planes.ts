// SPDX-License-Identifier: MIT
/** Unit outward normals and offsets of the faces of a hull, from fans of double-double cross products. */
import { addCross, compensatedDot } from './precise-vectors.ts';

/**
 * Four per face: unit normal and the largest `normal . vertex` over the face. `coordinates` are scaled to order one (three
 * per vertex), so that nothing overflows; the offsets come out in the same scale.
 */
export function facePlanes(coordinates: Float64Array, faceOffsets: Int32Array, faceVertices: Int32Array): Float64Array {
  const faceCount = faceOffsets.length - 1;
  const planes = new Float64Array(4 * faceCount);
  const normal = new Float64Array(3);
  for (let f = 0; f < faceCount; f++) {
    const begin = faceOffsets[f] as number;
    const end = faceOffsets[f + 1] as number;
    normal.fill(0);
    // The triangles of a fan in a convex polygon all turn the same way: the sum does not cancel.
    for (let i = begin + 1; i + 1 < end; i++) {
      addCross(
        coordinates,
        faceVertices[begin] as number,
        faceVertices[i] as number,
        faceVertices[i + 1] as number,
        normal,
      );
    }
    const largest = Math.max(
      Math.abs(normal[0] as number),
      Math.abs(normal[1] as number),
      Math.abs(normal[2] as number),
    );
    const x = (normal[0] as number) / largest;
    const y = (normal[1] as number) / largest;
    const z = (normal[2] as number) / largest;
    const length = Math.sqrt(x * x + y * y + z * z);
    const nx = x / length;
    const ny = y / length;
    const nz = z / length;
    let offset = Number.NEGATIVE_INFINITY;
    for (let i = begin; i < end; i++) {
      const v = 3 * (faceVertices[i] as number);
      const value = compensatedDot(
        nx,
        ny,
        nz,
        coordinates[v] as number,
        coordinates[v + 1] as number,
        coordinates[v + 2] as number,
      );
      if (value > offset) offset = value;
    }
    planes[4 * f] = nx;
    planes[4 * f + 1] = ny;
    planes[4 * f + 2] = nz;
    planes[4 * f + 3] = offset;
  }
  return planes;
}
