// SPDX-License-Identifier: MIT
/** Drawings of planar pairs: the two shapes beside their Minkowski difference, with the origin. */
import { type PlanarPoseLike, planarPose, transformPlanarPoint } from '../../math/planar-pose.ts';
import type { Vector2 } from '../../math/planar-vector.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import { type Polygon, polygon } from '../../shapes/planar/polygon.ts';
import { Drawing } from '../report/svg-drawing.ts';

export const ORIGIN: Vector2 = { x: 0, y: 0 };

/** Directions that sample a curved outline. */
const DIRECTIONS = 720;

/** Corners of a polygon, or points around a curved shape, in the world. */
export function outline(shape: PlanarShape, poseLike: PlanarPoseLike): Vector2[] {
  const pose = planarPose(poseLike);
  const own = shape.kind === 'polygon' ? shape.vertices : directions().map((direction) => shape.support(direction));
  return own.map((point) => transformPlanarPoint(pose, point));
}

function directions(): Vector2[] {
  return Array.from({ length: DIRECTIONS }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.5)) / DIRECTIONS;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
}

/** A - B of shapes that are not rotated, by its support points (eq. 11): inscribed where a shape is curved. */
export function sampledDifference(a: PlanarShape, positionA: Vector2, b: PlanarShape, positionB: Vector2): Polygon {
  const vertices = directions().map((direction): [number, number] => {
    const p = a.support(direction);
    const q = b.support({ x: -direction.x, y: -direction.y });
    return [p.x + positionA.x - (q.x + positionB.x), p.y + positionA.y - (q.y + positionB.y)];
  });
  return polygon({ vertices });
}

function middleOf(points: readonly Vector2[]): Vector2 {
  const sum = points.reduce((p, q) => ({ x: p.x + q.x, y: p.y + q.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Both shapes and their difference with the origin; more can be drawn on it. */
export function sceneOf(a: readonly Vector2[], b: readonly Vector2[], difference: readonly Vector2[]): Drawing {
  return new Drawing()
    .polygon(difference, 4, 'solid')
    .polygon(a, 1)
    .polygon(b, 2)
    .label(middleOf(a), 'A', 1)
    .label(middleOf(b), 'B', 2)
    .label(middleOf(difference), 'A ⊖ B', 4)
    .cross(ORIGIN, 'o', 'right');
}
