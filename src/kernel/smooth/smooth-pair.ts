// SPDX-License-Identifier: MIT
/**
 * Two smooth bodies: Newton's method for the two points whose normals are opposite and parallel to their difference.
 * The unknowns are the points, because the normal does not determine the point where a superquadric is nearly flat
 * (docs/theory/rolling-ball.md).
 */
import { writeAxesAcross, writeSearchAxes } from '../arithmetic/axes-across.ts';
import { isBallInside } from '../certificate/superquadric-ball.ts';
import {
  CORE,
  CORE_LOWER,
  CORE_UPPER,
  ELLIPSOID,
  FOR_STEPS,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_ROLLING,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_BEND,
  SMOOTH_CORNER,
  SMOOTH_EDGE,
  SMOOTH_NORMAL,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { fromBlockOfB, toBlockOfB } from '../relative-pose.ts';
import { support } from '../support/support.ts';
import { valueAlong } from './normal-newton.ts';
import {
  accept,
  FLAT,
  FLAT_ON_FLAT,
  isOpen,
  isSmooth,
  LONGEST_GROWTH,
  LOW_MISS_IN_ROUNDINGS,
  MISS_IN_ROUNDINGS,
  SLOW_SHRINKING,
  SMOOTH_FAR,
  SMOOTH_PROVEN,
  SMOOTH_UNKNOWN,
  STEP_LIMIT,
  setAnswer,
  setBend,
  slide,
  stepMiss,
  upperBound,
} from './smooth-body.ts';

/** In a simulation's step: capped steps towards an edge of a flat face, then as many as from near. */
const LONG_STEP_LIMIT: i32 = 24;
/**
 * Of the radius: where curvature vanishes a step of Newton's method has no bound; one this long crosses a face in a
 * few.
 */
const LONGEST_STEP: f64 = 0.2;
/** Of the radius: shorter steps do not leave the neighbourhood in which they mean something. */
const SHORT_STEP: f64 = 1.0e-4;
/**
 * Of the radius: bounds at the points before the last step are this close. They prove that no other points are the
 * answer; the step takes these to where they belong.
 */
const LAST_GAP: f64 = 1.0e-4;

/** Overlaps deeper than this part of the rolling balls' radii need larger balls, of this many times the overlap. */
const MOST_OF_BALLS: f64 = 0.95;
const ENOUGH_BALLS: f64 = 1.02;
/** Of the smallest radius of curvature at a point: balls as large as that leave the body beside it. */
const BENDING_PART: f64 = 0.9;

export function isSmoothPair(): bool {
  return isSmooth(I[PAIR_A]) && isSmooth(I[PAIR_B]);
}

/**
 * True when the sum of the curvatures is small in some direction: its smaller eigenvalue is at most twice determinant
 * over trace.
 */
function isFlatOnFlat(): bool {
  setBend(SMOOTH_A);
  const a11: f64 = F[SMOOTH_BEND];
  const a12: f64 = F[SMOOTH_BEND + 1];
  const a22: f64 = F[SMOOTH_BEND + 2];
  setBend(SMOOTH_B);
  const m11: f64 = a11 + F[SMOOTH_BEND];
  const m12: f64 = a12 + F[SMOOTH_BEND + 1];
  const m22: f64 = a22 + F[SMOOTH_BEND + 2];
  return !((m11 * m22 - m12 * m12) * F[I[PAIR_A] + SHAPE_RADIUS] > FLAT_ON_FLAT * (m11 + m22));
}

/** 0 for exponents between 2 and 2.5, 1 for those up to 3, 2 for others: how evenly the surface bends. */
function evenness(s: i32): i32 {
  if (I[2 * s + SHAPE_KIND] === ELLIPSOID) return 2;
  const p: f64 = F[s + SHAPE_PARAMETERS + 3];
  const m: f64 = F[s + SHAPE_PARAMETERS + 4];
  const least: f64 = p === 2.0 || (m < p && m !== 2.0) ? m : p;
  return least === 2.0 || !(least < 3.0) ? 2 : least < 2.5 ? 0 : 1;
}

/**
 * True when a last step of the squared length `square` needs no look at the surface where it ends: it misses by no more
 * than `enough`. Along the surface the curvature k changes by at most 4 k^2 a length, or where an exponent n is below 3
 * by (n - 1) length^(n - 2): the normals then differ from the linear ones by 2 (k length)^2, or less than 2 (k
 * length)^1.5.
 */
function isLastStep(square: f64, enough: f64): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const rolling: f64 = F[a + SHAPE_ROLLING] < F[b + SHAPE_ROLLING] ? F[a + SHAPE_ROLLING] : F[b + SHAPE_ROLLING];
  const ratio: f64 = square / (rolling * rolling);
  const radius: f64 = F[a + SHAPE_RADIUS] > F[b + SHAPE_RADIUS] ? F[a + SHAPE_RADIUS] : F[b + SHAPE_RADIUS];
  if (!(4.0 * radius * ratio <= enough)) return false;
  const even: i32 = evenness(a) < evenness(b) ? evenness(a) : evenness(b);
  return even === 2 || (even === 1 && 4.0 * radius * Math.sqrt(ratio * Math.sqrt(ratio)) <= enough);
}

/** Square of the angle by which B's normal turns on its step. */
function turnOfB(b11: f64, b12: f64, b22: f64, p: f64, q: f64): f64 {
  const g: f64 = b11 * p + b12 * q;
  const h: f64 = b12 * p + b22 * q;
  return g * g + h * h;
}

/**
 * True when the step by p and q along the axes changes the curvature along it by more than itself: on a flat face that
 * is in proportion to the power n - 2 of the coordinate.
 */
function bendsOnTheWay(onA: bool, p: f64, q: f64): bool {
  const s: i32 = onA ? I[PAIR_A] : I[PAIR_B];
  if (I[2 * s + SHAPE_KIND] === ELLIPSOID) return false;
  const body: i32 = onA ? SMOOTH_A : SMOOTH_B;
  const p1: f64 = F[s + SHAPE_PARAMETERS + 3];
  const p2: f64 = F[s + SHAPE_PARAMETERS + 4];
  const power: f64 = (p1 > p2 ? p1 : p2) - 2.0;
  setInBlock(body, F[body], F[body + 1], F[body + 2], !onA, SMOOTH_CORNER);
  const x: f64 = p * F[SMOOTH_AXES] + q * F[SMOOTH_AXES + 3];
  const y: f64 = p * F[SMOOTH_AXES + 1] + q * F[SMOOTH_AXES + 4];
  const z: f64 = p * F[SMOOTH_AXES + 2] + q * F[SMOOTH_AXES + 5];
  setInBlock(body, x, y, z, false, SMOOTH_EDGE);
  let most: f64 = 0.0;
  let bends: bool = false;
  for (let k: i32 = 0; k < 3; k++) {
    const way: f64 = Math.abs(F[SMOOTH_EDGE + k]);
    if (way > most) {
      most = way;
      bends = power * way > Math.abs(F[SMOOTH_CORNER + k]);
    }
  }
  return bends;
}

/** A vector of the frame, or a point, in the frame of the body's block, to F[out..]. */
function setInBlock(body: i32, x: f64, y: f64, z: f64, isPointOfB: bool, out: i32): void {
  if (body === SMOOTH_A) {
    F[out] = x;
    F[out + 1] = y;
    F[out + 2] = z;
  } else if (isPointOfB) {
    toBlockOfB(x, y, z, out);
  } else {
    F[out] = F[RELATIVE] * x + F[RELATIVE + 3] * y + F[RELATIVE + 6] * z;
    F[out + 1] = F[RELATIVE + 1] * x + F[RELATIVE + 4] * y + F[RELATIVE + 7] * z;
    F[out + 2] = F[RELATIVE + 2] * x + F[RELATIVE + 5] * y + F[RELATIVE + 8] * z;
  }
}

/** The body's farthest point along a direction of the frame, in the frame, to LOCAL_POINT. */
function setSupport(onA: bool, x: f64, y: f64, z: f64): void {
  setInBlock(onA ? SMOOTH_A : SMOOTH_B, x, y, z, false, SMOOTH_EDGE);
  support(onA ? I[PAIR_A] : I[PAIR_B], F[SMOOTH_EDGE], F[SMOOTH_EDGE + 1], F[SMOOTH_EDGE + 2], 0);
  if (!onA) fromBlockOfB(F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2], LOCAL_POINT);
}

/**
 * Newton's method from the points in SMOOTH_A and SMOOTH_B; `known`: from those of the last query. With T the part of w
 * across the normal, e what the normals lack to be opposite and k the curvatures, the steps da and db solve e + kA da +
 * kB db = 0 and T + db - da - value kA da = 0. For a simulation's step the search may end earlier, and at any points of
 * two flat faces.
 */
export function searchSmoothPair(known: bool): i32 {
  const b: i32 = I[PAIR_B];
  const radius: f64 = F[b + SHAPE_RADIUS];
  const rounding: f64 = F[ROUNDING];
  const forSteps: bool = I[FOR_STEPS] !== 0;
  const enough: f64 = forSteps ? stepMiss() : MISS_IN_ROUNDINGS * rounding;
  const lowest: f64 = forSteps ? 0.0 : LOW_MISS_IN_ROUNDINGS * rounding;
  const longest: f64 = forSteps ? LONGEST_STEP * radius : 1.0e300;
  const limit: i32 = forSteps ? LONG_STEP_LIMIT : STEP_LIMIT;
  const floor: f64 = FLAT / F[I[PAIR_A] + SHAPE_RADIUS];
  const n: i32 = SMOOTH_A + SMOOTH_NORMAL;
  const m: i32 = SMOOTH_B + SMOOTH_NORMAL;
  let before: f64 = 1.0e300;
  for (let count: i32 = 0; count < limit; count++) {
    const nx: f64 = F[n];
    const ny: f64 = F[n + 1];
    const nz: f64 = F[n + 2];
    const ex: f64 = nx + F[m];
    const ey: f64 = ny + F[m + 1];
    const ez: f64 = nz + F[m + 2];
    const wx: f64 = F[SMOOTH_B] - F[SMOOTH_A];
    const wy: f64 = F[SMOOTH_B + 1] - F[SMOOTH_A + 1];
    const wz: f64 = F[SMOOTH_B + 2] - F[SMOOTH_A + 2];
    const value: f64 = nx * wx + ny * wy + nz * wz;
    const turn: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
    // n is a normal of A; B's is within `turn` of -n, so no point of B is farther along -n than its own by more than
    // this.
    const lower: f64 = value - 2.0 * radius * turn;
    if (lower > F[STOP_DISTANCE]) {
      F[CORE] = lower;
      return SMOOTH_FAR;
    }
    if (forSteps) writeSearchAxes(nx, ny, nz, SMOOTH_AXES);
    else writeAxesAcross(nx, ny, nz, SMOOTH_AXES);
    const gx: f64 = F[SMOOTH_AXES];
    const gy: f64 = F[SMOOTH_AXES + 1];
    const gz: f64 = F[SMOOTH_AXES + 2];
    const hx: f64 = F[SMOOTH_AXES + 3];
    const hy: f64 = F[SMOOTH_AXES + 4];
    const hz: f64 = F[SMOOTH_AXES + 5];
    const offG: f64 = gx * wx + gy * wy + gz * wz;
    const offH: f64 = hx * wx + hy * wy + hz * wz;
    const miss: f64 = Math.sqrt(offG * offG + offH * offH) + radius * turn;
    const lag: f64 = F[b + SHAPE_ROLLING];
    const isDeep: bool = forSteps && !(value > -MOST_OF_BALLS * (lag + F[I[PAIR_A] + SHAPE_ROLLING]));
    if (miss <= enough || (miss < lowest && miss > SLOW_SHRINKING * before)) {
      if (!forSteps && known && isFlatOnFlat()) return SMOOTH_UNKNOWN;
      if (isDeep) {
        return accept(nx, ny, nz, value, lower, boundByLargeBalls(value)) ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
      }
      const upper: f64 = upperBound(nx, ny, nz, value, lag * ex, lag * ey, lag * ez);
      const isSharp: bool = forSteps || !isOpen(lower, upper);
      const proven: bool = accept(nx, ny, nz, value, isSharp ? lower : valueAlong(nx, ny, nz), upper);
      return proven ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
    }
    // A shortened step may leave a flat place for a curved one, where the normals differ more.
    if (!forSteps && !(miss < LONGEST_GROWTH * before)) return SMOOTH_UNKNOWN;
    const eG: f64 = gx * ex + gy * ey + gz * ez;
    const eH: f64 = hx * ex + hy * ey + hz * ez;
    setBend(SMOOTH_A);
    const a11: f64 = F[SMOOTH_BEND] + floor;
    const a12: f64 = F[SMOOTH_BEND + 1];
    const a22: f64 = F[SMOOTH_BEND + 2] + floor;
    setBend(SMOOTH_B);
    const b11: f64 = F[SMOOTH_BEND];
    const b12: f64 = F[SMOOTH_BEND + 1];
    const b22: f64 = F[SMOOTH_BEND + 2];
    const m11: f64 = a11 + b11 + value * (b11 * a11 + b12 * a12);
    const m12: f64 = a12 + b12 + value * (b11 * a12 + b12 * a22);
    const m21: f64 = a12 + b12 + value * (b12 * a11 + b22 * a12);
    const m22: f64 = a22 + b22 + value * (b12 * a12 + b22 * a22);
    const r: f64 = b11 * offG + b12 * offH - eG;
    const s: f64 = b12 * offG + b22 * offH - eH;
    const inverse: f64 = 1.0 / (m11 * m22 - m12 * m21);
    let pA: f64 = (m22 * r - m12 * s) * inverse;
    let qA: f64 = (m11 * s - m21 * r) * inverse;
    // How far the normal turns on the way.
    const turnG: f64 = a11 * pA + a12 * qA;
    const turnH: f64 = a12 * pA + a22 * qA;
    let pB: f64 = pA + value * turnG - offG;
    let qB: f64 = qA + value * turnH - offH;
    // No less than the square of the longer step.
    const square: f64 = pA * pA + qA * qA + (pB * pB + qB * qB);
    if (forSteps && !isDeep && isLastStep(square, enough)) {
      const upper: f64 = upperBound(nx, ny, nz, value, lag * ex, lag * ey, lag * ez);
      if (!(upper - lower <= LAST_GAP * radius)) return SMOOTH_UNKNOWN;
      moveAlongAxes(SMOOTH_A, pA, qA);
      moveAlongAxes(SMOOTH_B, pB, qB);
      settleLastStep(nx + turnG * gx + turnH * hx, ny + turnG * gy + turnH * hy, nz + turnG * gz + turnH * hz);
      F[CORE_LOWER] = lower;
      F[CORE_UPPER] = upper;
      return SMOOTH_PROVEN;
    }
    // Where the surface bends by another law than along the step, the normal tells where to go.
    const onA: bool = turnG * turnG + turnH * turnH >= turnOfB(b11, b12, b22, pB, qB);
    const body: i32 = onA ? SMOOTH_A : SMOOTH_B;
    const isTurn: bool =
      forSteps &&
      square > SHORT_STEP * SHORT_STEP * radius * radius &&
      bendsOnTheWay(onA, onA ? pA : pB, onA ? qA : qB);
    if (isTurn) {
      if (onA)
        setSupport(true, nx + turnG * gx + turnH * hx, ny + turnG * gy + turnH * hy, nz + turnG * gz + turnH * hz);
      else {
        const rG: f64 = b11 * pB + b12 * qB;
        const rH: f64 = b12 * pB + b22 * qB;
        setSupport(false, F[m] + rG * gx + rH * hx, F[m + 1] + rG * gy + rH * hy, F[m + 2] + rG * gz + rH * hz);
      }
      const wayX: f64 = F[LOCAL_POINT] - F[body];
      const wayY: f64 = F[LOCAL_POINT + 1] - F[body + 1];
      const wayZ: f64 = F[LOCAL_POINT + 2] - F[body + 2];
      const restG: f64 = gx * wayX + gy * wayY + gz * wayZ - (onA ? pA : pB);
      const restH: f64 = hx * wayX + hy * wayY + hz * wayZ - (onA ? qA : qB);
      pA += restG;
      qA += restH;
      pB += restG;
      qB += restH;
    }
    const farA: f64 = pA * pA + qA * qA;
    const farB: f64 = pB * pB + qB * qB;
    const far: f64 = farA > farB ? farA : farB;
    if (!isTurn && far > longest * longest) {
      const part: f64 = longest / Math.sqrt(far);
      pA *= part;
      qA *= part;
      pB *= part;
      qB *= part;
    }
    if (!slide(SMOOTH_A, pA, qA) || !slide(SMOOTH_B, pB, qB)) return SMOOTH_UNKNOWN;
    before = miss;
  }
  return SMOOTH_UNKNOWN;
}

/** Radius of the ball that bends as the body does where it bends most, across its normal, less a margin. */
function bendingBall(body: i32): f64 {
  setBend(body);
  const half: f64 = 0.5 * (F[SMOOTH_BEND] + F[SMOOTH_BEND + 2]);
  const gap: f64 = 0.5 * (F[SMOOTH_BEND] - F[SMOOTH_BEND + 2]);
  return BENDING_PART / (half + Math.sqrt(gap * gap + F[SMOOTH_BEND + 1] * F[SMOOTH_BEND + 1]));
}

/** True if the ball of this radius that touches the body at its point is proven to be inside. */
function isInside(body: i32, ball: f64): bool {
  const onA: bool = body === SMOOTH_A;
  if (ball <= F[(onA ? I[PAIR_A] : I[PAIR_B]) + SHAPE_ROLLING]) return true;
  const n: i32 = body + SMOOTH_NORMAL;
  setInBlock(body, F[body], F[body + 1], F[body + 2], !onA, SMOOTH_CORNER);
  setInBlock(body, F[n], F[n + 1], F[n + 2], false, SMOOTH_EDGE);
  const p: i32 = SMOOTH_CORNER;
  const q: i32 = SMOOTH_EDGE;
  return isBallInside(onA ? I[PAIR_A] : I[PAIR_B], F[p], F[p + 1], F[p + 2], F[q], F[q + 1], F[q + 2], ball);
}

/**
 * Upper bound of the distance of bodies that overlap by more than the balls that roll in them: from larger balls that
 * touch at these points, as large as needed and as the surfaces allow there. 1e300 where they are not inside.
 */
function boundByLargeBalls(value: f64): f64 {
  const needed: f64 = -ENOUGH_BALLS * value;
  const rollingA: f64 = F[I[PAIR_A] + SHAPE_ROLLING];
  const rollingB: f64 = F[I[PAIR_B] + SHAPE_ROLLING];
  const mostA: f64 = bendingBall(SMOOTH_A);
  const mostB: f64 = bendingBall(SMOOTH_B);
  // One large ball if it fits, else two.
  let ballA: f64 = rollingA;
  let ballB: f64 = needed - rollingA;
  if (!(mostB > ballB && isInside(SMOOTH_B, ballB))) {
    ballA = needed - rollingB;
    ballB = rollingB;
    if (!(mostA > ballA && isInside(SMOOTH_A, ballA))) {
      ballA = (needed * mostA) / (mostA + mostB);
      ballB = needed - ballA;
      if (!(mostA > ballA && isInside(SMOOTH_A, ballA) && isInside(SMOOTH_B, ballB))) return 1.0e300;
    }
  }
  const sum: f64 = ballA + ballB;
  let square: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const centre: f64 =
      F[SMOOTH_B + k] -
      F[SMOOTH_A + k] +
      ballA * F[SMOOTH_A + SMOOTH_NORMAL + k] -
      ballB * F[SMOOTH_B + SMOOTH_NORMAL + k];
    square += centre * centre;
  }
  return Math.sqrt(square) - sum;
}

/** Moves a body's point by p and q along the two axes and leaves it there: too short a way to leave the surface. */
function moveAlongAxes(body: i32, p: f64, q: f64): void {
  for (let k: i32 = 0; k < 3; k++) {
    F[body + k] = F[body + k] + (p * F[SMOOTH_AXES + k] + q * F[SMOOTH_AXES + 3 + k]);
  }
}

/** The answer of the points in SMOOTH_A and SMOOTH_B, with a normal that may be a little too long. */
function settleLastStep(mx: f64, my: f64, mz: f64): void {
  const inverse: f64 = 1.0 / Math.sqrt(mx * mx + my * my + mz * mz);
  const nx: f64 = mx * inverse;
  const ny: f64 = my * inverse;
  const nz: f64 = mz * inverse;
  const wx: f64 = F[SMOOTH_B] - F[SMOOTH_A];
  const wy: f64 = F[SMOOTH_B + 1] - F[SMOOTH_A + 1];
  const wz: f64 = F[SMOOTH_B + 2] - F[SMOOTH_A + 2];
  setAnswer(nx, ny, nz, nx * wx + ny * wy + nz * wz);
}
