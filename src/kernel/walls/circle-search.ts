// SPDX-License-Identifier: MIT
/**
 * Stationary points of a function on a circle: of the excursion of a body's rim beyond a wall, or of the distance of a
 * body from the rim or the ring of a wall. Both nearest and farthest points are contacts while they overlap: the energy
 * of the two does not depend on where they are, so forces are its gradient, and a disc on a rim does not rock.
 */
import { contactPair } from '../contact-pair.ts';
import { RESULT_DISTANCE, RESULT_NORMAL, SHAPE_EXTENT, SHAPE_MARGIN, SHAPE_RADIUS } from '../layout.ts';
import { F, I } from '../memory.ts';
import { excursion } from './excursion.ts';
import {
  CIRCLE_DIRECTIONS,
  WORK_ALONG,
  WORK_BALL,
  WORK_CIRCLE,
  WORK_DIRECTIONS,
  WORK_GRADIENT,
  WORK_POINT,
  WORK_POSE,
  WORK_RESULT,
  WORK_SAMPLES,
} from './wall-layout.ts';

/** Steps of the search between two directions; regula falsi needs about ten. */
const MOST_STEPS: i32 = 60;
/** Slope over the radius that counts as none: rounding of a circle about the axis. */
const NO_SLOPE: f64 = 1.0e-11;
/** Part of the interval between two directions at which a search ends. */
const CLOSE: f64 = 1.0e-14;
/** Beyond this cosine of its half width an arc is a whole circle. */
const WHOLE_CIRCLE: f64 = -0.5;

/** Puts the point of the circle at (c, s) of its axes to WORK_POINT, and the unit tangent to WORK_ALONG. */
export function placeOnCircle(work: i32, c: f64, s: f64): void {
  const circle: i32 = work + WORK_CIRCLE;
  const radius: f64 = F[circle + 9];
  for (let k: i32 = 0; k < 3; k++) {
    F[work + WORK_POINT + k] = F[circle + k] + radius * (c * F[circle + 3 + k] + s * F[circle + 6 + k]);
    F[work + WORK_ALONG + k] = c * F[circle + 6 + k] - s * F[circle + 3 + k];
  }
}

/**
 * Slope of the function along the circle at (c, s); its value goes to F[circle + 10]. With a body, the distance of the
 * ball at the point from it; without (0), the excursion of the point.
 */
export function slopeAt(wall: i32, body: i32, p: i32, work: i32, c: f64, s: f64): f64 {
  placeOnCircle(work, c, s);
  const point: i32 = work + WORK_POINT;
  const along: i32 = work + WORK_ALONG;
  if (body === 0) {
    const gradient: i32 = work + WORK_GRADIENT;
    F[work + WORK_CIRCLE + 10] = excursion(wall, F[point], F[point + 1], F[point + 2], gradient);
    return F[gradient] * F[along] + F[gradient + 1] * F[along + 1] + F[gradient + 2] * F[along + 2];
  }
  const pose: i32 = work + WORK_POSE;
  const r: i32 = work + WORK_RESULT;
  for (let k: i32 = 0; k < 3; k++) F[pose + k] = F[point + k];
  F[pose + 3] = 1.0;
  for (let k: i32 = 4; k < 7; k++) F[pose + k] = 0.0;
  contactPair(I[2 * work + WORK_BALL], pose, body, p, 0, Infinity, r);
  F[work + WORK_CIRCLE + 10] = F[r + RESULT_DISTANCE];
  const n: i32 = r + RESULT_NORMAL;
  return -(F[n] * F[along] + F[n + 1] * F[along + 1] + F[n + 2] * F[along + 2]);
}

/** Radius of the ball whose distance is asked for. */
export function setBall(work: i32, radius: f64): void {
  const ball: i32 = I[2 * work + WORK_BALL];
  F[ball + SHAPE_MARGIN] = radius;
  F[ball + SHAPE_EXTENT] = 2.0 * radius;
  F[ball + SHAPE_RADIUS] = 0.0;
}

/**
 * Samples the function at directions of the whole circle, or of the arc that a ball of radius `reach` about (x, y, z)
 * meets. Returns the number of directions, the last of which is the first again for a whole circle; 0 if the ball
 * meets none of it; -2 if the function has no slope, with two opposite directions.
 */
export function sampleCircle(wall: i32, body: i32, p: i32, work: i32, x: f64, y: f64, z: f64, reach: f64): i32 {
  const circle: i32 = work + WORK_CIRCLE;
  const radius: f64 = F[circle + 9];
  const dx: f64 = x - F[circle];
  const dy: f64 = y - F[circle + 1];
  const dz: f64 = z - F[circle + 2];
  const u: f64 = dx * F[circle + 3] + dy * F[circle + 4] + dz * F[circle + 5];
  const v: f64 = dx * F[circle + 6] + dy * F[circle + 7] + dz * F[circle + 8];
  const e: f64 = Math.sqrt(u * u + v * v);
  const squared: f64 = dx * dx + dy * dy + dz * dz;
  const middle: f64 = 2.0 * radius * e;
  const excess: f64 = radius * radius + squared - reach * reach;
  if (excess > middle) return 0;
  const samples: i32 = work + WORK_SAMPLES;
  const isArc: bool = excess > WHOLE_CIRCLE * middle;
  let steepest: f64 = 0.0;
  const cosine: f64 = isArc ? excess / middle : 0.0;
  const half: f64 = isArc ? Math.sqrt((1.0 - cosine) / (1.0 + cosine)) : 0.0;
  for (let k: i32 = 0; k <= CIRCLE_DIRECTIONS; k++) {
    let c: f64 = F[work + WORK_DIRECTIONS + 2 * k];
    let s: f64 = F[work + WORK_DIRECTIONS + 2 * k + 1];
    if (isArc) {
      // Turned from the direction of the ball's centre by an angle whose half has the tangent h.
      const h: f64 = half * ((k - 0.5 * CIRCLE_DIRECTIONS) / (0.5 * CIRCLE_DIRECTIONS));
      const across: f64 = 2.0 * h;
      const turn: f64 = 1.0 / (1.0 + h * h);
      c = ((u - u * h * h - across * v) * turn) / e;
      s = ((v - v * h * h + across * u) * turn) / e;
    }
    F[samples + 3 * k] = c;
    F[samples + 3 * k + 1] = s;
    const slope: f64 = slopeAt(wall, body, p, work, c, s);
    F[samples + 3 * k + 2] = slope;
    if (Math.abs(slope) > steepest) steepest = Math.abs(slope);
  }
  if (steepest <= NO_SLOPE && !isArc) return -2;
  return CIRCLE_DIRECTIONS;
}

/**
 * The direction between samples k and k + 1 where the slope changes its sign, to F[circle + 10] the value there, with
 * point and normal in the working memory. Returns 1 where the function has a minimum, -1 for a maximum, 0 if the slope
 * keeps its sign. F[circle + 11] is 1 where the slope jumps, else 0.
 */
export function stationaryBetween(wall: i32, body: i32, p: i32, work: i32, k: i32): i32 {
  const circle: i32 = work + WORK_CIRCLE;
  const from: i32 = work + WORK_SAMPLES + 3 * k;
  let a: f64 = F[from + 2];
  let b: f64 = F[from + 5];
  // A sample that is stationary itself belongs to the interval before it.
  if (!((a < 0.0 && b >= 0.0) || (a > 0.0 && b <= 0.0))) return 0;
  const kind: i32 = a < 0.0 ? 1 : -1;
  const cosine: f64 = F[from];
  const sine: f64 = F[from + 1];
  const c: f64 = F[from + 3] - cosine;
  const s: f64 = F[from + 4] - sine;
  let low: f64 = 0.0;
  let high: f64 = 1.0;
  let last: i32 = 0;
  let at: f64 = 1.0;
  let slopeLow: f64 = a;
  let slopeHigh: f64 = b;
  let slope: f64 = b;
  for (let step: i32 = 0; step < MOST_STEPS && slope !== 0.0 && high - low > CLOSE; step++) {
    // The middle now and then: where the slope jumps, regula falsi is no faster.
    const isMiddle: bool = (step & 3) === 3;
    at = isMiddle ? 0.5 * (low + high) : (low * b - high * a) / (b - a);
    if (!(at > low && at < high)) at = 0.5 * (low + high);
    const x: f64 = cosine + at * c;
    const y: f64 = sine + at * s;
    const length: f64 = Math.sqrt(x * x + y * y);
    slope = slopeAt(wall, body, p, work, x / length, y / length);
    if (slope < 0.0 === slopeLow < 0.0) {
      low = at;
      slopeLow = slope;
      a = slope;
      if (last === 1) b = 0.5 * b;
      last = 1;
    } else {
      high = at;
      slopeHigh = slope;
      b = slope;
      if (last === -1) a = 0.5 * a;
      last = -1;
    }
  }
  const x: f64 = cosine + at * c;
  const y: f64 = sine + at * s;
  const length: f64 = Math.sqrt(x * x + y * y);
  slopeAt(wall, body, p, work, x / length, y / length);
  const isJump: bool = slope !== 0.0 && Math.abs(slopeLow) > 1.0e-6 && Math.abs(slopeHigh) > 1.0e-6;
  F[circle + 11] = isJump ? 1.0 : 0.0;
  return kind;
}
