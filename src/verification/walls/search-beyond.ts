// SPDX-License-Identifier: MIT
/** A search over the surface of a body for the point that is farthest beyond a wall: slow, and without gradients. */
import { type PoseLike, pose, transformPoint } from '../../math/pose.ts';
import { conjugate, rotate } from '../../math/quaternion.ts';
import type { Random } from '../../math/random.ts';
import { normalise, type Vector3, vector3 } from '../../math/vector.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';

const FIRST_DIRECTIONS = 600;
const DIRECTIONS = 16;
const LEAST_STEP = 1e-13;
/** Points of an edge: those of a box in a torus may be farther out between its ends. */
const ALONG_EDGE = 20_000;

/** How far a point is beyond a closed wall, seen from inside: the farthest of its parts. */
function beyond(wall: WallShapeSpec, { x, y, z }: Vector3): number {
  const e = Math.sqrt(x * x + y * y);
  if ('sphere' in wall) return Math.sqrt(e * e + z * z) - wall.sphere.radius;
  if ('box' in wall) {
    const half = vector3(wall.box.halfExtents);
    return Math.max(Math.abs(x) - half.x, Math.abs(y) - half.y, Math.abs(z) - half.z);
  }
  if ('torus' in wall) {
    const { ringRadius, tubeRadius } = wall.torus;
    return Math.sqrt((e - ringRadius) ** 2 + z * z) - tubeRadius;
  }
  if ('cylinder' in wall) {
    const { radius, length = Infinity } = wall.cylinder;
    return Math.max(e - radius, Math.abs(z) - length / 2);
  }
  const { bottomRadius, topRadius, height } = wall.cone;
  const wider = topRadius - bottomRadius;
  const side = ((e - bottomRadius) * height - z * wider) / Math.sqrt(wider * wider + height * height);
  return Math.max(side, topRadius > 0 ? z - height : -Infinity, bottomRadius > 0 ? -z : -Infinity);
}

/** Greatest excursion of a body beyond a wall at the origin, m. */
export function farthestBeyond(wall: WallShapeSpec, body: ConvexShape, placed: PoseLike, random: Random): number {
  const at = pose(placed);
  const some = (): Vector3 => {
    const [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    return { x, y, z };
  };
  const valueAlong = (direction: Vector3): number => {
    const own = rotate(conjugate(at.orientation), direction);
    return beyond(wall, transformPoint(at, body.support(own)));
  };
  let best = some();
  let most = -Infinity;
  const look = (direction: Vector3): boolean => {
    const value = valueAlong(direction);
    if (!(value > most)) return false;
    most = value;
    best = direction;
    return true;
  };
  for (let k = 0; k < FIRST_DIRECTIONS; k++) look(normalise(some()));
  for (let step = 0.3; step > LEAST_STEP; ) {
    let isBetter = false;
    for (let k = 0; k < DIRECTIONS; k++) {
      const turn = some();
      const { x, y, z } = best;
      isBetter = look(normalise({ x: x + step * turn.x, y: y + step * turn.y, z: z + step * turn.z })) || isBetter;
    }
    if (!isBetter) step *= 0.7;
  }
  return body.kind === 'box' && 'torus' in wall ? Math.max(most, farthestOfEdges(wall, body.halfExtents, at)) : most;
}

function farthestOfEdges(wall: WallShapeSpec, half: Vector3, at: ReturnType<typeof pose>): number {
  const corner = (k: number): Vector3 =>
    transformPoint(at, {
      x: (k & 4) === 0 ? -half.x : half.x,
      y: (k & 2) === 0 ? -half.y : half.y,
      z: (k & 1) === 0 ? -half.z : half.z,
    });
  let most = -Infinity;
  for (let k = 0; k < 8; k++) {
    for (const bit of [1, 2, 4]) {
      if ((k & bit) !== 0) continue;
      const [a, b] = [corner(k), corner(k | bit)];
      for (let t = 0; t <= ALONG_EDGE; t++) {
        const s = t / ALONG_EDGE;
        const point = { x: a.x + s * (b.x - a.x), y: a.y + s * (b.y - a.y), z: a.z + s * (b.z - a.z) };
        most = Math.max(most, beyond(wall, point));
      }
    }
  }
  return most;
}
