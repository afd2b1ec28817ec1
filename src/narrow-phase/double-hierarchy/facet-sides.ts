// SPDX-License-Identifier: MIT
/** Points of a facet's plane against its sides, in the mesh's own frame. Nothing is allocated. */
import type { FacetMesh } from '../../meshes/facet-mesh.ts';

/** Where a point of a facet's plane is: 1 on the facet, inside all of its sides; 0 on a side; -1 beside it. */
export function placeOn(mesh: FacetMesh, facet: number, point: Float64Array): number {
  const { facetOffsets, facetVertices, facetNormals, vertices } = mesh;
  const px = point[0];
  const py = point[1];
  const pz = point[2];
  const nx = facetNormals[3 * facet];
  const ny = facetNormals[3 * facet + 1];
  const nz = facetNormals[3 * facet + 2];
  const begin = facetOffsets[facet];
  const end = facetOffsets[facet + 1];
  let place = 1;
  let v = 3 * facetVertices[end - 1];
  let ax = vertices[v] - px;
  let ay = vertices[v + 1] - py;
  let az = vertices[v + 2] - pz;
  for (let corner = begin; corner < end; corner++) {
    v = 3 * facetVertices[corner];
    const bx = vertices[v] - px;
    const by = vertices[v + 1] - py;
    const bz = vertices[v + 2] - pz;
    const inside = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
    if (!(inside >= 0)) return -1;
    if (inside === 0) place = 0;
    ax = bx;
    ay = by;
    az = bz;
  }
  return place;
}

/** Distance of a point inside the sides of a facet, seen along its normal; negative outside. */
export function marginOn(mesh: FacetMesh, facet: number, point: Float64Array): number {
  const { facetOffsets, facetVertices, facetNormals, vertices } = mesh;
  const x = point[0];
  const y = point[1];
  const z = point[2];
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
