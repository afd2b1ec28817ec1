// SPDX-License-Identifier: MIT
/**
 * The part of a plane within a box as triangles, for engines whose planes are along the axes. The box is cut from a
 * square around its centre, side by side (Sutherland and Hodgman 1974, doi:10.1145/360767.360802).
 */
import {
  add,
  addScaled,
  cross,
  dot,
  interpolate,
  length,
  perpendicular,
  scale,
  subtract,
  type Vector3,
} from '../math/vector.ts';
import { AXES } from './half-space-axis.ts';
import type { Triangle } from './text-stl.ts';

/** `normal` is a unit vector; none if the plane does not meet the box. Their normals are that of the plane. */
export function planeInBox(normal: Vector3, offset: number, min: Vector3, max: Vector3): Triangle[] {
  const centre = scale(add(min, max), 0.5);
  const foot = addScaled(centre, normal, offset - dot(normal, centre));
  const reach = length(subtract(max, min));
  const u = scale(perpendicular(normal), reach);
  const v = cross(normal, u);
  let polygon = [add(u, v), subtract(v, u), scale(add(u, v), -1), subtract(u, v)].map((corner) => add(foot, corner));
  for (const axis of AXES) {
    polygon = kept(polygon, (point) => point[axis] - min[axis]);
    polygon = kept(polygon, (point) => max[axis] - point[axis]);
  }
  const [first] = polygon;
  if (first === undefined) return [];
  return polygon.slice(1, -1).map((point, k) => [first, point, polygon[k + 2] ?? first]);
}

/** Over the least size that covers the polygon: bodies at its corners touch the inside of the triangle. */
const COVER = 1.01;

/** One triangle that covers the part of a plane within a box, with its centre there; none if they do not meet. */
export function triangleOverBox(normal: Vector3, offset: number, min: Vector3, max: Vector3): Triangle[] {
  const corners = planeInBox(normal, offset, min, max).flat();
  if (corners.length === 0) return [];
  const centre = scale(corners.reduce(add), 1 / corners.length);
  const reach = COVER * Math.max(...corners.map((corner) => length(subtract(corner, centre))));
  // The inscribed circle has the radius `reach`, the corners are twice as far.
  const u = scale(perpendicular(normal), reach);
  const v = scale(cross(normal, u), Math.sqrt(3));
  return [[addScaled(centre, u, 2), add(subtract(centre, u), v), subtract(subtract(centre, u), v)]];
}

/** The part of a polygon on which `height` is not negative. */
function kept(polygon: readonly Vector3[], height: (point: Vector3) => number): Vector3[] {
  return polygon.flatMap((point, k) => {
    const next = polygon[(k + 1) % polygon.length] ?? point;
    const [here, there] = [height(point), height(next)];
    const crossing = here < 0 !== there < 0 ? [interpolate(point, next, here / (here - there))] : [];
    return here < 0 ? crossing : [point, ...crossing];
  });
}
