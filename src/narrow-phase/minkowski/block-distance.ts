// SPDX-License-Identifier: MIT
/**
 * Signed distance and nearest point of a point and an explicit block, by a scan of its boundary (Feng and Tan 2019, eq.
 * 6). For the origin and B - A, or the reference point v and E(A, B), it is the signed distance of A and B, and
 * `normal` points from A to B.
 */
import { length2, type Vector2, type Vector2Like } from '../../math/planar-vector.ts';
import {
  cross,
  distance,
  dot,
  interpolate,
  length,
  scale,
  subtract,
  type Vector3,
  type Vector3Like,
} from '../../math/vector.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';
import { requirePlanarPoint, requirePoint, requirePolygon, requirePolyhedron } from './block-arguments.ts';

/** Distance of a point from an entrance block. */
export interface BlockDistance<V> {
  /** Positive outside, negative inside. */
  readonly distance: number;
  /** Unit vector: from the point to the block outside, against the outward normal inside. */
  readonly normal: V;
  /** The nearest point of the block's boundary. */
  readonly closest: V;
}

/**
 * Signed distance of a point from a convex polygon, in their unit of length.
 *
 * @throws InvalidShapeError unless the block is a polygon and the point is finite.
 *
 * @example
 * ```ts
 * import { planarBlockDistance, polygon } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * console.log(planarBlockDistance(square, [3, 0]).distance); // 2
 * ```
 */
export function planarBlockDistance(block: Polygon, point: Vector2Like): BlockDistance<Vector2> {
  const p = requirePlanarPoint(point, 'point');
  const corners = requirePolygon(block, 'block').vertices;
  let highest = -Infinity;
  let inside = { x: 1, y: 0 };
  let nearest = corners[0];
  let reach = Infinity;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length];
    const size = length2(to.x - from.x, to.y - from.y);
    const ux = (to.x - from.x) / size;
    const uy = (to.y - from.y) / size;
    const height = uy * (p.x - from.x) - ux * (p.y - from.y);
    const along = Math.max(0, Math.min(size, ux * (p.x - from.x) + uy * (p.y - from.y)));
    if (height > highest) {
      highest = height;
      inside = { x: -uy, y: ux };
    }
    const foot = { x: from.x + along * ux, y: from.y + along * uy };
    const off = length2(foot.x - p.x, foot.y - p.y);
    if (height > 0 && off < reach) {
      reach = off;
      nearest = foot;
    }
  });
  if (!(highest > 0) || !(reach > 0)) {
    return {
      distance: highest,
      normal: inside,
      closest: { x: p.x + highest * inside.x, y: p.y + highest * inside.y },
    };
  }
  return { distance: reach, normal: { x: (nearest.x - p.x) / reach, y: (nearest.y - p.y) / reach }, closest: nearest };
}

/** The point of a face nearest to p, whose foot in the face's plane is given. */
function nearestOnFace(corners: readonly Vector3[], normal: Vector3, p: Vector3, foot: Vector3): Vector3 {
  let isWithin = true;
  let best = foot;
  let reach = Infinity;
  corners.forEach((from, k) => {
    const to = corners[(k + 1) % corners.length];
    const e = subtract(to, from);
    if (dot(cross(normal, e), subtract(foot, from)) < 0) isWithin = false;
    const part = Math.max(0, Math.min(1, dot(subtract(p, from), e) / dot(e, e)));
    const candidate = interpolate(from, to, part);
    if (distance(candidate, p) < reach) {
      reach = distance(candidate, p);
      best = candidate;
    }
  });
  return isWithin ? foot : best;
}

/**
 * Signed distance of a point from a convex polyhedron, in their unit of length.
 *
 * @throws InvalidShapeError unless the block is a polyhedron and the point is finite.
 *
 * @example
 * ```ts
 * import { blockDistance, box, polyhedron } from 'scree/contact';
 *
 * const cube = polyhedron({ vertices: box({ halfExtents: [1, 1, 1] }).surface().vertices });
 * console.log(blockDistance(cube, [3, 0, 0]).distance); // 2
 * ```
 */
export function blockDistance(block: ConvexPolyhedron, point: Vector3Like): BlockDistance<Vector3> {
  const p = requirePoint(point, 'point');
  const { faceOffsets, faceVertices, facePlanes, vertices } = requirePolyhedron(block, 'block').hull;
  const vertexAt = (v: number): Vector3 => ({
    x: vertices[3 * v],
    y: vertices[3 * v + 1],
    z: vertices[3 * v + 2],
  });
  let highest = -Infinity;
  let inside: Vector3 = { x: 1, y: 0, z: 0 };
  let nearest = vertexAt(0);
  let reach = Infinity;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const normal = {
      x: facePlanes[4 * f],
      y: facePlanes[4 * f + 1],
      z: facePlanes[4 * f + 2],
    };
    const corners = [...faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1])].map(vertexAt);
    // From a corner rather than the stored offset: a far block costs no digits.
    const height = dot(normal, subtract(p, corners[0]));
    if (height > highest) {
      highest = height;
      inside = scale(normal, -1);
    }
    if (!(height > 0)) continue;
    const foot = subtract(p, scale(normal, height));
    const candidate = nearestOnFace(corners, normal, p, foot);
    const off = length(subtract(candidate, p));
    if (off < reach) {
      reach = off;
      nearest = candidate;
    }
  }
  if (!(highest > 0) || !(reach > 0)) {
    return { distance: highest, normal: inside, closest: subtract(p, scale(inside, -highest)) };
  }
  return { distance: reach, normal: scale(subtract(nearest, p), 1 / reach), closest: nearest };
}
