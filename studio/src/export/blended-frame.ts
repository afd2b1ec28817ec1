// SPDX-License-Identifier: MIT
/** A moment between two frames, so that a film of any frame rate moves smoothly. */
import type { Frame } from '../../../src/io.ts';

/** A body that moves farther than this many times the distance that its velocities explain has jumped. */
const JUMP = 4;

function isSameList(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((id, k) => id === b[k]);
}

/**
 * `part` 0 is the first, 1 the second. Positions and orientations are interpolated, everything else is of the first.
 * Where bodies came or went between the two, or one jumped across a periodic side, it stays at the first.
 */
export function blendedFrame(first: Frame, second: Frame, part: number): Frame {
  if (part <= 0 || !isSameList(first.ids, second.ids)) return first;
  const positions = new Float32Array(first.positions.length);
  const orientations = new Float32Array(first.orientations.length);
  const shift = first.origin.map((value, axis) => second.origin[axis] - value);
  const span = second.time - first.time;
  for (let body = 0; body < first.ids.length; body++) {
    const reach = JUMP * span * (speedOf(first, body) + speedOf(second, body));
    const offset = [0, 1, 2].map((c) => second.positions[3 * body + c] + shift[c] - first.positions[3 * body + c]);
    const isJump = Math.hypot(...offset) > reach && reach > 0;
    const weight = isJump ? 0 : part;
    for (let c = 0; c < 3; c++) positions[3 * body + c] = first.positions[3 * body + c] + weight * offset[c];
    blendTurn(orientations, first.orientations, second.orientations, body, weight);
  }
  return { ...first, time: first.time + part * span, positions, orientations };
}

function speedOf({ velocities }: Frame, body: number): number {
  return Math.hypot(velocities[3 * body], velocities[3 * body + 1], velocities[3 * body + 2]);
}

/** The shorter way between two unit quaternions, by a straight line that is normalised again. */
function blendTurn(out: Float32Array, a: Float32Array, b: Float32Array, body: number, part: number): void {
  let dot = 0;
  for (let c = 4 * body; c < 4 * body + 4; c++) dot += a[c] * b[c];
  const sign = dot < 0 ? -1 : 1;
  let length = 0;
  for (let c = 4 * body; c < 4 * body + 4; c++) {
    out[c] = (1 - part) * a[c] + sign * part * b[c];
    length += out[c] * out[c];
  }
  const scale = 1 / Math.sqrt(length);
  for (let c = 4 * body; c < 4 * body + 4; c++) out[c] *= scale;
}
