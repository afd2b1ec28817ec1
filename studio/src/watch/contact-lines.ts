// SPDX-License-Identifier: MIT
/**
 * Contacts of a frame as lines through their points: from the middle of the first body to the point, and on to that of the second; thickness grows with the
 * force, so that chains stand out. With a wall there is one line. Middles are the origins of the bodies' own frames.
 */
import type { Frame } from '../../../src/io.ts';
import { bodyIndex, contactForce } from './body-fields.ts';

export interface ContactLines {
  readonly ends: Float32Array;
  readonly radii: Float32Array;
  readonly count: number;
  /** N */
  readonly largestForce: number;
}

/** Thickest line, as part of the typical size of a body. */
const THICKEST = 0.3;
/** A partner farther away than this many sizes is there across a periodic side: its line would cross the picture. */
const FARTHEST = 4;

/** `force` is that of the thickest line, N; `reach` tells how far a body extends. */
export function contactLines(
  frame: Frame,
  reach: (body: number) => number,
  typicalSize: number,
  force?: number,
): ContactLines {
  const contactCount = frame.contactBodies.length / 2;
  const ends = new Float32Array(12 * contactCount);
  const radii = new Float32Array(2 * contactCount);
  let largestForce = 0;
  for (let k = 0; k < contactCount; k++) largestForce = Math.max(largestForce, contactForce(frame, k));
  const thickest = force ?? largestForce;
  let count = 0;
  for (let k = 0; k < contactCount; k++) {
    const part = thickest > 0 ? Math.min(contactForce(frame, k) / thickest, 1) : 0;
    if (part === 0) continue;
    const point = frame.contactPoints.subarray(3 * k, 3 * k + 3);
    for (const side of [0, 1]) {
      const id = frame.contactBodies[2 * k + side] as number;
      const body = id < 0 ? -1 : bodyIndex(frame.ids, id);
      if (body < 0) continue;
      const middle = frame.positions.subarray(3 * body, 3 * body + 3);
      if (distance(middle, point) > FARTHEST * reach(body)) continue;
      ends.set(middle, 6 * count);
      ends.set(point, 6 * count + 3);
      radii[count++] = typicalSize * THICKEST * Math.sqrt(part);
    }
  }
  return { ends, radii, count, largestForce };
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(
    (a[0] as number) - (b[0] as number),
    (a[1] as number) - (b[1] as number),
    (a[2] as number) - (b[2] as number),
  );
}
