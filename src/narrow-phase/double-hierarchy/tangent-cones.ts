// SPDX-License-Identifier: MIT
/**
 * Tangent cones of a mesh at edges and vertices, as directions in the mesh's own frame, cached. Contact normals then
 * lie in the feature's normal cone, between the normals of its facets, so inner edges cause no lateral force.
 */
import { atan2 } from '../../math/circular.ts';
import { addScaled, cross, dot, length, normalise, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { type BoundaryPatches, facetNormal, facetsOfEdge } from './boundary-patches.ts';
import { vertexOf } from './nodal-weights.ts';

/**
 * The facets of an edge fall away within less than a half-turn, by at least this angle: else nothing is in its normal
 * cone.
 */
const OPENING_TOLERANCE = 1e-12;
/** Facets folded back on each other by less than this angle are one half-plane. */
const FOLD_TOLERANCE = 1e-9;

/** Unit direction from one vertex to another. */
export function edgeDirection(mesh: FacetMesh, from: number, to: number): Vector3 {
  return normalise(subtract(vertexOf(mesh, to), vertexOf(mesh, from)));
}

/** Unit direction in facet `f` across its edge and away from it. */
export function inwardDirection(mesh: FacetMesh, edge: number, f: number): Vector3 {
  const begin = mesh.facetOffsets[f];
  let corner = begin;
  while (mesh.facetEdges[corner] !== edge) corner++;
  const start = mesh.edgeVertices[2 * edge];
  const direction = edgeDirection(mesh, start, mesh.edgeVertices[2 * edge + 1]);
  const normal = facetNormal(mesh, f);
  return normalise(mesh.facetVertices[corner] === start ? cross(normal, direction) : cross(direction, normal));
}

/** The wedge of an edge. */
export interface EdgeWedge {
  /** Unit direction of the edge. */
  readonly along: Vector3;
  /**
   * Unit directions across the edge, counter-clockwise about `along`: of the outermost facets, and one between them; of
   * a half-plane its own only.
   */
  readonly sides: readonly [Vector3] | readonly [Vector3, Vector3, Vector3];
}

/**
 * The outermost facets of an edge and a direction between them. Undefined if they surround the edge, so that nothing
 * can touch it.
 */
function edgeWedge(mesh: FacetMesh, edge: number): EdgeWedge | undefined {
  const from = mesh.edgeVertices[2 * edge];
  const along = edgeDirection(mesh, from, mesh.edgeVertices[2 * edge + 1]);
  const inward = facetsOfEdge(mesh, edge).map((f) => inwardDirection(mesh, edge, f));
  const [first] = inward as [Vector3];
  if (inward.length === 1) return { along, sides: [first] };
  const outermost = outermostOf(inward, along);
  if (outermost === undefined) return undefined;
  const [u, v] = outermost;
  if (dot(cross(u, v), along) <= FOLD_TOLERANCE && dot(u, v) > 0) return { along, sides: [u] };
  // Behind a wedge that is nearly flat there is room: a point against the middle normal leaves the normal cone as it
  // is.
  const sum = addScaled(u, v, 1);
  const across = subtract(cross(along, u), cross(along, v));
  const behind = length(sum) > length(across) ? sum : across;
  return { along, sides: [u, normalise(behind), v] };
}

/**
 * Of directions across an edge, the two between which all others lie within less than a half-turn, counter-clockwise.
 */
function outermostOf(directions: readonly Vector3[], along: Vector3): readonly [Vector3, Vector3] | undefined {
  const [first] = directions as [Vector3];
  const other = cross(along, first);
  const sorted = directions
    .map((direction) => ({ direction, angle: atan2(dot(direction, other), dot(direction, first)) }))
    .sort((p, q) => p.angle - q.angle);
  for (let k = 0; k < sorted.length; k++) {
    const here = sorted[k];
    const next = sorted[(k + 1) % sorted.length];
    const gap = next.angle - here.angle + (k + 1 === sorted.length ? 2 * Math.PI : 0);
    if (gap > Math.PI + OPENING_TOLERANCE) return [next.direction, here.direction];
  }
  return undefined;
}

export function sumOfNormals(mesh: FacetMesh, facets: readonly number[]): Vector3 {
  return facets.reduce((sum, f) => addScaled(sum, facetNormal(mesh, f), 1), ZERO_VECTOR);
}

/** Cached wedges of the edges of a mesh; most are used again in the next step by the same body. */
export function wedgeOf({ mesh, wedges }: BoundaryPatches, edge: number): EdgeWedge | undefined {
  const known = wedges.get(edge);
  if (known !== undefined) return known ?? undefined;
  const made = edgeWedge(mesh, edge);
  remember(wedges, edge, made ?? null);
  return made;
}

/** Largest number of cached features; beyond it the cache is cleared. */
const MOST_KEPT = 65_536;

export function remember<T>(kept: Map<number, T>, key: number, value: T): void {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, value);
}
