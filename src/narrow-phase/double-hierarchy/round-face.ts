// SPDX-License-Identifier: MIT
/**
 * The flat end of a cylinder or cone that lies on a plane: a disc, with the area and the moments of its common part
 * with polygons.
 */
import { atan2 } from '../../math/circular.ts';
import { power } from '../../math/elementary.ts';
import { addScaled, cross, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import type { Contact } from '../contact.ts';

export interface Rim {
  readonly centre: Vector3;
  readonly radius: number;
  /** Corners of a square around it, in its plane. */
  readonly box: readonly Vector3[];
}

/**
 * The rim of a round face on a plane, from the four points of it that the manifold has; undefined for any other
 * contact.
 */
export function rimOf({ type, manifold = [], normal }: Contact): Rim | undefined {
  if (type !== 'f-f' || manifold.length !== 4) return undefined;
  const [a, , c] = manifold.map(({ pointOnA }) => pointOnA) as [Vector3, Vector3, Vector3];
  const centre = { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2, z: (a.z + c.z) / 2 };
  const first = subtract(a, centre);
  const second = cross(normal, first);
  const corner = (i: number, j: number): Vector3 => addScaled(addScaled(centre, first, i), second, j);
  return { centre, radius: length(first), box: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] };
}

/** Where a line through `from` along a unit direction enters and leaves the disc; undefined when it misses it. */
export function lineInRim(
  { centre, radius }: Rim,
  from: Vector3,
  along: Vector3,
): readonly [number, number] | undefined {
  const offset = subtract(centre, from);
  const middle = dot(offset, along);
  const off = length(subtract(offset, addScaled({ x: 0, y: 0, z: 0 }, along, middle)));
  if (!(off <= radius)) return undefined;
  const half = Math.sqrt((radius - off) * (radius + off));
  return [middle - half, middle + half];
}

export interface AreaMoments {
  area: number;
  x: number;
  y: number;
}

/**
 * Adds the common part of the disc about the origin and the triangle from the origin to a and b, negative if it turns
 * right.
 */
export function addDiscTriangle(
  into: AreaMoments,
  radius: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): void {
  const ex = bx - ax;
  const ey = by - ay;
  const squared = ex * ex + ey * ey;
  if (!(squared > 0)) return;
  // Where the side is inside the circle: from t0 to t1, if anywhere.
  const middle = -(ax * ex + ay * ey) / squared;
  const off = (ax * ey - ay * ex) ** 2 / squared;
  const half = off < radius * radius ? Math.sqrt((radius * radius - off) / squared) : -1;
  const t0 = Math.max(0, middle - half);
  const t1 = Math.min(1, middle + half);
  if (half < 0 || t0 >= t1) {
    addSector(into, radius, ax, ay, bx, by);
    return;
  }
  const px = ax + t0 * ex;
  const py = ay + t0 * ey;
  const qx = ax + t1 * ex;
  const qy = ay + t1 * ey;
  if (t0 > 0) addSector(into, radius, ax, ay, px, py);
  const part = (px * qy - py * qx) / 2;
  into.area += part;
  into.x += (part * (px + qx)) / 3;
  into.y += (part * (py + qy)) / 3;
  if (t1 < 1) addSector(into, radius, qx, qy, bx, by);
}

function addSector(into: AreaMoments, radius: number, ax: number, ay: number, bx: number, by: number): void {
  const angle = atan2(ax * by - ay * bx, ax * bx + ay * by);
  const a = Math.sqrt(ax * ax + ay * ay);
  const b = Math.sqrt(bx * bx + by * by);
  into.area += (radius * radius * angle) / 2;
  into.x += (power(radius, 3) / 3) * (by / b - ay / a);
  into.y += (power(radius, 3) / 3) * (ax / a - bx / b);
}
