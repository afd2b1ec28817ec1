// SPDX-License-Identifier: MIT
/**
 * Bonds of a frame as lines from body to body through the place of the bond, coloured by the share of its strength that
 * its load uses, or by the force where bonds do not break.
 */
import type { Frame } from '../../../src/io.ts';
import { bodyIndex } from './body-values.ts';

interface BondLines {
  readonly ends: Float32Array;
  readonly radii: Float32Array;
  /** 0 to 1 for each line. */
  readonly values: Float32Array;
  readonly count: number;
}

/** Half the width of a line, relative to the typical size of a body. */
const WIDTH = 0.12;
/** A partner farther away than this many sizes is there across a periodic side: its line would cross the picture. */
const FARTHEST = 4;

/** Empty for a frame without bonds. `reach` is the extent of a body; hidden bodies have no lines. */
export function bondLines(
  { bondBodies = new Int32Array(), bondPlaces = new Float32Array(), bondForces, bondUsed, ids, positions }: Frame,
  reach: (body: number) => number,
  typicalSize: number,
  isHidden: (body: number) => boolean,
): BondLines {
  const bonds = bondBodies.length / 2;
  const ends = new Float32Array(12 * bonds);
  const values = new Float32Array(2 * bonds);
  const loads = loadsOf(bonds, bondForces, bondUsed);
  let count = 0;
  for (let k = 0; k < bonds; k++) {
    const place = bondPlaces.subarray(3 * k, 3 * k + 3);
    for (const side of [0, 1]) {
      const id = bondBodies[2 * k + side] ?? -1;
      const body = id < 0 ? -1 : bodyIndex(ids, id);
      if (body < 0 || isHidden(body)) continue;
      const middle = positions.subarray(3 * body, 3 * body + 3);
      if (Math.hypot(middle[0] - place[0], middle[1] - place[1], middle[2] - place[2]) > FARTHEST * reach(body))
        continue;
      ends.set(middle, 6 * count);
      ends.set(place, 6 * count + 3);
      values[count++] = loads[k] ?? 0;
    }
  }
  return { ends, radii: new Float32Array(count).fill(WIDTH * typicalSize), values, count };
}

/** Share of the strength; of bonds that do not break, the force over the largest. */
function loadsOf(
  count: number,
  forces: Float32Array = new Float32Array(),
  used: Float64Array = new Float64Array(),
): Float64Array {
  if (used.some((share) => share > 0)) return Float64Array.from(used, (share) => Math.min(1, Math.max(0, share)));
  const sizes = Float64Array.from({ length: count }, (_, k) =>
    Math.hypot(forces[3 * k] ?? 0, forces[3 * k + 1] ?? 0, forces[3 * k + 2] ?? 0),
  );
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return largest > 0 ? sizes.map((size) => size / largest) : sizes;
}
