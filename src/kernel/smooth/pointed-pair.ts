// SPDX-License-Identifier: MIT
/**
 * Two superquadrics with exponents up to 2, in a simulation's step: Newton's method for the normal whose support points
 * differ along it (docs/theory/rolling-ball.md). The answer is proven by the distance of the points or, where they
 * overlap, by balls inside both bodies that touch the surfaces there.
 */
import { writeSearchAxes } from '../arithmetic/axes-across.ts';
import {
  CORE,
  CORE_NORMAL,
  RELATIVE_ORIGIN,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_BEND,
  STOP_DISTANCE,
} from '../layout.ts';
import { F } from '../memory.ts';
import { setAt } from '../support/flatness.ts';
import { moveAlongNormal, setRadii } from './pointed-body.ts';
import { accept, SMOOTH_FAR, SMOOTH_PROVEN, SMOOTH_UNKNOWN, stepMiss } from './smooth-body.ts';

/** From the last step's normal two or three steps are usual; from the line of centres a dozen. */
const STEP_LIMIT: i32 = 24;
/** Longest turn of the normal in a step, rad: radii of curvature vanish where a coordinate of the normal does. */
const LONGEST_TURN: f64 = 0.3;
/** A step that does not raise the support value is shortened to this part, down to the least part. */
const SHORTER: f64 = 0.25;
const LEAST_PART: f64 = 0.01;

/**
 * Newton's method from the unit normal n. With w the difference of the support points, T its part across n, and R the
 * sum of the radii of curvature, the support value n.w grows along T, and the turn dn solves (R + n.w) dn = T. SMOOTH_A
 * and SMOOTH_B are the points of the answer.
 */
export function searchPointedPair(mx: f64, my: f64, mz: f64): i32 {
  const enough: f64 = stepMiss();
  let nx: f64 = mx;
  let ny: f64 = my;
  let nz: f64 = mz;
  // The normal before, the step from it and how much of it was made.
  let fromX: f64 = nx;
  let fromY: f64 = ny;
  let fromZ: f64 = nz;
  let stepX: f64 = 0.0;
  let stepY: f64 = 0.0;
  let stepZ: f64 = 0.0;
  let part: f64 = 1.0;
  let best: f64 = -1.0e300;
  for (let count: i32 = 0; count < STEP_LIMIT; count++) {
    const balls: f64 = moveAlongNormal(nx, ny, nz);
    const wx: f64 = F[SMOOTH_B] - F[SMOOTH_A];
    const wy: f64 = F[SMOOTH_B + 1] - F[SMOOTH_A + 1];
    const wz: f64 = F[SMOOTH_B + 2] - F[SMOOTH_A + 2];
    const value: f64 = nx * wx + ny * wy + nz * wz;
    if (value > F[STOP_DISTANCE]) {
      F[CORE] = value;
      setAt(CORE_NORMAL, nx, ny, nz);
      return SMOOTH_FAR;
    }
    if (!(value >= best - enough) && part > LEAST_PART) {
      part *= SHORTER;
      nx = fromX + part * stepX;
      ny = fromY + part * stepY;
      nz = fromZ + part * stepZ;
      const shortened: f64 = 1.0 / Math.sqrt(nx * nx + ny * ny + nz * nz);
      nx *= shortened;
      ny *= shortened;
      nz *= shortened;
      continue;
    }
    writeSearchAxes(nx, ny, nz, SMOOTH_AXES);
    const gx: f64 = F[SMOOTH_AXES];
    const gy: f64 = F[SMOOTH_AXES + 1];
    const gz: f64 = F[SMOOTH_AXES + 2];
    const hx: f64 = F[SMOOTH_AXES + 3];
    const hy: f64 = F[SMOOTH_AXES + 4];
    const hz: f64 = F[SMOOTH_AXES + 5];
    const offG: f64 = gx * wx + gy * wy + gz * wz;
    const offH: f64 = hx * wx + hy * wy + hz * wz;
    const missSquared: f64 = offG * offG + offH * offH;
    if (missSquared <= enough * enough) {
      const centre: f64 = value + balls;
      const upper: f64 =
        value > 0.0 ? Math.sqrt(wx * wx + wy * wy + wz * wz) : Math.sqrt(centre * centre + missSquared) - balls;
      return accept(nx, ny, nz, value, value, upper) ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
    }
    setRadii(SMOOTH_A);
    const a11: f64 = F[SMOOTH_BEND];
    const a12: f64 = F[SMOOTH_BEND + 1];
    const a22: f64 = F[SMOOTH_BEND + 2];
    setRadii(SMOOTH_B);
    let r11: f64 = a11 + F[SMOOTH_BEND] + value;
    const r12: f64 = a12 + F[SMOOTH_BEND + 1];
    let r22: f64 = a22 + F[SMOOTH_BEND + 2] + value;
    // Where the support value is not concave, curvature enough to make it so turns the step uphill.
    const half: f64 = 0.5 * (r11 + r22);
    const spread: f64 = Math.sqrt(0.25 * (r11 - r22) * (r11 - r22) + r12 * r12);
    const lowest: f64 = half - spread;
    const floor: f64 = Math.sqrt(missSquared) / LONGEST_TURN;
    if (!(lowest >= floor)) {
      const lift: f64 = lowest < -floor ? -2.0 * lowest : floor - lowest;
      r11 += lift;
      r22 += lift;
    }
    const inverse: f64 = 1.0 / (r11 * r22 - r12 * r12);
    const p: f64 = (r22 * offG - r12 * offH) * inverse;
    const q: f64 = (r11 * offH - r12 * offG) * inverse;
    if (!(p * p + q * q < 1.0)) return SMOOTH_UNKNOWN;
    best = value;
    part = 1.0;
    fromX = nx;
    fromY = ny;
    fromZ = nz;
    stepX = p * gx + q * hx;
    stepY = p * gy + q * hy;
    stepZ = p * gz + q * hz;
    nx += stepX;
    ny += stepY;
    nz += stepZ;
    const scale: f64 = 1.0 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= scale;
    ny *= scale;
    nz *= scale;
  }
  return SMOOTH_UNKNOWN;
}

/** The same from the line of centres. */
export function searchPointedFromCentres(): i32 {
  const x: f64 = F[RELATIVE_ORIGIN];
  const y: f64 = F[RELATIVE_ORIGIN + 1];
  const z: f64 = F[RELATIVE_ORIGIN + 2];
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  return length > 0.0 ? searchPointedPair(x / length, y / length, z / length) : SMOOTH_UNKNOWN;
}
