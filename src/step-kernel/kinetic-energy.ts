// SPDX-License-Identifier: MIT
/**
 * Kinetic energy at the present whole step: half-step velocities are carried on by half a kick from the probed forces.
 */
import { reduceForces, writeRate } from './clump-frame.ts';
import { probeBodyLoad } from './fields/field-loads.ts';
import { lossesAt } from './losses-at.ts';
import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_WALL_WORK,
  BODY,
  BODY_ANGULAR_VELOCITY,
  BODY_COUNT,
  BODY_FLAGS,
  BODY_INTEGERS,
  BODY_INVERSE_MASS,
  BODY_MOMENTUM,
  BODY_POSITION,
  BODY_PROBE,
  BODY_STRIDE,
  BODY_VELOCITY,
  DEAD,
  ELEMENT_COUNT,
  FLAGS,
  FRESH,
  GRAVITY,
  HAS_LOADS,
  INVERSE_MASS,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  POSITION,
  PROBE,
  RECORD,
  TAG,
  TAG_OWNER,
  TIME_STEP,
} from './step-layout.ts';

/**
 * Adds up translation, rotation and potential of all bodies to F[RECORD], F[RECORD + 1], F[RECORD + 2], in order of
 * elements; probe their forces first.
 */
export function sumEnergies(): void {
  const position: i32 = I[POSITION];
  const motion: i32 = I[MOTION];
  const probe: i32 = I[PROBE];
  const owners: i32 = 2 * I[TAG] + TAG_OWNER;
  let translation = 0.0;
  let rotation = 0.0;
  let potential = 0.0;
  for (let e: i32 = 0; e < I[ELEMENT_COUNT]; e++) {
    const m: i32 = motion + MOTION_STRIDE * e;
    const inverseMass: f64 = F[m + INVERSE_MASS];
    if (I[owners + 4 * e] >= 0) continue;
    if (!(inverseMass > 0.0)) {
      if ((I[2 * (m + MOTION_INTEGERS) + FLAGS] & FRESH) === 0) noteDueWork(probe + 6 * e, m, m + 3);
      continue;
    }
    const radius: f64 = F[position + 4 * e + 3];
    const inertia: f64 = (0.4 * radius * radius) / inverseMass;
    const kick: f64 = (I[2 * (m + MOTION_INTEGERS) + FLAGS] & FRESH) !== 0 ? 0.0 : 0.5 * F[TIME_STEP];
    let speed = 0.0;
    let spin = 0.0;
    let fall = 0.0;
    for (let axis: i32 = 0; axis < 3; axis++) {
      const v: f64 = F[m + axis] + (inverseMass * F[probe + 6 * e + axis] + F[GRAVITY + axis]) * kick;
      const w: f64 = F[m + 3 + axis] + (F[probe + 6 * e + 3 + axis] / inertia) * kick;
      speed += v * v;
      spin += w * w;
      fall += F[GRAVITY + axis] * F[position + 4 * e + axis];
    }
    translation += (0.5 * speed) / inverseMass;
    rotation += 0.5 * inertia * spin;
    potential -= fall / inverseMass;
  }
  const sums: i32 = I[RECORD];
  F[sums] = translation;
  F[sums + 1] = rotation;
  F[sums + 2] = potential;
  for (let b: i32 = 0; b < I[BODY_COUNT]; b++) addClump(b, sums);
}

/**
 * Half of the work of a force and torque on a body that no force moves, at its velocities, is due: it is that of its
 * motion before the present time. A FRESH body has none.
 */
function noteDueWork(force: i32, velocity: i32, rate: i32): void {
  let power = 0.0;
  for (let axis: i32 = 0; axis < 3; axis++) {
    power += F[force + axis] * F[velocity + axis] + F[force + 3 + axis] * F[rate + axis];
  }
  const work: i32 = lossesAt(true, I[BLOCK]) + BLOCK_WALL_WORK;
  F[work] = F[work] - 0.5 * power * F[TIME_STEP];
}

/** The same of one clump, whose probed force it adds up from those of its spheres. */
function addClump(b: i32, sums: i32): void {
  const body: i32 = I[BODY] + BODY_STRIDE * b;
  const flags: i32 = I[2 * (body + BODY_INTEGERS) + BODY_FLAGS];
  if ((flags & DEAD) !== 0) return;
  const probe: i32 = body + BODY_PROBE;
  reduceForces(body, I[PROBE], probe);
  if (I[HAS_LOADS] !== 0) probeBodyLoad(b);
  const inverseMass: f64 = F[body + BODY_INVERSE_MASS];
  if (!(inverseMass > 0.0)) {
    if ((flags & FRESH) === 0) noteDueWork(probe, body + BODY_VELOCITY, body + BODY_ANGULAR_VELOCITY);
    return;
  }
  const kick: f64 = (flags & FRESH) !== 0 ? 0.0 : 0.5 * F[TIME_STEP];
  const lx: f64 = F[body + BODY_MOMENTUM] + F[probe + 3] * kick;
  const ly: f64 = F[body + BODY_MOMENTUM + 1] + F[probe + 4] * kick;
  const lz: f64 = F[body + BODY_MOMENTUM + 2] + F[probe + 5] * kick;
  const rate: i32 = sums + 3;
  writeRate(body, lx, ly, lz, rate);
  let speed = 0.0;
  let fall = 0.0;
  for (let axis: i32 = 0; axis < 3; axis++) {
    const v: f64 = F[body + BODY_VELOCITY + axis] + (inverseMass * F[probe + axis] + F[GRAVITY + axis]) * kick;
    speed += v * v;
    fall += F[GRAVITY + axis] * F[body + BODY_POSITION + axis];
  }
  F[sums] = F[sums] + (0.5 * speed) / inverseMass;
  F[sums + 1] = F[sums + 1] + 0.5 * (lx * F[rate] + ly * F[rate + 1] + lz * F[rate + 2]);
  F[sums + 2] = F[sums + 2] - fall / inverseMass;
}
