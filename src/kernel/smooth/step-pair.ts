// SPDX-License-Identifier: MIT
/**
 * Two smooth bodies in a step of a simulation: Newton's method as in smooth-pair.ts, which may end earlier, and at any
 * points of two flat faces (docs/theory/rolling-ball.md, "In a step of a simulation"). A warm pair is answered from
 * local variables, with B's point in the frame of its block; only long steps and deep overlaps use the memory.
 */
import { boundOfDeep } from '../certificate/deep-overlap.ts';
import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  ELLIPSOID,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_ROLLING,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_CURVATURE,
  SMOOTH_EDGE,
  SMOOTH_NORMAL,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { support } from '../support/support.ts';
import { gauge } from './gauge.ts';
import {
  allowedGap,
  FLAT,
  MISS_IN_ROUNDINGS,
  SMOOTH_DEEP,
  SMOOTH_FAR,
  SMOOTH_KEPT,
  SMOOTH_PROVEN,
  SMOOTH_UNKNOWN,
  stepMiss,
} from './smooth-body.ts';

/** Capped steps towards an edge of a flat face, then as many as from near. */
const LONG_STEP_LIMIT: i32 = 24;
/**
 * Of the radius: where curvature vanishes a step of Newton's method has no bound; one this long crosses a face in a
 * few.
 */
const LONGEST_STEP: f64 = 0.2;
/** Of the radius: shorter steps do not leave the neighbourhood in which they mean something. */
const SHORT_STEP: f64 = 1.0e-4;
/** Of the radius: points that would move by less are good enough for the torque. */
const SHARP_STEP: f64 = 1.0e-7;
/**
 * Of the radius: bounds at the points before the last step are this close. They prove that no other points are the
 * answer; the step takes these to where they belong.
 */
const LAST_GAP: f64 = 1.0e-4;

/** Overlaps deeper than this part of the rolling balls' radii have a proof of their own. */
const MOST_OF_BALLS: f64 = 0.95;

/** 0 for exponents between 2 and 2.5, 1 for those up to 3, 2 for others: how evenly the surface bends. */
function evenness(s: i32): i32 {
  if (I[2 * s + SHAPE_KIND] === ELLIPSOID) return 2;
  const p: f64 = F[s + SHAPE_PARAMETERS + 3];
  const m: f64 = F[s + SHAPE_PARAMETERS + 4];
  const least: f64 = p === 2.0 || (m < p && m !== 2.0) ? m : p;
  return least === 2.0 || !(least < 3.0) ? 2 : least < 2.5 ? 0 : 1;
}

/**
 * True when a last step needs no look at the surface where it ends: it misses by no more than `enough`. `square` is the
 * sum of the squares of the steps on both bodies. Along the surface the curvature k changes by at most 4 k^2 a length,
 * or where an exponent n is below 3 by (n - 1) length^(n - 2): the normals then differ from the linear ones by 2 (k
 * length)^2, or less than 2 (k length)^1.5.
 */
function isLastStep(square: f64, enough: f64, radius: f64, rolling: f64): bool {
  const part: f64 = rolling * rolling;
  if (!(2.0 * radius * square <= enough * part)) return false;
  const a: i32 = evenness(I[PAIR_A]);
  const b: i32 = evenness(I[PAIR_B]);
  const even: i32 = a < b ? a : b;
  if (even === 2) return true;
  const ratio: f64 = square / part;
  return even === 1 && 4.0 * radius * Math.sqrt(ratio * Math.sqrt(ratio)) <= enough;
}

/** A vector of the frame in the frame of the body's block, to F[out..]. */
function setInBlock(onA: bool, x: f64, y: f64, z: f64, out: i32): void {
  F[out] = onA ? x : F[RELATIVE] * x + F[RELATIVE + 3] * y + F[RELATIVE + 6] * z;
  F[out + 1] = onA ? y : F[RELATIVE + 1] * x + F[RELATIVE + 4] * y + F[RELATIVE + 7] * z;
  F[out + 2] = onA ? z : F[RELATIVE + 2] * x + F[RELATIVE + 5] * y + F[RELATIVE + 8] * z;
}

/**
 * True when the step by p and q along the axes of SMOOTH_AXES changes the curvature along it by more than itself: on a
 * flat face that is in proportion to the power n - 2 of the coordinate.
 */
function bendsOnTheWay(onA: bool, p: f64, q: f64): bool {
  const s: i32 = onA ? I[PAIR_A] : I[PAIR_B];
  if (I[2 * s + SHAPE_KIND] === ELLIPSOID) return false;
  const body: i32 = onA ? SMOOTH_A : SMOOTH_B;
  const p1: f64 = F[s + SHAPE_PARAMETERS + 3];
  const p2: f64 = F[s + SHAPE_PARAMETERS + 4];
  const power: f64 = (p1 > p2 ? p1 : p2) - 2.0;
  const x: f64 = p * F[SMOOTH_AXES] + q * F[SMOOTH_AXES + 3];
  const y: f64 = p * F[SMOOTH_AXES + 1] + q * F[SMOOTH_AXES + 4];
  const z: f64 = p * F[SMOOTH_AXES + 2] + q * F[SMOOTH_AXES + 5];
  setInBlock(onA, x, y, z, SMOOTH_EDGE);
  let most: f64 = 0.0;
  let bends: bool = false;
  for (let k: i32 = 0; k < 3; k++) {
    const way: f64 = Math.abs(F[SMOOTH_EDGE + k]);
    if (way > most) {
      most = way;
      bends = power * way > Math.abs(F[body + k]);
    }
  }
  return bends;
}

/** The body's farthest point along a direction of the frame, in the frame of its block, to LOCAL_POINT. */
function setSupport(onA: bool, x: f64, y: f64, z: f64): void {
  setInBlock(onA, x, y, z, SMOOTH_EDGE);
  support(onA ? I[PAIR_A] : I[PAIR_B], F[SMOOTH_EDGE], F[SMOOTH_EDGE + 1], F[SMOOTH_EDGE + 2], 0);
}

/** The answer of the point in SMOOTH_A. */
function setAnswer(nx: f64, ny: f64, nz: f64, value: f64, lower: f64, upper: f64): void {
  F[CORE] = value;
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  F[CORE_LOWER] = lower;
  F[CORE_UPPER] = upper;
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] = F[SMOOTH_A + k];
    F[CORE_POINT_B + k] = F[SMOOTH_A + k] + value * F[CORE_NORMAL + k];
  }
}

/**
 * Newton's method from (ax, ay, az) on A and (bx, by, bz) on B, each in the frame of its block. With T the part of w
 * across the normal, e what the normals lack to be opposite and k the curvatures, the steps da and db solve e + kA da +
 * kB db = 0 and T + db - da - value kA da = 0. The points are in SMOOTH_A and SMOOTH_B afterwards, B's in its block.
 * `isKept`: a deep overlap needs no proof if its points are within SHORT_STEP of where the search starts.
 */
export function searchInStep(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, isKept: bool): i32 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const radiusA: f64 = F[a + SHAPE_RADIUS];
  const radius: f64 = F[b + SHAPE_RADIUS];
  const rollingA: f64 = F[a + SHAPE_ROLLING];
  const rollingB: f64 = F[b + SHAPE_ROLLING];
  const sum: f64 = rollingA + rollingB;
  const enough: f64 = stepMiss();
  const least: f64 = MISS_IN_ROUNDINGS * F[ROUNDING];
  const longest: f64 = LONGEST_STEP * radius;
  const sharp: f64 = SHARP_STEP * SHARP_STEP * radius * radius;
  const floor: f64 = FLAT / radiusA;
  // The rotation of B's frame into A's.
  const xx: f64 = F[RELATIVE];
  const xy: f64 = F[RELATIVE + 1];
  const xz: f64 = F[RELATIVE + 2];
  const yx: f64 = F[RELATIVE + 3];
  const yy: f64 = F[RELATIVE + 4];
  const yz: f64 = F[RELATIVE + 5];
  const zx: f64 = F[RELATIVE + 6];
  const zy: f64 = F[RELATIVE + 7];
  const zz: f64 = F[RELATIVE + 8];
  let isNear: bool = isKept;
  for (let count: i32 = 0; count < LONG_STEP_LIMIT; count++) {
    if (!(gauge(a, ax, ay, az, SMOOTH_A) > 0.0) || !(gauge(b, bx, by, bz, SMOOTH_B) > 0.0)) return SMOOTH_UNKNOWN;
    ax = F[SMOOTH_A];
    ay = F[SMOOTH_A + 1];
    az = F[SMOOTH_A + 2];
    bx = F[SMOOTH_B];
    by = F[SMOOTH_B + 1];
    bz = F[SMOOTH_B + 2];
    const nx: f64 = F[SMOOTH_A + SMOOTH_NORMAL];
    const ny: f64 = F[SMOOTH_A + SMOOTH_NORMAL + 1];
    const nz: f64 = F[SMOOTH_A + SMOOTH_NORMAL + 2];
    const mx: f64 = F[SMOOTH_B + SMOOTH_NORMAL];
    const my: f64 = F[SMOOTH_B + SMOOTH_NORMAL + 1];
    const mz: f64 = F[SMOOTH_B + SMOOTH_NORMAL + 2];
    const wx: f64 = xx * bx + xy * by + xz * bz + F[RELATIVE_ORIGIN] - ax;
    const wy: f64 = yx * bx + yy * by + yz * bz + F[RELATIVE_ORIGIN + 1] - ay;
    const wz: f64 = zx * bx + zy * by + zz * bz + F[RELATIVE_ORIGIN + 2] - az;
    const ex: f64 = nx + (xx * mx + xy * my + xz * mz);
    const ey: f64 = ny + (yx * mx + yy * my + yz * mz);
    const ez: f64 = nz + (zx * mx + zy * my + zz * mz);
    const value: f64 = nx * wx + ny * wy + nz * wz;
    const turn: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
    // n is a normal of A; B's is within `turn` of -n, so no point of B is farther along -n than its own by more than
    // this.
    const lower: f64 = value - 2.0 * radius * turn;
    if (lower > F[STOP_DISTANCE]) {
      F[CORE] = lower;
      return SMOOTH_FAR;
    }
    // Two axes across n by the formula of Duff et al. (2017, JCGT 6(1), 1-8), and the same in B's block.
    const sign: f64 = nz < 0.0 ? -1.0 : 1.0;
    const part: f64 = -1.0 / (sign + nz);
    const skew: f64 = nx * ny * part;
    const gx: f64 = 1.0 + sign * nx * nx * part;
    const gy: f64 = sign * skew;
    const gz: f64 = -sign * nx;
    const hx: f64 = skew;
    const hy: f64 = sign + ny * ny * part;
    const hz: f64 = -ny;
    const ux: f64 = xx * gx + yx * gy + zx * gz;
    const uy: f64 = xy * gx + yy * gy + zy * gz;
    const uz: f64 = xz * gx + yz * gy + zz * gz;
    const vx: f64 = xx * hx + yx * hy + zx * hz;
    const vy: f64 = xy * hx + yy * hy + zy * hz;
    const vz: f64 = xz * hx + yz * hy + zz * hz;
    const offG: f64 = gx * wx + gy * wy + gz * wz;
    const offH: f64 = hx * wx + hy * wy + hz * wz;
    const miss: f64 = Math.sqrt(offG * offG + offH * offH) + radius * turn;
    const isDeep: bool = !(value > -MOST_OF_BALLS * sum);
    // Balls of the rolling radii touch both points from inside; see upperBound in smooth-body.ts.
    const cx: f64 = value > 0.0 ? wx : wx + sum * nx - rollingB * ex;
    const cy: f64 = value > 0.0 ? wy : wy + sum * ny - rollingB * ey;
    const cz: f64 = value > 0.0 ? wz : wz + sum * nz - rollingB * ez;
    const upper: f64 = Math.sqrt(cx * cx + cy * cy + cz * cz) - (value > 0.0 ? 0.0 : sum);
    const eG: f64 = gx * ex + gy * ey + gz * ez;
    const eH: f64 = hx * ex + hy * ey + hz * ez;
    let k: i32 = SMOOTH_A + SMOOTH_CURVATURE;
    let dx: f64 = F[k];
    let dy: f64 = F[k + 1];
    let dz: f64 = F[k + 2];
    let across: f64 = F[k + 3];
    let onG: f64 = F[k + 4] * gx + F[k + 5] * gy;
    let onH: f64 = F[k + 4] * hx + F[k + 5] * hy;
    const a11: f64 = dx * gx * gx + dy * gy * gy + dz * gz * gz + across * onG * onG + floor;
    const a12: f64 = dx * gx * hx + dy * gy * hy + dz * gz * hz + across * onG * onH;
    const a22: f64 = dx * hx * hx + dy * hy * hy + dz * hz * hz + across * onH * onH + floor;
    k = SMOOTH_B + SMOOTH_CURVATURE;
    dx = F[k];
    dy = F[k + 1];
    dz = F[k + 2];
    across = F[k + 3];
    onG = F[k + 4] * ux + F[k + 5] * uy;
    onH = F[k + 4] * vx + F[k + 5] * vy;
    const b11: f64 = dx * ux * ux + dy * uy * uy + dz * uz * uz + across * onG * onG;
    const b12: f64 = dx * ux * vx + dy * uy * vy + dz * uz * vz + across * onG * onH;
    const b22: f64 = dx * vx * vx + dy * vy * vy + dz * vz * vz + across * onH * onH;
    const m11: f64 = a11 + b11 + value * (b11 * a11 + b12 * a12);
    const m12: f64 = a12 + b12 + value * (b11 * a12 + b12 * a22);
    const m21: f64 = a12 + b12 + value * (b12 * a11 + b22 * a12);
    const m22: f64 = a22 + b22 + value * (b12 * a12 + b22 * a22);
    const r: f64 = b11 * offG + b12 * offH - eG;
    const s: f64 = b12 * offG + b22 * offH - eH;
    const inverse: f64 = 1.0 / (m11 * m22 - m12 * m21);
    let pA: f64 = (m22 * r - m12 * s) * inverse;
    let qA: f64 = (m11 * s - m21 * r) * inverse;
    // How far the normals turn on the way.
    const turnG: f64 = a11 * pA + a12 * qA;
    const turnH: f64 = a12 * pA + a22 * qA;
    let pB: f64 = pA + value * turnG - offG;
    let qB: f64 = qA + value * turnH - offH;
    const backG: f64 = b11 * pB + b12 * qB;
    const backH: f64 = b12 * pB + b22 * qB;
    const square: f64 = pA * pA + qA * qA + (pB * pB + qB * qB);
    // Where both bodies are flat the normals tell little about the points: their next step does.
    if (miss <= enough && (!(square > sharp) || miss <= least || count === LONG_STEP_LIMIT - 1)) {
      let bound: f64 = upper;
      if (isDeep) {
        if (isNear) {
          setAnswer(nx, ny, nz, value, lower, value);
          return SMOOTH_KEPT;
        }
        writeAxes(gx, gy, gz, hx, hy, hz);
        bound = boundOfDeep(value, nx, ny, nz, ex, ey, ez, wx, wy, wz);
      }
      // Another start would end here as well, or have no better proof.
      if (!(Math.abs(bound - lower) <= allowedGap())) return isDeep ? SMOOTH_DEEP : SMOOTH_UNKNOWN;
      setAnswer(nx, ny, nz, value, lower, bound);
      return SMOOTH_PROVEN;
    }
    if (!(square <= SHORT_STEP * SHORT_STEP * radius * radius)) isNear = false;
    const ball: f64 = rollingA < rollingB ? rollingA : rollingB;
    if (!isDeep && isLastStep(square, enough, radiusA > radius ? radiusA : radius, ball)) {
      if (!(upper - lower <= LAST_GAP * radius)) return SMOOTH_UNKNOWN;
      // n and its turn are at right angles: by the series of the root, to the fourth power of the turn.
      const shorter: f64 = 1.0 - 0.5 * (turnG * turnG + turnH * turnH);
      const tx: f64 = shorter * (nx + (turnG * gx + turnH * hx));
      const ty: f64 = shorter * (ny + (turnG * gy + turnH * hy));
      const tz: f64 = shorter * (nz + (turnG * gz + turnH * hz));
      // The surfaces bend away from the straight steps by this, along the normal.
      const bentA: f64 = 0.5 * (pA * turnG + qA * turnH);
      const bentB: f64 = 0.5 * (pB * backG + qB * backH);
      const wayX: f64 = pA * gx + qA * hx - bentA * nx;
      const wayY: f64 = pA * gy + qA * hy - bentA * ny;
      const wayZ: f64 = pA * gz + qA * hz - bentA * nz;
      const restX: f64 = wx + (pB * gx + qB * hx + bentB * nx - wayX);
      const restY: f64 = wy + (pB * gy + qB * hy + bentB * ny - wayY);
      const restZ: f64 = wz + (pB * gz + qB * hz + bentB * nz - wayZ);
      F[SMOOTH_A] = ax + wayX;
      F[SMOOTH_A + 1] = ay + wayY;
      F[SMOOTH_A + 2] = az + wayZ;
      F[SMOOTH_B] = bx + (pB * ux + qB * vx);
      F[SMOOTH_B + 1] = by + (pB * uy + qB * vy);
      F[SMOOTH_B + 2] = bz + (pB * uz + qB * vz);
      setAnswer(tx, ty, tz, tx * restX + ty * restY + tz * restZ, lower, upper);
      return SMOOTH_PROVEN;
    }
    const farA: f64 = pA * pA + qA * qA;
    const farB: f64 = pB * pB + qB * qB;
    const far: f64 = farA > farB ? farA : farB;
    if (square > SHORT_STEP * SHORT_STEP * radius * radius) {
      // Where the surface bends by another law than along the step, the normal tells where to go.
      const onA: bool = turnG * turnG + turnH * turnH >= backG * backG + backH * backH;
      writeAxes(gx, gy, gz, hx, hy, hz);
      if (bendsOnTheWay(onA, onA ? pA : pB, onA ? qA : qB)) {
        const body: i32 = onA ? SMOOTH_A : SMOOTH_B;
        if (onA) {
          setSupport(true, nx + turnG * gx + turnH * hx, ny + turnG * gy + turnH * hy, nz + turnG * gz + turnH * hz);
        } else {
          setSupport(
            false,
            ex - nx + (backG * gx + backH * hx),
            ey - ny + (backG * gy + backH * hy),
            ez - nz + (backG * gz + backH * hz),
          );
        }
        const wayX: f64 = F[LOCAL_POINT] - F[body];
        const wayY: f64 = F[LOCAL_POINT + 1] - F[body + 1];
        const wayZ: f64 = F[LOCAL_POINT + 2] - F[body + 2];
        const alongG: f64 = onA ? gx * wayX + gy * wayY + gz * wayZ : ux * wayX + uy * wayY + uz * wayZ;
        const alongH: f64 = onA ? hx * wayX + hy * wayY + hz * wayZ : vx * wayX + vy * wayY + vz * wayZ;
        const restG: f64 = alongG - (onA ? pA : pB);
        const restH: f64 = alongH - (onA ? qA : qB);
        pA += restG;
        qA += restH;
        pB += restG;
        qB += restH;
      } else if (far > longest * longest) {
        const share: f64 = longest / Math.sqrt(far);
        pA *= share;
        qA *= share;
        pB *= share;
        qB *= share;
      }
    }
    ax += pA * gx + qA * hx;
    ay += pA * gy + qA * hy;
    az += pA * gz + qA * hz;
    bx += pB * ux + qB * vx;
    by += pB * uy + qB * vy;
    bz += pB * uz + qB * vz;
  }
  return SMOOTH_UNKNOWN;
}

function writeAxes(gx: f64, gy: f64, gz: f64, hx: f64, hy: f64, hz: f64): void {
  F[SMOOTH_AXES] = gx;
  F[SMOOTH_AXES + 1] = gy;
  F[SMOOTH_AXES + 2] = gz;
  F[SMOOTH_AXES + 3] = hx;
  F[SMOOTH_AXES + 4] = hy;
  F[SMOOTH_AXES + 5] = hz;
}
