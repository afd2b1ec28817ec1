// SPDX-License-Identifier: MIT
/**
 * Central differences (H2 eqs. 7 to 12): velocities live at half steps, forces and positions at whole ones. A body that
 * is new has its velocity at a whole step; its first kick takes half a step, which keeps the scheme of second order.
 */
import { fieldKick, noteWorks } from './fields/field-kick.ts';
import { decayed, locallyDamped } from './global-damping.ts';
import { isBeyondMargin, movedMark } from './margins.ts';
import { F, I } from './memory-views.ts';
import {
  BAD,
  BLOCK,
  BLOCK_BAD,
  BLOCK_FIELD_WORK,
  BLOCK_GLOBAL_LOSS,
  BLOCK_INTEGERS,
  BLOCK_MOVED,
  BLOCK_SIZE,
  BLOCK_STRIDE,
  BLOCK_WALL_WORK,
  BODY_COUNT,
  ELEMENT_COUNT,
  FAST_SQUARED,
  FIELD_LOAD,
  FLAGS,
  FORCE,
  FRESH,
  GATHER,
  GRAVITY,
  HAS_LOADS,
  INVERSE_MASS,
  LOAD_GIVEN,
  LOAD_RESULT,
  LOAD_STRIDE,
  LOCAL_DAMPING,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  ORIENTATION,
  POSITION,
  REFERENCE,
  ROW,
  ROW_GATHER,
  ROW_GATHER_END,
  ROW_INTEGERS,
  SLOT,
  TAG,
  TAG_OWNER,
  TIME_STEP,
  TURNING,
  VISCOUS_FACTOR,
} from './step-layout.ts';

/** @inline Adds the slots of an element to its force. */
function gatherSlots(row: i32, force: i32, gather: i32, slots: i32): void {
  const end: i32 = I[row + ROW_GATHER_END];
  let k: i32 = I[row + ROW_GATHER];
  if (k >= end) return;
  let fx: f64 = F[force];
  let fy: f64 = F[force + 1];
  let fz: f64 = F[force + 2];
  let tx: f64 = F[force + 3];
  let ty: f64 = F[force + 4];
  let tz: f64 = F[force + 5];
  for (; k < end; k++) {
    const slot: i32 = slots + 6 * I[gather + k];
    fx += F[slot];
    fy += F[slot + 1];
    fz += F[slot + 2];
    tx += F[slot + 3];
    ty += F[slot + 4];
    tz += F[slot + 5];
  }
  F[force] = fx;
  F[force + 1] = fy;
  F[force + 2] = fz;
  F[force + 3] = tx;
  F[force + 4] = ty;
  F[force + 5] = tz;
}

/**
 * @inline Turns the orientation at `q` by the angle vector (x, y, z), by Cayley's map: no trigonometry, second order,
 * of unit length.
 */
function turn(q: i32, x: f64, y: f64, z: f64): void {
  const hx: f64 = 0.5 * x;
  const hy: f64 = 0.5 * y;
  const hz: f64 = 0.5 * z;
  const w0: f64 = F[q];
  const x0: f64 = F[q + 1];
  const y0: f64 = F[q + 2];
  const z0: f64 = F[q + 3];
  const w1: f64 = w0 - hx * x0 - hy * y0 - hz * z0;
  const x1: f64 = x0 + hx * w0 + hy * z0 - hz * y0;
  const y1: f64 = y0 + hy * w0 + hz * x0 - hx * z0;
  const z1: f64 = z0 + hz * w0 + hx * y0 - hy * x0;
  const inverse: f64 = 1.0 / Math.sqrt(w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1);
  F[q] = inverse * w1;
  F[q + 1] = inverse * x1;
  F[q + 2] = inverse * y1;
  F[q + 3] = inverse * z1;
}

/** Adds the work of a torque from a program over a turn, and forgets what the program gave. */
export function useGiven(atLoad: i32, x: f64, y: f64, z: f64, works: i32): void {
  const given: i32 = atLoad + LOAD_GIVEN;
  F[works] = F[works] + (F[given + 3] * x + F[given + 4] * y + F[given + 5] * z);
  for (let c: i32 = 0; c < 6; c++) F[given + c] = 0.0;
}

/**
 * @inline Gathers, kicks and moves the spheres of one block. An element whose new state is not finite keeps the old one
 * and is marked BAD.
 */
function integrateLoop(block: i32, isDamped: bool, isTurning: bool, hasLoads: bool): void {
  const timeStep: f64 = F[TIME_STEP];
  const gx: f64 = F[GRAVITY];
  const gy: f64 = F[GRAVITY + 1];
  const gz: f64 = F[GRAVITY + 2];
  const position: i32 = I[POSITION];
  const motion: i32 = I[MOTION];
  const force: i32 = I[FORCE];
  const reference: i32 = I[REFERENCE];
  const rows: i32 = 2 * I[ROW];
  const gather: i32 = 2 * I[GATHER];
  const slots: i32 = I[SLOT];
  const hasClumps: bool = I[BODY_COUNT] > 0;
  const owners: i32 = 2 * I[TAG] + TAG_OWNER;
  const spin: i32 = I[ORIENTATION];
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  const fast: f64 = F[FAST_SQUARED];
  let hasMoved = false;
  let isFar = false;
  let bad: i32 = 0;
  for (let e: i32 = first; e < last; e++) {
    const f: i32 = force + 6 * e;
    gatherSlots(rows + ROW_INTEGERS * e, f, gather, slots);
    if (hasClumps && I[owners + 4 * e] >= 0) continue;
    const m: i32 = motion + MOTION_STRIDE * e;
    const p: i32 = position + 4 * e;
    let vx: f64 = F[m];
    let vy: f64 = F[m + 1];
    let vz: f64 = F[m + 2];
    let wx: f64 = F[m + 3];
    let wy: f64 = F[m + 4];
    let wz: f64 = F[m + 5];
    const inverseMass: f64 = F[m + INVERSE_MASS];
    const radius: f64 = F[p + 3];
    if (inverseMass > 0.0) {
      const inverseInertia: f64 = (2.5 * inverseMass) / (radius * radius);
      let ax: f64 = inverseMass * F[f] + gx;
      let ay: f64 = inverseMass * F[f + 1] + gy;
      let az: f64 = inverseMass * F[f + 2] + gz;
      let bx: f64 = inverseInertia * F[f + 3];
      let by: f64 = inverseInertia * F[f + 4];
      let bz: f64 = inverseInertia * F[f + 5];
      const kick: f64 = (I[2 * (m + MOTION_INTEGERS) + FLAGS] & FRESH) !== 0 ? 0.5 * timeStep : timeStep;
      const atLoad: i32 = I[FIELD_LOAD] + LOAD_STRIDE * e;
      const contactX: f64 = ax;
      const contactY: f64 = ay;
      const contactZ: f64 = az;
      if (hasLoads) {
        fieldKick(atLoad, inverseMass, vx, vy, vz, ax, ay, az, kick);
        ax = F[atLoad + LOAD_RESULT];
        ay = F[atLoad + LOAD_RESULT + 1];
        az = F[atLoad + LOAD_RESULT + 2];
        bx += inverseInertia * F[atLoad + LOAD_GIVEN + 3];
        by += inverseInertia * F[atLoad + LOAD_GIVEN + 4];
        bz += inverseInertia * F[atLoad + LOAD_GIVEN + 5];
        // The whole force: what undoes a step reads it.
        F[f] = (ax - gx) / inverseMass;
        F[f + 1] = (ay - gy) / inverseMass;
        F[f + 2] = (az - gz) / inverseMass;
      }
      if (isDamped) {
        const factor: f64 = F[LOCAL_DAMPING];
        const kept: f64 = F[VISCOUS_FACTOR];
        const cx: f64 = ax;
        const cy: f64 = ay;
        const cz: f64 = az;
        const dx: f64 = bx;
        const dy: f64 = by;
        const dz: f64 = bz;
        const oldX: f64 = vx;
        const oldY: f64 = vy;
        const oldZ: f64 = vz;
        const spinX: f64 = wx;
        const spinY: f64 = wy;
        const spinZ: f64 = wz;
        ax = locallyDamped(ax, vx, factor);
        ay = locallyDamped(ay, vy, factor);
        az = locallyDamped(az, vz, factor);
        bx = locallyDamped(bx, wx, factor);
        by = locallyDamped(by, wy, factor);
        bz = locallyDamped(bz, wz, factor);
        vx = decayed(vx, kept) + ax * kick;
        vy = decayed(vy, kept) + ay * kick;
        vz = decayed(vz, kept) + az * kick;
        wx = decayed(wx, kept) + bx * kick;
        wy = decayed(wy, kept) + by * kick;
        wz = decayed(wz, kept) + bz * kick;
        // Work of the damping: what the undamped force would have done at the mean velocity, less what became of the
        // kinetic energy.
        const lossV: f64 =
          (cx * kick - (vx - oldX)) * (vx + oldX) +
          (cy * kick - (vy - oldY)) * (vy + oldY) +
          (cz * kick - (vz - oldZ)) * (vz + oldZ);
        const lossW: f64 =
          (dx * kick - (wx - spinX)) * (wx + spinX) +
          (dy * kick - (wy - spinY)) * (wy + spinY) +
          (dz * kick - (wz - spinZ)) * (wz + spinZ);
        F[sums + BLOCK_GLOBAL_LOSS] =
          F[sums + BLOCK_GLOBAL_LOSS] + 0.5 * (lossV / inverseMass + lossW / inverseInertia);
        if (hasLoads) {
          const mass: f64 = 1.0 / inverseMass;
          const works: i32 = sums + BLOCK_FIELD_WORK;
          noteWorks(atLoad, mass, oldX, oldY, oldZ, vx, vy, vz, contactX, contactY, contactZ, kick, works);
          useGiven(atLoad, 0.5 * kick * (spinX + wx), 0.5 * kick * (spinY + wy), 0.5 * kick * (spinZ + wz), works);
        }
      } else {
        vx += ax * kick;
        vy += ay * kick;
        vz += az * kick;
        wx += bx * kick;
        wy += by * kick;
        wz += bz * kick;
      }
    } else {
      const power: f64 = F[f] * vx + F[f + 1] * vy + F[f + 2] * vz + F[f + 3] * wx + F[f + 4] * wy + F[f + 5] * wz;
      F[sums + BLOCK_WALL_WORK] = F[sums + BLOCK_WALL_WORK] - power * timeStep;
    }
    const x: f64 = F[p] + vx * timeStep;
    const y: f64 = F[p + 1] + vy * timeStep;
    const z: f64 = F[p + 2] + vz * timeStep;
    // The difference of a sum from itself is 0 unless something in it is infinite or not a number.
    const all: f64 = x + y + z + wx + wy + wz;
    if (all - all !== 0.0) {
      bad++;
      I[2 * (m + MOTION_INTEGERS) + FLAGS] = I[2 * (m + MOTION_INTEGERS) + FLAGS] | BAD;
      continue;
    }
    F[m] = vx;
    F[m + 1] = vy;
    F[m + 2] = vz;
    F[m + 3] = wx;
    F[m + 4] = wy;
    F[m + 5] = wz;
    F[p] = x;
    F[p + 1] = y;
    F[p + 2] = z;
    const r: i32 = reference + 4 * e;
    const dx: f64 = x - F[r];
    const dy: f64 = y - F[r + 1];
    const dz: f64 = z - F[r + 2];
    if (isBeyondMargin(r, dx * dx + dy * dy + dz * dz)) hasMoved = true;
    if (vx * vx + vy * vy + vz * vz > fast * radius * radius) isFar = true;
    const flags: i32 = 2 * (m + MOTION_INTEGERS) + FLAGS;
    if ((I[flags] & FRESH) !== 0) I[flags] = I[flags] & ~FRESH;
    if (isTurning) turn(spin + 4 * e, wx * timeStep, wy * timeStep, wz * timeStep);
  }
  F[sums + BLOCK_MOVED] = movedMark(hasMoved, isFar);
  I[2 * (sums + BLOCK_INTEGERS) + BLOCK_BAD] = bad;
}

/** Gathers, kicks and moves the spheres of one block. */
export function integrateBlock(block: i32): void {
  // Loads are rare: one loop for all of them.
  if (I[HAS_LOADS] !== 0) integrateLoop(block, true, true, true);
  else if (F[LOCAL_DAMPING] === 0.0 && F[VISCOUS_FACTOR] === 1.0) {
    if (I[TURNING] !== 0) integrateLoop(block, false, true, false);
    else integrateLoop(block, false, false, false);
  } else if (I[TURNING] !== 0) integrateLoop(block, true, true, false);
  else integrateLoop(block, true, false, false);
}
