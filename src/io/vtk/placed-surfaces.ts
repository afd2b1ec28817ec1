// SPDX-License-Identifier: MIT
/**
 * Surfaces of all bodies at their poses, as one set of points and polygons with the number of the body on each polygon.
 * Many bodies share few surfaces.
 */
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import type { VtkCells } from './vtk-poly-data.ts';

interface PlacedSurfaces {
  readonly points: Float64Array;
  readonly polygons: VtkCells;
  /** For each polygon the index of its body, in the order given. */
  readonly bodyOfPolygon: Int32Array;
}

/**
 * `surfaceOf[i]` is the surface of body i, `poses` holds 7 numbers a body: position 3 and unit orientation 4, w first,
 * of the frame that the surface is in; `scales` multiplies its size.
 */
export function placeSurfaces(
  surfaceOf: readonly SurfaceMesh[],
  poses: Float64Array,
  scales?: ArrayLike<number>,
): PlacedSurfaces {
  let [pointCount, polygonCount, cornerCount] = [0, 0, 0];
  for (const surface of surfaceOf) {
    pointCount += surface.vertices.length / 3;
    polygonCount += surface.faceOffsets.length - 1;
    cornerCount += surface.faceVertices.length;
  }
  const points = new Float64Array(3 * pointCount);
  const offsets = new Int32Array(polygonCount + 1);
  const connectivity = new Int32Array(cornerCount);
  const bodyOfPolygon = new Int32Array(polygonCount);
  let [point, polygon, corner] = [0, 0, 0];
  surfaceOf.forEach((surface, body) => {
    const { vertices, faceOffsets, faceVertices } = surface;
    for (let k = 0; k < faceVertices.length; k++) connectivity[corner + k] = point + faceVertices[k];
    for (let f = 1; f < faceOffsets.length; f++) {
      bodyOfPolygon[polygon] = body;
      polygon++;
      offsets[polygon] = corner + faceOffsets[f];
    }
    placePoints(vertices, poses.subarray(7 * body, 7 * body + 7), scales?.[body] ?? 1, points, 3 * point);
    point += vertices.length / 3;
    corner += faceVertices.length;
  });
  return { points, polygons: { offsets, connectivity }, bodyOfPolygon };
}

function placePoints(vertices: Float64Array, pose: Float64Array, scale: number, out: Float64Array, at: number): void {
  const [px, py, pz, w, x, y, z] = pose as unknown as [number, number, number, number, number, number, number];
  for (let k = 0; k < vertices.length; k += 3) {
    const vx = scale * vertices[k];
    const vy = scale * vertices[k + 1];
    const vz = scale * vertices[k + 2];
    const tx = 2 * (y * vz - z * vy);
    const ty = 2 * (z * vx - x * vz);
    const tz = 2 * (x * vy - y * vx);
    out[at + k] = px + vx + w * tx + y * tz - z * ty;
    out[at + k + 1] = py + vy + w * ty + z * tx - x * tz;
    out[at + k + 2] = pz + vz + w * tz + x * ty - y * tx;
  }
}
