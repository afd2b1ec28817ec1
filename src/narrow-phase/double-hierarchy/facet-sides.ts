// SPDX-License-Identifier: MIT
/** Points of a facet's plane against its sides, in the mesh's own frame. */
import type { FacetMesh } from '../../meshes/facet-mesh.ts';

/** True if a point of a facet's plane is on it. */
export function isOver(mesh: FacetMesh, facet: number, px: number, py: number, pz: number): boolean {
  const { facetOffsets, facetVertices, facetNormals, vertices } = mesh;
  const nx = facetNormals[3 * facet];
  const ny = facetNormals[3 * facet + 1];
  const nz = facetNormals[3 * facet + 2];
  const begin = facetOffsets[facet];
  const end = facetOffsets[facet + 1];
  let v = 3 * facetVertices[end - 1];
  let ax = vertices[v] - px;
  let ay = vertices[v + 1] - py;
  let az = vertices[v + 2] - pz;
  for (let corner = begin; corner < end; corner++) {
    v = 3 * facetVertices[corner];
    const bx = vertices[v] - px;
    const by = vertices[v + 1] - py;
    const bz = vertices[v + 2] - pz;
    if (!(nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx) >= 0)) return false;
    ax = bx;
    ay = by;
    az = bz;
  }
  return true;
}

/** Distance of a point inside the sides of a facet, seen along its normal; negative outside. */
export function marginOn(mesh: FacetMesh, facet: number, x: number, y: number, z: number): number {
  const { facetOffsets, facetVertices, facetNormals, vertices } = mesh;
  const nx = facetNormals[3 * facet];
  const ny = facetNormals[3 * facet + 1];
  const nz = facetNormals[3 * facet + 2];
  const begin = facetOffsets[facet];
  const end = facetOffsets[facet + 1];
  let least = Infinity;
  for (let corner = begin; corner < end; corner++) {
    const a = 3 * facetVertices[corner];
    const b = 3 * facetVertices[corner + 1 === end ? begin : corner + 1];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const ez = vertices[b + 2] - vertices[a + 2];
    const px = x - vertices[a];
    const py = y - vertices[a + 1];
    const pz = z - vertices[a + 2];
    const area = nx * (ey * pz - ez * py) + ny * (ez * px - ex * pz) + nz * (ex * py - ey * px);
    const inside = area / Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (inside < least) least = inside;
  }
  return least;
}
