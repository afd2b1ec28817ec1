// SPDX-License-Identifier: MIT
/**
 * One listed pair: do the two spheres (or sphere and half-space) touch, and if so, with what force. Inlined in the
 * loops. Forces follow H2 section 2.1 with the contact point on the plane in which the two spheres cut each other, so
 * that against a half-space the lever is R - overlap.
 */
import { restOfSpheres, restOfWall } from './bonded-pairs.ts';
import { contactForce, holdsAcrossGap } from './contact-force.ts';
import { endContact } from './end-contact.ts';
import { inverseInertia, RESISTS_SPIN } from './laws/rolling.ts';
import { sjkrArea, sjkrEnergy } from './laws/sjkr.ts';
import { lossesAt } from './losses-at.ts';
import { F, I } from './memory-views.ts';
import {
  ADHESION_REACH,
  BLOCK_DEEPEST,
  BLOCK_INTEGERS,
  BLOCK_OVERLAP,
  BLOCK_SURFACE,
  BLOCK_WALL_WORK,
  CONTACT_APPROACH,
  CONTACT_CUT_AREA,
  CONTACT_CUT_WORK,
  CONTACT_INVERSE_INERTIA,
  CONTACT_MASS,
  CONTACT_NORMAL,
  CONTACT_OVERLAP,
  CONTACT_PUSH,
  CONTACT_RADIUS,
  CONTACT_SHEAR,
  CONTACT_SLIP,
  CONTACT_SPIN,
  CONTACT_TORQUE,
  CONTACT_WALL_MOTION,
  DOMAIN_MAX,
  DOMAIN_MIN,
  FLAGS,
  FORCE,
  FRICTION,
  HALF_SPACE,
  HALF_SPACE_ANGULAR_VELOCITY,
  HALF_SPACE_MATERIAL,
  HALF_SPACE_NORMAL,
  HALF_SPACE_OFFSET,
  HALF_SPACE_POINT,
  HALF_SPACE_STRIDE,
  HALF_SPACE_SURFACE,
  HALF_SPACE_VELOCITY,
  HISTORIES,
  HISTORY_STRIDE,
  INVERSE_MASS,
  LAW,
  LAW_FLAGS,
  LAW_STRIDE,
  MATERIAL,
  MATERIAL_COUNT,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  NOT_SPHERE,
  PARTNER,
  PARTNER_MASK,
  PERIODIC,
  POSITION,
  RESTS,
  ROLLING_SPRINGS,
  ROLLING_STRIDE,
  SJKR,
  SLIDING,
  SURFACE_ANGULAR_VELOCITY,
  SURFACE_KIND,
  SURFACE_RIGID,
  TIME_STEP,
  TOUCHING,
  USER_LAW,
} from './step-layout.ts';
import { surfaceVelocity } from './surface-velocity.ts';

/** The law is that of the pair of materials, looked up for each contact. */
export const ANY_LAW: i32 = -1;
/** Squared distances below this have no direction left. */
export const NO_DISTANCE: f64 = 1.0e-290;

/** @inline Component `axis` of the vector from i to the nearest image of j. */
export function nearestImage(difference: f64, axis: i32): f64 {
  if (((I[PERIODIC] >> axis) & 1) === 0) return difference;
  const size: f64 = F[DOMAIN_MAX + axis] - F[DOMAIN_MIN + axis];
  if (difference > 0.5 * size) return difference - size;
  return difference < -0.5 * size ? difference + size : difference;
}

/** @inline Address of the constants of two materials. */
export function constantsOf(a: i32, b: i32): i32 {
  return I[LAW] + LAW_STRIDE * (I[MATERIAL_COUNT] * a + b);
}

/** @inline Sets the six cells at `address` to 0. */
export function clearForce(address: i32): void {
  F[address] = 0.0;
  F[address + 1] = 0.0;
  F[address + 2] = 0.0;
  F[address + 3] = 0.0;
  F[address + 4] = 0.0;
  F[address + 5] = 0.0;
}

/** @inline True for an element whose contacts are touches. `motion` is the address of its motion. */
export function isNotSphere(motion: i32): bool {
  return (I[2 * (motion + MOTION_INTEGERS) + FLAGS] & NOT_SPHERE) !== 0;
}

/** @inline True for materials whose contacts are touches with a force from outside the kernel. */
function isUserLaw(a: i32, b: i32): bool {
  return (I[2 * (constantsOf(a, b) + LAW_FLAGS)] & USER_LAW) !== 0;
}

/** @inline Material of the element whose motion is at this address. */
export function materialOf(motion: i32): i32 {
  return I[2 * (motion + MOTION_INTEGERS) + MATERIAL];
}

/** @inline Keeps the largest overlap over the smaller radius, and the element that has it. */
export function noteOverlap(sums: i32, i: i32, overlap: f64, smallerRadius: f64): void {
  if (overlap > F[sums + BLOCK_OVERLAP] * smallerRadius) {
    F[sums + BLOCK_OVERLAP] = overlap / smallerRadius;
    I[2 * (sums + BLOCK_INTEGERS) + BLOCK_DEEPEST] = i + 1;
  }
}

/** @inline The law of a loop, or that of the constants where each pair has its own. */
function lawOf(law: i32, constants: i32): i32 {
  return law === ANY_LAW ? I[2 * (constants + LAW_FLAGS)] : law;
}

/**
 * @inline Writes normal and motion of the contact to its record: the two bodies have the velocities and angular
 * velocities at `motionI` and `motionJ`, and the contact point is at these distances from their centres, or moves
 * itself as said at `motionJ` where the second is 0.
 */
function writeMotion(
  law: i32,
  motionI: i32,
  motionJ: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  leverI: f64,
  leverJ: f64,
  sums: i32,
): void {
  F[sums + CONTACT_NORMAL] = nx;
  F[sums + CONTACT_NORMAL + 1] = ny;
  F[sums + CONTACT_NORMAL + 2] = nz;
  const wix: f64 = F[motionI + 3];
  const wiy: f64 = F[motionI + 4];
  const wiz: f64 = F[motionI + 5];
  const wx: f64 = F[motionJ + 3];
  const wy: f64 = F[motionJ + 4];
  const wz: f64 = F[motionJ + 5];
  const ux: f64 = F[motionI] - F[motionJ];
  const uy: f64 = F[motionI + 1] - F[motionJ + 1];
  const uz: f64 = F[motionI + 2] - F[motionJ + 2];
  const approach: f64 = ux * nx + uy * ny + uz * nz;
  F[sums + CONTACT_APPROACH] = approach;
  if ((law & FRICTION) !== 0) {
    const sx: f64 = leverI * wix + leverJ * wx;
    const sy: f64 = leverI * wiy + leverJ * wy;
    const sz: f64 = leverI * wiz + leverJ * wz;
    F[sums + CONTACT_SLIP] = ux - approach * nx + (sy * nz - sz * ny);
    F[sums + CONTACT_SLIP + 1] = uy - approach * ny + (sz * nx - sx * nz);
    F[sums + CONTACT_SLIP + 2] = uz - approach * nz + (sx * ny - sy * nx);
  }
  if ((law & RESISTS_SPIN) !== 0) {
    F[sums + CONTACT_SPIN] = wix - wx;
    F[sums + CONTACT_SPIN + 1] = wiy - wy;
    F[sums + CONTACT_SPIN + 2] = wiz - wz;
  }
}

/**
 * @inline Adds the answer of the law to `forceI` and takes it from `forceJ`, at the distances of the contact point from
 * the centres.
 */
function applyForce(
  law: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  leverI: f64,
  leverJ: f64,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): void {
  const push: f64 = F[sums + CONTACT_PUSH];
  let fx: f64 = -push * nx;
  let fy: f64 = -push * ny;
  let fz: f64 = -push * nz;
  let tx = 0.0;
  let ty = 0.0;
  let tz = 0.0;
  let mx = 0.0;
  let my = 0.0;
  let mz = 0.0;
  if ((law & FRICTION) !== 0) {
    const gx: f64 = F[sums + CONTACT_SHEAR];
    const gy: f64 = F[sums + CONTACT_SHEAR + 1];
    const gz: f64 = F[sums + CONTACT_SHEAR + 2];
    fx += gx;
    fy += gy;
    fz += gz;
    tx = ny * gz - nz * gy;
    ty = nz * gx - nx * gz;
    tz = nx * gy - ny * gx;
  }
  if ((law & RESISTS_SPIN) !== 0) {
    mx = F[sums + CONTACT_TORQUE];
    my = F[sums + CONTACT_TORQUE + 1];
    mz = F[sums + CONTACT_TORQUE + 2];
  }
  F[forceI] = F[forceI] + fx;
  F[forceI + 1] = F[forceI + 1] + fy;
  F[forceI + 2] = F[forceI + 2] + fz;
  F[forceI + 3] = F[forceI + 3] + (leverI * tx + mx);
  F[forceI + 4] = F[forceI + 4] + (leverI * ty + my);
  F[forceI + 5] = F[forceI + 5] + (leverI * tz + mz);
  F[forceJ] = F[forceJ] - fx;
  F[forceJ + 1] = F[forceJ + 1] - fy;
  F[forceJ + 2] = F[forceJ + 2] - fz;
  F[forceJ + 3] = F[forceJ + 3] + (leverJ * tx - mx);
  F[forceJ + 4] = F[forceJ + 4] + (leverJ * ty - my);
  F[forceJ + 5] = F[forceJ + 5] + (leverJ * tz - mz);
}

/**
 * @inline Force of pair p, of elements i and j with the vector d between their centres; an overlap of `rest` has none.
 * Returns the bits of the contact, 0 where there is none.
 */
function sphereForce(
  law: i32,
  isProbe: bool,
  i: i32,
  j: i32,
  p: i32,
  dx: f64,
  dy: f64,
  dz: f64,
  was: i32,
  rest: f64,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): i32 {
  const radiusI: f64 = F[I[POSITION] + 4 * i + 3];
  const radiusJ: f64 = F[I[POSITION] + 4 * j + 3];
  const motionI: i32 = I[MOTION] + MOTION_STRIDE * i;
  const motionJ: i32 = I[MOTION] + MOTION_STRIDE * j;
  const touch: f64 = radiusI + radiusJ;
  const squared: f64 = dx * dx + dy * dy + dz * dz;
  const distance: f64 = Math.sqrt(squared);
  let nx = 1.0;
  let ny = 0.0;
  let nz = 0.0;
  let inverse = 0.0;
  if (squared > NO_DISTANCE) {
    inverse = 1.0 / distance;
    nx = dx * inverse;
    ny = dy * inverse;
    nz = dz * inverse;
  }
  const overlap: f64 = touch - distance - rest;
  const constants: i32 = constantsOf(materialOf(motionI), materialOf(motionJ));
  const bits: i32 = lawOf(law, constants);
  // Across a gap only adhesion goes on; the reach is that of all pairs of materials.
  if (law === ANY_LAW && !(overlap > 0.0) && !holdsAcrossGap(bits)) return 0;
  const inverseMassI: f64 = F[motionI + INVERSE_MASS];
  const inverseMassJ: f64 = F[motionJ + INVERSE_MASS];
  const inverseMass: f64 = inverseMassI + inverseMassJ;
  // One division serves the effective radius and the effective mass.
  const quotient: f64 = 1.0 / (touch * inverseMass);
  const leverI: f64 = 0.5 * (distance + (radiusI - radiusJ) * touch * inverse);
  const leverJ: f64 = distance - leverI;
  if (!isProbe) noteOverlap(sums, i, overlap, radiusI < radiusJ ? radiusI : radiusJ);
  F[sums + CONTACT_OVERLAP] = overlap;
  F[sums + CONTACT_RADIUS] = radiusI * radiusJ * inverseMass * quotient;
  F[sums + CONTACT_MASS] = touch * quotient;
  writeMotion(bits, motionI, motionJ, nx, ny, nz, leverI, leverJ, sums);
  if ((bits & RESISTS_SPIN) !== 0) {
    F[sums + CONTACT_INVERSE_INERTIA] = inverseInertia(inverseMassI, radiusI) + inverseInertia(inverseMassJ, radiusJ);
  }
  if ((bits & SJKR) !== 0) {
    F[sums + CONTACT_CUT_AREA] = sjkrArea(radiusI, leverI);
    if (isProbe) F[sums + CONTACT_CUT_WORK] = sjkrEnergy(radiusI, radiusJ, leverI + leverJ, false);
  }
  const flags: i32 = contactForce(
    bits,
    isProbe,
    0,
    constants,
    I[HISTORIES] + HISTORY_STRIDE * p,
    I[ROLLING_SPRINGS] + ROLLING_STRIDE * p,
    was,
    sums,
  );
  if (flags !== 0) applyForce(bits, nx, ny, nz, leverI, leverJ, forceI, forceJ, sums);
  return flags;
}

/**
 * @inline Accounts for the springs of pair p, of elements i and j, which touched in the last step and do no longer, in
 * the sums that count from `losses`.
 */
export function endPair(law: i32, i: i32, j: i32, p: i32, losses: i32): void {
  const radiusI: f64 = F[I[POSITION] + 4 * i + 3];
  const radiusJ: f64 = F[I[POSITION] + 4 * j + 3];
  const a: i32 = materialOf(I[MOTION] + MOTION_STRIDE * i);
  const b: i32 = materialOf(I[MOTION] + MOTION_STRIDE * j);
  const constants: i32 = constantsOf(a, b);
  const effectiveRadius: f64 = (radiusI * radiusJ) / (radiusI + radiusJ);
  const history: i32 = I[HISTORIES] + HISTORY_STRIDE * p;
  const rolling: i32 = I[ROLLING_SPRINGS] + ROLLING_STRIDE * p;
  endContact(lawOf(law, constants), constants, effectiveRadius, history, rolling, losses);
}

/**
 * @inline Pair p of element i with another sphere; `isMixed` where one of them may be something else. `forceJ` is the
 * address of the force on the second element, or of the pair's own slot. Returns whether they touch. Only what is not a
 * probe changes the pair.
 */
export function touchSphere(
  law: i32,
  periodic: bool,
  isMixed: bool,
  isProbe: bool,
  isSlot: bool,
  position: i32,
  i: i32,
  p: i32,
  partner: i32,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): bool {
  const j: i32 = partner & PARTNER_MASK;
  if (isMixed) {
    const first: i32 = I[MOTION] + MOTION_STRIDE * i;
    const second: i32 = I[MOTION] + MOTION_STRIDE * j;
    if (isNotSphere(first) || isNotSphere(second) || isUserLaw(materialOf(first), materialOf(second))) {
      // Touches of the pair add up in its slot.
      if (isSlot) clearForce(forceJ);
      return false;
    }
  }
  const positionI: i32 = position + 4 * i;
  const positionJ: i32 = position + 4 * j;
  let dx: f64 = F[positionJ] - F[positionI];
  let dy: f64 = F[positionJ + 1] - F[positionI + 1];
  let dz: f64 = F[positionJ + 2] - F[positionI + 2];
  if (periodic) {
    dx = nearestImage(dx, 0);
    dy = nearestImage(dy, 1);
    dz = nearestImage(dz, 2);
  }
  const was: i32 = partner & (TOUCHING | SLIDING);
  let reach: f64 = F[positionI + 3] + F[positionJ + 3];
  let rest = 0.0;
  if (isMixed && (partner & RESTS) !== 0) {
    rest = F[restOfSpheres(i, j)];
    reach -= rest;
  }
  if (law === ANY_LAW && (was & TOUCHING) !== 0) reach += F[ADHESION_REACH];
  let flags: i32 = 0;
  if (dx * dx + dy * dy + dz * dz < reach * reach) {
    if (isSlot) clearForce(forceJ);
    flags = sphereForce(law, isProbe, i, j, p, dx, dy, dz, was, rest, forceI, forceJ, sums);
  }
  if (flags !== was) {
    if (!isProbe) I[2 * I[PARTNER] + p] = j | flags | (isMixed ? partner & RESTS : 0);
    if (flags === 0) {
      endPair(law, i, j, p, lossesAt(isProbe, sums));
      if (!isProbe && isSlot) clearForce(forceJ);
    }
  }
  return flags !== 0;
}

/**
 * @inline The same for a pair that is known to touch, of a loop that looks first and computes later: adds the force of
 * the hit at I[hit].
 */
export function hitForce(law: i32, hit: i32, sums: i32, periodic: bool): void {
  const i: i32 = I[hit];
  const j: i32 = I[hit + 1];
  const p: i32 = I[hit + 2];
  const positionI: i32 = I[POSITION] + 4 * i;
  const positionJ: i32 = I[POSITION] + 4 * j;
  let dx: f64 = F[positionJ] - F[positionI];
  let dy: f64 = F[positionJ + 1] - F[positionI + 1];
  let dz: f64 = F[positionJ + 2] - F[positionI + 2];
  if (periodic) {
    dx = nearestImage(dx, 0);
    dy = nearestImage(dy, 1);
    dz = nearestImage(dz, 2);
  }
  const partner: i32 = 2 * I[PARTNER] + p;
  const was: i32 = I[partner] & (TOUCHING | SLIDING);
  I[partner] = j | sphereForce(law, false, i, j, p, dx, dy, dz, was, 0.0, I[FORCE] + 6 * i, I[hit + 3], sums);
}

/**
 * @inline Pair p of element i with half-space k, whose load is added up at `forceJ`. The wall moves as a rigid body;
 * its work on the sphere is added to the sums.
 */
export function touchHalfSpace(
  law: i32,
  isMixed: bool,
  isProbe: bool,
  i: i32,
  p: i32,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): bool {
  const partner: i32 = I[2 * I[PARTNER] + p];
  const halfSpace: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * (partner & PARTNER_MASK);
  const motionI: i32 = I[MOTION] + MOTION_STRIDE * i;
  const material: i32 = I[2 * (halfSpace + HALF_SPACE_MATERIAL)];
  if (isMixed) {
    if (isNotSphere(motionI) || isUserLaw(materialOf(motionI), material)) return false;
  }
  const position: i32 = I[POSITION] + 4 * i;
  const xi: f64 = F[position];
  const yi: f64 = F[position + 1];
  const zi: f64 = F[position + 2];
  const radiusI: f64 = F[position + 3];
  const nx: f64 = -F[halfSpace + HALF_SPACE_NORMAL];
  const ny: f64 = -F[halfSpace + HALF_SPACE_NORMAL + 1];
  const nz: f64 = -F[halfSpace + HALF_SPACE_NORMAL + 2];
  const height: f64 = -(nx * xi + ny * yi + nz * zi) - F[halfSpace + HALF_SPACE_OFFSET];
  let overlap: f64 = radiusI - height;
  if (isMixed && (partner & RESTS) !== 0) overlap -= F[restOfWall(i, partner & PARTNER_MASK)];
  const was: i32 = partner & (TOUCHING | SLIDING);
  const constants: i32 = constantsOf(materialOf(motionI), material);
  const bits: i32 = lawOf(law, constants);
  const history: i32 = I[HISTORIES] + HISTORY_STRIDE * p;
  const rolling: i32 = I[ROLLING_SPRINGS] + ROLLING_STRIDE * p;
  let flags: i32 = 0;
  let least = 0.0;
  if (law === ANY_LAW && (was & TOUCHING) !== 0) least = -F[ADHESION_REACH];
  if (overlap > least && (law !== ANY_LAW || overlap > 0.0 || holdsAcrossGap(bits))) {
    const px: f64 = xi + height * nx - F[halfSpace + HALF_SPACE_POINT];
    const py: f64 = yi + height * ny - F[halfSpace + HALF_SPACE_POINT + 1];
    const pz: f64 = zi + height * nz - F[halfSpace + HALF_SPACE_POINT + 2];
    let wx: f64 = F[halfSpace + HALF_SPACE_ANGULAR_VELOCITY];
    let wy: f64 = F[halfSpace + HALF_SPACE_ANGULAR_VELOCITY + 1];
    let wz: f64 = F[halfSpace + HALF_SPACE_ANGULAR_VELOCITY + 2];
    let vx: f64 = F[halfSpace + HALF_SPACE_VELOCITY] + (wy * pz - wz * py);
    let vy: f64 = F[halfSpace + HALF_SPACE_VELOCITY + 1] + (wz * px - wx * pz);
    let vz: f64 = F[halfSpace + HALF_SPACE_VELOCITY + 2] + (wx * py - wy * px);
    const kind: i32 = I[2 * (halfSpace + HALF_SPACE_MATERIAL) + SURFACE_KIND];
    if (kind !== 0) {
      const surface: i32 = halfSpace + HALF_SPACE_SURFACE;
      const out: i32 = sums + BLOCK_SURFACE;
      surfaceVelocity(kind, surface, xi + height * nx, yi + height * ny, zi + height * nz, nx, ny, nz, out);
      vx += F[out];
      vy += F[out + 1];
      vz += F[out + 2];
      if (kind === SURFACE_RIGID) {
        wx += F[surface + SURFACE_ANGULAR_VELOCITY];
        wy += F[surface + SURFACE_ANGULAR_VELOCITY + 1];
        wz += F[surface + SURFACE_ANGULAR_VELOCITY + 2];
      }
    }
    if (!isProbe) noteOverlap(sums, i, overlap, radiusI);
    F[sums + CONTACT_OVERLAP] = overlap;
    F[sums + CONTACT_RADIUS] = radiusI;
    F[sums + CONTACT_MASS] = 1.0 / F[motionI + INVERSE_MASS];
    const motionJ: i32 = sums + CONTACT_WALL_MOTION;
    F[motionJ] = vx;
    F[motionJ + 1] = vy;
    F[motionJ + 2] = vz;
    F[motionJ + 3] = wx;
    F[motionJ + 4] = wy;
    F[motionJ + 5] = wz;
    writeMotion(bits, motionI, motionJ, nx, ny, nz, height, 0.0, sums);
    if ((bits & RESISTS_SPIN) !== 0) {
      F[sums + CONTACT_INVERSE_INERTIA] = inverseInertia(F[motionI + INVERSE_MASS], radiusI);
    }
    if ((bits & SJKR) !== 0) {
      F[sums + CONTACT_CUT_AREA] = sjkrArea(radiusI, height);
      if (isProbe) F[sums + CONTACT_CUT_WORK] = sjkrEnergy(radiusI, 0.0, height, true);
    }
    const oldX: f64 = F[forceJ];
    const oldY: f64 = F[forceJ + 1];
    const oldZ: f64 = F[forceJ + 2];
    const turnX: f64 = F[forceJ + 3];
    const turnY: f64 = F[forceJ + 4];
    const turnZ: f64 = F[forceJ + 5];
    flags = contactForce(bits, isProbe, 0, constants, history, rolling, was, sums);
    if (flags !== 0) applyForce(bits, nx, ny, nz, height, 0.0, forceI, forceJ, sums);
    let power: f64 = (F[forceJ] - oldX) * vx + (F[forceJ + 1] - oldY) * vy + (F[forceJ + 2] - oldZ) * vz;
    // Resisting torques do work on a wall that turns.
    if ((bits & RESISTS_SPIN) !== 0) {
      power += (F[forceJ + 3] - turnX) * wx + (F[forceJ + 4] - turnY) * wy + (F[forceJ + 5] - turnZ) * wz;
    }
    if (isProbe) power *= 0.5;
    const work: i32 = lossesAt(isProbe, sums) + BLOCK_WALL_WORK;
    F[work] = F[work] - power * F[TIME_STEP];
  }
  if (flags !== was) {
    if (!isProbe) I[2 * I[PARTNER] + p] = (partner & PARTNER_MASK) | flags | (isMixed ? partner & RESTS : 0);
    if (flags === 0) endContact(bits, constants, radiusI, history, rolling, lossesAt(isProbe, sums));
  }
  return flags !== 0;
}
