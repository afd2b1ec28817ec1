// SPDX-License-Identifier: MIT
/**
 * The force of one contact: normal spring and dashpot, tangential spring and dashpot under Coulomb's limit, rolling and
 * twisting resistance, cohesion. Shared by all loops and inlined in each; where `law` is a constant of the loop, what
 * the law lacks is not compiled. Forces follow H2 section 2.1 with the contact point on the plane in which the two
 * spheres cut each other, so that against a half-space the lever is R - overlap. Touches, found outside the kernel,
 * have their contact point anywhere: their levers are vectors.
 */

import { hertzEnergy, hertzForce, hertzRadius } from './laws/hertz.ts';
import { jkrForce, jkrRoot, jkrStart, jkrWork } from './laws/jkr.ts';
import { resistingTorque } from './laws/rolling.ts';
import { sjkrArea, sjkrEnergy } from './laws/sjkr.ts';
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_ELASTIC,
  BLOCK_FRICTION_LOSS,
  BLOCK_ROLLING_LOSS,
  FRICTION,
  GIVEN,
  HERTZ,
  HISTORY_LAST,
  INCREMENTAL,
  INVERSE_MASS,
  JKR,
  LAW_COHESION,
  LAW_FRICTION,
  LAW_JKR_GAP,
  LAW_JKR_PULL,
  LAW_JKR_START,
  LAW_LEAST,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  LAW_ROLLING,
  LAW_STATIC_FRICTION,
  LAW_TANGENTIAL,
  LAW_TANGENTIAL_DAMPING,
  LAW_TWISTING,
  OVERLAP_LAW,
  ROLLING,
  SJKR,
  SLIDING,
  STATIC,
  TOUCH_DASHPOT,
  TOUCH_ELASTIC,
  TOUCH_FLAGS,
  TOUCH_MOMENT,
  TOUCH_SHARE,
  TOUCH_SPRING,
  TOUCHING,
  TWISTING,
} from './layout.ts';
import { F, I } from './memory.ts';
import { addTouchForce } from './touch-sums.ts';

/** Displacements below this are 0: a sum that decays into denormal numbers would cost a hundred times the time. */
export const SNAP: f64 = 1.0e-150;
/**
 * An overlap that changes by less than this part in a step is steady: taking its damping as constant is wrong by 6e-5
 * of the loss.
 */
export const STEADY: f64 = 1.0e-3;

/**
 * @inline Adds force and torque of the contact to `forceI` and takes them from `forceJ` (sets it there when `isSlot`).
 * The normal n is from i to j; `leverI`, `leverJ` are the distances of the contact point from the centres. `was` has
 * the pair's bits before; returns those after, 0 where the contact has ended. A probe adds up elastic energies and
 * leaves history and losses alone. For a touch at the address `touch`, a and b are the vectors from the centres of i
 * and j to the contact point, and vj is the velocity of j there. `radiusI` and `radiusJ` of a touch are the inertial
 * radii of the bodies.
 */
export function contactForce(
  law: i32,
  isProbe: bool,
  isSlot: bool,
  isWall: bool,
  isTouch: bool,
  timeStep: f64,
  constants: i32,
  motionI: i32,
  vjx: f64,
  vjy: f64,
  vjz: f64,
  wjx: f64,
  wjy: f64,
  wjz: f64,
  inverseMassJ: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  overlap: f64,
  radiusI: f64,
  radiusJ: f64,
  effectiveRadius: f64,
  effectiveMass: f64,
  leverI: f64,
  leverJ: f64,
  touch: i32,
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  history: i32,
  was: i32,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): i32 {
  const wix: f64 = F[motionI + 3];
  const wiy: f64 = F[motionI + 4];
  const wiz: f64 = F[motionI + 5];
  let ux: f64 = F[motionI] - vjx;
  let uy: f64 = F[motionI + 1] - vjy;
  let uz: f64 = F[motionI + 2] - vjz;
  if (isTouch) {
    ux += wiy * az - wiz * ay;
    uy += wiz * ax - wix * az;
    uz += wix * ay - wiy * ax;
  }
  const approach: f64 = ux * nx + uy * ny + uz * nz;

  // Normal: `radius` is that of the contact circle (1 for the linear law, whose stiffness does not depend on it).
  let radius = 1.0;
  let spring = 0.0;
  let elastic = 0.0;
  let pullOff = 0.0;
  let least: f64 = F[constants + LAW_LEAST];
  if (isTouch && (I[2 * touch + TOUCH_FLAGS] & GIVEN) !== 0) {
    if ((law & HERTZ) !== 0) radius = hertzRadius(effectiveRadius, overlap);
    spring = F[touch + TOUCH_SPRING];
    elastic = F[touch + TOUCH_ELASTIC];
    // With the energy k V^2 / (2 A) and the force k V S / A, what a stiffness in N/m3 is to be multiplied by is S^2 /
    // A.
    if ((law & OVERLAP_LAW) !== 0) {
      radius = elastic > 0.0 ? (0.5 * spring * (spring / elastic)) / F[constants + LAW_NORMAL] : 0.0;
    }
  } else if ((law & JKR) !== 0) {
    const gap: f64 = F[constants + LAW_JKR_GAP];
    const pull: f64 = F[constants + LAW_JKR_PULL];
    const start: f64 = jkrStart(effectiveRadius, overlap, F[constants + LAW_JKR_START]);
    const root: f64 = jkrRoot(effectiveRadius, overlap, gap, start);
    if (root === 0.0) return 0;
    radius = root * root;
    spring = jkrForce(F[constants + LAW_NORMAL], effectiveRadius, pull, root);
    pullOff = 1.5 * Math.PI * F[constants + LAW_COHESION] * effectiveRadius;
    if (least > spring) least = spring;
    if (isProbe) {
      const atZero: f64 = jkrRoot(effectiveRadius, 0.0, gap, F[constants + LAW_JKR_START]);
      const normal: f64 = F[constants + LAW_NORMAL];
      elastic = jkrWork(normal, effectiveRadius, gap, pull, root) - jkrWork(normal, effectiveRadius, gap, pull, atZero);
    }
  } else if ((law & HERTZ) !== 0) {
    radius = hertzRadius(effectiveRadius, overlap);
    spring = hertzForce(F[constants + LAW_NORMAL], radius, overlap);
    if (isProbe) elastic = hertzEnergy(spring, overlap);
  } else {
    spring = F[constants + LAW_NORMAL] * overlap;
    if (isProbe) elastic = 0.5 * spring * overlap;
  }
  let inertia: f64 = Math.sqrt(effectiveMass * radius);
  let part = 1.0;
  if (isTouch) {
    part = F[touch + TOUCH_SHARE];
    inertia *= F[touch + TOUCH_DASHPOT];
    radius *= part;
    spring *= part;
    elastic *= part;
    pullOff *= part;
  }
  let normalForce: f64 = spring + F[constants + LAW_NORMAL_DAMPING] * inertia * approach;
  if (normalForce < least) normalForce = least;
  let dampingLoss: f64 = (normalForce - spring) * approach;
  // Mean damping of the step over that at its end, and what the dashpot would do at the overlap of then and the
  // velocity of now.
  let dampingMean = 1.0;
  if (!isProbe) {
    const deeper: f64 = approach * timeStep;
    // A spring that is given, or that pulls, does not follow from the overlap alone: its damping is taken as constant.
    const isKnown: bool = (law & JKR) === 0 && !(isTouch && (I[2 * touch + TOUCH_FLAGS] & GIVEN) !== 0);
    if (was === 0) {
      dampingMean = 0.75;
      dampingLoss *= 0.75;
    } else if (isKnown && Math.abs(deeper) > STEADY * overlap) {
      const before: f64 = overlap - deeper;
      let drag = 0.0;
      dampingMean = 0.75;
      if (before > 0.0) {
        const radiusBefore: f64 = (law & HERTZ) !== 0 ? hertzRadius(effectiveRadius, before) : 1.0;
        let springBefore: f64 = F[constants + LAW_NORMAL] * radiusBefore * before;
        let inertiaBefore: f64 = Math.sqrt(effectiveMass * radiusBefore);
        if (isTouch) {
          springBefore *= part;
          inertiaBefore *= F[touch + TOUCH_DASHPOT];
        }
        drag = F[constants + LAW_NORMAL_DAMPING] * inertiaBefore * approach;
        if (springBefore + drag < least) drag = least - springBefore;
        if (inertia > 0.0) dampingMean += (0.25 * inertiaBefore) / inertia;
      }
      dampingLoss = 0.75 * dampingLoss + 0.25 * drag * approach;
    }
  }
  let pushing: f64 = normalForce;
  if ((law & SJKR) !== 0) {
    const cohesion: f64 = part * Math.PI * F[constants + LAW_COHESION];
    if (isTouch) {
      pushing = normalForce - cohesion * sjkrArea(effectiveRadius, effectiveRadius - overlap);
      if (isProbe) elastic -= cohesion * sjkrEnergy(effectiveRadius, 0.0, effectiveRadius - overlap, true);
    } else {
      pushing = normalForce - cohesion * sjkrArea(radiusI, leverI);
      if (isProbe) elastic -= cohesion * sjkrEnergy(radiusI, radiusJ, leverI + leverJ, isWall);
    }
  }
  let fx: f64 = -pushing * nx;
  let fy: f64 = -pushing * ny;
  let fz: f64 = -pushing * nz;
  let tx = 0.0;
  let ty = 0.0;
  let tz = 0.0;
  let flags: i32 = TOUCHING;

  if ((law & FRICTION) !== 0) {
    const sx: f64 = leverI * wix + leverJ * wjx;
    const sy: f64 = leverI * wiy + leverJ * wjy;
    const sz: f64 = leverI * wiz + leverJ * wjz;
    const vx: f64 = isTouch ? ux - approach * nx : ux - approach * nx + (sy * nz - sz * ny);
    const vy: f64 = isTouch ? uy - approach * ny : uy - approach * ny + (sz * nx - sx * nz);
    const vz: f64 = isTouch ? uz - approach * nz : uz - approach * nz + (sx * ny - sy * nx);
    const stiffness: f64 = F[constants + LAW_TANGENTIAL] * radius;
    const damping: f64 = F[constants + LAW_TANGENTIAL_DAMPING] * inertia;
    // The spring: as a displacement, or as a force that grows step by step. Both turn with the tangent plane.
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
    let squeeze: f64 = normalForce;
    if ((law & JKR) !== 0) squeeze = normalForce + 2.0 * pullOff;
    if (squeeze < 0.0) squeeze = 0.0;
    const limit: f64 = F[constants + LAW_FRICTION] * squeeze;
    let hold: f64 = limit;
    if ((law & STATIC) !== 0) {
      if ((was & SLIDING) === 0) hold = F[constants + LAW_STATIC_FRICTION] * squeeze;
    }
    // The spring alone decides about sliding, and the dashpot acts while it sticks: a spring that had to make up for
    // the dashpot's share of the limit would be stretched without bound at first touch, where its stiffness is nearly
    // zero.
    const squared: f64 = hx * hx + hy * hy + hz * hz;
    const along: f64 = hx * px + hy * py + hz * pz;
    const springSquared: f64 = scale * scale * squared;
    let gx: f64 = -scale * hx;
    let gy: f64 = -scale * hy;
    let gz: f64 = -scale * hz;
    let share = 1.0;
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
      const dx: f64 = damping * vx;
      const dy: f64 = damping * vy;
      const dz: f64 = damping * vz;
      gx -= dx;
      gy -= dy;
      gz -= dz;
      // All tangential work that the spring does not hold.
      let drag: f64 = dx * vx + dy * vy + dz * vz;
      const total: f64 = gx * gx + gy * gy + gz * gz;
      if (total > hold * hold) {
        const most: f64 = hold / Math.sqrt(total);
        gx *= most;
        gy *= most;
        gz *= most;
        drag = -((gx + scale * hx) * vx + (gy + scale * hy) * vy + (gz + scale * hz) * vz);
      }
      if (!isProbe) dampingLoss += dampingMean * drag;
    }
    if (isProbe) {
      const sheared: f64 = share * share * squared;
      elastic += (law & INCREMENTAL) !== 0 ? (0.5 * sheared) / stiffness : 0.5 * stiffness * sheared;
    } else {
      // Friction: the mean of the spring's last and present force along the way between, less what the spring holds
      // more than before.
      const held: f64 = F[constants + LAW_TANGENTIAL] * before;
      let loss = 0.0;
      if ((law & INCREMENTAL) !== 0) {
        loss = timeStep * ((px + hx) * vx + (py + hy) * vy + (pz + hz) * vz) - (share * share * squared) / stiffness;
        if (was !== 0) loss += (px * px + py * py + pz * pz) / held;
      } else if (share === 1.0) loss = (held - stiffness) * along;
      else loss = held * along - stiffness * share * (along - (1.0 - share) * squared);
      F[sums + BLOCK_FRICTION_LOSS] = F[sums + BLOCK_FRICTION_LOSS] + 0.5 * loss;
      F[history] = hx;
      F[history + 1] = hy;
      F[history + 2] = hz;
      F[history + HISTORY_LAST] = radius;
    }
    fx += gx;
    fy += gy;
    fz += gz;
    tx = ny * gz - nz * gy;
    ty = nz * gx - nx * gz;
    tz = nx * gy - ny * gx;
  }

  let mx = 0.0;
  let my = 0.0;
  let mz = 0.0;
  if ((law & (ROLLING | TWISTING)) !== 0) {
    const squeeze: f64 = normalForce > 0.0 ? normalForce : 0.0;
    let inverseInertia: f64 =
      (2.5 * F[motionI + INVERSE_MASS]) / (radiusI * radiusI) +
      (inverseMassJ > 0.0 ? (2.5 * inverseMassJ) / (radiusJ * radiusJ) : 0.0);
    // The points of one contact share its resistance.
    if (isTouch) inverseInertia /= part;
    const rx: f64 = wix - wjx;
    const ry: f64 = wiy - wjy;
    const rz: f64 = wiz - wjz;
    const twist: f64 = rx * nx + ry * ny + rz * nz;
    let loss = 0.0;
    if ((law & ROLLING) !== 0) {
      const px: f64 = rx - twist * nx;
      const py: f64 = ry - twist * ny;
      const pz: f64 = rz - twist * nz;
      const spin: f64 = Math.sqrt(px * px + py * py + pz * pz);
      if (spin > 0.0) {
        const factor: f64 = F[constants + LAW_ROLLING];
        const torque: f64 = resistingTorque(factor, effectiveRadius, squeeze, spin, inverseInertia, timeStep);
        const share: f64 = -torque / spin;
        mx = share * px;
        my = share * py;
        mz = share * pz;
        loss = torque * spin;
      }
    }
    if ((law & TWISTING) !== 0) {
      const spin: f64 = Math.abs(twist);
      if (spin > 0.0) {
        const factor: f64 = F[constants + LAW_TWISTING];
        const torque: f64 = resistingTorque(factor, effectiveRadius, squeeze, spin, inverseInertia, timeStep);
        const along: f64 = twist > 0.0 ? -torque : torque;
        mx += along * nx;
        my += along * ny;
        mz += along * nz;
        loss += torque * spin;
      }
    }
    if (!isProbe) F[sums + BLOCK_ROLLING_LOSS] = F[sums + BLOCK_ROLLING_LOSS] + loss * timeStep;
  }
  if (isProbe) F[sums + BLOCK_ELASTIC] = F[sums + BLOCK_ELASTIC] + elastic;
  else F[sums + BLOCK_DAMPING_LOSS] = F[sums + BLOCK_DAMPING_LOSS] + dampingLoss * timeStep;

  if (isTouch) {
    if ((I[2 * touch + TOUCH_FLAGS] & GIVEN) !== 0) {
      mx += F[touch + TOUCH_MOMENT];
      my += F[touch + TOUCH_MOMENT + 1];
      mz += F[touch + TOUCH_MOMENT + 2];
    }
    addTouchForce(fx, fy, fz, mx, my, mz, ax, ay, az, bx, by, bz, forceI, forceJ);
    return flags;
  }
  F[forceI] = F[forceI] + fx;
  F[forceI + 1] = F[forceI + 1] + fy;
  F[forceI + 2] = F[forceI + 2] + fz;
  F[forceI + 3] = F[forceI + 3] + (leverI * tx + mx);
  F[forceI + 4] = F[forceI + 4] + (leverI * ty + my);
  F[forceI + 5] = F[forceI + 5] + (leverI * tz + mz);
  F[forceJ] = (isSlot ? 0.0 : F[forceJ]) - fx;
  F[forceJ + 1] = (isSlot ? 0.0 : F[forceJ + 1]) - fy;
  F[forceJ + 2] = (isSlot ? 0.0 : F[forceJ + 2]) - fz;
  F[forceJ + 3] = (isSlot ? 0.0 : F[forceJ + 3]) + (leverJ * tx - mx);
  F[forceJ + 4] = (isSlot ? 0.0 : F[forceJ + 4]) + (leverJ * ty - my);
  F[forceJ + 5] = (isSlot ? 0.0 : F[forceJ + 5]) + (leverJ * tz - mz);
  return flags;
}
