// SPDX-License-Identifier: MIT
/**
 * Clipping of polygons and segments in the plane, as lists of x, y (Sutherland and Hodgman 1974,
 * doi:10.1145/360767.360802).
 */

import { F } from '../memory.ts';
import { CLIP_HEIGHTS, CLIP_TO, FLAT_LIMIT } from './flat-layout.ts';

/**
 * Clips the polygon (or segment) at `from` to u x + v y >= least, into `to`; returns the number of corners. Those
 * within the tolerance of the line stay where they are.
 */
export function clipByLine(from: i32, count: i32, to: i32, u: f64, v: f64, least: f64, tolerance: f64): i32 {
  let kept: i32 = 0;
  const sides: i32 = count === 2 ? 1 : count;
  for (let k: i32 = 0; k < count; k++) {
    const next: i32 = k + 1 === count ? 0 : k + 1;
    const x: f64 = F[from + 2 * k];
    const y: f64 = F[from + 2 * k + 1];
    const here: f64 = u * x + v * y - least;
    if (here >= -tolerance) {
      F[to + 2 * kept] = x;
      F[to + 2 * kept + 1] = y;
      kept++;
    }
    if (k >= sides) continue;
    const there: f64 = u * F[from + 2 * next] + v * F[from + 2 * next + 1] - least;
    if ((here > tolerance && there < -tolerance) || (here < -tolerance && there > tolerance)) {
      const t: f64 = here / (here - there);
      F[to + 2 * kept] = x + t * (F[from + 2 * next] - x);
      F[to + 2 * kept + 1] = y + t * (F[from + 2 * next + 1] - y);
      kept++;
    }
  }
  return kept;
}

/** Heights of a polygon's corners over the line u x + v y = least, to F[heights..]; returns how many are below it. */
function heightsOverLine(from: i32, count: i32, heights: i32, u: f64, v: f64, least: f64): i32 {
  let below: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const height: f64 = u * F[from + 2 * k] + v * F[from + 2 * k + 1] - least;
    F[heights + k] = height;
    below += height < 0.0 ? 1 : 0;
  }
  return below;
}

/**
 * Clips as clipByLine does, without tolerance, a polygon or segment whose heights over the line are known. Which
 * corners are below is random, and branches would be mispredicted: each point is written, and counts where it is one.
 */
function clipAtHeights(from: i32, count: i32, to: i32, heights: i32): i32 {
  let kept: i32 = 0;
  const sides: i32 = count === 2 ? 1 : count;
  let here: f64 = F[heights];
  let x: f64 = F[from];
  let y: f64 = F[from + 1];
  for (let k: i32 = 0; k < count; k++) {
    const next: i32 = k + 1 === count ? 0 : k + 1;
    const there: f64 = F[heights + next];
    const nextX: f64 = F[from + 2 * next];
    const nextY: f64 = F[from + 2 * next + 1];
    F[to + 2 * kept] = x;
    F[to + 2 * kept + 1] = y;
    kept += here >= 0.0 ? 1 : 0;
    const t: f64 = here / (here - there);
    F[to + 2 * kept] = x + t * (nextX - x);
    F[to + 2 * kept + 1] = y + t * (nextY - y);
    const falls: i32 = (here > 0.0 ? 1 : 0) & (there < 0.0 ? 1 : 0);
    const rises: i32 = (here < 0.0 ? 1 : 0) & (there > 0.0 ? 1 : 0);
    kept += (falls | rises) & (k < sides ? 1 : 0);
    here = there;
    x = nextX;
    y = nextY;
  }
  return kept;
}

/**
 * Clips the polygon or segment at `clip` to the convex polygon at `by`, whose sides turn counter-clockwise for turn =
 * 1, clockwise for -1. Returns the number of corners, which stay at `clip`; the cells behind it, up to CLIP_STRIDE, are
 * overwritten.
 */
export function clipByPolygon(clip: i32, given: i32, by: i32, sides: i32, turn: f64): i32 {
  const heights: i32 = clip + CLIP_HEIGHTS;
  let from: i32 = clip;
  let to: i32 = clip + CLIP_TO;
  let count: i32 = given;
  let x: f64 = F[by + 2 * sides - 2];
  let y: f64 = F[by + 2 * sides - 1];
  for (let k: i32 = 0; k < sides; k++) {
    const endX: f64 = F[by + 2 * k];
    const endY: f64 = F[by + 2 * k + 1];
    const u: f64 = -turn * (endY - y);
    const v: f64 = turn * (endX - x);
    // Mostly no corner is beyond the line, and nothing needs to be copied.
    if (heightsOverLine(from, count, heights, u, v, u * x + v * y) > 0) {
      count = clipAtHeights(from, count, to, heights);
      const swap: i32 = from;
      from = to;
      to = swap;
      if (count < 2 || count > FLAT_LIMIT) return 0;
    }
    x = endX;
    y = endY;
  }
  if (from !== clip) for (let k: i32 = 0; k < 2 * count; k++) F[clip + k] = F[from + k];
  return count;
}

/**
 * Common part of two segments that are parallel to within the sine, on the first; 0 where they cross or miss each
 * other.
 */
export function clipParallel(clip: i32, a: i32, b: i32, sine: f64): i32 {
  const ux: f64 = F[a + 2] - F[a];
  const uy: f64 = F[a + 3] - F[a + 1];
  const vx: f64 = F[b + 2] - F[b];
  const vy: f64 = F[b + 3] - F[b + 1];
  const uu: f64 = ux * ux + uy * uy;
  const across: f64 = ux * vy - uy * vx;
  if (!(uu > 0.0) || !(across * across <= sine * sine * uu * (vx * vx + vy * vy))) return 0;
  const s: f64 = ((F[b] - F[a]) * ux + (F[b + 1] - F[a + 1]) * uy) / uu;
  const t: f64 = ((F[b + 2] - F[a]) * ux + (F[b + 3] - F[a + 1]) * uy) / uu;
  let low: f64 = s < t ? s : t;
  let high: f64 = s < t ? t : s;
  low = low > 0.0 ? low : 0.0;
  high = high < 1.0 ? high : 1.0;
  if (!(low < high)) return 0;
  F[clip] = F[a] + low * ux;
  F[clip + 1] = F[a + 1] + low * uy;
  F[clip + 2] = F[a] + high * ux;
  F[clip + 3] = F[a + 1] + high * uy;
  return 2;
}
