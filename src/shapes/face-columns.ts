// SPDX-License-Identifier: MIT
/**
 * Columns of a convex body: the distances of its faces from its centroid. The pressure-field law gives a face the
 * stiffness of the material times the mean column over its own (docs/theory/pressure-field-law.md).
 */
import { cubeRoot } from '../math/elementary.ts';
import { dot, subtract } from '../math/vector.ts';
import { fieldSolid } from './field-solid.ts';
import { boxTopology, faceAreas } from './polyhedral-topology.ts';
import type { ConvexShape } from './shape.ts';

/**
 * Largest area of a face times mean column over that of the face, m2; for a body without faces that of the middle
 * section of the sphere of equal volume, which two such balls reach at an overlap of their radius.
 */
export function stiffestFace(shape: ConvexShape): number {
  const { volume, centroid } = shape.massProperties();
  const solid = fieldSolid(shape);
  if (solid === undefined) {
    const radius = cubeRoot((3 * volume) / (4 * Math.PI));
    return Math.PI * radius * radius;
  }
  const topology = solid.kind === 'box' ? boxTopology(solid.halfExtents) : solid.hull;
  const { vertices, faceOffsets, faceVertices, facePlanes } = topology;
  const areas = faceAreas(topology);
  const mean = (3 * volume) / areas.reduce((sum, area) => sum + area, 0);
  return areas.reduce((largest, area, f) => {
    const v = 3 * faceVertices[faceOffsets[f]];
    const corner = { x: vertices[v], y: vertices[v + 1], z: vertices[v + 2] };
    const normal = { x: facePlanes[4 * f], y: facePlanes[4 * f + 1], z: facePlanes[4 * f + 2] };
    return Math.max(largest, (area * mean) / dot(normal, subtract(corner, centroid)));
  }, 0);
}
