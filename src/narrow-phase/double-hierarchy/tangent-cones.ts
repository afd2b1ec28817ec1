// SPDX-License-Identifier: MIT
/**
 * The tangent cone of a mesh at an edge or vertex, as a polyhedron that is large beside the body. Against it only normals of the
 * feature's normal cone are possible: they lie between the normals of the facets around it, and no inner edge pushes sideways.
 */
import { ScreeError } from '../../errors.ts';
import {
  addScaled,
  cross,
  dot,
  length,
  normalise,
  scale,
  subtract,
  type Vector3,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { polyhedron } from '../../shapes/convex-polyhedron.ts';
import { facet } from '../../shapes/facet.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type BodyAtMesh, wayBetween } from './body-at-mesh.ts';
import { facetNormal } from './boundary-patches.ts';

/** Cones reach this many times as far as the body does from their tip: no body leaves them at the far end. */
const REACH = 4;

/** The facets of an edge fall away within less than a half-turn, by at least this angle: else nothing is in its normal cone. */
const OPENING_TOLERANCE = 1e-12;

/** Unit direction in facet `f` across its edge and away from it. */
export function inwardDirection(body: BodyAtMesh, edge: number, f: number): Vector3 {
  const { mesh } = body.patches;
  const begin = mesh.facetOffsets[f] as number;
  const corner = mesh.facetEdges.subarray(begin, mesh.facetOffsets[f + 1]).indexOf(edge);
  const start = mesh.edgeVertices[2 * edge] as number;
  const { direction } = wayBetween(body.vertex(start), body.vertex(mesh.edgeVertices[2 * edge + 1] as number));
  const normal = facetNormal(mesh, f);
  const runsAlong = mesh.facetVertices[begin + corner] === start;
  return normalise(runsAlong ? cross(normal, direction) : cross(direction, normal));
}

/**
 * The wedge of an edge that runs from `from` in the unit direction `along`, both ways without end: the outermost of its facets and
 * what is between them. Undefined when they surround the edge.
 */
export function edgeWedge(body: BodyAtMesh, edge: number, from: Vector3, along: Vector3): Shape | undefined {
  const { edgeFacets, edgeFacetOffsets } = body.patches.mesh;
  const facets = edgeFacets.subarray(edgeFacetOffsets[edge], edgeFacetOffsets[edge + 1]);
  const inward = Array.from(facets, (f) => inwardDirection(body, edge, f));
  const foot = addScaled(from, along, dot(subtract(body.centre, from), along));
  const reach = REACH * (body.size + length(subtract(body.centre, foot)) + body.query.maxDistance);
  const ends = [addScaled(foot, along, -reach), addScaled(foot, along, reach)] as const;
  const moved = (direction: Vector3): Vector3[] => ends.map((end) => addScaled(end, direction, reach));
  const [first] = inward as [Vector3];
  if (inward.length === 1) {
    const [a, b] = moved(first) as [Vector3, Vector3];
    return facet({ vertices: [ends[0], ends[1], b, a] });
  }
  const outermost = outermostOf(inward, along);
  if (outermost === undefined) return undefined;
  const [u, v] = outermost;
  // Behind a wedge that is nearly flat there is room: a point against the middle normal leaves the normal cone as it is.
  const sum = addScaled(u, v, 1);
  const across = subtract(cross(u, along), cross(v, along));
  const behind = length(sum) > length(across) ? sum : dot(across, sum) < 0 ? scale(across, -1) : across;
  return hullOf([...ends, ...moved(u), ...moved(v), ...moved(normalise(behind))]);
}

/** Of directions across an edge, the two between which all others lie within less than a half-turn. */
function outermostOf(directions: readonly Vector3[], along: Vector3): readonly [Vector3, Vector3] | undefined {
  const [first] = directions as [Vector3];
  const other = cross(along, first);
  const sorted = directions
    .map((direction) => ({ direction, angle: Math.atan2(dot(direction, other), dot(direction, first)) }))
    .sort((p, q) => p.angle - q.angle);
  for (let k = 0; k < sorted.length; k++) {
    const here = sorted[k] as (typeof sorted)[number];
    const next = sorted[(k + 1) % sorted.length] as (typeof sorted)[number];
    const gap = next.angle - here.angle + (k + 1 === sorted.length ? 2 * Math.PI : 0);
    if (gap > Math.PI + OPENING_TOLERANCE) return [next.direction, here.direction];
  }
  return undefined;
}

/** Unit directions of the edges at a vertex. */
export function edgeDirectionsAt(body: BodyAtMesh, v: number, edges: Iterable<number>): Vector3[] {
  const { edgeVertices } = body.patches.mesh;
  return Array.from(edges, (e) => {
    const [a, b] = [edgeVertices[2 * e] as number, edgeVertices[2 * e + 1] as number];
    return wayBetween(body.vertex(v), body.vertex(a === v ? b : a)).direction;
  });
}

/** The cone with its tip at vertex `v` over these directions; undefined when it is no cone. */
export function vertexCone(
  body: BodyAtMesh,
  v: number,
  directions: readonly Vector3[],
  isFlat: boolean,
  facets: Iterable<number>,
): Shape | undefined {
  const tip = body.vertex(v);
  const reach = REACH * (body.size + length(subtract(body.centre, tip)) + body.query.maxDistance);
  const points = directions.map((direction) => addScaled(tip, direction, reach));
  try {
    if (isFlat) return facet({ vertices: [tip, ...points] });
    return polyhedron({ vertices: [tip, ...points] });
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
  }
  if (isFlat) return undefined;
  const middle = normalise(sumOfNormals(body.patches.mesh, facets));
  const isOutward = directions.every((direction) => dot(direction, middle) <= 0);
  return hullOf([tip, ...points, addScaled(tip, middle, isOutward ? -reach : reach)]);
}

export function sumOfNormals(mesh: FacetMesh, facets: Iterable<number>): Vector3 {
  let sum = ZERO_VECTOR;
  for (const f of facets) sum = addScaled(sum, facetNormal(mesh, f), 1);
  return sum;
}

/** The hull of points, if it is a body. */
function hullOf(vertices: readonly Vector3[]): Shape | undefined {
  try {
    return polyhedron({ vertices });
  } catch (error) {
    if (error instanceof ScreeError) return undefined;
    throw error;
  }
}
