// SPDX-License-Identifier: MIT
/** A mesh as text STL with all digits of float64: binary STL, which has 24 bits, would move the walls. */
import { type Pose, transformPoint } from '../math/pose.ts';
import { cross, length, scale, subtract, type Vector3 } from '../math/vector.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { fanOf, trianglesOfPolygon } from '../meshes/polygon-triangles.ts';
import { vectorText } from './engine-frame.ts';

export type Triangle = readonly [Vector3, Vector3, Vector3];

/** Facets of a placed mesh, those with more corners cut into triangles. */
export function trianglesOf(mesh: FacetMesh, pose: Pose): Triangle[] {
  const { vertices, facetOffsets, facetVertices, facetNormals } = mesh;
  const corner = (v: number): Vector3 =>
    transformPoint(pose, { x: vertices[3 * v], y: vertices[3 * v + 1], z: vertices[3 * v + 2] });
  const triangles: Triangle[] = [];
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const corners = facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]);
    const cut =
      corners.length === 3
        ? corners
        : (trianglesOfPolygon(vertices, corners, facetNormals.subarray(3 * f, 3 * f + 3)) ?? fanOf(corners));
    for (let t = 0; t < cut.length; t += 3) triangles.push([corner(cut[t]), corner(cut[t + 1]), corner(cut[t + 2])]);
  }
  return triangles;
}

export function textStl(triangles: readonly Triangle[]): string {
  const lines = triangles.flatMap(([a, b, c]) => {
    const normal = cross(subtract(b, a), subtract(c, a));
    const corners = [a, b, c].map((point) => `vertex ${vectorText(point)}`);
    return [
      `facet normal ${vectorText(scale(normal, 1 / length(normal)))}`,
      'outer loop',
      ...corners,
      'endloop',
      'endfacet',
    ];
  });
  return `solid mesh\n${lines.join('\n')}\nendsolid mesh\n`;
}
