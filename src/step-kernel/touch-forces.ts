// SPDX-License-Identifier: MIT
/**
 * Forces of touches: contacts of elements with meshes, and of elements that are not spheres, whose geometry is found
 * outside the kernel and written to the regions of blocks. The law is that of the pair of materials, the same text as
 * for spheres; the levers are vectors.
 */
import { contactForce, holdsAcrossGap } from './contact-force.ts';
import { endContact } from './end-contact.ts';
import { addGivenForce } from './given-force.ts';
import { inertialRadius } from './inertial-radius.ts';
import { inverseInertia, RESISTS_SPIN } from './laws/rolling.ts';
import { sjkrArea, sjkrEnergy } from './laws/sjkr.ts';
import { lossesAt } from './losses-at.ts';
import { F, I } from './memory-views.ts';
import { noteBend } from './rolling-contacts.ts';
import { spreadResistance } from './spread-resistance.ts';
import {
  AHEAD,
  BLOCK,
  BLOCK_CONTACTS,
  BLOCK_DAMPING_LOSS,
  BLOCK_FRICTION_LOSS,
  BLOCK_INTEGERS,
  BLOCK_PROBED,
  BLOCK_STRIDE,
  BLOCK_SURFACE,
  BLOCK_WALL_WORK,
  CONTACT_AHEAD,
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
  FIELD_LAW,
  FORCE,
  FRICTION,
  GIVEN,
  HALF_SPACE,
  HALF_SPACE_ANGULAR_VELOCITY,
  HALF_SPACE_COUNT,
  HALF_SPACE_MATERIAL,
  HALF_SPACE_POINT,
  HALF_SPACE_STRIDE,
  HALF_SPACE_SURFACE,
  HALF_SPACE_VELOCITY,
  HERTZ,
  INVERSE_MASS,
  LAW_FLAGS,
  MATERIAL,
  MESH,
  MESH_ANGULAR_VELOCITY,
  MESH_COUNT,
  MESH_INTEGERS,
  MESH_INVERSE_MASS,
  MESH_LOAD,
  MESH_MATERIAL,
  MESH_POINT,
  MESH_POSITION,
  MESH_STRIDE,
  MESH_SURFACE,
  MESH_VELOCITY,
  MOST_PROBED,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  OVERLAP_LAW,
  PASSING,
  POSITION,
  PROBE,
  RECORD,
  RECORD_FORCE,
  RECORD_MESH_LOADS,
  SJKR,
  SLIDING,
  SLOT,
  SURFACE_ANGULAR_VELOCITY,
  SURFACE_KIND,
  SURFACE_RIGID,
  TIME_STEP,
  TOUCH_BODY,
  TOUCH_ELEMENT,
  TOUCH_FLAGS,
  TOUCH_HALF_SPACE,
  TOUCH_HISTORY,
  TOUCH_KIND,
  TOUCH_LOSS_AT_END,
  TOUCH_MESH,
  TOUCH_MOMENT,
  TOUCH_NORMAL,
  TOUCH_OVERLAP,
  TOUCH_PARTNER,
  TOUCH_POINT,
  TOUCH_RADIUS,
  TOUCH_ROLLING,
  TOUCH_SHIFT,
  TOUCH_SLOT,
  TOUCH_STRIDE,
  TOUCH_TWIST,
  TOUCH_TWIST_LAST,
  TOUCHING,
  USER_LAW,
  WALL_LOAD,
  WRITER,
  WRITER_BLOCK,
  WRITER_COUNT,
  WRITER_REGION,
} from './step-layout.ts';
import { surfaceVelocity } from './surface-velocity.ts';
import { addTouchForce } from './touch-sums.ts';
import { clearForce, constantsOf, nearestImage, noteOverlap } from './touching-spheres.ts';
import { twoTouches } from './two-touches.ts';
import { addAhead } from './velocity-ahead.ts';

/** Address of the touches of a probe: the first thread finds them, block after block. */
function probedTouches(): i32 {
  return I[2 * I[WRITER] + WRITER_REGION];
}

/** Address of the constants that hold between the two partners of a touch. */
export function touchConstants(touch: i32): i32 {
  const kind: i32 = I[2 * touch + TOUCH_KIND];
  const partner: i32 = I[2 * touch + TOUCH_PARTNER];
  let second: i32 = 0;
  if (kind === TOUCH_BODY) second = I[2 * (I[MOTION] + MOTION_STRIDE * partner + MOTION_INTEGERS) + MATERIAL];
  else if (kind === TOUCH_HALF_SPACE)
    second = I[2 * (I[HALF_SPACE] + HALF_SPACE_STRIDE * partner + HALF_SPACE_MATERIAL)];
  else second = I[2 * (I[MESH] + MESH_STRIDE * partner + MESH_INTEGERS) + MESH_MATERIAL];
  const first: i32 = I[2 * (I[MOTION] + MOTION_STRIDE * I[2 * touch + TOUCH_ELEMENT] + MOTION_INTEGERS) + MATERIAL];
  return constantsOf(first, second);
}

/** @inline Whether the contact has an area over which dashpots and friction are spread. */
function isSpread(law: i32, touch: i32): bool {
  return (law & (OVERLAP_LAW | FIELD_LAW)) !== 0 && (I[2 * touch + TOUCH_FLAGS] & GIVEN) !== 0;
}

/** @inline Accounts for what the springs of a touch still held when it ended, in the sums that count from `losses`. */
function endSprings(law: i32, constants: i32, touch: i32, losses: i32): void {
  if ((law & USER_LAW) === 0) {
    endContact(law, constants, F[touch + TOUCH_RADIUS], touch + TOUCH_HISTORY, touch + TOUCH_ROLLING, losses);
    if (isSpread(law, touch)) {
      const angle: f64 = F[touch + TOUCH_TWIST];
      const held: f64 = 0.5 * F[touch + TOUCH_TWIST_LAST] * angle * angle;
      F[losses + BLOCK_FRICTION_LOSS] = F[losses + BLOCK_FRICTION_LOSS] + held;
    }
  } else F[losses + BLOCK_DAMPING_LOSS] = F[losses + BLOCK_DAMPING_LOSS] + F[touch + TOUCH_LOSS_AT_END];
}

/**
 * @inline Writes the record of a touch; a is the vector from the centre of its element to the contact point, v and w
 * are the velocity of the partner there and its angular velocity.
 */
function writeTouch(
  law: i32,
  isProbe: bool,
  touch: i32,
  motionI: i32,
  ax: f64,
  ay: f64,
  az: f64,
  vx: f64,
  vy: f64,
  vz: f64,
  wx: f64,
  wy: f64,
  wz: f64,
  sums: i32,
): void {
  const wix: f64 = F[motionI + 3];
  const wiy: f64 = F[motionI + 4];
  const wiz: f64 = F[motionI + 5];
  const nx: f64 = F[touch + TOUCH_NORMAL];
  const ny: f64 = F[touch + TOUCH_NORMAL + 1];
  const nz: f64 = F[touch + TOUCH_NORMAL + 2];
  const ux: f64 = F[motionI] - vx + (wiy * az - wiz * ay);
  const uy: f64 = F[motionI + 1] - vy + (wiz * ax - wix * az);
  const uz: f64 = F[motionI + 2] - vz + (wix * ay - wiy * ax);
  const approach: f64 = ux * nx + uy * ny + uz * nz;
  const overlap: f64 = F[touch + TOUCH_OVERLAP];
  const effectiveRadius: f64 = F[touch + TOUCH_RADIUS];
  F[sums + CONTACT_OVERLAP] = overlap;
  F[sums + CONTACT_RADIUS] = effectiveRadius;
  F[sums + CONTACT_APPROACH] = approach;
  F[sums + CONTACT_NORMAL] = nx;
  F[sums + CONTACT_NORMAL + 1] = ny;
  F[sums + CONTACT_NORMAL + 2] = nz;
  if ((law & FRICTION) !== 0) {
    F[sums + CONTACT_SLIP] = ux - approach * nx;
    F[sums + CONTACT_SLIP + 1] = uy - approach * ny;
    F[sums + CONTACT_SLIP + 2] = uz - approach * nz;
  }
  if ((law & RESISTS_SPIN) !== 0 || isSpread(law, touch)) {
    F[sums + CONTACT_SPIN] = wix - wx;
    F[sums + CONTACT_SPIN + 1] = wiy - wy;
    F[sums + CONTACT_SPIN + 2] = wiz - wz;
  }
  if ((law & SJKR) !== 0) {
    const inner: f64 = effectiveRadius - overlap;
    F[sums + CONTACT_CUT_AREA] = sjkrArea(effectiveRadius, inner);
    if (isProbe) F[sums + CONTACT_CUT_WORK] = sjkrEnergy(effectiveRadius, 0.0, inner, true);
  }
}

/**
 * @inline Adds the answer of the law to `forceI` and takes it from `forceJ`; a and b are the vectors from the centres
 * to the contact point.
 */
function applyAtPoint(
  law: i32,
  touch: i32,
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): void {
  const push: f64 = F[sums + CONTACT_PUSH];
  let fx: f64 = -push * F[sums + CONTACT_NORMAL];
  let fy: f64 = -push * F[sums + CONTACT_NORMAL + 1];
  let fz: f64 = -push * F[sums + CONTACT_NORMAL + 2];
  let mx = 0.0;
  let my = 0.0;
  let mz = 0.0;
  if ((law & FRICTION) !== 0) {
    fx += F[sums + CONTACT_SHEAR];
    fy += F[sums + CONTACT_SHEAR + 1];
    fz += F[sums + CONTACT_SHEAR + 2];
  }
  if ((law & RESISTS_SPIN) !== 0) {
    mx = F[sums + CONTACT_TORQUE];
    my = F[sums + CONTACT_TORQUE + 1];
    mz = F[sums + CONTACT_TORQUE + 2];
  }
  if ((I[2 * touch + TOUCH_FLAGS] & GIVEN) !== 0) {
    mx += F[touch + TOUCH_MOMENT];
    my += F[touch + TOUCH_MOMENT + 1];
    mz += F[touch + TOUCH_MOMENT + 2];
  }
  addTouchForce(fx, fy, fz, mx, my, mz, ax, ay, az, bx, by, bz, forceI, forceJ);
}

/** Adds the force of a touch of a probe, which changes nothing else; see `contactOf`. */
function probeContact(touch: i32, forceI: i32, forceJ: i32, sums: i32): bool {
  const constants: i32 = touchConstants(touch);
  return contactOf(I[2 * (constants + LAW_FLAGS)], true, constants, touch, forceI, forceJ, sums);
}

/** Adds the force of a touch in a step; see `contactOf`. */
function stepContact(constants: i32, touch: i32, forceI: i32, forceJ: i32, sums: i32): bool {
  return contactOf(I[2 * (constants + LAW_FLAGS)], false, constants, touch, forceI, forceJ, sums);
}

/** The same for a linear or Hertz's spring with friction, the laws of most scenes: what they lack is not compiled. */
export function springContact(law: i32, constants: i32, touch: i32, forceI: i32, forceJ: i32, sums: i32): bool {
  if (law === (HERTZ | FRICTION)) return contactOf(HERTZ | FRICTION, false, constants, touch, forceI, forceJ, sums);
  return contactOf(FRICTION, false, constants, touch, forceI, forceJ, sums);
}

/**
 * @inline Adds the force of a touch to `forceI` and takes it from what is at `forceJ`. Returns whether the contact
 * holds. Only what is not a probe changes the touch.
 */
function contactOf(law: i32, isProbe: bool, constants: i32, touch: i32, forceI: i32, forceJ: i32, sums: i32): bool {
  const integers: i32 = 2 * touch;
  if ((I[integers + TOUCH_FLAGS] & PASSING) !== 0) return false;
  const overlap: f64 = F[touch + TOUCH_OVERLAP];
  const was: i32 = I[integers + TOUCH_FLAGS] & (TOUCHING | SLIDING);
  // Across a gap only what has touched goes on, and only by adhesion.
  const isApart: bool = !(overlap > 0.0) && (was === 0 || !holdsAcrossGap(law));
  let flags: i32 = 0;
  if (!isApart) {
    const kind: i32 = I[integers + TOUCH_KIND];
    const partner: i32 = I[integers + TOUCH_PARTNER];
    const i: i32 = I[integers + TOUCH_ELEMENT];
    const position: i32 = I[POSITION] + 4 * i;
    const motionI: i32 = I[MOTION] + MOTION_STRIDE * i;
    const radiusI: f64 = F[position + 3];
    const px: f64 = F[touch + TOUCH_POINT];
    const py: f64 = F[touch + TOUCH_POINT + 1];
    const pz: f64 = F[touch + TOUCH_POINT + 2];
    let radiusJ: f64 = radiusI;
    let inverseMassJ: f64 = 0.0;
    // Velocity v of the partner at c, its angular velocity w; b is the vector from where its torque is counted.
    let v: i32 = 0;
    let w: i32 = 0;
    let cx: f64 = 0.0;
    let cy: f64 = 0.0;
    let cz: f64 = 0.0;
    let bx: f64 = 0.0;
    let by: f64 = 0.0;
    let bz: f64 = 0.0;
    let surface: i32 = 0;
    let surfaceKind: i32 = 0;
    // Way to the periodic image that is touched, on which the surface moves as on the mesh itself.
    let sx: f64 = 0.0;
    let sy: f64 = 0.0;
    let sz: f64 = 0.0;
    if (kind === TOUCH_BODY) {
      const positionJ: i32 = I[POSITION] + 4 * partner;
      const motionJ: i32 = I[MOTION] + MOTION_STRIDE * partner;
      radiusJ = F[positionJ + 3];
      inverseMassJ = F[motionJ + INVERSE_MASS];
      v = motionJ;
      w = motionJ + 3;
      cx = px - (F[position] + nearestImage(F[positionJ] - F[position], 0));
      cy = py - (F[position + 1] + nearestImage(F[positionJ + 1] - F[position + 1], 1));
      cz = pz - (F[position + 2] + nearestImage(F[positionJ + 2] - F[position + 2], 2));
      bx = cx;
      by = cy;
      bz = cz;
    } else if (kind === TOUCH_HALF_SPACE) {
      const wall: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * partner;
      v = wall + HALF_SPACE_VELOCITY;
      w = wall + HALF_SPACE_ANGULAR_VELOCITY;
      cx = px - F[wall + HALF_SPACE_POINT];
      cy = py - F[wall + HALF_SPACE_POINT + 1];
      cz = pz - F[wall + HALF_SPACE_POINT + 2];
      surface = wall + HALF_SPACE_SURFACE;
      surfaceKind = I[2 * (wall + HALF_SPACE_MATERIAL) + SURFACE_KIND];
    } else {
      const mesh: i32 = I[MESH] + MESH_STRIDE * partner;
      v = mesh + MESH_VELOCITY;
      w = mesh + MESH_ANGULAR_VELOCITY;
      cx = px - F[mesh + MESH_POINT];
      cy = py - F[mesh + MESH_POINT + 1];
      cz = pz - F[mesh + MESH_POINT + 2];
      bx = px - (F[mesh + MESH_POSITION] + F[touch + TOUCH_SHIFT]);
      by = py - (F[mesh + MESH_POSITION + 1] + F[touch + TOUCH_SHIFT + 1]);
      bz = pz - (F[mesh + MESH_POSITION + 2] + F[touch + TOUCH_SHIFT + 2]);
      surface = mesh + MESH_SURFACE;
      surfaceKind = I[2 * (mesh + MESH_INTEGERS) + SURFACE_KIND];
      inverseMassJ = F[mesh + MESH_INVERSE_MASS];
      sx = F[touch + TOUCH_SHIFT];
      sy = F[touch + TOUCH_SHIFT + 1];
      sz = F[touch + TOUCH_SHIFT + 2];
    }
    let wx: f64 = F[w];
    let wy: f64 = F[w + 1];
    let wz: f64 = F[w + 2];
    let vx: f64 = F[v] + (wy * cz - wz * cy);
    let vy: f64 = F[v + 1] + (wz * cx - wx * cz);
    let vz: f64 = F[v + 2] + (wx * cy - wy * cx);
    if (surfaceKind !== 0) {
      const out: i32 = sums + BLOCK_SURFACE;
      const normal: i32 = touch + TOUCH_NORMAL;
      surfaceVelocity(surfaceKind, surface, px - sx, py - sy, pz - sz, F[normal], F[normal + 1], F[normal + 2], out);
      vx += F[out];
      vy += F[out + 1];
      vz += F[out + 2];
      if (surfaceKind === SURFACE_RIGID) {
        wx += F[surface + SURFACE_ANGULAR_VELOCITY];
        wy += F[surface + SURFACE_ANGULAR_VELOCITY + 1];
        wz += F[surface + SURFACE_ANGULAR_VELOCITY + 2];
      }
    }
    const ax: f64 = px - F[position];
    const ay: f64 = py - F[position + 1];
    const az: f64 = pz - F[position + 2];
    const oldX: f64 = F[forceJ];
    const oldY: f64 = F[forceJ + 1];
    const oldZ: f64 = F[forceJ + 2];
    const turnX: f64 = F[forceJ + 3];
    const turnY: f64 = F[forceJ + 4];
    const turnZ: f64 = F[forceJ + 5];
    if (!isProbe) {
      noteOverlap(sums, i, overlap, radiusI < radiusJ ? radiusI : radiusJ);
      const isByDepth: bool = (law & FIELD_LAW) !== 0 && (I[integers + TOUCH_FLAGS] & GIVEN) === 0;
      if (isByDepth && kind !== TOUCH_HALF_SPACE) noteBend(sums, i, kind, partner, overlap);
    }
    if ((law & USER_LAW) !== 0) {
      flags = TOUCHING;
      addGivenForce(isProbe, touch, ax, ay, az, bx, by, bz, forceI, forceJ, sums);
    } else {
      F[sums + CONTACT_MASS] = 1.0 / (F[motionI + INVERSE_MASS] + inverseMassJ);
      writeTouch(law, isProbe, touch, motionI, ax, ay, az, vx, vy, vz, wx, wy, wz, sums);
      let bits: i32 = law;
      if (isSpread(law, touch)) {
        for (let k: i32 = 0; k < 6; k++) F[sums + CONTACT_AHEAD + k] = 0.0;
        // What a wall or a prescribed body gains is not known: both velocities must be of the same time.
        const isFree: bool = kind === TOUCH_BODY && inverseMassJ > 0.0;
        const isAtRest: bool = vx === 0.0 && vy === 0.0 && vz === 0.0 && wx === 0.0 && wy === 0.0 && wz === 0.0;
        if (isFree || isAtRest) {
          addAhead(i, ax, ay, az, 1.0, sums);
          bits = law | AHEAD;
        }
        if (isFree) addAhead(partner, bx, by, bz, -1.0, sums);
      }
      if ((law & RESISTS_SPIN) !== 0) {
        const inertialJ: f64 = kind === TOUCH_BODY ? inertialRadius(partner) : radiusJ;
        F[sums + CONTACT_INVERSE_INERTIA] =
          inverseInertia(F[motionI + INVERSE_MASS], inertialRadius(i)) + inverseInertia(inverseMassJ, inertialJ);
      }
      flags = contactForce(bits, isProbe, touch, constants, touch + TOUCH_HISTORY, touch + TOUCH_ROLLING, was, sums);
      if (flags !== 0) applyAtPoint(law, touch, ax, ay, az, bx, by, bz, forceI, forceJ, sums);
    }
    if (isSpread(law, touch)) {
      spreadResistance(isProbe, was === 0, touch, constants, forceI + 3, forceJ + 3, sums);
    }
    // A mesh that forces move is a body: what it does to others is no work of a wall.
    if (kind !== TOUCH_BODY && !(kind === TOUCH_MESH && inverseMassJ > 0.0)) {
      const fx: f64 = F[forceJ] - oldX;
      const fy: f64 = F[forceJ + 1] - oldY;
      const fz: f64 = F[forceJ + 2] - oldZ;
      // Of the torque, what is left without the moment of the force: resisting torques do work on a wall that turns.
      const mx: f64 = F[forceJ + 3] - turnX - (by * fz - bz * fy);
      const my: f64 = F[forceJ + 4] - turnY - (bz * fx - bx * fz);
      const mz: f64 = F[forceJ + 5] - turnZ - (bx * fy - by * fx);
      let power: f64 = fx * vx + fy * vy + fz * vz;
      if ((law & (RESISTS_SPIN | USER_LAW)) !== 0 || (I[integers + TOUCH_FLAGS] & GIVEN) !== 0) {
        power += mx * wx + my * wy + mz * wz;
      }
      if (isProbe) power *= 0.5;
      const work: i32 = lossesAt(isProbe, sums) + BLOCK_WALL_WORK;
      F[work] = F[work] - power * F[TIME_STEP];
    }
  }
  if (!isProbe) I[integers + TOUCH_FLAGS] = flags | (I[integers + TOUCH_FLAGS] & GIVEN);
  if (flags === 0 && was !== 0) endSprings(law, constants, touch, lossesAt(isProbe, sums));
  return flags !== 0;
}

/**
 * Adds the forces of the touches that a writer has found in its block to the elements and takes them from their
 * partners; the forces of pairs must be there.
 */
export function touchForces(writer: i32): void {
  const block: i32 = I[2 * writer + WRITER_BLOCK];
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  const force: i32 = I[FORCE];
  const walls: i32 = I[WALL_LOAD] + 6 * I[HALF_SPACE_COUNT] * block;
  const meshes: i32 = I[MESH_LOAD] + 6 * I[MESH_COUNT] * block;
  for (let k: i32 = 0; k < I[MESH_COUNT]; k++) clearForce(meshes + 6 * k);
  const first: i32 = I[2 * writer + WRITER_REGION];
  const count: i32 = I[2 * writer + WRITER_COUNT];
  // A touch that waits for a second one, so that both are computed at once; 0 for none.
  let waiting: i32 = 0;
  let lawWaiting: i32 = 0;
  let constantsWaiting: i32 = 0;
  let forceWaiting: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const touch: i32 = first + TOUCH_STRIDE * k;
    const kind: i32 = I[2 * touch + TOUCH_KIND];
    const partner: i32 = I[2 * touch + TOUCH_PARTNER];
    const slot: i32 = I[2 * touch + TOUCH_SLOT];
    let forceJ: i32 = slot < 0 ? force + 6 * partner : I[SLOT] + 6 * slot;
    if (kind === TOUCH_HALF_SPACE) forceJ = walls + 6 * partner;
    if (kind === TOUCH_MESH) forceJ = meshes + 6 * partner;
    const constants: i32 = touchConstants(touch);
    const law: i32 = I[2 * (constants + LAW_FLAGS)];
    const isSpring: bool = (law | HERTZ) === (HERTZ | FRICTION);
    const isPlain: bool =
      isSpring &&
      kind === TOUCH_BODY &&
      (I[2 * touch + TOUCH_FLAGS] & (GIVEN | PASSING)) === 0 &&
      F[touch + TOUCH_OVERLAP] > 0.0;
    if (waiting !== 0) {
      if (isPlain && law === lawWaiting) {
        twoTouches(law, waiting, touch, constantsWaiting, constants, forceWaiting, forceJ, sums);
        waiting = 0;
        continue;
      }
      springContact(lawWaiting, constantsWaiting, waiting, forceOnElement(waiting), forceWaiting, sums);
      waiting = 0;
    }
    if (isPlain) {
      waiting = touch;
      lawWaiting = law;
      constantsWaiting = constants;
      forceWaiting = forceJ;
    } else if (isSpring) springContact(law, constants, touch, forceOnElement(touch), forceJ, sums);
    else stepContact(constants, touch, forceOnElement(touch), forceJ, sums);
  }
  if (waiting !== 0) springContact(lawWaiting, constantsWaiting, waiting, forceOnElement(waiting), forceWaiting, sums);
}

/** @inline Address of the force on the element of a touch. */
function forceOnElement(touch: i32): i32 {
  return I[FORCE] + 6 * I[2 * touch + TOUCH_ELEMENT];
}

/**
 * Accounts for what the springs of a touch still held that has no successor, or notes it as due; its elements have
 * their present numbers.
 */
export function endTouch(isProbe: bool, touch: i32, block: i32): void {
  const constants: i32 = touchConstants(touch);
  const law: i32 = I[2 * (constants + LAW_FLAGS)];
  endSprings(law, constants, touch, lossesAt(isProbe, I[BLOCK] + BLOCK_STRIDE * block));
}

/**
 * Forces of the touches of a block that were found for a probe, to PROBE; their elastic energy and number to the block.
 */
export function probeTouches(block: i32): void {
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  const integers: i32 = 2 * (sums + BLOCK_INTEGERS);
  const first: i32 = probedTouches();
  for (let k: i32 = 0; k < I[integers + BLOCK_PROBED]; k++) {
    const touch: i32 = first + TOUCH_STRIDE * k;
    const isBody: bool = I[2 * touch + TOUCH_KIND] === TOUCH_BODY;
    const forceI: i32 = I[PROBE] + 6 * I[2 * touch + TOUCH_ELEMENT];
    const partner: i32 = I[2 * touch + TOUCH_PARTNER];
    let forceJ: i32 = isBody ? I[PROBE] + 6 * partner : I[RECORD];
    if (I[2 * touch + TOUCH_KIND] === TOUCH_MESH && partner < MOST_PROBED) {
      forceJ = I[RECORD] + RECORD_MESH_LOADS + 6 * partner;
    }
    if (probeContact(touch, forceI, forceJ, sums)) I[integers + BLOCK_CONTACTS] = I[integers + BLOCK_CONTACTS] + 1;
  }
}

/**
 * Force of touch k of a probe on its element, to the first record. Returns whether the contact holds. Overwrites PROBE
 * and elastic energies.
 */
export function touchRecord(block: i32, k: i32): bool {
  const touch: i32 = probedTouches() + TOUCH_STRIDE * k;
  const record: i32 = I[RECORD] + RECORD_FORCE;
  clearForce(record);
  return probeContact(touch, record, I[PROBE], I[BLOCK] + BLOCK_STRIDE * block);
}
