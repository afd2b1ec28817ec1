// SPDX-License-Identifier: MIT
/**
 * The dashpots and the friction of a contact of faces, spread over its area, resist rocking and twisting as well as
 * approach and slip. They are those of a disc as large as the contact: with c the normal dashpot and R the radius of
 * the disc, c R^2 / 4 against rocking; with the tangential spring and dashpot, k R^2 / 2 and c R^2 / 2 against
 * twisting. Where attraction is cut off no point of the disc may pull, which caps rocking at F R / 4; friction under
 * uniform pressure caps twisting at 2/3 mu F R. The overlap-volume law needs them: its pressure, the same all over the
 * contact, resists neither. The pressure-field law has a spring against rocking, which they damp.
 */

import { lossesAt } from './losses-at.ts';
import { F, I } from './memory-views.ts';
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_ELASTIC,
  BLOCK_FRICTION_LOSS,
  BODY_INERTIA,
  BODY_INVERSE_MASS,
  BODY_MATRIX,
  CONTACT_AHEAD,
  CONTACT_MASS,
  CONTACT_SPIN,
  FRICTION,
  LAW_FLAGS,
  LAW_FRICTION,
  LAW_LEAST_FORCE,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  LAW_TANGENTIAL,
  LAW_TANGENTIAL_DAMPING,
  SPREAD_ACROSS,
  SPREAD_INERTIA,
  SPREAD_OWN,
  TIME_STEP,
  TOUCH_BODY,
  TOUCH_ELASTIC,
  TOUCH_ELEMENT,
  TOUCH_KIND,
  TOUCH_NORMAL,
  TOUCH_PARTNER,
  TOUCH_RADIUS,
  TOUCH_SPRING,
  TOUCH_TWIST,
  TOUCH_TWIST_LAST,
} from './step-layout.ts';
import { bodyOf } from './velocity-ahead.ts';

/** Writes two unit vectors across the normal at `normal` to the six cells at `to`. */
function writeAcross(normal: i32, to: i32): void {
  const nx: f64 = F[normal];
  const ny: f64 = F[normal + 1];
  const nz: f64 = F[normal + 2];
  const isAlongX: bool = Math.abs(nx) > Math.abs(ny) && Math.abs(nx) > Math.abs(nz);
  // n x (0, 1, 0) or n x (1, 0, 0), whichever is surely not short.
  const tx: f64 = isAlongX ? -nz : 0.0;
  const ty: f64 = isAlongX ? 0.0 : nz;
  const tz: f64 = isAlongX ? nx : -ny;
  const inverse: f64 = 1.0 / Math.sqrt(tx * tx + ty * ty + tz * tz);
  F[to] = inverse * tx;
  F[to + 1] = inverse * ty;
  F[to + 2] = inverse * tz;
  F[to + 3] = inverse * (ny * tz - nz * ty);
  F[to + 4] = inverse * (nz * tx - nx * tz);
  F[to + 5] = inverse * (nx * ty - ny * tx);
}

/** The vector at `world` in the frame of a body, to the three cells at `to`. */
function writeOwn(body: i32, world: i32, to: i32): void {
  const m: i32 = body + BODY_MATRIX;
  for (let k: i32 = 0; k < 3; k++) {
    F[to + k] = F[m + k] * F[world] + F[m + 3 + k] * F[world + 1] + F[m + 6 + k] * F[world + 2];
  }
}

/**
 * Adds the inverse inertia of an element's body to SPREAD_INERTIA: about the two vectors at SPREAD_ACROSS, the product
 * of both, and about the normal. Fixed bodies have none.
 */
function addInverseInertia(element: i32, normal: i32, sums: i32): void {
  const body: i32 = bodyOf(element);
  if (!(F[body + BODY_INVERSE_MASS] > 0.0)) return;
  const own: i32 = sums + SPREAD_OWN;
  const to: i32 = sums + SPREAD_INERTIA;
  writeOwn(body, sums + SPREAD_ACROSS, own);
  writeOwn(body, sums + SPREAD_ACROSS + 3, own + 3);
  writeOwn(body, normal, own + 6);
  for (let k: i32 = 0; k < 3; k++) {
    const inverse: f64 = 1.0 / F[body + BODY_INERTIA + k];
    const s: f64 = F[own + k];
    const t: f64 = F[own + 3 + k];
    const n: f64 = F[own + 6 + k];
    F[to] = F[to] + inverse * s * s;
    F[to + 1] = F[to + 1] + inverse * s * t;
    F[to + 2] = F[to + 2] + inverse * t * t;
    F[to + 3] = F[to + 3] + inverse * n * n;
  }
}

/**
 * Torque against twisting at the rate `twist`, at most `limit`: a spring that slips and, while it sticks, a dashpot, as
 * friction in contact-force.ts; losses and energy are counted as there.
 */
function twistTorque(isProbe: bool, touch: i32, stiffness: f64, dashpot: f64, limit: f64, twist: f64, sums: i32): f64 {
  const timeStep: f64 = F[TIME_STEP];
  const before: f64 = F[touch + TOUCH_TWIST];
  const held: f64 = F[touch + TOUCH_TWIST_LAST];
  const wanted: f64 = before + twist * timeStep;
  let angle: f64 = wanted;
  let torque: f64 = stiffness * angle;
  let drag = 0.0;
  if (Math.abs(torque) > limit) {
    torque = torque < 0.0 ? -limit : limit;
    angle = torque / stiffness;
  } else {
    const spring: f64 = torque;
    torque += dashpot * twist;
    if (torque > limit) torque = limit;
    else if (torque < -limit) torque = -limit;
    drag = (torque - spring) * twist;
  }
  // The mean of the spring's last and present torque over the angle between, less what the spring holds more than
  // before.
  const loss: f64 = held * before * wanted + stiffness * angle * (wanted - before - angle);
  const losses: i32 = lossesAt(isProbe, sums);
  F[losses + BLOCK_FRICTION_LOSS] = F[losses + BLOCK_FRICTION_LOSS] + 0.5 * loss;
  // The dashpot acts half before and half after the present time.
  if (isProbe) drag *= 0.5;
  F[losses + BLOCK_DAMPING_LOSS] = F[losses + BLOCK_DAMPING_LOSS] + drag * timeStep;
  if (isProbe) F[sums + BLOCK_ELASTIC] = F[sums + BLOCK_ELASTIC] + 0.5 * stiffness * angle * angle;
  else {
    F[touch + TOUCH_TWIST] = angle;
    F[touch + TOUCH_TWIST_LAST] = stiffness;
  }
  return torque;
}

/**
 * Adds the torque on the element of a touch, with the relative angular velocity at CONTACT_SPIN, to `torqueI` and takes
 * it from `torqueJ`. A probe changes nothing but the elastic energy and the losses that are due.
 *
 * A needle that lies on a face is no disc: about its long axis, a dashpot with R half as long as the needle would let
 * it fall over like a body in honey, and turn its spin around in every step. So the dashpot against rocking is at most
 * c I / m about each axis, a contact as wide as the radius of gyration, and acts on the spin that it leaves at the end
 * of the step.
 */
export function spreadResistance(
  isProbe: bool,
  isNew: bool,
  touch: i32,
  constants: i32,
  torqueI: i32,
  torqueJ: i32,
  sums: i32,
): void {
  if (isNew) {
    F[touch + TOUCH_TWIST] = 0.0;
    F[touch + TOUCH_TWIST_LAST] = 0.0;
  }
  const spring: f64 = F[touch + TOUCH_SPRING];
  if (!(spring > 0.0)) return;
  // The stiffness F^2 / (2 E) over k, as in contact-force.ts.
  const share: f64 = (0.5 * spring * (spring / F[touch + TOUCH_ELASTIC])) / F[constants + LAW_NORMAL];
  const inertia: f64 = Math.sqrt(F[sums + CONTACT_MASS] * share);
  const radius: f64 = F[touch + TOUCH_RADIUS];
  const timeStep: f64 = F[TIME_STEP];
  const normal: i32 = touch + TOUCH_NORMAL;
  const across: i32 = sums + SPREAD_ACROSS;
  const about: i32 = sums + SPREAD_INERTIA;
  writeAcross(normal, across);
  for (let k: i32 = 0; k < 4; k++) F[about + k] = 0.0;
  addInverseInertia(I[2 * touch + TOUCH_ELEMENT], normal, sums);
  if (I[2 * touch + TOUCH_KIND] === TOUCH_BODY) addInverseInertia(I[2 * touch + TOUCH_PARTNER], normal, sums);
  let sx = 0.0;
  let sy = 0.0;
  let twist = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const spin: f64 = F[sums + CONTACT_SPIN + k];
    const now: f64 = spin + F[sums + CONTACT_AHEAD + 3 + k];
    sx += now * F[across + k];
    sy += now * F[across + 3 + k];
    twist += spin * F[normal + k];
  }
  // Torque t with t = dashpot (s - J t / rate), J the inverse inertia; c over the mass, and steps, bound the rate.
  const disc: f64 = 0.25 * radius * radius;
  const dashpot: f64 = disc * F[constants + LAW_NORMAL_DAMPING] * inertia;
  const slowed: f64 = dashpot * timeStep + disc * F[sums + CONTACT_MASS];
  const a: f64 = 1.0 + slowed * F[about];
  const b: f64 = slowed * F[about + 1];
  const c: f64 = 1.0 + slowed * F[about + 2];
  const factor: f64 = dashpot / (a * c - b * b);
  let tx: f64 = factor * (c * sx - b * sy);
  let ty: f64 = factor * (a * sy - b * sx);
  if (F[constants + LAW_LEAST_FORCE] === 0.0) {
    const limit: f64 = 0.25 * spring * radius;
    const squared: f64 = tx * tx + ty * ty;
    if (squared > limit * limit) {
      const most: f64 = limit / Math.sqrt(squared);
      tx *= most;
      ty *= most;
    }
  }
  const losses: i32 = lossesAt(isProbe, sums) + BLOCK_DAMPING_LOSS;
  let rocked: f64 = (tx * sx + ty * sy) * timeStep;
  if (isProbe) rocked *= 0.5;
  F[losses] = F[losses] + rocked;
  let twisting = 0.0;
  if ((I[2 * (constants + LAW_FLAGS)] & FRICTION) !== 0) {
    const drag: f64 = 2.0 * disc * F[constants + LAW_TANGENTIAL_DAMPING] * inertia;
    twisting = twistTorque(
      isProbe,
      touch,
      2.0 * disc * F[constants + LAW_TANGENTIAL] * share,
      drag / (1.0 + drag * timeStep * F[about + 3]),
      (F[constants + LAW_FRICTION] * spring * radius) / 1.5,
      twist,
      sums,
    );
  }
  for (let k: i32 = 0; k < 3; k++) {
    const torque: f64 = tx * F[across + k] + ty * F[across + 3 + k] + twisting * F[normal + k];
    F[torqueI + k] = F[torqueI + k] - torque;
    F[torqueJ + k] = F[torqueJ + k] + torque;
  }
}
