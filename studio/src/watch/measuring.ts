// SPDX-License-Identifier: MIT
/** Distance between the middles of two bodies, and the angle at the second of three, in any frame. */
import type { Frame } from '../../../src/io.ts';
import { bodyIndex } from './body-values.ts';

export interface Measured {
  /** m; undefined with fewer than two bodies, or if one is not there. */
  readonly distance: number | undefined;
  /** From the second to the third. */
  readonly nextDistance: number | undefined;
  /** At the second body, degrees. */
  readonly angle: number | undefined;
}

type Vector = readonly [x: number, y: number, z: number];

function middleOf({ ids, positions }: Frame, id: number): Vector | undefined {
  const body = bodyIndex(ids, id);
  return body < 0 ? undefined : [positions[3 * body], positions[3 * body + 1], positions[3 * body + 2]];
}

/** Up to three ids. */
export function measure(frame: Frame, ids: readonly number[]): Measured {
  const [a, b, c] = [0, 1, 2].map((k) => (ids[k] === undefined ? undefined : middleOf(frame, ids[k])));
  const between = (p: Vector | undefined, q: Vector | undefined): Vector | undefined =>
    p && q && [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [first, second] = [between(b, a), between(b, c)];
  const length = (v: Vector | undefined): number | undefined => v && Math.hypot(...v);
  const [distance, nextDistance] = [length(first), length(second)];
  let angle: number | undefined;
  if (first !== undefined && second !== undefined) {
    const [[ux, uy, uz], [vx, vy, vz]] = [first, second];
    const across = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    angle = (Math.atan2(across, ux * vx + uy * vy + uz * vz) * 180) / Math.PI;
  }
  return { distance, nextDistance, angle };
}
