// SPDX-License-Identifier: MIT
/** Moves and rotates bodies by keys, in small steps along and about the world axes. */
import type { BodyJson } from './pair-json.ts';

const TURN_DEGREES = 5;

type Axis = 'x' | 'y' | 'z';

/** In the plane, z moves along y: the axes of the drawing. */
export function movedBody(body: BodyJson, axis: Axis, by: number): BodyJson {
  const { position } = body.pose;
  const at = position.length === 2 ? { x: 0, y: 1, z: 1 }[axis] : { x: 0, y: 1, z: 2 }[axis];
  const moved = position.map((value, i) => (i === at ? tidy(value + by) : value));
  return { ...body, pose: { ...body.pose, position: moved } };
}

/** By five degrees about an axis of the world; in the plane, about the one there is. */
export function turnedBody(body: BodyJson, axis: Axis, sign: number): BodyJson {
  const angle = (sign * TURN_DEGREES * Math.PI) / 180;
  if (body.pose.angle !== undefined) return { ...body, pose: { ...body.pose, angle: tidy(body.pose.angle + angle) } };
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  const [i, j, k] = [axis === 'x' ? s : 0, axis === 'y' ? s : 0, axis === 'z' ? s : 0];
  const [w, x, y, z] = (body.pose.orientation ?? [1, 0, 0, 0]) as [number, number, number, number];
  const turned = [
    c * w - i * x - j * y - k * z,
    c * x + i * w + j * z - k * y,
    c * y + j * w + k * x - i * z,
    c * z + k * w + i * y - j * x,
  ];
  return { ...body, pose: { ...body.pose, orientation: turned.map(tidy) } };
}

function tidy(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
