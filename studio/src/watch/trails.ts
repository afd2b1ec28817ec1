// SPDX-License-Identifier: MIT
/** Paths of bodies over the frames before the present one, as lines that become thinner with age. */
import type { Frame } from '../../../src/io.ts';
import { bodyIndex } from './body-values.ts';

interface Trails {
  readonly ends: Float32Array;
  readonly radii: Float32Array;
  readonly count: number;
}

/** Half the thickness of the youngest piece, relative to the typical size of a body. */
const THICKEST = 0.12;
/** A body that moves farther than this many typical sizes between two frames has crossed a periodic side. */
const FARTHEST = 25;

/**
 * `frames` are consecutive, the present one last. Positions are about the origin of the last frame; ids that a frame
 * lacks have a gap there.
 */
export function trails(frames: readonly Frame[], ids: readonly number[], typicalSize: number): Trails {
  const pieces = Math.max(frames.length - 1, 0) * ids.length;
  const ends = new Float32Array(6 * pieces);
  const radii = new Float32Array(pieces);
  const last = frames.at(-1);
  let count = 0;
  for (let k = 1; k < frames.length && last !== undefined; k++) {
    const [before, after] = [frames[k - 1], frames[k]];
    for (const id of ids) {
      const [a, b] = [bodyIndex(before.ids, id), bodyIndex(after.ids, id)];
      if (a < 0 || b < 0) continue;
      let far = 0;
      for (let axis = 0; axis < 3; axis++) {
        const from = before.positions[3 * a + axis] + (before.origin[axis] - last.origin[axis]);
        const to = after.positions[3 * b + axis] + (after.origin[axis] - last.origin[axis]);
        ends[6 * count + axis] = from;
        ends[6 * count + 3 + axis] = to;
        far = Math.max(far, Math.abs(to - from));
      }
      if (far > FARTHEST * typicalSize) continue;
      radii[count++] = THICKEST * typicalSize * (k / (frames.length - 1));
    }
  }
  return { ends, radii, count };
}
