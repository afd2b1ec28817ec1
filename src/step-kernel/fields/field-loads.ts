// SPDX-License-Identifier: MIT
/**
 * Loads of fields on bodies: selects the bodies of a block that each group of fields acts on, fills the lanes with
 * their state, and runs the program of the group. Each body has its own load, and fields are added in the order
 * of the spec, so that the bits do not depend on the number of threads.
 */
import { F, I } from '../memory-views.ts';
import {
  BLOCK_SIZE,
  BODIES_PER_BLOCK,
  BODY,
  BODY_COUNT,
  BODY_FLAGS,
  BODY_ID,
  BODY_INTEGERS,
  BODY_INVERSE_MASS,
  BODY_MATERIAL,
  BODY_POSITION,
  BODY_PROBE,
  BODY_STRIDE,
  BODY_VELOCITY,
  DEAD,
  ELEMENT_COUNT,
  FIELD,
  FIELD_BODY_LOAD,
  FIELD_GROUP_COUNT,
  FIELD_LANES,
  FIELD_LOAD,
  FIELD_TIME,
  FLAGS,
  FRESH,
  GRAVITY,
  GROUP_CODE,
  GROUP_LENGTH,
  GROUP_MATERIALS,
  GROUP_PROBE_LENGTH,
  GROUP_RANGE_COUNT,
  GROUP_RANGES,
  GROUP_STRIDE,
  INVERSE_MASS,
  LANE_LOADS,
  LANE_REGISTERS,
  LANE_SCRATCH,
  LANES,
  LANES_STRIDE,
  LOAD_ENERGY,
  LOAD_GIVEN,
  LOAD_RESULT,
  LOAD_STRIDE,
  LOAD_WORK,
  MATERIAL,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  POSITION,
  PROBE,
  REGISTER_MASS,
  REGISTER_MATERIAL,
  REGISTER_POSITION,
  REGISTER_RADIUS,
  REGISTER_TIME,
  REGISTER_VELOCITY,
  REGISTER_VOLUME,
  TAG,
  TAG_ID,
  TAG_OWNER,
  TIME_STEP,
} from '../step-layout.ts';
import { cubicRoot } from './elementary.ts';
import { fieldKick, noteWorks } from './field-kick.ts';
import { runProgram } from './field-program.ts';

const VOLUME_OF_UNIT_SPHERE: f64 = 4.1887902047863905;

/** Whether a group acts on a body with this material and id. */
function isChosen(group: i32, material: i32, id: i32): bool {
  const tables: i32 = I[FIELD];
  if (F[tables + I[group + GROUP_MATERIALS] + material] === 0.0) return false;
  const ranges: i32 = I[group + GROUP_RANGE_COUNT];
  if (ranges === 0) return true;
  const first: i32 = tables + I[group + GROUP_RANGES];
  for (let k: i32 = 0; k < ranges; k++) {
    if (id >= F[first + 2 * k] && id < F[first + 2 * k + 1]) return true;
  }
  return false;
}

/** Puts a body into a lane; `radius` is 0 for a body that is not a sphere. */
function fillLane(
  lanes: i32,
  lane: i32,
  atLoad: i32,
  position: i32,
  velocity: i32,
  mass: f64,
  radius: f64,
  material: i32,
  densities: i32,
): void {
  const to: i32 = lanes + LANE_REGISTERS + lane;
  for (let c: i32 = 0; c < 3; c++) {
    F[to + LANES * (REGISTER_POSITION + c)] = F[position + c];
    F[to + LANES * (REGISTER_VELOCITY + c)] = F[velocity + c];
  }
  const volume: f64 = radius > 0.0 ? VOLUME_OF_UNIT_SPHERE * radius * radius * radius : mass / F[densities + material];
  F[to + LANES * REGISTER_MASS] = mass;
  F[to + LANES * REGISTER_RADIUS] =
    radius > 0.0 ? radius : cubicRoot(volume / VOLUME_OF_UNIT_SPHERE, lanes + LANE_SCRATCH);
  F[to + LANES * REGISTER_VOLUME] = volume;
  F[to + LANES * REGISTER_MATERIAL] = material;
  F[to + LANES * REGISTER_TIME] = F[FIELD_TIME];
  I[2 * (lanes + LANE_LOADS) + lane] = atLoad;
}

/** Clears what fields write to a load. */
function clearLoad(atLoad: i32): void {
  for (let c: i32 = 0; c < LOAD_GIVEN; c++) F[atLoad + c] = 0.0;
}

/** The loads of the spheres of a block, for a step or a probe. Densities of the materials begin the tables. */
export function fieldLoads(block: i32, thread: i32, isProbe: bool): void {
  const lanes: i32 = I[FIELD_LANES] + LANES_STRIDE * thread;
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  const groups: i32 = I[FIELD_GROUP_COUNT];
  if (groups === 0) return;
  const densities: i32 = I[FIELD] + GROUP_STRIDE * groups;
  for (let e: i32 = first; e < last; e++) clearLoad(I[FIELD_LOAD] + LOAD_STRIDE * e);
  for (let g: i32 = 0; g < groups; g++) {
    const group: i32 = 2 * (I[FIELD] + GROUP_STRIDE * g);
    const code: i32 = I[FIELD] + I[group + GROUP_CODE];
    const length: i32 = isProbe ? I[group + GROUP_PROBE_LENGTH] : I[group + GROUP_LENGTH];
    let count: i32 = 0;
    for (let e: i32 = first; e < last; e++) {
      const m: i32 = I[MOTION] + MOTION_STRIDE * e;
      const tag: i32 = 2 * I[TAG] + 4 * e;
      const inverseMass: f64 = F[m + INVERSE_MASS];
      if (!(inverseMass > 0.0) || I[tag + TAG_OWNER] >= 0) continue;
      const integers: i32 = 2 * (m + MOTION_INTEGERS);
      const material: i32 = I[integers + MATERIAL];
      if ((I[integers + FLAGS] & DEAD) !== 0 || !isChosen(group, material, I[tag + TAG_ID])) continue;
      const p: i32 = I[POSITION] + 4 * e;
      const atLoad: i32 = I[FIELD_LOAD] + LOAD_STRIDE * e;
      fillLane(lanes, count, atLoad, p, m, 1.0 / inverseMass, F[p + 3], material, densities);
      count++;
      if (count < LANES) continue;
      runProgram(code, length, lanes, count);
      count = 0;
    }
    if (count > 0) runProgram(code, length, lanes, count);
  }
}

/** The same for a block of clumps and convex bodies. */
export function fieldBodyLoads(block: i32, thread: i32, isProbe: bool): void {
  const lanes: i32 = I[FIELD_LANES] + LANES_STRIDE * thread;
  const first: i32 = BODIES_PER_BLOCK * block;
  const end: i32 = first + BODIES_PER_BLOCK;
  const last: i32 = end < I[BODY_COUNT] ? end : I[BODY_COUNT];
  const groups: i32 = I[FIELD_GROUP_COUNT];
  if (groups === 0) return;
  const densities: i32 = I[FIELD] + GROUP_STRIDE * groups;
  for (let b: i32 = first; b < last; b++) clearLoad(I[FIELD_BODY_LOAD] + LOAD_STRIDE * b);
  for (let g: i32 = 0; g < groups; g++) {
    const group: i32 = 2 * (I[FIELD] + GROUP_STRIDE * g);
    const code: i32 = I[FIELD] + I[group + GROUP_CODE];
    const length: i32 = isProbe ? I[group + GROUP_PROBE_LENGTH] : I[group + GROUP_LENGTH];
    let count: i32 = 0;
    for (let b: i32 = first; b < last; b++) {
      const body: i32 = I[BODY] + BODY_STRIDE * b;
      const inverseMass: f64 = F[body + BODY_INVERSE_MASS];
      if (!(inverseMass > 0.0)) continue;
      const integers: i32 = 2 * (body + BODY_INTEGERS);
      const material: i32 = I[integers + BODY_MATERIAL];
      if ((I[integers + BODY_FLAGS] & DEAD) !== 0 || !isChosen(group, material, I[integers + BODY_ID])) continue;
      const atLoad: i32 = I[FIELD_BODY_LOAD] + LOAD_STRIDE * b;
      const position: i32 = body + BODY_POSITION;
      fillLane(lanes, count, atLoad, position, body + BODY_VELOCITY, 1.0 / inverseMass, 0.0, material, densities);
      count++;
      if (count < LANES) continue;
      runProgram(code, length, lanes, count);
      count = 0;
    }
    if (count > 0) runProgram(code, length, lanes, count);
  }
}

/** Turns a probed force into one that has the effect of all fields over half a kick, and notes their work in it. */
function probeLoad(atLoad: i32, probe: i32, velocity: i32, inverseMass: f64, isFresh: bool): void {
  const kick: f64 = isFresh ? 0.0 : 0.5 * F[TIME_STEP];
  const mass: f64 = 1.0 / inverseMass;
  const ax: f64 = inverseMass * F[probe] + F[GRAVITY];
  const ay: f64 = inverseMass * F[probe + 1] + F[GRAVITY + 1];
  const az: f64 = inverseMass * F[probe + 2] + F[GRAVITY + 2];
  const vx: f64 = F[velocity];
  const vy: f64 = F[velocity + 1];
  const vz: f64 = F[velocity + 2];
  fieldKick(atLoad, inverseMass, vx, vy, vz, ax, ay, az, kick);
  const rx: f64 = F[atLoad + LOAD_RESULT];
  const ry: f64 = F[atLoad + LOAD_RESULT + 1];
  const rz: f64 = F[atLoad + LOAD_RESULT + 2];
  for (let c: i32 = 0; c < 3; c++) F[atLoad + LOAD_WORK + c] = 0.0;
  noteWorks(
    atLoad,
    mass,
    vx,
    vy,
    vz,
    vx + kick * rx,
    vy + kick * ry,
    vz + kick * rz,
    ax,
    ay,
    az,
    kick,
    atLoad + LOAD_WORK,
  );
  F[probe] = mass * (rx - F[GRAVITY]);
  F[probe + 1] = mass * (ry - F[GRAVITY + 1]);
  F[probe + 2] = mass * (rz - F[GRAVITY + 2]);
  for (let c: i32 = 3; c < 6; c++) F[probe + c] = F[probe + c] + F[atLoad + LOAD_GIVEN + c];
}

/** After the contacts of a probe: adds the fields to the forces on the spheres of a block. */
export function probeFields(block: i32): void {
  fieldLoads(block, 0, true);
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  for (let e: i32 = first; e < last; e++) {
    const m: i32 = I[MOTION] + MOTION_STRIDE * e;
    const inverseMass: f64 = F[m + INVERSE_MASS];
    const atLoad: i32 = I[FIELD_LOAD] + LOAD_STRIDE * e;
    for (let c: i32 = 0; c < 3; c++) F[atLoad + LOAD_WORK + c] = 0.0;
    if (!(inverseMass > 0.0) || I[2 * I[TAG] + 4 * e + TAG_OWNER] >= 0) continue;
    const isFresh: bool = (I[2 * (m + MOTION_INTEGERS) + FLAGS] & FRESH) !== 0;
    probeLoad(atLoad, I[PROBE] + 6 * e, m, inverseMass, isFresh);
  }
}

/** The same for a clump whose probed force has been added up. */
export function probeBodyLoad(b: i32): void {
  const body: i32 = I[BODY] + BODY_STRIDE * b;
  const inverseMass: f64 = F[body + BODY_INVERSE_MASS];
  const atLoad: i32 = I[FIELD_BODY_LOAD] + LOAD_STRIDE * b;
  const flags: i32 = I[2 * (body + BODY_INTEGERS) + BODY_FLAGS];
  for (let c: i32 = 0; c < 3; c++) F[atLoad + LOAD_WORK + c] = 0.0;
  if (!(inverseMass > 0.0) || (flags & DEAD) !== 0) {
    F[atLoad + LOAD_ENERGY] = 0.0;
    return;
  }
  probeLoad(atLoad, body + BODY_PROBE, body + BODY_VELOCITY, inverseMass, (flags & FRESH) !== 0);
}
