// SPDX-License-Identifier: MIT
/** Velocities of a frame as arrows from the middle of each body. */
import type { Frame } from '../../../src/io.ts';

interface Arrows {
  readonly ends: Float32Array;
  readonly radii: Float32Array;
  /** Speed of each arrow, part of the largest. */
  readonly values: Float32Array;
  readonly count: number;
  /** m/s */
  readonly largestSpeed: number;
}

/** Length of the longest arrow, and half the width of its head, relative to the typical size of a body. */
const LONGEST = 5;
const WIDEST = 0.35;
/** Arrows shorter than this part of the longest are left out. */
const SHORTEST = 0.01;

/** `stretch` multiplies the lengths; 1 makes the longest arrow five bodies long. */
export function velocityArrows(
  frame: Frame,
  typicalSize: number,
  stretch: number,
  isHidden: (body: number) => boolean,
): Arrows {
  const { positions, velocities, ids } = frame;
  const ends = new Float32Array(6 * ids.length);
  const radii = new Float32Array(ids.length);
  const values = new Float32Array(ids.length);
  const speedOf = (body: number): number =>
    Math.hypot(velocities[3 * body], velocities[3 * body + 1], velocities[3 * body + 2]);
  let largestSpeed = 0;
  for (let body = 0; body < ids.length; body++) largestSpeed = Math.max(largestSpeed, speedOf(body));
  let count = 0;
  for (let body = 0; body < ids.length && largestSpeed > 0; body++) {
    const part = speedOf(body) / largestSpeed;
    if (part < SHORTEST || isHidden(body)) continue;
    const factor = (stretch * LONGEST * typicalSize) / largestSpeed;
    for (let axis = 0; axis < 3; axis++) {
      const from = positions[3 * body + axis];
      ends[6 * count + axis] = from;
      ends[6 * count + 3 + axis] = from + factor * velocities[3 * body + axis];
    }
    values[count] = part;
    radii[count++] = WIDEST * typicalSize * Math.sqrt(part);
  }
  return { ends, radii, values, count, largestSpeed };
}
