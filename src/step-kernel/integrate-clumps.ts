// SPDX-License-Identifier: MIT
/**
 * Motion of clumps. Translation as for spheres. Rotation keeps the angular momentum L in world axes at half steps, so
 * that the gyroscopic term, which H2 eq. 10 leaves out, is exact: without torque L is constant. The turn of a step is
 * Cayley's map of the angular velocity of L in the orientation half way between the old and the new one (implicit
 * midpoint): second order, reversible in time, no drift of energy.
 */
import { placeMembers, reduceForces, writeMatrix, writeRate } from './clump-frame.ts';
import { fieldKick, noteWorks } from './fields/field-kick.ts';
import { decayed, locallyDamped } from './global-damping.ts';
import { useGiven } from './integrate.ts';
import { movedMark } from './margins.ts';
import { F, I } from './memory-views.ts';
import {
  BAD,
  BODIES_PER_BLOCK,
  BODY,
  BODY_ANGULAR_VELOCITY,
  BODY_BLOCK,
  BODY_BLOCK_BAD,
  BODY_BLOCK_FIELD_WORK,
  BODY_BLOCK_GLOBAL_LOSS,
  BODY_BLOCK_MOVED,
  BODY_BLOCK_STRIDE,
  BODY_BLOCK_WALL_WORK,
  BODY_COUNT,
  BODY_FLAGS,
  BODY_FORCE,
  BODY_INERTIA,
  BODY_INTEGERS,
  BODY_INVERSE_MASS,
  BODY_MATRIX,
  BODY_MEMBER_COUNT,
  BODY_MEMBERS,
  BODY_MOMENTUM,
  BODY_ORIENTATION,
  BODY_POSITION,
  BODY_RADIUS,
  BODY_SIZE,
  BODY_STRIDE,
  BODY_VELOCITY,
  DEAD,
  FAST_SQUARED,
  FIELD_BODY_LOAD,
  FORCE,
  FRESH,
  GRAVITY,
  HAS_LOADS,
  HAS_PATH_LENGTHS,
  LOAD_GIVEN,
  LOAD_RESULT,
  LOAD_STRIDE,
  LOCAL_DAMPING,
  MEMBER,
  MEMBER_ELEMENT,
  MEMBER_STRIDE,
  PATH_LENGTH,
  TIME_STEP,
  VISCOUS_FACTOR,
} from './step-layout.ts';

/** The fixed point is approached by the angle of a step each time: two or three of them for slow bodies. */
const MIDPOINT_STEPS: i32 = 16;
/** 2^-58: a change of half the turn by less is far below the rounding of a unit quaternion, 2^-53. */
const LEAST_TURN: f64 = 3.469446951953614e-18;

/**
 * Writes the angular velocity of angular momentum L (both in world axes) in the orientation half way through the step.
 * All is computed in the frame of the clump, where its matrix is that of the old orientation: with h half the turn,
 * Cayley's map of u = h / (1 + sqrt(1 + h^2)) leads half way, and turns a vector v to v + f (u x v + u x (u x v)) with
 * f = 1 + 1 / sqrt(1 + h^2), back with the opposite sign of the first product.
 */
function writeMidpointRate(body: i32, lx: f64, ly: f64, lz: f64): void {
  const half: f64 = 0.5 * F[TIME_STEP];
  const m: i32 = body + BODY_MATRIX;
  const inertia: i32 = body + BODY_INERTIA;
  const inverseX: f64 = 1.0 / F[inertia];
  const inverseY: f64 = 1.0 / F[inertia + 1];
  const inverseZ: f64 = 1.0 / F[inertia + 2];
  const bx: f64 = F[m] * lx + F[m + 3] * ly + F[m + 6] * lz;
  const by: f64 = F[m + 1] * lx + F[m + 4] * ly + F[m + 7] * lz;
  const bz: f64 = F[m + 2] * lx + F[m + 5] * ly + F[m + 8] * lz;
  let wx: f64 = bx * inverseX;
  let wy: f64 = by * inverseY;
  let wz: f64 = bz * inverseZ;
  let hx: f64 = half * wx;
  let hy: f64 = half * wy;
  let hz: f64 = half * wz;
  let before: f64 = Math.abs(hx) + Math.abs(hy) + Math.abs(hz);
  for (let k: i32 = 1; k < MIDPOINT_STEPS; k++) {
    const scale: f64 = Math.sqrt(1.0 + hx * hx + hy * hy + hz * hz);
    const share: f64 = 1.0 / (1.0 + scale);
    const factor: f64 = 1.0 + 1.0 / scale;
    const ux: f64 = share * hx;
    const uy: f64 = share * hy;
    const uz: f64 = share * hz;
    let px: f64 = uy * bz - uz * by;
    let py: f64 = uz * bx - ux * bz;
    let pz: f64 = ux * by - uy * bx;
    const ax: f64 = inverseX * (bx - factor * (px - (uy * pz - uz * py)));
    const ay: f64 = inverseY * (by - factor * (py - (uz * px - ux * pz)));
    const az: f64 = inverseZ * (bz - factor * (pz - (ux * py - uy * px)));
    px = uy * az - uz * ay;
    py = uz * ax - ux * az;
    pz = ux * ay - uy * ax;
    wx = ax + factor * (px + (uy * pz - uz * py));
    wy = ay + factor * (py + (uz * px - ux * pz));
    wz = az + factor * (pz + (ux * py - uy * px));
    const change: f64 = Math.abs(half * wx - hx) + Math.abs(half * wy - hy) + Math.abs(half * wz - hz);
    hx = half * wx;
    hy = half * wy;
    hz = half * wz;
    // Changes shrink by the same factor each time, so that the next one is about change^2 / before.
    if (!(change * change > LEAST_TURN * before)) break;
    before = change;
  }
  const rate: i32 = body + BODY_ANGULAR_VELOCITY;
  F[rate] = F[m] * wx + F[m + 1] * wy + F[m + 2] * wz;
  F[rate + 1] = F[m + 3] * wx + F[m + 4] * wy + F[m + 5] * wz;
  F[rate + 2] = F[m + 6] * wx + F[m + 7] * wy + F[m + 8] * wz;
}

/** Turns the clump by one step with angular momentum L; a held clump keeps its rate. Returns whether all is finite. */
function turnClump(body: i32, lx: f64, ly: f64, lz: f64, isHeld: bool): bool {
  if (!isHeld) writeMidpointRate(body, lx, ly, lz);
  const half: f64 = 0.5 * F[TIME_STEP];
  const q: i32 = body + BODY_ORIENTATION;
  const rate: i32 = body + BODY_ANGULAR_VELOCITY;
  const w0: f64 = F[q];
  const x0: f64 = F[q + 1];
  const y0: f64 = F[q + 2];
  const z0: f64 = F[q + 3];
  const hx: f64 = half * F[rate];
  const hy: f64 = half * F[rate + 1];
  const hz: f64 = half * F[rate + 2];
  let w: f64 = w0 - hx * x0 - hy * y0 - hz * z0;
  let x: f64 = x0 + hx * w0 + hy * z0 - hz * y0;
  let y: f64 = y0 + hy * w0 + hz * x0 - hx * z0;
  let z: f64 = z0 + hz * w0 + hx * y0 - hy * x0;
  const inverse: f64 = 1.0 / Math.sqrt(w * w + x * x + y * y + z * z);
  w *= inverse;
  x *= inverse;
  y *= inverse;
  z *= inverse;
  const all: f64 = w + x + y + z;
  if (all - all !== 0.0) return false;
  F[q] = w;
  F[q + 1] = x;
  F[q + 2] = y;
  F[q + 3] = z;
  writeMatrix(body, w, x, y, z);
  return true;
}

/** Kicks, moves and turns one clump. */
function integrateClump(body: i32, sums: i32, atLoad: i32): bool {
  const timeStep: f64 = F[TIME_STEP];
  const inverseMass: f64 = F[body + BODY_INVERSE_MASS];
  const isHeld: bool = !(inverseMass > 0.0);
  const force: i32 = body + BODY_FORCE;
  const velocity: i32 = body + BODY_VELOCITY;
  const momentum: i32 = body + BODY_MOMENTUM;
  const rate: i32 = body + BODY_ANGULAR_VELOCITY;
  const position: i32 = body + BODY_POSITION;
  const flags: i32 = 2 * (body + BODY_INTEGERS) + BODY_FLAGS;
  let vx: f64 = F[velocity];
  let vy: f64 = F[velocity + 1];
  let vz: f64 = F[velocity + 2];
  let lx: f64 = F[momentum];
  let ly: f64 = F[momentum + 1];
  let lz: f64 = F[momentum + 2];
  if (isHeld) {
    let power = 0.0;
    for (let axis: i32 = 0; axis < 3; axis++) {
      power += F[force + axis] * F[velocity + axis] + F[force + 3 + axis] * F[rate + axis];
    }
    F[sums + BODY_BLOCK_WALL_WORK] = F[sums + BODY_BLOCK_WALL_WORK] - power * timeStep;
  } else {
    const kick: f64 = (I[flags] & FRESH) !== 0 ? 0.5 * timeStep : timeStep;
    const factor: f64 = F[LOCAL_DAMPING];
    const kept: f64 = F[VISCOUS_FACTOR];
    let ax: f64 = inverseMass * F[force] + F[GRAVITY];
    let ay: f64 = inverseMass * F[force + 1] + F[GRAVITY + 1];
    let az: f64 = inverseMass * F[force + 2] + F[GRAVITY + 2];
    const contactX: f64 = ax;
    const contactY: f64 = ay;
    const contactZ: f64 = az;
    const hasLoad: bool = I[HAS_LOADS] !== 0;
    if (hasLoad) {
      fieldKick(atLoad, inverseMass, vx, vy, vz, ax, ay, az, kick);
      ax = F[atLoad + LOAD_RESULT];
      ay = F[atLoad + LOAD_RESULT + 1];
      az = F[atLoad + LOAD_RESULT + 2];
      for (let c: i32 = 3; c < 6; c++) F[force + c] = F[force + c] + F[atLoad + LOAD_GIVEN + c];
      // The whole force: the contacts of the next step look ahead by it.
      F[force] = (ax - F[GRAVITY]) / inverseMass;
      F[force + 1] = (ay - F[GRAVITY + 1]) / inverseMass;
      F[force + 2] = (az - F[GRAVITY + 2]) / inverseMass;
    }
    const oldX: f64 = vx;
    const oldY: f64 = vy;
    const oldZ: f64 = vz;
    const wx: f64 = F[rate];
    const wy: f64 = F[rate + 1];
    const wz: f64 = F[rate + 2];
    const px: f64 = lx;
    const py: f64 = ly;
    const pz: f64 = lz;
    vx = decayed(vx, kept) + locallyDamped(ax, vx, factor) * kick;
    vy = decayed(vy, kept) + locallyDamped(ay, vy, factor) * kick;
    vz = decayed(vz, kept) + locallyDamped(az, vz, factor) * kick;
    lx = decayed(lx, kept) + locallyDamped(F[force + 3], wx, factor) * kick;
    ly = decayed(ly, kept) + locallyDamped(F[force + 4], wy, factor) * kick;
    lz = decayed(lz, kept) + locallyDamped(F[force + 5], wz, factor) * kick;
    const lossV: f64 =
      (ax * kick - (vx - oldX)) * (vx + oldX) +
      (ay * kick - (vy - oldY)) * (vy + oldY) +
      (az * kick - (vz - oldZ)) * (vz + oldZ);
    const lossW: f64 =
      (F[force + 3] * kick - (lx - px)) * wx +
      (F[force + 4] * kick - (ly - py)) * wy +
      (F[force + 5] * kick - (lz - pz)) * wz;
    F[sums + BODY_BLOCK_GLOBAL_LOSS] = F[sums + BODY_BLOCK_GLOBAL_LOSS] + (0.5 * lossV) / inverseMass + lossW;
    if (hasLoad) {
      const works: i32 = sums + BODY_BLOCK_FIELD_WORK;
      const mass: f64 = 1.0 / inverseMass;
      noteWorks(atLoad, mass, oldX, oldY, oldZ, vx, vy, vz, contactX, contactY, contactZ, kick, works);
      useGiven(atLoad, kick * wx, kick * wy, kick * wz, works);
    }
  }
  const x: f64 = F[position] + vx * timeStep;
  const y: f64 = F[position + 1] + vy * timeStep;
  const z: f64 = F[position + 2] + vz * timeStep;
  const all: f64 = x + y + z + lx + ly + lz;
  if (all - all !== 0.0 || !turnClump(body, lx, ly, lz, isHeld)) {
    I[flags] = I[flags] | BAD;
    return false;
  }
  F[velocity] = vx;
  F[velocity + 1] = vy;
  F[velocity + 2] = vz;
  F[momentum] = lx;
  F[momentum + 1] = ly;
  F[momentum + 2] = lz;
  F[position] = x;
  F[position + 1] = y;
  F[position + 2] = z;
  I[flags] = I[flags] & ~FRESH;
  return true;
}

/** Factor on the path of a step, and what is added per unit of a coordinate and of the path so far: covers rounding. */
const PATH_FACTOR: f64 = 1.000000001;
const PATH_ROUNDING: f64 = 7.105427357601002e-15;

/** Adds an upper bound of the path of any point of the clump in this step: that of its centre, and that of its turn. */
function addPathLengths(body: i32): void {
  const v: i32 = body + BODY_VELOCITY;
  const w: i32 = body + BODY_ANGULAR_VELOCITY;
  const c: i32 = body + BODY_POSITION;
  const radius: f64 = F[body + BODY_RADIUS];
  const speed: f64 = Math.sqrt(F[v] * F[v] + F[v + 1] * F[v + 1] + F[v + 2] * F[v + 2]);
  const rate: f64 = Math.sqrt(F[w] * F[w] + F[w + 1] * F[w + 1] + F[w + 2] * F[w + 2]);
  const scale: f64 = Math.abs(F[c]) + Math.abs(F[c + 1]) + Math.abs(F[c + 2]) + radius;
  // The chord of a turn by Cayley's map is shorter than rate times step.
  const length: f64 = PATH_FACTOR * F[TIME_STEP] * (speed + radius * rate) + PATH_ROUNDING * scale;
  const first: i32 = I[2 * (body + BODY_INTEGERS) + BODY_MEMBERS];
  const end: i32 = first + I[2 * (body + BODY_INTEGERS) + BODY_MEMBER_COUNT];
  for (let k: i32 = first; k < end; k++) {
    const at: i32 = I[PATH_LENGTH] + I[2 * (I[MEMBER] + MEMBER_STRIDE * k + MEMBER_ELEMENT)];
    F[at] = F[at] + (length + PATH_ROUNDING * F[at]);
  }
}

/**
 * Whether a point of the clump may have travelled far in the last step; the square of a sum is at most twice the sum of
 * the squares.
 */
function hasTravelledFar(body: i32): bool {
  const v: i32 = body + BODY_VELOCITY;
  const w: i32 = body + BODY_ANGULAR_VELOCITY;
  const radius: f64 = F[body + BODY_RADIUS];
  const size: f64 = F[body + BODY_SIZE];
  const speed: f64 = F[v] * F[v] + F[v + 1] * F[v + 1] + F[v + 2] * F[v + 2];
  const rate: f64 = F[w] * F[w] + F[w + 1] * F[w + 1] + F[w + 2] * F[w + 2];
  return 2.0 * (speed + radius * radius * rate) > F[FAST_SQUARED] * size * size;
}

/** Adds up the forces of the clumps of one block, moves them, and puts their spheres where they are. */
export function integrateClumps(block: i32): void {
  const sums: i32 = I[BODY_BLOCK] + BODY_BLOCK_STRIDE * block;
  const end: i32 = BODIES_PER_BLOCK * (block + 1);
  const last: i32 = end < I[BODY_COUNT] ? end : I[BODY_COUNT];
  let hasMoved = false;
  let isFar = false;
  let bad: i32 = 0;
  for (let b: i32 = BODIES_PER_BLOCK * block; b < last; b++) {
    const body: i32 = I[BODY] + BODY_STRIDE * b;
    if ((I[2 * (body + BODY_INTEGERS) + BODY_FLAGS] & DEAD) !== 0) continue;
    reduceForces(body, I[FORCE], body + BODY_FORCE);
    if (!integrateClump(body, sums, I[FIELD_BODY_LOAD] + LOAD_STRIDE * b)) bad++;
    if (I[HAS_PATH_LENGTHS] !== 0) addPathLengths(body);
    if (placeMembers(body)) hasMoved = true;
    if (hasTravelledFar(body)) isFar = true;
  }
  F[sums + BODY_BLOCK_MOVED] = movedMark(hasMoved, isFar);
  I[2 * (sums + BODY_BLOCK_BAD)] = bad;
}

/**
 * Makes matrix, angular velocity and spheres of one clump fit its orientation and momentum, after it has been put
 * somewhere.
 */
export function placeClump(b: i32): void {
  const body: i32 = I[BODY] + BODY_STRIDE * b;
  const q: i32 = body + BODY_ORIENTATION;
  writeMatrix(body, F[q], F[q + 1], F[q + 2], F[q + 3]);
  if (F[body + BODY_INVERSE_MASS] > 0.0) {
    writeRate(
      body,
      F[body + BODY_MOMENTUM],
      F[body + BODY_MOMENTUM + 1],
      F[body + BODY_MOMENTUM + 2],
      body + BODY_ANGULAR_VELOCITY,
    );
  }
  placeMembers(body);
}
