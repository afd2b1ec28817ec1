// SPDX-License-Identifier: MIT
/** Kinetic energy at the present whole step: half-step velocities are carried on by half a kick from the probed forces. */
import {
  ELEMENT_COUNT,
  FLAGS,
  FRESH,
  GRAVITY,
  INVERSE_MASS,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  PLACE,
  PROBE,
  RECORD,
  TAG,
  TAG_OWNER,
  TIME_STEP,
} from './layout.ts';
import { F, I } from './memory.ts';

/** Adds up translation, rotation and potential of all spheres to F[RECORD], F[RECORD + 1], F[RECORD + 2], in order of elements; call probeForces first. */
export function sumEnergies(): void {
  const place: i32 = I[PLACE];
  const motion: i32 = I[MOTION];
  const probe: i32 = I[PROBE];
  const owners: i32 = 2 * I[TAG] + TAG_OWNER;
  let translation = 0.0;
  let rotation = 0.0;
  let potential = 0.0;
  for (let e: i32 = 0; e < I[ELEMENT_COUNT]; e++) {
    const m: i32 = motion + MOTION_STRIDE * e;
    const inverseMass: f64 = F[m + INVERSE_MASS];
    if (!(inverseMass > 0.0) || I[owners + 4 * e] >= 0) continue;
    const radius: f64 = F[place + 4 * e + 3];
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
      fall += F[GRAVITY + axis] * F[place + 4 * e + axis];
    }
    translation += (0.5 * speed) / inverseMass;
    rotation += 0.5 * inertia * spin;
    potential -= fall / inverseMass;
  }
  F[I[RECORD]] = translation;
  F[I[RECORD] + 1] = rotation;
  F[I[RECORD] + 2] = potential;
}
