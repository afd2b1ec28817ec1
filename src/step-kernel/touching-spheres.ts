// SPDX-License-Identifier: MIT
/**
 * One listed pair: do the two spheres (or sphere and half-space) touch, and if so, with what force. Inlined in the
 * loops.
 */
import { contactForce } from './contact-force.ts';
import { endContact } from './end-contact.ts';
import {
  ADHESION_REACH,
  BLOCK_DEEP,
  BLOCK_INTEGERS,
  BLOCK_OVERLAP,
  BLOCK_SURFACE,
  BLOCK_WALL_WORK,
  DOMAIN_MAX,
  DOMAIN_MIN,
  FLAGS,
  HALF_SPACE_MATERIAL,
  HALF_SPACE_NORMAL,
  HALF_SPACE_OFFSET,
  HALF_SPACE_POINT,
  HALF_SPACE_RATE,
  HALF_SPACE_SURFACE,
  HALF_SPACE_VELOCITY,
  HISTORY_STRIDE,
  INVERSE_MASS,
  JKR,
  LAW_FLAGS,
  LAW_STRIDE,
  MATERIAL,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  NOT_SPHERE,
  PARTNER_MASK,
  PERIODIC,
  ROLLING,
  SLIDING,
  SURFACE_KIND,
  SURFACE_RATE,
  SURFACE_RIGID,
  TOUCHING,
  TWISTING,
  USER_LAW,
} from './layout.ts';
import { F, I } from './memory.ts';
import { surfaceVelocity } from './surface-velocity.ts';

/** The law is that of the pair of materials, looked up for each contact. */
export const ANY_LAW: i32 = -1;
/** Squared distances below this have no direction left. */
export const NO_DISTANCE: f64 = 1.0e-290;

/** @inline Component `axis` of the way from i to the nearest image of j. */
export function nearestImage(difference: f64, axis: i32): f64 {
  if (((I[PERIODIC] >> axis) & 1) === 0) return difference;
  const size: f64 = F[DOMAIN_MAX + axis] - F[DOMAIN_MIN + axis];
  if (difference > 0.5 * size) return difference - size;
  return difference < -0.5 * size ? difference + size : difference;
}

/** @inline Address of the constants of two materials; `lawTable` is that of the pair (0, 0). */
export function constantsOf(lawTable: i32, materials: i32, a: i32, b: i32): i32 {
  return lawTable + LAW_STRIDE * (materials * a + b);
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
function isNotSphere(motion: i32): bool {
  return (I[2 * (motion + MOTION_INTEGERS) + FLAGS] & NOT_SPHERE) !== 0;
}

/** @inline True for materials whose contacts are touches with a force from outside the kernel. */
function isUserLaw(lawTable: i32, materials: i32, a: i32, b: i32): bool {
  return (I[2 * (constantsOf(lawTable, materials, a, b) + LAW_FLAGS)] & USER_LAW) !== 0;
}

/** @inline Material of the element whose motion is at this address. */
function materialOf(motion: i32): i32 {
  return I[2 * (motion + MOTION_INTEGERS) + MATERIAL];
}

/** @inline Keeps the largest overlap over the smaller radius, and the element that has it. */
export function noteOverlap(sums: i32, i: i32, overlap: f64, smallerRadius: f64): void {
  if (overlap > F[sums + BLOCK_OVERLAP] * smallerRadius) {
    F[sums + BLOCK_OVERLAP] = overlap / smallerRadius;
    I[2 * (sums + BLOCK_INTEGERS) + BLOCK_DEEP] = i + 1;
  }
}

/**
 * @inline Pair p of element i with another sphere; `isMixed` where one of them may be something else. `forceJ` is the
 * address of the forces of all elements, or of the pair's own slot. Returns whether they touch. Only what is not a
 * probe changes the pair.
 */
export function touchSphere(
  law: i32,
  periodic: bool,
  isMixed: bool,
  isProbe: bool,
  isSlot: bool,
  timeStep: f64,
  place: i32,
  motion: i32,
  lawTable: i32,
  materials: i32,
  partners: i32,
  histories: i32,
  p: i32,
  i: i32,
  xi: f64,
  yi: f64,
  zi: f64,
  radiusI: f64,
  forceI: i32,
  forces: i32,
  sums: i32,
): bool {
  const partner: i32 = I[partners + p];
  const j: i32 = partner & PARTNER_MASK;
  if (isMixed) {
    const first: i32 = motion + MOTION_STRIDE * i;
    const second: i32 = motion + MOTION_STRIDE * j;
    if (
      isNotSphere(first) ||
      isNotSphere(second) ||
      isUserLaw(lawTable, materials, materialOf(first), materialOf(second))
    ) {
      // Touches of the pair add up in its slot.
      if (isSlot) clearForce(forces);
      return false;
    }
  }
  const placeJ: i32 = place + 4 * j;
  let dx: f64 = F[placeJ] - xi;
  let dy: f64 = F[placeJ + 1] - yi;
  let dz: f64 = F[placeJ + 2] - zi;
  if (periodic) {
    dx = nearestImage(dx, 0);
    dy = nearestImage(dy, 1);
    dz = nearestImage(dz, 2);
  }
  const radiusJ: f64 = F[placeJ + 3];
  const touch: f64 = radiusI + radiusJ;
  const squared: f64 = dx * dx + dy * dy + dz * dz;
  let reach: f64 = touch;
  if (law === ANY_LAW && (partner & TOUCHING) !== 0) reach = touch + F[ADHESION_REACH];
  let flags: i32 = 0;
  if (squared < reach * reach) {
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
    const overlap: f64 = touch - distance;
    const motionI: i32 = motion + MOTION_STRIDE * i;
    const motionJ: i32 = motion + MOTION_STRIDE * j;
    const inverseMassJ: f64 = F[motionJ + INVERSE_MASS];
    const inverseMass: f64 = F[motionI + INVERSE_MASS] + inverseMassJ;
    // One division serves the effective radius and the effective mass.
    const quotient: f64 = 1.0 / (touch * inverseMass);
    const leverI: f64 = 0.5 * (distance + (radiusI - radiusJ) * touch * inverse);
    if (!isProbe) noteOverlap(sums, i, overlap, radiusI < radiusJ ? radiusI : radiusJ);
    const constants: i32 = constantsOf(
      lawTable,
      materials,
      I[2 * (motionI + MOTION_INTEGERS) + MATERIAL],
      I[2 * (motionJ + MOTION_INTEGERS) + MATERIAL],
    );
    const flagsOfLaw: i32 = law === ANY_LAW ? I[2 * (constants + LAW_FLAGS)] : law;
    // Across a gap only adhesion goes on; the reach is that of all pairs of materials.
    const isHeld: bool = law !== ANY_LAW || overlap > 0.0 || (flagsOfLaw & JKR) !== 0;
    if (isHeld)
      flags = contactForce(
        flagsOfLaw,
        isProbe,
        isSlot,
        false,
        false,
        timeStep,
        constants,
        motionI,
        F[motionJ],
        F[motionJ + 1],
        F[motionJ + 2],
        F[motionJ + 3],
        F[motionJ + 4],
        F[motionJ + 5],
        inverseMassJ,
        nx,
        ny,
        nz,
        overlap,
        radiusI,
        radiusJ,
        radiusI * radiusJ * inverseMass * quotient,
        touch * quotient,
        leverI,
        distance - leverI,
        0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        histories + HISTORY_STRIDE * p,
        partner & (TOUCHING | SLIDING),
        forceI,
        isSlot ? forces : forces + 6 * j,
        sums,
      );
  }
  if (!isProbe && flags !== (partner & (TOUCHING | SLIDING))) {
    I[partners + p] = j | flags;
    if (flags === 0) {
      const a: i32 = I[2 * (motion + MOTION_STRIDE * i + MOTION_INTEGERS) + MATERIAL];
      const b: i32 = I[2 * (motion + MOTION_STRIDE * j + MOTION_INTEGERS) + MATERIAL];
      const constants: i32 = constantsOf(lawTable, materials, a, b);
      const ended: i32 = law === ANY_LAW ? I[2 * (constants + LAW_FLAGS)] : law;
      endContact(ended, constants, (radiusI * radiusJ) / touch, histories + HISTORY_STRIDE * p, sums);
      if (isSlot) clearForce(forces);
    }
  }
  return flags !== 0;
}

/**
 * @inline Pair p of element i with a half-space, whose load is added up at `forceJ`. The wall moves as a rigid body;
 * its work on the sphere is added to the sums.
 */
export function touchHalfSpace(
  law: i32,
  isMixed: bool,
  isProbe: bool,
  timeStep: f64,
  halfSpace: i32,
  motion: i32,
  lawTable: i32,
  materials: i32,
  partners: i32,
  histories: i32,
  p: i32,
  i: i32,
  xi: f64,
  yi: f64,
  zi: f64,
  radiusI: f64,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): bool {
  if (isMixed) {
    const first: i32 = motion + MOTION_STRIDE * i;
    if (isNotSphere(first)) return false;
    if (isUserLaw(lawTable, materials, materialOf(first), I[2 * (halfSpace + HALF_SPACE_MATERIAL)])) return false;
  }
  const partner: i32 = I[partners + p];
  const nx: f64 = -F[halfSpace + HALF_SPACE_NORMAL];
  const ny: f64 = -F[halfSpace + HALF_SPACE_NORMAL + 1];
  const nz: f64 = -F[halfSpace + HALF_SPACE_NORMAL + 2];
  const height: f64 = -(nx * xi + ny * yi + nz * zi) - F[halfSpace + HALF_SPACE_OFFSET];
  const overlap: f64 = radiusI - height;
  let flags: i32 = 0;
  let least = 0.0;
  if (law === ANY_LAW && (partner & TOUCHING) !== 0) least = -F[ADHESION_REACH];
  const motionI: i32 = motion + MOTION_STRIDE * i;
  if (overlap > least) {
    const px: f64 = xi + height * nx - F[halfSpace + HALF_SPACE_POINT];
    const py: f64 = yi + height * ny - F[halfSpace + HALF_SPACE_POINT + 1];
    const pz: f64 = zi + height * nz - F[halfSpace + HALF_SPACE_POINT + 2];
    let wx: f64 = F[halfSpace + HALF_SPACE_RATE];
    let wy: f64 = F[halfSpace + HALF_SPACE_RATE + 1];
    let wz: f64 = F[halfSpace + HALF_SPACE_RATE + 2];
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
        wx += F[surface + SURFACE_RATE];
        wy += F[surface + SURFACE_RATE + 1];
        wz += F[surface + SURFACE_RATE + 2];
      }
    }
    if (!isProbe) noteOverlap(sums, i, overlap, radiusI);
    const constants: i32 = constantsOf(
      lawTable,
      materials,
      I[2 * (motionI + MOTION_INTEGERS) + MATERIAL],
      I[2 * (halfSpace + HALF_SPACE_MATERIAL)],
    );
    const oldX: f64 = F[forceJ];
    const oldY: f64 = F[forceJ + 1];
    const oldZ: f64 = F[forceJ + 2];
    const turnX: f64 = F[forceJ + 3];
    const turnY: f64 = F[forceJ + 4];
    const turnZ: f64 = F[forceJ + 5];
    const flagsOfLaw: i32 = law === ANY_LAW ? I[2 * (constants + LAW_FLAGS)] : law;
    const isHeld: bool = law !== ANY_LAW || overlap > 0.0 || (flagsOfLaw & JKR) !== 0;
    if (isHeld)
      flags = contactForce(
        flagsOfLaw,
        isProbe,
        false,
        true,
        false,
        timeStep,
        constants,
        motionI,
        vx,
        vy,
        vz,
        wx,
        wy,
        wz,
        0.0,
        nx,
        ny,
        nz,
        overlap,
        radiusI,
        radiusI,
        radiusI,
        1.0 / F[motionI + INVERSE_MASS],
        height,
        0.0,
        0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        histories + HISTORY_STRIDE * p,
        partner & (TOUCHING | SLIDING),
        forceI,
        forceJ,
        sums,
      );
    if (!isProbe) {
      let power: f64 = (F[forceJ] - oldX) * vx + (F[forceJ + 1] - oldY) * vy + (F[forceJ + 2] - oldZ) * vz;
      // Resisting torques do work on a wall that turns.
      if ((flagsOfLaw & (ROLLING | TWISTING)) !== 0) {
        power += (F[forceJ + 3] - turnX) * wx + (F[forceJ + 4] - turnY) * wy + (F[forceJ + 5] - turnZ) * wz;
      }
      F[sums + BLOCK_WALL_WORK] = F[sums + BLOCK_WALL_WORK] - power * timeStep;
    }
  }
  if (!isProbe && flags !== (partner & (TOUCHING | SLIDING))) {
    I[partners + p] = (partner & PARTNER_MASK) | flags;
    if (flags === 0) {
      const a: i32 = I[2 * (motionI + MOTION_INTEGERS) + MATERIAL];
      const constants: i32 = constantsOf(lawTable, materials, a, I[2 * (halfSpace + HALF_SPACE_MATERIAL)]);
      const ended: i32 = law === ANY_LAW ? I[2 * (constants + LAW_FLAGS)] : law;
      endContact(ended, constants, radiusI, histories + HISTORY_STRIDE * p, sums);
    }
  }
  return flags !== 0;
}
