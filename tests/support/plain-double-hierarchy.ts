// SPDX-License-Identifier: MIT
/**
 * The Double Hierarchy written once more, in a few plain lines and without any search: closest point of every facet,
 * sorted by distance, kept unless a kept one is against it. For meshes in general position: tolerances are crude.
 */
import { add, addScaled, cross, dot, length, scale, subtract, type Vector3 } from '../../src/math/vector.ts';
import type { FacetMesh } from '../../src/meshes/facet-mesh.ts';

/** Plain numbers for what general position leaves far apart. */
const TOLERANCE = 1e-10;

function cornersOf(mesh: FacetMesh, f: number): Vector3[] {
  const { vertices, facetOffsets, facetVertices } = mesh;
  return Array.from(facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]), (v) => ({
    x: vertices[3 * v],
    y: vertices[3 * v + 1],
    z: vertices[3 * v + 2],
  }));
}

export function closestOfFacet(mesh: FacetMesh, f: number, centre: Vector3): Vector3 {
  const corners = cornersOf(mesh, f);
  const [x = 0, y = 0, z = 0] = mesh.facetNormals.subarray(3 * f, 3 * f + 3);
  const normal = { x, y, z };
  const projection = addScaled(centre, normal, -dot(normal, subtract(centre, corners[0])));
  const sides = corners.map((a, k) => [a, corners[(k + 1) % corners.length]] as const);
  if (sides.every(([a, b]) => dot(normal, cross(subtract(b, a), subtract(projection, a))) >= 0)) return projection;
  const points = sides.map(([a, b]) => {
    const side = subtract(b, a);
    const t = dot(subtract(centre, a), side) / dot(side, side);
    return addScaled(a, side, Math.min(1, Math.max(0, t)));
  });
  return points.reduce((p, q) => (length(subtract(q, centre)) < length(subtract(p, centre)) ? q : p));
}

export function plainContactPoints(mesh: FacetMesh, centre: Vector3, radius: number): Vector3[] {
  const all = Array.from({ length: mesh.facetOffsets.length - 1 }, (_, f) => closestOfFacet(mesh, f, centre));
  const found = all
    .map((point) => ({ point, offset: subtract(centre, point) }))
    .filter(({ offset }) => length(offset) <= radius)
    .sort((p, q) => length(p.offset) - length(q.offset));
  const kept: typeof found = [];
  for (const each of found) {
    const isValid = kept.every(({ offset }) => dot(each.offset, offset) < dot(offset, offset) * (1 - TOLERANCE));
    if (isValid) kept.push(each);
  }
  return kept.map(({ point }) => point);
}

/** A soup of triangles of sizes over three decades, anywhere in a cube about the origin. */
export function triangleSoup(
  random: { between(a: number, b: number): number; unitVector(): Vector3 },
  count: number,
): { vertices: [number, number, number][]; facets: number[][] } {
  const vertices: [number, number, number][] = [];
  const facets: number[][] = [];
  for (let f = 0; f < count; f++) {
    const size = 10 ** random.between(-2, 0.5);
    const middle = scale(random.unitVector(), random.between(0, 2));
    for (let k = 0; k < 3; k++) {
      const { x, y, z } = add(middle, scale(random.unitVector(), size));
      vertices.push([x, y, z]);
    }
    facets.push([3 * f, 3 * f + 1, 3 * f + 2]);
  }
  return { vertices, facets };
}
