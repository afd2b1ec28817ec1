// SPDX-License-Identifier: MIT
/**
 * The point of a triangle that is closest to the origin, by its weights: `distanceToPortal` and `barycentric` of portal
 * refinement.
 */
import { add, cross, dot, length, scale, subtract, type Vector3 } from '../../math/vector.ts';

export interface TrianglePoint {
  readonly point: Vector3;
  readonly distance: number;
  /** Of the three corners; never negative, of sum one. */
  readonly weights: readonly [number, number, number];
  /** Inside the triangle, not on an edge or a corner. */
  readonly inside: boolean;
}

type Corners = readonly [Vector3, Vector3, Vector3];

/** The weighted mean of three vectors. */
export function weighted([a, b, c]: Corners, [u, v, w]: TrianglePoint['weights']): Vector3 {
  return add(add(scale(a, u), scale(b, v)), scale(c, w));
}

function trianglePoint(corners: Corners, weights: TrianglePoint['weights'], inside: boolean): TrianglePoint {
  const point = weighted(corners, weights);
  return { point, distance: length(point), weights, inside };
}

/** How far along the edge from p to q its closest point to the origin is, 0 to 1. */
function alongEdge(p: Vector3, q: Vector3): number {
  const edge = subtract(q, p);
  const squared = dot(edge, edge);
  return squared > 0 ? Math.min(1, Math.max(0, -dot(p, edge) / squared)) : 0;
}

/** Of a triangle of any shape, one without area too. */
export function closestToOrigin(corners: Corners): TrianglePoint {
  const [a, b, c] = corners;
  const normal = cross(subtract(b, a), subtract(c, a));
  const squared = dot(normal, normal);
  if (squared > 0) {
    const u = dot(normal, cross(b, c)) / squared;
    const v = dot(normal, cross(c, a)) / squared;
    const w = 1 - u - v;
    if (u > 0 && v > 0 && w > 0) return trianglePoint(corners, [u, v, w], true);
  }
  const ab = alongEdge(a, b);
  const bc = alongEdge(b, c);
  const ca = alongEdge(c, a);
  const edges = [
    trianglePoint(corners, [1 - ab, ab, 0], false),
    trianglePoint(corners, [0, 1 - bc, bc], false),
    trianglePoint(corners, [ca, 0, 1 - ca], false),
  ];
  return edges.reduce((best, candidate) => (candidate.distance < best.distance ? candidate : best));
}
