// SPDX-License-Identifier: MIT
/**
 * Cuts convex polygons by linear functions. The kept part is one run of corners with at most two cut points, whatever
 * the rounding: a polygon of n corners becomes one of at most n + 1.
 */
import { F, I } from '../memory.ts';
import { POLYGON, POLYGON_OTHER, POLYGON_STRIDE, POLYGON_VALUE } from './pressure-layout.ts';

/**
 * Keeps the part of the polygon at work with constant - g.x >= 0 and returns its number of corners, 0 where it has no
 * area. Values within the tolerance are 0. `keepsZero`: a polygon, or the side of one, where the function is 0 is kept.
 * Without it the other of two such functions, g and -g, keeps it, so that both parts together are the polygon.
 */
export function clipPolygon(
  work: i32,
  count: i32,
  gx: f64,
  gy: f64,
  gz: f64,
  constant: f64,
  tolerance: f64,
  keepsZero: bool,
): i32 {
  const from: i32 = I[2 * work + POLYGON];
  let least: f64 = Infinity;
  let greatest: f64 = -Infinity;
  let top: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = from + POLYGON_STRIDE * k;
    let value: f64 = constant - (gx * F[c] + gy * F[c + 1] + gz * F[c + 2]);
    if (Math.abs(value) <= tolerance) value = 0.0;
    F[c + POLYGON_VALUE] = value;
    if (value < least) least = value;
    if (value > greatest) {
      greatest = value;
      top = k;
    }
  }
  if (!(greatest > 0.0)) return keepsZero && least === 0.0 ? count : 0;
  if (least > 0.0 || (keepsZero && least === 0.0)) return count;

  // The run of kept corners around the greatest value, from its start. Some corner is not kept, so both loops end.
  let at: i32 = top;
  for (;;) {
    const before: i32 = at === 0 ? count - 1 : at - 1;
    const value: f64 = F[from + POLYGON_STRIDE * before + POLYGON_VALUE];
    if (!(value > 0.0 || (keepsZero && value === 0.0))) break;
    at = before;
  }
  const to: i32 = I[2 * work + POLYGON_OTHER];
  I[2 * work + POLYGON] = to;
  I[2 * work + POLYGON_OTHER] = from;
  let kept: i32 = cutPoint(from, at === 0 ? count - 1 : at - 1, at, to, 0);
  let next: i32 = at;
  let value: f64 = greatest;
  while (value > 0.0 || (keepsZero && value === 0.0)) {
    at = next;
    const c: i32 = from + POLYGON_STRIDE * at;
    const k: i32 = to + POLYGON_STRIDE * kept;
    F[k] = F[c];
    F[k + 1] = F[c + 1];
    F[k + 2] = F[c + 2];
    kept++;
    next = at === count - 1 ? 0 : at + 1;
    value = F[from + POLYGON_STRIDE * next + POLYGON_VALUE];
  }
  return cutPoint(from, next, at, to, kept);
}

/**
 * Appends the point between corner `out`, which is not kept, and corner `kept` where the function is 0; returns the
 * number of corners. It is not needed where it is the kept corner itself.
 */
function cutPoint(from: i32, out: i32, kept: i32, to: i32, count: i32): i32 {
  const p: i32 = from + POLYGON_STRIDE * out;
  const q: i32 = from + POLYGON_STRIDE * kept;
  if (F[q + POLYGON_VALUE] === 0.0) return count;
  const share: f64 = F[p + POLYGON_VALUE] / (F[p + POLYGON_VALUE] - F[q + POLYGON_VALUE]);
  const c: i32 = to + POLYGON_STRIDE * count;
  F[c] = F[p] + share * (F[q] - F[p]);
  F[c + 1] = F[p + 1] + share * (F[q + 1] - F[p + 1]);
  F[c + 2] = F[p + 2] + share * (F[q + 2] - F[p + 2]);
  return count + 1;
}
