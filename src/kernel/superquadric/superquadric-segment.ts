// SPDX-License-Identifier: MIT
/**
 * A segment p + t d, 0 <= t <= 1, against a superquadric, in the own frame of the superquadric: where its gauge is
 * least and which part lies inside (the edge checks of PHSQ sections 2.3.5 and 2.4). The gauge along a line is convex.
 * For ellipsoids its square is a quadratic; for others Newton's method on its slope is kept in a bracket that at least
 * halves every third step, and the ends of the inner part are found from outside, where Newton's method on a convex
 * function cannot pass its root.
 */
import { SUPERQUADRIC_DERIVATIVES, SUPERQUADRIC_SEGMENT } from '../layout.ts';
import { F } from '../memory.ts';
import { superquadricGauge, superquadricGaugeDerivatives } from './superquadric-function.ts';

// What superquadricSegment leaves behind SUPERQUADRIC_SEGMENT.
export const SEGMENT_GAUGE: i32 = 0; // least gauge
export const SEGMENT_LEAST: i32 = 1; // t of it
export const SEGMENT_FIRST: i32 = 2; // t of the first inner point and of the last; both SEGMENT_LEAST where none is inside
export const SEGMENT_LAST: i32 = 3;

/** Spacing of t. */
const RESOLUTION: f64 = 1.1102230246251565e-16;
/** Bisection alone takes 53 steps, and two of three may be Newton's. */
const SLOPE_LIMIT: i32 = 170;
/** Newton's method halves its distance from a double root at each step, and doubles its digits at a simple one. */
const ROOT_LIMIT: i32 = 60;

/** Gauge and slope at t, the latter returned; derivatives to SUPERQUADRIC_DERIVATIVES. */
function slopeAt(p: i32, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64, t: f64): f64 {
  const o: i32 = SUPERQUADRIC_DERIVATIVES;
  superquadricGaugeDerivatives(p, x + t * dx, y + t * dy, z + t * dz, o);
  return F[o + 1] * dx + F[o + 2] * dy + F[o + 3] * dz;
}

/** Second derivative along the segment of what slopeAt has left. */
function bendAlong(dx: f64, dy: f64, dz: f64): f64 {
  const o: i32 = SUPERQUADRIC_DERIVATIVES;
  const xx: f64 = F[o + 4] * dx * dx + F[o + 7] * dy * dy + F[o + 9] * dz * dz;
  return xx + 2.0 * (F[o + 5] * dx * dy + F[o + 6] * dx * dz + F[o + 8] * dy * dz);
}

/** t of the least gauge of an ellipsoid on the whole line: the square of the gauge is a quadratic. */
function leastOnLine(p: i32, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): f64 {
  let u: f64 = dx / F[p];
  let v: f64 = dy / F[p + 1];
  let w: f64 = dz / F[p + 2];
  let larger: f64 = Math.abs(u) > Math.abs(v) ? Math.abs(u) : Math.abs(v);
  if (Math.abs(w) > larger) larger = Math.abs(w);
  if (!(larger > 0.0)) return 0.0;
  u /= larger;
  v /= larger;
  w /= larger;
  return -((x / F[p]) * u + (y / F[p + 1]) * v + (z / F[p + 2]) * w) / (u * u + v * v + w * w) / larger;
}

function clamped(t: f64): f64 {
  return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}

/** t of the least gauge of a superquadric on the segment: the root of a slope that never falls. */
function leastBySlope(p: i32, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): f64 {
  if (!(slopeAt(p, x, y, z, dx, dy, dz, 0.0) < 0.0)) return 0.0;
  if (!(slopeAt(p, x, y, z, dx, dy, dz, 1.0) > 0.0)) return 1.0;
  let low: f64 = 0.0;
  let high: f64 = 1.0;
  let before: f64 = 1.0; // the bracket three steps ago
  let sinceHalved: i32 = 0;
  let t: f64 = leastOnLine(p, x, y, z, dx, dy, dz);
  for (let step: i32 = 0; step < SLOPE_LIMIT; step++) {
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    const slope: f64 = slopeAt(p, x, y, z, dx, dy, dz, t);
    if (slope === 0.0) return t;
    if (slope < 0.0) low = t;
    else high = t;
    if (high - low <= RESOLUTION) return t;
    const next: f64 = t - slope / bendAlong(dx, dy, dz);
    if (Math.abs(next - t) <= 0.5 * RESOLUTION) return t;
    sinceHalved += 1;
    t = next;
    if (sinceHalved === 3) {
      if (high - low > 0.5 * before) t = 0.5 * (low + high);
      before = high - low;
      sinceHalved = 0;
    }
  }
  return t > low && t < high ? t : 0.5 * (low + high);
}

/** The t between an outer point and an inner one where the gauge is 1, by Newton's method from outside. */
function surfaceBetween(p: i32, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64, outer: f64, inner: f64): f64 {
  let t: f64 = outer;
  for (let step: i32 = 0; step < ROOT_LIMIT; step++) {
    const slope: f64 = slopeAt(p, x, y, z, dx, dy, dz, t);
    const excess: f64 = F[SUPERQUADRIC_DERIVATIVES] - 1.0;
    if (!(excess > 0.0)) return t;
    const next: f64 = t - excess / slope;
    // Rounding may lead beyond the inner point or not on at all.
    if (outer < inner ? !(next > t) : !(next < t)) return t;
    if (outer < inner ? next > inner : next < inner) return inner;
    t = next;
  }
  return t;
}

/**
 * Whether a part of the segment from (x, y, z) to (x + dx, y + dy, z + dz) is inside the superquadric with parameters
 * at `p`. Leaves the least gauge, the t of it and the inner part's ends at SUPERQUADRIC_SEGMENT.
 */
export function superquadricSegment(p: i32, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): bool {
  const o: i32 = SUPERQUADRIC_SEGMENT;
  const isEllipsoid: bool = F[p + 3] === 2.0 && F[p + 4] === 2.0;
  const least: f64 = isEllipsoid ? clamped(leastOnLine(p, x, y, z, dx, dy, dz)) : leastBySlope(p, x, y, z, dx, dy, dz);
  const gauge: f64 = superquadricGauge(p, x + least * dx, y + least * dy, z + least * dz);
  F[o + SEGMENT_GAUGE] = gauge;
  F[o + SEGMENT_LEAST] = least;
  F[o + SEGMENT_FIRST] = least;
  F[o + SEGMENT_LAST] = least;
  if (!(gauge < 1.0)) return false;
  F[o + SEGMENT_FIRST] = surfaceBetween(p, x, y, z, dx, dy, dz, 0.0, least);
  F[o + SEGMENT_LAST] = surfaceBetween(p, x, y, z, dx, dy, dz, 1.0, least);
  return true;
}
