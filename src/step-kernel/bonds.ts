// SPDX-License-Identifier: MIT
/**
 * Loads of bonds. A bond has a potential of the poses of its two bodies alone: each body carries a copy of the bond's
 * frame and of a point; the distance of the points in the frame half way between the two copies, and the modified
 * Rodrigues vector 4 tan(angle / 4) of the turn between them, are its strains (docs/theory/bonds.md). Each bond is
 * computed once and writes to cells of its own; elements gather them in a fixed order.
 */
import { lossesAt } from './losses-at.ts';
import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_DUE_BONDS,
  BLOCK_SIZE,
  BLOCK_WALL_WORK,
  BODY,
  BODY_ANGULAR_VELOCITY,
  BODY_ORIENTATION,
  BODY_POSITION,
  BODY_STRIDE,
  BODY_VELOCITY,
  BOND,
  BOND_AREA_INVERSE,
  BOND_BENDING,
  BOND_BENDING_STRENGTH,
  BOND_BREAKING,
  BOND_BY_TURN,
  BOND_DAMPING,
  BOND_DAMPING_LOSS,
  BOND_DASHPOT,
  BOND_ELEMENT,
  BOND_ENERGY,
  BOND_FRAME,
  BOND_FRICTION,
  BOND_GATHER,
  BOND_IN_BENDING,
  BOND_IN_SHEAR,
  BOND_IN_TENSION,
  BOND_IN_TWISTING,
  BOND_INTEGERS,
  BOND_IS_SUM,
  BOND_LOAD,
  BOND_LOAD_STRIDE,
  BOND_MODE,
  BOND_OWNER,
  BOND_PLACE,
  BOND_POINT,
  BOND_RESTS,
  BOND_SECOND,
  BOND_SHEAR_STRENGTH,
  BOND_START,
  BOND_STIFFNESS,
  BOND_STRIDE,
  BOND_TENSILE_STRENGTH,
  BOND_TWISTING,
  BOND_TWISTING_STRENGTH,
  BOND_USED,
  BOND_WALL,
  ELEMENT_COUNT,
  HALF_SPACE_COUNT,
  IS_REST,
  MESH,
  MESH_INVERSE_MASS,
  MESH_LOAD,
  MESH_STRIDE,
  MOST_PROBED,
  MOTION,
  MOTION_STRIDE,
  ORIENTATION,
  POSITION,
  RECORD,
  RECORD_MESH_LOADS,
  TIME_STEP,
  WALL_ANGULAR_VELOCITY,
  WALL_LOAD,
  WALL_ORIENTATION,
  WALL_POSE,
  WALL_POSE_STRIDE,
  WALL_POSITION,
  WALL_VELOCITY,
} from './step-layout.ts';
import { nearestImage } from './touching-spheres.ts';

/** Cosine of half of the largest turn, 170 degrees: at 180 the sign of the turn is not defined. */
const LEAST_COSINE: f64 = 0.08715574274765817;

/** @inline Component of a x b along x, for (a, b, c) x (d, e, f) in the usual order of arguments. */
function cross(ay: f64, az: f64, by: f64, bz: f64): f64 {
  return ay * bz - az * by;
}

/**
 * Loads, energy and place of the bonds [first, end); a step also marks those that break, which then have half of their
 * load, and adds up the work of the dashpots. A dashpot works at the mean of the velocities before and after the kick:
 * half of its work is added in the step, half in the next one.
 */
export function bondForces(first: i32, end: i32, isProbe: bool): void {
  for (let k: i32 = first; k < end; k++) bondForce(k, isProbe);
}

function bondForce(k: i32, isProbe: bool): void {
  const bond: i32 = I[BOND] + BOND_STRIDE * k;
  const answer: i32 = I[BOND_LOAD] + BOND_LOAD_STRIDE * k;
  const integers: i32 = 2 * (bond + BOND_INTEGERS);
  if (I[integers + BOND_RESTS] === IS_REST) {
    for (let c: i32 = 0; c < BOND_LOAD_STRIDE; c++) F[answer + c] = 0.0;
    return;
  }
  const elementI: i32 = I[integers + BOND_ELEMENT];
  const elementJ: i32 = I[integers + BOND_ELEMENT + 1];
  const wall: i32 = I[integers + BOND_WALL];
  const isWall: bool = wall >= 0;
  const pose: i32 = isWall ? I[WALL_POSE] + WALL_POSE_STRIDE * wall : 0;
  const ownerI: i32 = I[integers + BOND_OWNER];
  const ownerJ: i32 = I[integers + BOND_OWNER + 1];
  const bodyI: i32 = I[BODY] + BODY_STRIDE * ownerI;
  const bodyJ: i32 = I[BODY] + BODY_STRIDE * ownerJ;
  const centreI: i32 = I[POSITION] + 4 * elementI;
  const centreJ: i32 = isWall ? pose + WALL_POSITION : I[POSITION] + 4 * elementJ;
  const motionI: i32 = I[MOTION] + MOTION_STRIDE * elementI;
  const motionJ: i32 = I[MOTION] + MOTION_STRIDE * elementJ;
  const xi: i32 = ownerI < 0 ? centreI : bodyI + BODY_POSITION;
  const xj: i32 = ownerJ < 0 ? centreJ : bodyJ + BODY_POSITION; // centre of a sphere, or the origin of a wall's frame
  const oi: i32 = ownerI < 0 ? I[ORIENTATION] + 4 * elementI : bodyI + BODY_ORIENTATION;
  let oj: i32 = ownerJ < 0 ? I[ORIENTATION] + 4 * elementJ : bodyJ + BODY_ORIENTATION;
  const vi: i32 = ownerI < 0 ? motionI : bodyI + BODY_VELOCITY;
  let vj: i32 = ownerJ < 0 ? motionJ : bodyJ + BODY_VELOCITY;
  const wi: i32 = ownerI < 0 ? motionI + 3 : bodyI + BODY_ANGULAR_VELOCITY;
  let wj: i32 = ownerJ < 0 ? motionJ + 3 : bodyJ + BODY_ANGULAR_VELOCITY;
  if (isWall) {
    oj = pose + WALL_ORIENTATION;
    vj = pose + WALL_VELOCITY;
    wj = pose + WALL_ANGULAR_VELOCITY;
  }

  // Frames in world axes: orientation of the body times that of the bond in it.
  const a: i32 = bond + BOND_FRAME;
  const b: i32 = bond + BOND_SECOND;
  const aw: f64 = F[oi] * F[a] - F[oi + 1] * F[a + 1] - F[oi + 2] * F[a + 2] - F[oi + 3] * F[a + 3];
  const ax: f64 = F[oi] * F[a + 1] + F[oi + 1] * F[a] + F[oi + 2] * F[a + 3] - F[oi + 3] * F[a + 2];
  const ay: f64 = F[oi] * F[a + 2] - F[oi + 1] * F[a + 3] + F[oi + 2] * F[a] + F[oi + 3] * F[a + 1];
  const az: f64 = F[oi] * F[a + 3] + F[oi + 1] * F[a + 2] - F[oi + 2] * F[a + 1] + F[oi + 3] * F[a];
  const bw: f64 = F[oj] * F[b] - F[oj + 1] * F[b + 1] - F[oj + 2] * F[b + 2] - F[oj + 3] * F[b + 3];
  const bx: f64 = F[oj] * F[b + 1] + F[oj + 1] * F[b] + F[oj + 2] * F[b + 3] - F[oj + 3] * F[b + 2];
  const by: f64 = F[oj] * F[b + 2] - F[oj + 1] * F[b + 3] + F[oj + 2] * F[b] + F[oj + 3] * F[b + 1];
  const bz: f64 = F[oj] * F[b + 3] + F[oj + 1] * F[b + 2] - F[oj + 2] * F[b + 1] + F[oj + 3] * F[b];

  // Turn from the first frame to the second, by less than half a turn.
  let w: f64 = aw * bw + ax * bx + ay * by + az * bz;
  const sign: f64 = w < 0.0 ? -1.0 : 1.0;
  w = sign * w;
  const vx: f64 = sign * (aw * bx - ax * bw - ay * bz + az * by);
  const vy: f64 = sign * (aw * by + ax * bz - ay * bw - az * bx);
  const vz: f64 = sign * (aw * bz - ax * by + ay * bx - az * bw);
  const share: f64 = 1.0 / (1.0 + w);
  const tx: f64 = share * vx;
  const ty: f64 = share * vy;
  const tz: f64 = share * vz;

  // Frame half way, as a matrix; 1 / |(1, t)| is the length of half the turn.
  const half: f64 = 1.0 / Math.sqrt(1.0 + tx * tx + ty * ty + tz * tz);
  const qw: f64 = half * (aw - ax * tx - ay * ty - az * tz);
  const qx: f64 = half * (ax + aw * tx + ay * tz - az * ty);
  const qy: f64 = half * (ay + aw * ty + az * tx - ax * tz);
  const qz: f64 = half * (az + aw * tz + ax * ty - ay * tx);
  const m00: f64 = 1.0 - 2.0 * (qy * qy + qz * qz);
  const m01: f64 = 2.0 * (qx * qy - qw * qz);
  const m02: f64 = 2.0 * (qx * qz + qw * qy);
  const m10: f64 = 2.0 * (qx * qy + qw * qz);
  const m11: f64 = 1.0 - 2.0 * (qx * qx + qz * qz);
  const m12: f64 = 2.0 * (qy * qz - qw * qx);
  const m20: f64 = 2.0 * (qx * qz - qw * qy);
  const m21: f64 = 2.0 * (qy * qz + qw * qx);
  const m22: f64 = 1.0 - 2.0 * (qx * qx + qy * qy);

  // Vectors from the centres of mass to the points, in world axes.
  const p: i32 = bond + BOND_POINT;
  const cix: f64 = 2.0 * cross(F[oi + 2], F[oi + 3], F[p + 1], F[p + 2]);
  const ciy: f64 = 2.0 * cross(F[oi + 3], F[oi + 1], F[p + 2], F[p]);
  const ciz: f64 = 2.0 * cross(F[oi + 1], F[oi + 2], F[p], F[p + 1]);
  const rix: f64 = F[p] + F[oi] * cix + cross(F[oi + 2], F[oi + 3], ciy, ciz);
  const riy: f64 = F[p + 1] + F[oi] * ciy + cross(F[oi + 3], F[oi + 1], ciz, cix);
  const riz: f64 = F[p + 2] + F[oi] * ciz + cross(F[oi + 1], F[oi + 2], cix, ciy);
  const q: i32 = bond + BOND_SECOND + BOND_POINT;
  const cjx: f64 = 2.0 * cross(F[oj + 2], F[oj + 3], F[q + 1], F[q + 2]);
  const cjy: f64 = 2.0 * cross(F[oj + 3], F[oj + 1], F[q + 2], F[q]);
  const cjz: f64 = 2.0 * cross(F[oj + 1], F[oj + 2], F[q], F[q + 1]);
  const rjx: f64 = F[q] + F[oj] * cjx + cross(F[oj + 2], F[oj + 3], cjy, cjz);
  const rjy: f64 = F[q + 1] + F[oj] * cjy + cross(F[oj + 3], F[oj + 1], cjz, cjx);
  const rjz: f64 = F[q + 2] + F[oj] * cjz + cross(F[oj + 1], F[oj + 2], cjx, cjy);

  // Distance of the points, world and in the frame half way.
  const dx: f64 = nearestImage(F[xj] - F[xi], 0) + (rjx - rix);
  const dy: f64 = nearestImage(F[xj + 1] - F[xi + 1], 1) + (rjy - riy);
  const dz: f64 = nearestImage(F[xj + 2] - F[xi + 2], 2) + (rjz - riz);
  const ux: f64 = m00 * dx + m10 * dy + m20 * dz;
  const uy: f64 = m01 * dx + m11 * dy + m21 * dz;
  const uz: f64 = m02 * dx + m12 * dy + m22 * dz;

  // Springs.
  const kn: f64 = F[bond + BOND_STIFFNESS];
  const ks: f64 = F[bond + BOND_STIFFNESS + 1];
  const kt: f64 = F[bond + BOND_STIFFNESS + 2];
  const kb: f64 = F[bond + BOND_STIFFNESS + 3];
  const gain: f64 = 2.0 * share;
  let fx: f64 = kn * ux;
  let fy: f64 = ks * uy;
  let fz: f64 = ks * uz;
  let mx: f64 = gain * kt * (4.0 * tx);
  let my: f64 = gain * kb * (4.0 * ty);
  let mz: f64 = gain * kb * (4.0 * tz);
  F[answer + BOND_ENERGY] =
    0.5 * (kn * ux * ux + ks * (uy * uy + uz * uz)) + 8.0 * (kt * tx * tx + kb * (ty * ty + tz * tz));
  F[answer + BOND_PLACE] = F[xi] + rix + 0.5 * dx;
  F[answer + BOND_PLACE + 1] = F[xi + 1] + riy + 0.5 * dy;
  F[answer + BOND_PLACE + 2] = F[xi + 2] + riz + 0.5 * dz;

  // Half of the work of the last dashpots, at the velocities after their kick.
  const losses: i32 = isProbe ? I[BLOCK] + BLOCK_DUE_BONDS : bond + BOND_DAMPING_LOSS;
  F[losses] = F[losses] - 0.5 * F[TIME_STEP] * dampingPower(bond + BOND_DAMPING, vi, vj, wi, wj);
  const mode: i32 = breakage(bond, answer, fx, fy, fz, mx, my, mz, w);
  if (!isProbe) {
    if (mode !== 0) {
      I[integers + BOND_MODE] = mode;
      I[BOND_BREAKING] = 1;
    }
  }

  // Dashpots, on the rates of the strains.
  const wix: f64 = F[wi];
  const wiy: f64 = F[wi + 1];
  const wiz: f64 = F[wi + 2];
  const wjx: f64 = F[wj];
  const wjy: f64 = F[wj + 1];
  const wjz: f64 = F[wj + 2];
  const ex: f64 = F[vj] - F[vi] + cross(wjy, wjz, rjy, rjz) - cross(wiy, wiz, riy, riz);
  const ey: f64 = F[vj + 1] - F[vi + 1] + cross(wjz, wjx, rjz, rjx) - cross(wiz, wix, riz, rix);
  const ez: f64 = F[vj + 2] - F[vi + 2] + cross(wjx, wjy, rjx, rjy) - cross(wix, wiy, rix, riy);
  const sx: f64 = 0.5 * (m00 * (wix + wjx) + m10 * (wiy + wjy) + m20 * (wiz + wjz));
  const sy: f64 = 0.5 * (m01 * (wix + wjx) + m11 * (wiy + wjy) + m21 * (wiz + wjz));
  const sz: f64 = 0.5 * (m02 * (wix + wjx) + m12 * (wiy + wjy) + m22 * (wiz + wjz));
  const gx: f64 = m00 * (wjx - wix) + m10 * (wjy - wiy) + m20 * (wjz - wiz);
  const gy: f64 = m01 * (wjx - wix) + m11 * (wjy - wiy) + m21 * (wjz - wiz);
  const gz: f64 = m02 * (wjx - wix) + m12 * (wjy - wiy) + m22 * (wjz - wiz);
  // The frame half way turns at s - (t x g) / 2.
  const ox: f64 = sx - 0.5 * cross(ty, tz, gy, gz);
  const oy: f64 = sy - 0.5 * cross(tz, tx, gz, gx);
  const oz: f64 = sz - 0.5 * cross(tx, ty, gx, gy);
  const rateX: f64 = m00 * ex + m10 * ey + m20 * ez - cross(oy, oz, uy, uz);
  const rateY: f64 = m01 * ex + m11 * ey + m21 * ez - cross(oz, ox, uz, ux);
  const rateZ: f64 = m02 * ex + m12 * ey + m22 * ez - cross(ox, oy, ux, uy);
  const d: i32 = bond + BOND_DASHPOT;
  const dfx: f64 = F[d] * rateX;
  const dfy: f64 = F[d + 1] * rateY;
  const dfz: f64 = F[d + 1] * rateZ;
  const dmx: f64 = gain * gain * F[d + 2] * gx;
  const dmy: f64 = gain * gain * F[d + 3] * gy;
  const dmz: f64 = gain * gain * F[d + 3] * gz;

  // Of these dashpots half of the work is due: the load is that of the potential, so its power is that of the strains.
  if (isProbe) {
    const power: f64 = dfx * rateX + dfy * rateY + dfz * rateZ + dmx * gx + dmy * gy + dmz * gz;
    F[losses] = F[losses] + 0.5 * F[TIME_STEP] * power;
  } else {
    const damping: i32 = bond + BOND_DAMPING;
    let hx: f64 = cross(uy, uz, dfy, dfz);
    let hy: f64 = cross(uz, ux, dfz, dfx);
    let hz: f64 = cross(ux, uy, dfx, dfy);
    writeLoad(damping, dfx, dfy, dfz, m00, m01, m02, m10, m11, m12, m20, m21, m22);
    const sumX: f64 = dmx + 0.5 * cross(hy, hz, ty, tz);
    const sumY: f64 = dmy + 0.5 * cross(hz, hx, tz, tx);
    const sumZ: f64 = dmz + 0.5 * cross(hx, hy, tx, ty);
    hx *= 0.5;
    hy *= 0.5;
    hz *= 0.5;
    writeLoad(damping + 3, hx + sumX, hy + sumY, hz + sumZ, m00, m01, m02, m10, m11, m12, m20, m21, m22);
    writeLoad(damping + 6, hx - sumX, hy - sumY, hz - sumZ, m00, m01, m02, m10, m11, m12, m20, m21, m22);
    addMoment(damping + 3, damping, rix, riy, riz, 1.0);
    addMoment(damping + 6, damping, rjx, rjy, rjz, -1.0);
    F[losses] = F[losses] - 0.5 * F[TIME_STEP] * dampingPower(damping, vi, vj, wi, wj);
  }
  fx += dfx;
  fy += dfy;
  fz += dfz;
  mx += dmx;
  my += dmy;
  mz += dmz;

  // Loads on both bodies: those of the potential, docs/theory/bonds.md.
  const hx: f64 = cross(uy, uz, fy, fz);
  const hy: f64 = cross(uz, ux, fz, fx);
  const hz: f64 = cross(ux, uy, fx, fy);
  mx += 0.5 * cross(hy, hz, ty, tz);
  my += 0.5 * cross(hz, hx, tz, tx);
  mz += 0.5 * cross(hx, hy, tx, ty);
  writeLoad(answer, fx, fy, fz, m00, m01, m02, m10, m11, m12, m20, m21, m22);
  writeLoad(answer + 3, 0.5 * hx + mx, 0.5 * hy + my, 0.5 * hz + mz, m00, m01, m02, m10, m11, m12, m20, m21, m22);
  writeLoad(answer + 9, 0.5 * hx - mx, 0.5 * hy - my, 0.5 * hz - mz, m00, m01, m02, m10, m11, m12, m20, m21, m22);
  // About the centres of the elements, which are not those of their clumps.
  const lix: f64 = ownerI < 0 ? rix : rix - nearestImage(F[centreI] - F[xi], 0);
  const liy: f64 = ownerI < 0 ? riy : riy - nearestImage(F[centreI + 1] - F[xi + 1], 1);
  const liz: f64 = ownerI < 0 ? riz : riz - nearestImage(F[centreI + 2] - F[xi + 2], 2);
  const ljx: f64 = ownerJ < 0 ? rjx : rjx - nearestImage(F[centreJ] - F[xj], 0);
  const ljy: f64 = ownerJ < 0 ? rjy : rjy - nearestImage(F[centreJ + 1] - F[xj + 1], 1);
  const ljz: f64 = ownerJ < 0 ? rjz : rjz - nearestImage(F[centreJ + 2] - F[xj + 2], 2);
  addMoment(answer + 3, answer, lix, liy, liz, 1.0);
  addMoment(answer + 9, answer, ljx, ljy, ljz, -1.0);
  F[answer + 6] = -F[answer];
  F[answer + 7] = -F[answer + 1];
  F[answer + 8] = -F[answer + 2];
  // It has held until now: half of the kick, which takes velocities from the last half step to the present time.
  if (!isProbe && mode !== 0) for (let c: i32 = 0; c < 12; c++) F[answer + c] = 0.5 * F[answer + c];
}

/** @inline Writes a vector of the frame half way in world axes. */
function writeLoad(
  at: i32,
  x: f64,
  y: f64,
  z: f64,
  m00: f64,
  m01: f64,
  m02: f64,
  m10: f64,
  m11: f64,
  m12: f64,
  m20: f64,
  m21: f64,
  m22: f64,
): void {
  F[at] = m00 * x + m01 * y + m02 * z;
  F[at + 1] = m10 * x + m11 * y + m12 * z;
  F[at + 2] = m20 * x + m21 * y + m22 * z;
}

/** @inline Adds the moment of the force at `force` with this lever to the torque at `torque`. */
function addMoment(torque: i32, force: i32, x: f64, y: f64, z: f64, sign: f64): void {
  const fx: f64 = sign * F[force];
  const fy: f64 = sign * F[force + 1];
  const fz: f64 = sign * F[force + 2];
  F[torque] = F[torque] + cross(y, z, fy, fz);
  F[torque + 1] = F[torque + 1] + cross(z, x, fz, fx);
  F[torque + 2] = F[torque + 2] + cross(x, y, fx, fy);
}

/** Power of the loads of dashpots on the two bodies, at the velocities at these addresses. */
function dampingPower(at: i32, vi: i32, vj: i32, wi: i32, wj: i32): f64 {
  let power = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    power += F[at + c] * (F[vi + c] - F[vj + c]) + F[at + 3 + c] * F[wi + c] + F[at + 6 + c] * F[wj + c];
  }
  return power;
}

/**
 * How the bond breaks under these elastic loads, or 0; the share of its strength that they use goes to BOND_USED.
 * Potyondy and Cundall 2004: stresses at the rim of the bond; or the sum of four shares, as LAMMPS has it.
 */
function breakage(bond: i32, answer: i32, fx: f64, fy: f64, fz: f64, mx: f64, my: f64, mz: f64, w: f64): i32 {
  const integers: i32 = 2 * (bond + BOND_INTEGERS);
  const area: f64 = F[bond + BOND_AREA_INVERSE];
  const pull: f64 = fx * area;
  const bending: f64 = F[bond + BOND_BENDING] * Math.sqrt(my * my + mz * mz);
  const shear: f64 = area * Math.sqrt(fy * fy + fz * fz);
  const twisting: f64 = F[bond + BOND_TWISTING] * Math.abs(mx);
  const pressed: f64 = pull < 0.0 ? -pull * F[bond + BOND_FRICTION] : 0.0;
  const tensile: f64 = F[bond + BOND_TENSILE_STRENGTH];
  const shearing: f64 = F[bond + BOND_SHEAR_STRENGTH] + pressed;
  const turned: i32 = w < LEAST_COSINE ? BOND_BY_TURN : 0;
  if (I[integers + BOND_IS_SUM] !== 0) {
    const a: f64 = pull > 0.0 ? pull / tensile : 0.0;
    const b: f64 = bending / F[bond + BOND_BENDING_STRENGTH];
    const c: f64 = shear / shearing;
    const d: f64 = twisting / F[bond + BOND_TWISTING_STRENGTH];
    const sum: f64 = a + b + c + d;
    F[answer + BOND_USED] = sum;
    if (!(sum >= 1.0)) return turned;
    if (a >= b && a >= c && a >= d) return BOND_IN_TENSION;
    if (b >= c && b >= d) return BOND_IN_BENDING;
    return c >= d ? BOND_IN_SHEAR : BOND_IN_TWISTING;
  }
  const pulled: f64 = (pull + bending) / tensile;
  const sheared: f64 = (shear + twisting) / shearing;
  F[answer + BOND_USED] = pulled > sheared ? pulled : sheared;
  if (pull + bending >= tensile) return bending > pull ? BOND_IN_BENDING : BOND_IN_TENSION;
  if (shear + twisting >= shearing) return twisting > shear ? BOND_IN_TWISTING : BOND_IN_SHEAR;
  return turned;
}

/** Adds the loads of the bonds of a block's elements to their forces in the array at `forces`. */
export function gatherBonds(block: i32, forces: i32): void {
  const starts: i32 = 2 * I[BOND_START];
  const ends: i32 = 2 * I[BOND_GATHER];
  const loads: i32 = I[BOND_LOAD];
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  for (let e: i32 = first; e < last; e++) {
    const force: i32 = forces + 6 * e;
    for (let k: i32 = I[starts + e]; k < I[starts + e + 1]; k++) {
      const answer: i32 = loads + BOND_LOAD_STRIDE * (I[ends + k] >> 1) + 6 * (I[ends + k] & 1);
      for (let c: i32 = 0; c < 6; c++) F[force + c] = F[force + c] + F[answer + c];
    }
  }
}

/**
 * Adds the loads of bonds on walls to those of the first block, and the work of the walls to its sums; `isProbe`: only
 * the loads on meshes that forces move, to those of the probe.
 */
export function gatherWallBonds(isProbe: bool): void {
  const starts: i32 = 2 * I[BOND_START] + I[ELEMENT_COUNT];
  const ends: i32 = 2 * I[BOND_GATHER];
  const sums: i32 = I[BLOCK];
  for (let k: i32 = I[starts]; k < I[starts + 1]; k++) {
    const bond: i32 = I[ends + k] >> 1;
    const answer: i32 = I[BOND_LOAD] + BOND_LOAD_STRIDE * bond + 6;
    const wall: i32 = I[2 * (I[BOND] + BOND_STRIDE * bond + BOND_INTEGERS) + BOND_WALL];
    const mesh: i32 = wall - I[HALF_SPACE_COUNT];
    const isFree: bool = mesh >= 0 && F[I[MESH] + MESH_STRIDE * mesh + MESH_INVERSE_MASS] > 0.0;
    let to: i32 = I[WALL_LOAD] + 6 * wall;
    if (mesh >= 0) to = isProbe ? I[RECORD] + RECORD_MESH_LOADS + 6 * mesh : I[MESH_LOAD] + 6 * mesh;
    if (!isProbe || (isFree && mesh < MOST_PROBED)) {
      for (let c: i32 = 0; c < 6; c++) F[to + c] = F[to + c] + F[answer + c];
    }
    if (isFree) continue;
    const motion: i32 = I[WALL_POSE] + WALL_POSE_STRIDE * wall + WALL_VELOCITY;
    let power: f64 = 0.0;
    for (let c: i32 = 0; c < 6; c++) power += F[answer + c] * F[motion + c];
    if (isProbe) power *= 0.5;
    const work: i32 = lossesAt(isProbe, sums) + BLOCK_WALL_WORK;
    F[work] = F[work] - power * F[TIME_STEP];
  }
}
