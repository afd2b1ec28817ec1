// SPDX-License-Identifier: MIT
/**
 * The gap of two polyhedra along a normal, negative for overlap (Cundall 1988; Descantes, Tricoire & Richard 2019,
 * section 2). The signed distance is the largest gap over all normals, so every plane gives a lower bound. Planes have
 * no offset here, because the gap does not depend on it.
 */
import { add, cross, interpolate, length, perpendicular, scale, subtract, type Vector3 } from '../../math/vector.ts';
import type { Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { gapOfPoints } from '../family/trace-step.ts';

/** Two polyhedra with their vertices relative to a common nearby origin, so that a far origin costs no digits. */
export interface PlanePair {
  readonly bodyA: PlacedBody;
  readonly bodyB: PlacedBody;
  /** In the frame of the pair. */
  readonly origin: Vector3;
  /** Three coordinates a vertex, from `origin`. */
  readonly verticesA: Float64Array;
  readonly verticesB: Float64Array;
  /** Lever arm of a turn of the plane: the sum of both extents. */
  readonly size: number;
  /** From A's centre to B's, unit: the normal of the perpendicular bisector of the centres. */
  readonly bisector: Vector3;
}

/** A candidate for the common plane, with the most deeply buried vertex of each body. */
export interface ContactPlane {
  /** Unit, from A to B. */
  readonly normal: Vector3;
  readonly gap: number;
  readonly vertexA: number;
  readonly vertexB: number;
}

/** Start if the centres coincide and no bisector exists; any direction is valid. */
const ANY_DIRECTION: Vector3 = Object.freeze({ x: 1, y: 0, z: 0 });

function aboutOrigin(vertices: readonly Vector3[], origin: Vector3): Float64Array {
  const flat = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, i) => {
    flat[3 * i] = vertex.x - origin.x;
    flat[3 * i + 1] = vertex.y - origin.y;
    flat[3 * i + 2] = vertex.z - origin.z;
  });
  return flat;
}

/** Unit vector along `v`; undefined if it is too short to have a direction. */
export function directionOf(v: Vector3, leastLength: number): Vector3 | undefined {
  const size = length(v);
  return size > leastLength && size < Infinity ? scale(v, 1 / size) : undefined;
}

/** The bodies must have vertices. */
export function planePair(bodyA: PlacedBody, bodyB: PlacedBody): PlanePair {
  const origin = bodyA.centre;
  return {
    bodyA,
    bodyB,
    origin,
    verticesA: aboutOrigin(bodyA.vertices ?? [], origin),
    verticesB: aboutOrigin(bodyB.vertices ?? [], origin),
    size: bodyA.extent + bodyB.extent,
    bisector: directionOf(subtract(bodyB.centre, origin), 0) ?? ANY_DIRECTION,
  };
}

/** The vertex that is farthest along the direction. */
function farthest(vertices: Float64Array, x: number, y: number, z: number): number {
  let best = 0;
  let top = -Infinity;
  for (let i = 0; i < vertices.length; i += 3) {
    const along = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2];
    if (along > top) {
      top = along;
      best = i;
    }
  }
  return best / 3;
}

function along(vertices: Float64Array, vertex: number, n: Vector3): number {
  const i = 3 * vertex;
  return n.x * vertices[i] + n.y * vertices[i + 1] + n.z * vertices[i + 2];
}

/** The plane across a unit normal, with the vertices that are closest to it or buried most deeply into it. */
export function planeAcross(pair: PlanePair, normal: Vector3): ContactPlane {
  const vertexA = farthest(pair.verticesA, normal.x, normal.y, normal.z);
  const vertexB = farthest(pair.verticesB, -normal.x, -normal.y, -normal.z);
  const gap = along(pair.verticesB, vertexB, normal) - along(pair.verticesA, vertexA, normal);
  return { normal, gap, vertexA, vertexB };
}

/** Vertex of a body from the pair's origin. */
export function vertexOf(vertices: Float64Array, vertex: number): Vector3 {
  const i = 3 * vertex;
  return { x: vertices[i], y: vertices[i + 1], z: vertices[i + 2] };
}

/** Two unit vectors that make a right-handed frame with a unit normal. */
export function frameOf(n: Vector3): readonly [Vector3, Vector3] {
  const p = perpendicular(n);
  return [p, cross(n, p)];
}

/** Reports a plane of the search; the point is midway between its two vertices. */
export function tracePlane(
  search: Search,
  algorithm: string,
  step: number,
  pair: PlanePair,
  plane: ContactPlane,
): void {
  if (search.trace === undefined) return;
  const a = vertexOf(pair.verticesA, plane.vertexA);
  const b = vertexOf(pair.verticesB, plane.vertexB);
  const { normal, gap } = plane;
  search.trace({
    algorithm,
    step,
    kind: 'plane',
    normal,
    distance: gap,
    lower: gap,
    upper: gapOfPoints(a, b),
    points: [add(pair.origin, interpolate(a, b, 0.5))],
    onA: add(pair.origin, a),
    onB: add(pair.origin, b),
  });
}
