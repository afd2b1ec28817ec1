// SPDX-License-Identifier: MIT
/**
 * The cone over the edges at a vertex of a mesh, in the mesh's own frame, cached. Only a vertex whose normal cone has
 * an interior can be touched by itself; at others the body touches an edge or a face.
 */
import { SAME_NORMAL_SINE } from '../../kernel/mesh/edge-contacts.ts';
import { acos } from '../../math/circular.ts';
import {
  addScaled,
  cross,
  dot,
  normalise,
  perpendicular,
  scale,
  type Vector3,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import { CONVEX_EDGE, REFLEX_EDGE } from '../../meshes/edge-kinds.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { BoundaryPatches } from './boundary-patches.ts';
import { edgeDirection, remember, sumOfNormals } from './tangent-cones.ts';

export interface VertexCone {
  /** Around the vertex. */
  readonly facets: readonly number[];
  readonly patches: readonly number[];
  /** True if all edges between faces that meet here are convex, or all reflex. */
  readonly isConvex: boolean;
  readonly isReflex: boolean;
  /** Unit directions of all edges. */
  readonly directions: readonly Vector3[];
  /** The outermost of them, counter-clockwise about `axis`; two at a corner of a flat face. */
  readonly rays: readonly Vector3[];
  /** Makes an obtuse angle with all directions; for a flat cone its normal. */
  readonly axis: Vector3;
  readonly sumOfNormals: Vector3;
}

/** The two edges of facet `f` that meet at `v`. */
function edgesAt({ facetOffsets, facetVertices, facetEdges }: FacetMesh, f: number, v: number): [number, number] {
  const begin = facetOffsets[f];
  const count = facetOffsets[f + 1] - begin;
  let corner = 0;
  while (facetVertices[begin + corner] !== v) corner++;
  return [facetEdges[begin + corner], facetEdges[begin + ((corner + count - 1) % count)]];
}

/** The cone of a vertex that can be touched by itself, or undefined; cached. */
export function coneOf(patches: BoundaryPatches, v: number): VertexCone | undefined {
  const known = patches.cones.get(v);
  if (known !== undefined) return known ?? undefined;
  const made = vertexCone(patches, v);
  remember(patches.cones, v, made ?? null);
  return made;
}

function vertexCone({ mesh, patchOfFacet, isCrease, kinds }: BoundaryPatches, v: number): VertexCone | undefined {
  const facets = [...mesh.vertexFacets.subarray(mesh.vertexFacetOffsets[v], mesh.vertexFacetOffsets[v + 1])];
  const edges = [...new Set(facets.flatMap((f) => edgesAt(mesh, f, v)))];
  const creases = edges.filter(isCrease);
  if (creases.length < 2) return undefined;
  const directionOf = (e: number): Vector3 => {
    const [a, b] = [mesh.edgeVertices[2 * e], mesh.edgeVertices[2 * e + 1]];
    return edgeDirection(mesh, v, a === v ? b : a);
  };
  const directions = edges.map(directionOf);
  const around = [...new Set(facets.map((f) => patchOfFacet[f]))].sort((a, b) => a - b);
  const shared = {
    facets,
    patches: around,
    isConvex: creases.every((e) => kinds[e] === CONVEX_EDGE),
    isReflex: creases.every((e) => kinds[e] === REFLEX_EDGE),
    directions,
    sumOfNormals: sumOfNormals(mesh, facets),
  };
  if (around.length > 1) {
    const axis = axisOf(directions, shared.sumOfNormals);
    const rays = axis ? outermostRays(directions, axis) : [];
    if (axis === undefined || rays.length < 2) return undefined;
    // Facets folded flat make a sector.
    const [first, second] = rays as [Vector3, Vector3];
    return { ...shared, rays, axis: rays.length === 2 ? normalise(cross(first, second)) : axis };
  }
  // A corner of a face with an open rim: a tip when it is less than straight.
  const angle = facets.reduce((sum, f) => {
    const [p, q] = edgesAt(mesh, f, v).map(directionOf) as [Vector3, Vector3];
    return sum + acos(Math.min(1, Math.max(-1, dot(p, q))));
  }, 0);
  if (creases.length !== 2 || !(angle < Math.PI - SAME_NORMAL_SINE)) return undefined;
  const rays = creases.map(directionOf) as [Vector3, Vector3];
  return { ...shared, rays, axis: normalise(cross(...rays)) };
}

/** Step limit of the search for an axis; a wider cone has practically no interior. */
const AXIS_STEPS = 200;
/** A direction this much above the horizon of the axis is not below it. */
const BELOW_AXIS = 1e-7;

/**
 * A unit vector that makes an obtuse angle with all directions, if there is one (Rosenblatt's perceptron from two good
 * guesses).
 */
function axisOf(directions: readonly Vector3[], sum: Vector3): Vector3 | undefined {
  const isAxis = (axis: Vector3): boolean => directions.every((direction) => dot(direction, axis) < -BELOW_AXIS);
  const mean = directions.reduce((total, direction) => addScaled(total, direction, -1), ZERO_VECTOR);
  for (const guess of [sum, scale(sum, -1), mean]) {
    const axis = unitOrNone(guess);
    if (axis !== undefined && isAxis(axis)) return axis;
  }
  let axis = mean;
  for (let step = 0; step < AXIS_STEPS; step++) {
    let worst = directions[0];
    for (const direction of directions) if (dot(direction, axis) > dot(worst, axis)) worst = direction;
    axis = addScaled(axis, worst, -1);
    const unit = unitOrNone(axis);
    if (unit !== undefined && isAxis(unit)) return unit;
  }
  return undefined;
}

function unitOrNone(v: Vector3): Vector3 | undefined {
  return dot(v, v) > BELOW_AXIS * BELOW_AXIS ? normalise(v) : undefined;
}

/**
 * The extreme ones of directions that all point down, counter-clockwise about the axis: Andrew's monotone chain in the
 * plane below.
 */
function outermostRays(directions: readonly Vector3[], axis: Vector3): Vector3[] {
  const first = perpendicular(axis);
  const second = cross(axis, first);
  const points = directions
    .map((ray) => {
      const down = -dot(ray, axis);
      return { ray, x: dot(ray, first) / down, y: dot(ray, second) / down };
    })
    .sort((p, q) => p.x - q.x || p.y - q.y);
  const chain = (sorted: typeof points): typeof points => {
    const kept: typeof points = [];
    for (const p of sorted) {
      for (let a = kept.at(-2), b = kept.at(-1); a !== undefined && b !== undefined; a = kept.at(-2), b = kept.at(-1)) {
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...chain(points), ...chain(points.toReversed())].map(({ ray }) => ray);
}
