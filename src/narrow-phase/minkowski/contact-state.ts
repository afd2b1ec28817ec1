// SPDX-License-Identifier: MIT
/**
 * Separation, touch or overlap, by the exact sign of the signed distance (Feng and Tan 2019, section 2; touch needs a
 * common point and overlap common inner points, which their definitions leave out). The same question for a point and
 * an explicit block answers it by the entrance block.
 */
import { cos, sin } from '../../math/circular.ts';
import { type PlanarPoseLike, planarPoseArgument } from '../../math/planar-pose.ts';
import type { Vector2Like } from '../../math/planar-vector.ts';
import { type Pose, type PoseLike, poseArgument, transformPoint } from '../../math/pose.ts';
import { subtract, toTriple, type Vector3Like, ZERO_VECTOR } from '../../math/vector.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';
import { boxTopology } from '../../shapes/polyhedral-topology.ts';
import { exactContact } from '../exact/exact-contact.ts';
import { type ExactPolygon, exactPlanarContact } from '../planar/exact-planar.ts';
import {
  requirePlanarPoint,
  requirePoint,
  requirePolygon,
  requirePolyhedron,
  requireSolid,
  type SolidPolyhedron,
} from './block-arguments.ts';

/** `touch`: common points, but no common inner point. */
export type ContactState = 'separation' | 'touch' | 'overlap';

function stateOf(signedDistance: number): ContactState {
  return signedDistance > 0 ? 'separation' : signedDistance < 0 ? 'overlap' : 'touch';
}

/**
 * Whether two polygons are apart (`separation`), touch or overlap, exactly: for the coordinates given, and for the
 * float64 cosine and sine of the angle of turned polygons.
 *
 * @throws InvalidShapeError unless both are polygons, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { planarContactState, polygon } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * console.log(planarContactState(square, {}, square, { position: [1, 0] })); // overlap
 * ```
 */
export function planarContactState(a: Polygon, poseA: PlanarPoseLike, b: Polygon, poseB: PlanarPoseLike): ContactState {
  const first = placedExactly(requirePolygon(a, 'a'), poseA, 'poseA');
  return stateOf(exactPlanarContact(first, placedExactly(requirePolygon(b, 'b'), poseB, 'poseB')).distance);
}

function placedExactly(shape: Polygon, poseLike: PlanarPoseLike, path: string): ExactPolygon {
  const { position, angle } = planarPoseArgument(poseLike, path);
  const [cosine, sine] = angle === 0 ? [1, 0] : [cos(angle), sin(angle)];
  return { vertices: shape.coordinates, cosine, sine, x: position.x, y: position.y };
}

/**
 * Whether a point is outside (`separation`), on or inside (`overlap`) a polygon, exactly.
 *
 * @throws InvalidShapeError unless the block is a polygon and the point is finite.
 *
 * @example
 * ```ts
 * import { planarBlockState, polygon } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * console.log(planarBlockState(square, [1, 0])); // touch
 * ```
 */
export function planarBlockState(block: Polygon, point: Vector2Like): ContactState {
  const { x, y } = requirePlanarPoint(point, 'point');
  const body = { vertices: requirePolygon(block, 'block').coordinates, cosine: 1, sine: 0, x: 0, y: 0 };
  return stateOf(exactPlanarContact(body, { ...body, vertices: Float64Array.of(x, y) }).distance);
}

/**
 * Whether two polyhedra are apart (`separation`), touch or overlap, exactly: for the vertices as placed in float64,
 * relative to the position of A.
 *
 * @throws InvalidShapeError unless both are polyhedra or boxes, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { box, contactState } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * console.log(contactState(cube, {}, cube, { position: [2, 0, 0] })); // touch
 * ```
 */
export function contactState(a: SolidPolyhedron, poseA: PoseLike, b: SolidPolyhedron, poseB: PoseLike): ContactState {
  const first = poseArgument(poseA, 'poseA');
  const second = poseArgument(poseB, 'poseB');
  const between = subtract(second.position, first.position);
  const placedA = placedVertices(requireSolid(a, 'a'), { ...first, position: ZERO_VECTOR });
  const placedB = placedVertices(requireSolid(b, 'b'), { ...second, position: between });
  return stateOf(exactContact({ vertices: placedA }, { vertices: placedB }).distance);
}

function placedVertices(shape: SolidPolyhedron, pose: Pose): Float64Array {
  const flat = shape.kind === 'box' ? boxTopology(shape.halfExtents).vertices : shape.hull.vertices;
  const placed = new Float64Array(flat.length);
  for (let i = 0; i < flat.length; i += 3) {
    const own = { x: flat[i], y: flat[i + 1], z: flat[i + 2] };
    placed.set(toTriple(transformPoint(pose, own)), i);
  }
  return placed;
}

/**
 * Whether a point is outside (`separation`), on or inside (`overlap`) a polyhedron, exactly.
 *
 * @throws InvalidShapeError unless the block is a polyhedron and the point is finite.
 *
 * @example
 * ```ts
 * import { blockState, box, entranceBlock } from 'scree/contact';
 *
 * const a = box({ halfExtents: [1, 1, 1] });
 * const block = entranceBlock(a, {}, a, { position: [5, 0, 0] });
 * console.log(blockState(block, [0, 0, 0])); // separation
 * ```
 */
export function blockState(block: ConvexPolyhedron, point: Vector3Like): ContactState {
  const { x, y, z } = requirePoint(point, 'point');
  return stateOf(
    exactContact({ vertices: requirePolyhedron(block, 'block').hull.vertices }, { vertices: Float64Array.of(x, y, z) })
      .distance,
  );
}
