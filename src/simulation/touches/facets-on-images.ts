// SPDX-License-Identifier: MIT
/**
 * Facets of a mesh that lie on facets of its own periodic image, as those of a floor that is longer than the period do.
 * A body with several points of contact would touch each of them.
 */
import { add, addScaled, cross, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { facetsInBox } from '../../neighbours/facets-in-box.ts';
import { meshIndex } from '../../neighbours/mesh-bins.ts';

/** Relative to the facet: distances and slopes that count as none are rounding of its corners. */
const SAME = 1e-9;

/** The first facet that lies on one of the mesh's image at `way` from it, in its own frame; -1 if none does. */
export function facetOnImage(mesh: FacetMesh, way: Vector3): number {
  const near: number[] = [];
  for (let facet = 0; facet + 1 < mesh.facetOffsets.length; facet++) {
    const moved = cornersOf(mesh, facet).map((corner) => add(corner, way));
    const size = length(subtract(moved[1], moved[0]));
    const normal = normalOf(mesh, facet);
    const count = facetsInBox(meshIndex(mesh), boxOf(moved), near);
    for (let k = 0; k < count; k++) {
      const other = cornersOf(mesh, near[k]);
      const isParallel = length(subtract(normal, normalOf(mesh, near[k]))) < SAME;
      const height = dot(normal, subtract(other[0], moved[0]));
      if (!isParallel || Math.abs(height) > SAME * size) continue;
      if (!isApart(moved, other, normal) && !isApart(other, moved, normal)) return facet;
    }
  }
  return -1;
}

/** Whether a side of the first polygon has all of the second, in the same plane, on its outside. */
function isApart(first: readonly Vector3[], second: readonly Vector3[], normal: Vector3): boolean {
  return first.some((corner, k) => {
    const side = subtract(first[(k + 1) % first.length], corner);
    const inward = cross(normal, side);
    const rounding = SAME * dot(side, side);
    return second.every((point) => dot(inward, subtract(point, corner)) <= rounding);
  });
}

function cornersOf({ vertices, facetOffsets, facetVertices }: FacetMesh, facet: number): Vector3[] {
  const corners: Vector3[] = [];
  for (let c = facetOffsets[facet]; c < facetOffsets[facet + 1]; c++)
    corners.push(readAt(vertices, 3 * facetVertices[c]));
  return corners;
}

function normalOf({ facetNormals }: FacetMesh, facet: number): Vector3 {
  return readAt(facetNormals, 3 * facet);
}

function boxOf(points: readonly Vector3[]): number[] {
  const low = points.reduce((a, b) => ({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) }));
  const high = points.reduce((a, b) => ({ x: Math.max(a.x, b.x), y: Math.max(a.y, b.y), z: Math.max(a.z, b.z) }));
  // The planes of flat facets would have boxes without thickness.
  const slack = SAME * length(subtract(high, low));
  const [first, last] = [addScaled(low, ONES, -slack), addScaled(high, ONES, slack)];
  return [first.x, first.y, first.z, last.x, last.y, last.z];
}

const ONES = { x: 1, y: 1, z: 1 };

function readAt(values: ArrayLike<number>, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}
