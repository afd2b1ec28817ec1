// SPDX-License-Identifier: MIT
/**
 * Minkowski sum and difference of convex polygons, built explicitly (Feng and Tan 2019, eqs. 1 and 2), and the entrance
 * block of Shi's contact theory (eq. 7). Linear in the number of vertices: the edges of both, merged by direction. They
 * throw an InvalidShapeError ('flat') where the offset is so large that float64 has no room for the corners beside it.
 */
import { cos, sin } from '../../math/circular.ts';
import {
  type PlanarPose,
  type PlanarPoseLike,
  planarPose,
  planarPoseArgument,
  transformPlanarPoint,
} from '../../math/planar-pose.ts';
import type { Vector2, Vector2Like } from '../../math/planar-vector.ts';
import { type Polygon, polygon } from '../../shapes/planar/polygon.ts';
import { requirePlanarPoint, requirePolygon } from './block-arguments.ts';
import { mergeEdges } from './edge-merge.ts';

interface Placed {
  /** Relative to the position of the pose, turned, counter-clockwise. */
  readonly corners: readonly Vector2[];
  readonly pose: PlanarPose;
}

/** Turned, and reflected in the origin for a sign of -1. */
function place(shape: Polygon, path: 'a' | 'b', poseLike: PlanarPoseLike, sign: 1 | -1): Placed {
  requirePolygon(shape, path);
  const pose = planarPoseArgument(poseLike, path === 'a' ? 'poseA' : 'poseB');
  const c = sign * cos(pose.angle);
  const s = sign * sin(pose.angle);
  return { corners: shape.vertices.map(({ x, y }) => ({ x: c * x - s * y, y: s * x + c * y })), pose };
}

function lowest(corners: readonly Vector2[]): number {
  let best = 0;
  corners.forEach((p, i) => {
    const q = corners[best];
    if (p.y < q.y || (p.y === q.y && p.x < q.x)) best = i;
  });
  return best;
}

/** The sum of both outlines, moved by (tx, ty); `name` is what an error calls it. */
function sumOf(name: string, p: readonly Vector2[], q: readonly Vector2[], tx: number, ty: number): Polygon {
  const edge = (corners: readonly Vector2[], i: number): Vector2 => {
    const from = corners[i];
    const to = corners[(i + 1) % corners.length];
    return { x: to.x - from.x, y: to.y - from.y };
  };
  const merged = mergeEdges({
    countP: p.length,
    countQ: q.length,
    startP: lowest(p),
    startQ: lowest(q),
    turn: (i, j) => {
      const u = edge(p, i);
      const v = edge(q, j);
      return u.x * v.y - u.y * v.x;
    },
  });
  // Edges parallel to rounding may come in either order; the hull drops the corner between them, or keeps it if it is
  // one.
  const vertices = merged.map(({ p: i, q: j }): [number, number] => {
    const first = p[i];
    const second = q[j];
    return [first.x + second.x + tx, first.y + second.y + ty];
  });
  return polygon({ vertices }, name);
}

/**
 * The Minkowski sum A + B = {a + b} of two polygons, in world coordinates.
 *
 * @throws InvalidShapeError unless both are polygons, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { planarMinkowskiSum, polygon } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * console.log(planarMinkowskiSum(square, {}, square, {}).boundingBox().max.x); // 2
 * ```
 */
export function planarMinkowskiSum(a: Polygon, poseA: PlanarPoseLike, b: Polygon, poseB: PlanarPoseLike): Polygon {
  const first = place(a, 'a', poseA, 1);
  const second = place(b, 'b', poseB, 1);
  const { x: ax, y: ay } = first.pose.position;
  const { x: bx, y: by } = second.pose.position;
  return sumOf('minkowskiSum', first.corners, second.corners, ax + bx, ay + by);
}

/**
 * The Minkowski difference A - B = {a - b} of two polygons in the world. It contains the origin if A and B overlap.
 *
 * @throws InvalidShapeError unless both are polygons, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { planarMinkowskiDifference, polygon } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * console.log(planarMinkowskiDifference(square, {}, square, { position: [5, 0] }).boundingBox().max.x); // -3
 * ```
 */
export function planarMinkowskiDifference(
  a: Polygon,
  poseA: PlanarPoseLike,
  b: Polygon,
  poseB: PlanarPoseLike,
): Polygon {
  const first = place(a, 'a', poseA, 1);
  const second = place(b, 'b', poseB, -1);
  const { x: ax, y: ay } = first.pose.position;
  const { x: bx, y: by } = second.pose.position;
  return sumOf('minkowskiDifference', first.corners, second.corners, ax - bx, ay - by);
}

/**
 * Shi's entrance block E(A, B) = {b - a + v} of two polygons: where the reference point v of A may not go while A only
 * slides. Any world point may be v; the centroid of A when left out. A and B overlap where v is inside the block.
 *
 * @throws InvalidShapeError unless both are polygons, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { planarEntranceBlock, polygon } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * const block = planarEntranceBlock(square, {}, square, { position: [5, 0] }, [0, 0]);
 * console.log(block.boundingBox().min.x); // 3
 * ```
 */
export function planarEntranceBlock(
  a: Polygon,
  poseA: PlanarPoseLike,
  b: Polygon,
  poseB: PlanarPoseLike,
  reference?: Vector2Like,
): Polygon {
  const first = place(a, 'a', poseA, -1);
  const second = place(b, 'b', poseB, 1);
  const { x: vx, y: vy } = requirePlanarPoint(
    reference === undefined ? planarCentroid(a, first.pose) : reference,
    'reference',
  );
  const { x: ax, y: ay } = first.pose.position;
  const { x: bx, y: by } = second.pose.position;
  // B relative to A first: what both have in common cancels without loss.
  return sumOf('entranceBlock', first.corners, second.corners, bx - ax + vx, by - ay + vy);
}

/** The centroid of a placed polygon: the reference point that Shi suggests. */
export function planarCentroid(shape: Polygon, pose: PlanarPoseLike): Vector2 {
  return transformPlanarPoint(planarPose(pose), shape.areaProperties().centroid);
}
