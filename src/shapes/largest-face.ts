// SPDX-License-Identifier: MIT
/** Faces of boxes and polyhedra. */
import { boxTopology } from './polyhedral-topology.ts';
import type { Shape } from './shape.ts';

/** Area of the largest face of a box or polyhedron; undefined for others. */
export function largestFaceArea(shape: Shape): number | undefined {
  if (shape.kind !== 'box' && shape.kind !== 'polyhedron') return undefined;
  const { vertices, faceOffsets, faceVertices } = shape.kind === 'box' ? boxTopology(shape.halfExtents) : shape.hull;
  const at = (corner: number, axis: number): number => vertices[3 * faceVertices[corner] + axis];
  let largest = 0;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const first = faceOffsets[f];
    let [x, y, z] = [0, 0, 0];
    for (let k = first + 1; k + 1 < faceOffsets[f + 1]; k++) {
      const [ux, uy, uz] = [at(k, 0) - at(first, 0), at(k, 1) - at(first, 1), at(k, 2) - at(first, 2)];
      const [vx, vy, vz] = [at(k + 1, 0) - at(first, 0), at(k + 1, 1) - at(first, 1), at(k + 1, 2) - at(first, 2)];
      x += uy * vz - uz * vy;
      y += uz * vx - ux * vz;
      z += ux * vy - uy * vx;
    }
    largest = Math.max(largest, 0.5 * Math.sqrt(x * x + y * y + z * z));
  }
  return largest;
}
