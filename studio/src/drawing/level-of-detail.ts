// SPDX-License-Identifier: MIT
/**
 * Chooses how finely curved bodies are divided into triangles: as finely as the picture can show, by the distance
 * between an arc and its chord, and as finely as the graphics card may be asked to draw.
 */

import { COARSE_DETAIL, FINE_DETAIL } from './shape-geometry.ts';

/** Segments around curved parts, from coarse to fine. */
export const DETAILS: readonly number[] = [8, 16, COARSE_DETAIL, FINE_DETAIL];

/** Triangles of one shape, over all its bodies, beyond which a coarser level is drawn. */
const MOST_TRIANGLES = 1_500_000;

/** Segments that a circle of this radius, in pixels, needs so that no chord is `error` pixels off the arc. */
export function neededSegments(radius: number, error: number): number {
  return radius <= error ? 0 : Math.PI / Math.acos(1 - error / radius);
}

/**
 * Index of a level. `triangles` are those of a body for each level, from coarse to fine; `radius` is that of the
 * largest body where it is nearest, in pixels.
 */
export function chooseLevel(triangles: readonly number[], bodyCount: number, radius: number, error: number): number {
  const needed = neededSegments(radius, error);
  let level = DETAILS.findIndex((segments) => segments >= needed);
  if (level < 0) level = DETAILS.length - 1;
  level = Math.min(level, triangles.length - 1);
  while (level > 0 && triangles[level] * bodyCount > MOST_TRIANGLES) level--;
  return level;
}
