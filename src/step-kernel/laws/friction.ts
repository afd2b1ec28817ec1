// SPDX-License-Identifier: MIT
/**
 * Tangential spring and dashpot under Coulomb's limit. The spring is kept as a displacement, or as a force that grows
 * step by step (INCREMENTAL); both turn with the tangent plane.
 */

import { lossesAt } from '../losses-at.ts';
import { F } from '../memory-views.ts';
import {
  AHEAD,
  BLOCK_DAMPING_LOSS,
  BLOCK_FRICTION_LOSS,
  CONTACT_AHEAD,
  CONTACT_ELASTIC,
  CONTACT_MASS,
  CONTACT_NORMAL,
  CONTACT_SHEAR,
  CONTACT_SLIP,
  HISTORY_LAST,
  INCREMENTAL,
  LAW_FRICTION,
  LAW_STATIC_FRICTION,
  LAW_TANGENTIAL,
  LAW_TANGENTIAL_DAMPING,
  SLIDING,
  STATIC,
  TIME_STEP,
  TOUCHING,
} from '../step-layout.ts';

/** Displacements below this are 0: a sum that decays into denormal numbers would cost a hundred times the time. */
export const SNAP: f64 = 1.0e-150;

/**
 * @inline Writes the force across the normal to the CONTACT cells at `sums` and returns the contact's bits. `radius` is
 * that of the contact circle, `inertia` what dashpots grow with, `squeeze` the force that Coulomb's limit counts with.
 * `dampingLoss` is the power of the normal dashpot, and `dampingMean` the mean damping of the step over that at its
 * end.
 */
export function friction(
  law: i32,
  isProbe: bool,
  constants: i32,
  history: i32,
  was: i32,
  radius: f64,
  inertia: f64,
  squeeze: f64,
  dampingMean: f64,
  dampingLoss: f64,
  sums: i32,
): i32 {
  const timeStep: f64 = F[TIME_STEP];
  const nx: f64 = F[sums + CONTACT_NORMAL];
  const ny: f64 = F[sums + CONTACT_NORMAL + 1];
  const nz: f64 = F[sums + CONTACT_NORMAL + 2];
  const vx: f64 = F[sums + CONTACT_SLIP];
  const vy: f64 = F[sums + CONTACT_SLIP + 1];
  const vz: f64 = F[sums + CONTACT_SLIP + 2];
  const stiffness: f64 = F[constants + LAW_TANGENTIAL] * radius;
  const damping: f64 = F[constants + LAW_TANGENTIAL_DAMPING] * inertia;
  let px = 0.0;
  let py = 0.0;
  let pz = 0.0;
  let before = 0.0;
  if (was !== 0) {
    px = F[history];
    py = F[history + 1];
    pz = F[history + 2];
    before = F[history + HISTORY_LAST];
    const out: f64 = px * nx + py * ny + pz * nz;
    px -= out * nx;
    py -= out * ny;
    pz -= out * nz;
  }
  let scale: f64 = stiffness;
  let grown: f64 = timeStep;
  let kept = 1.0;
  if ((law & INCREMENTAL) !== 0) {
    // While the contact unloads the stored force shrinks with its stiffness, or cycles would create energy (Elata &
    // Berryman 1996).
    if (radius < before) kept = radius / before;
    grown = stiffness * timeStep;
    scale = 1.0;
  }
  let hx: f64 = ((law & INCREMENTAL) !== 0 ? kept * px : px) + grown * vx;
  let hy: f64 = ((law & INCREMENTAL) !== 0 ? kept * py : py) + grown * vy;
  let hz: f64 = ((law & INCREMENTAL) !== 0 ? kept * pz : pz) + grown * vz;
  const pressing: f64 = squeeze < 0.0 ? 0.0 : squeeze;
  const limit: f64 = F[constants + LAW_FRICTION] * pressing;
  let hold: f64 = limit;
  if ((law & STATIC) !== 0) {
    if ((was & SLIDING) === 0) hold = F[constants + LAW_STATIC_FRICTION] * pressing;
  }
  // The spring alone decides about sliding, and the dashpot acts while it sticks: a spring that had to make up for the
  // dashpot's share of the limit would be stretched without bound at first touch, where its stiffness is nearly zero.
  const squared: f64 = hx * hx + hy * hy + hz * hz;
  const along: f64 = hx * px + hy * py + hz * pz;
  const springSquared: f64 = scale * scale * squared;
  let gx: f64 = -scale * hx;
  let gy: f64 = -scale * hy;
  let gz: f64 = -scale * hz;
  let share = 1.0;
  let loss: f64 = dampingLoss;
  let flags: i32 = TOUCHING;
  if (springSquared > hold * hold) {
    share = limit / Math.sqrt(springSquared);
    if (share * share * squared < SNAP * SNAP) share = 0.0;
    hx *= share;
    hy *= share;
    hz *= share;
    gx *= share;
    gy *= share;
    gz *= share;
    flags = TOUCHING | SLIDING;
  } else {
    // Velocity that the dashpot sees, and that of its work.
    let ex: f64 = vx;
    let ey: f64 = vy;
    let ez: f64 = vz;
    let wx: f64 = vx;
    let wy: f64 = vy;
    let wz: f64 = vz;
    if ((law & AHEAD) !== 0) {
      const to: i32 = sums + CONTACT_AHEAD;
      const out: f64 = F[to] * nx + F[to + 1] * ny + F[to + 2] * nz;
      const ax: f64 = F[to] - out * nx;
      const ay: f64 = F[to + 1] - out * ny;
      const az: f64 = F[to + 2] - out * nz;
      // As for the normal dashpot in contact-force.ts; bodies that may turn give way to it by 7/2 of their mass.
      const stop: f64 = 1.0 + (3.5 * damping * timeStep) / F[sums + CONTACT_MASS];
      const known: f64 = 1.0 / (stop * stop);
      ex += known * ax;
      ey += known * ay;
      ez += known * az;
      wx += ax;
      wy += ay;
      wz += az;
    }
    const dx: f64 = damping * ex;
    const dy: f64 = damping * ey;
    const dz: f64 = damping * ez;
    gx -= dx;
    gy -= dy;
    gz -= dz;
    // All tangential work that the spring does not hold.
    let drag: f64 = dx * wx + dy * wy + dz * wz;
    const total: f64 = gx * gx + gy * gy + gz * gz;
    if (total > hold * hold) {
      const most: f64 = hold / Math.sqrt(total);
      gx *= most;
      gy *= most;
      gz *= most;
      drag = -((gx + scale * hx) * wx + (gy + scale * hy) * wy + (gz + scale * hz) * wz);
    }
    loss += dampingMean * drag;
  }
  F[sums + CONTACT_SHEAR] = gx;
  F[sums + CONTACT_SHEAR + 1] = gy;
  F[sums + CONTACT_SHEAR + 2] = gz;
  if (isProbe) {
    const sheared: f64 = share * share * squared;
    F[sums + CONTACT_ELASTIC] =
      F[sums + CONTACT_ELASTIC] + ((law & INCREMENTAL) !== 0 ? (0.5 * sheared) / stiffness : 0.5 * stiffness * sheared);
  }
  const losses: i32 = lossesAt(isProbe, sums);
  F[losses + BLOCK_DAMPING_LOSS] = F[losses + BLOCK_DAMPING_LOSS] + loss * timeStep;
  // Friction: the mean of the spring's last and present force along the way between, less what the spring holds more
  // than before.
  const held: f64 = F[constants + LAW_TANGENTIAL] * before;
  let slid = 0.0;
  if ((law & INCREMENTAL) !== 0) {
    slid = timeStep * ((px + hx) * vx + (py + hy) * vy + (pz + hz) * vz) - (share * share * squared) / stiffness;
    if (was !== 0) slid += (px * px + py * py + pz * pz) / held;
  } else if (share === 1.0) slid = (held - stiffness) * along;
  else slid = held * along - stiffness * share * (along - (1.0 - share) * squared);
  F[losses + BLOCK_FRICTION_LOSS] = F[losses + BLOCK_FRICTION_LOSS] + 0.5 * slid;
  if (!isProbe) {
    F[history] = hx;
    F[history + 1] = hy;
    F[history + 2] = hz;
    F[history + HISTORY_LAST] = radius;
  }
  return flags;
}

/** Energy that the spring of a contact holds, from its history. */
export function shearEnergy(law: i32, constants: i32, history: i32): f64 {
  const held: f64 = F[constants + LAW_TANGENTIAL] * F[history + HISTORY_LAST];
  const squared: f64 = F[history] * F[history] + F[history + 1] * F[history + 1] + F[history + 2] * F[history + 2];
  return (law & INCREMENTAL) !== 0 ? (0.5 * squared) / held : 0.5 * held * squared;
}
