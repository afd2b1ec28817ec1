// SPDX-License-Identifier: MIT
/**
 * Volume of a body part without a formula, with proven bounds. A cube around the body is subdivided until cells are
 * certainly inside or outside, judged by their bounding balls and the distance to the surface. Undecided cells at the
 * last level are the bound. The value weights them by distance and is scaled to the known volume of the body, so its
 * error is far below the bound.
 */
import type { Vector3 } from '../math/vector.ts';

/** At most the distance to the surface: positive inside, negative outside. */
export type Depth = (point: Vector3) => number;

export interface BoundedVolume {
  /** m3 */
  readonly volume: number;
  /** The true volume differs by at most this, except for rounding. */
  readonly error: number;
}

/** Cells of a body, 5 numbers each: centre, half of the side, part that is filled; 1 is certain. */
export interface BodyCells {
  readonly cells: Float64Array;
  /** Half of the side of the smallest cells. */
  readonly smallest: number;
  /** Sum of the filled volume. */
  readonly filled: number;
}

const LEVELS = 5;
const HALF_DIAGONAL = Math.sqrt(3);

const volumeOf = (half: number): number => 8 * half * half * half;
const shareAt = (depth: number, half: number): number => Math.min(1, Math.max(0, 0.5 + (0.5 * depth) / half));

/** Calls `visit` with the eight parts of a cube. */
function eachPart(
  x: number,
  y: number,
  z: number,
  half: number,
  visit: (x: number, y: number, z: number) => void,
): void {
  for (let k = 0; k < 8; k++) visit(x + (k & 1 ? half : -half), y + (k & 2 ? half : -half), z + (k & 4 ? half : -half));
}

/** The cells of a body within a cube, in its own frame. */
export function bodyCells(depth: Depth, centre: Vector3, half: number): BodyCells {
  const cells: number[] = [];
  let filled = 0;
  const visit = (x: number, y: number, z: number, size: number, level: number): void => {
    const d = depth({ x, y, z });
    if (d <= -HALF_DIAGONAL * size) return;
    const isInside = d >= HALF_DIAGONAL * size;
    if (!isInside && level > 0) {
      eachPart(x, y, z, 0.5 * size, (p, q, r) => visit(p, q, r, 0.5 * size, level - 1));
      return;
    }
    // A cell that is full by its distance but not for certain stays open.
    const share = isInside ? 1 : Math.min(shareAt(d, size), 1 - Number.EPSILON);
    cells.push(x, y, z, size, share);
    filled += share * volumeOf(size);
  };
  visit(centre.x, centre.y, centre.z, half, LEVELS);
  return { cells: Float64Array.from(cells), smallest: half / 2 ** LEVELS, filled };
}

/** How much of a body of known volume is in a region, given by the depth of points of the body's own frame. */
export function cellsInRegion({ cells, smallest, filled }: BodyCells, depth: Depth, whole: number): BoundedVolume {
  let sum = 0;
  let certain = 0;
  let open = 0;
  const visit = (x: number, y: number, z: number, size: number, share: number): void => {
    const d = depth({ x, y, z });
    const reach = HALF_DIAGONAL * size;
    if (d <= -reach) return;
    if (d < reach && size > smallest) {
      eachPart(x, y, z, 0.5 * size, (p, q, r) => visit(p, q, r, 0.5 * size, share));
      return;
    }
    const volume = volumeOf(size);
    if (d >= reach && share === 1) certain += volume;
    else open += volume;
    sum += share * (d >= reach ? 1 : shareAt(d, size)) * volume;
  };
  for (let k = 0; k < cells.length; k += 5) {
    const [x = 0, y = 0, z = 0, size = 0, share = 0] = cells.subarray(k, k + 5);
    visit(x, y, z, size, share);
  }
  const upper = Math.min(whole, certain + open);
  const volume = Math.min(upper, Math.max(certain, (sum * whole) / filled));
  return { volume, error: Math.max(volume - certain, upper - volume) };
}
