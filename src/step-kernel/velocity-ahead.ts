// SPDX-License-Identifier: MIT
/**
 * Velocities at the time of the forces. Velocities are those of half steps: at the time of the forces they are half a
 * step old, and a dashpot that uses them has an error of the first order in the step. The forces of the last step give
 * what they gain in that half step, to the second order.
 */

import { writeRate } from './clump-frame.ts';
import { F, I } from './memory-views.ts';
import {
  BODY,
  BODY_ANGULAR_VELOCITY,
  BODY_FLAGS,
  BODY_FORCE,
  BODY_INTEGERS,
  BODY_INVERSE_MASS,
  BODY_MOMENTUM,
  BODY_POSITION,
  BODY_STRIDE,
  CONTACT_AHEAD,
  FRESH,
  GRAVITY,
  POSITION,
  TAG,
  TAG_OWNER,
  TIME_STEP,
} from './step-layout.ts';

/** Address of the body of an element that is not a sphere. */
export function bodyOf(element: i32): i32 {
  return I[BODY] + BODY_STRIDE * I[2 * I[TAG] + 4 * element + TAG_OWNER];
}

/**
 * Adds what the body of an element gains in half a step, times `sign`, to CONTACT_AHEAD: velocity at the point with the
 * lever a from the centre of the element, and angular velocity. Fixed bodies gain nothing. Nor do those that have just
 * been put somewhere, whose velocity is that of now.
 */
export function addAhead(element: i32, ax: f64, ay: f64, az: f64, sign: f64, sums: i32): void {
  const body: i32 = bodyOf(element);
  const inverseMass: f64 = F[body + BODY_INVERSE_MASS];
  if (!(inverseMass > 0.0) || (I[2 * (body + BODY_INTEGERS) + BODY_FLAGS] & FRESH) !== 0) return;
  const half: f64 = 0.5 * F[TIME_STEP];
  const force: i32 = body + BODY_FORCE;
  const momentum: i32 = body + BODY_MOMENTUM;
  const rate: i32 = body + BODY_ANGULAR_VELOCITY;
  const position: i32 = I[POSITION] + 4 * element;
  const to: i32 = sums + CONTACT_AHEAD;
  // In the present orientation, which contains the gyroscopic part.
  writeRate(
    body,
    F[momentum] + half * F[force + 3],
    F[momentum + 1] + half * F[force + 4],
    F[momentum + 2] + half * F[force + 5],
    to + 6,
  );
  const wx: f64 = F[to + 6] - F[rate];
  const wy: f64 = F[to + 7] - F[rate + 1];
  const wz: f64 = F[to + 8] - F[rate + 2];
  const rx: f64 = ax + (F[position] - F[body + BODY_POSITION]);
  const ry: f64 = ay + (F[position + 1] - F[body + BODY_POSITION + 1]);
  const rz: f64 = az + (F[position + 2] - F[body + BODY_POSITION + 2]);
  F[to] = F[to] + sign * (half * (inverseMass * F[force] + F[GRAVITY]) + (wy * rz - wz * ry));
  F[to + 1] = F[to + 1] + sign * (half * (inverseMass * F[force + 1] + F[GRAVITY + 1]) + (wz * rx - wx * rz));
  F[to + 2] = F[to + 2] + sign * (half * (inverseMass * F[force + 2] + F[GRAVITY + 2]) + (wx * ry - wy * rx));
  F[to + 3] = F[to + 3] + sign * wx;
  F[to + 4] = F[to + 4] + sign * wy;
  F[to + 5] = F[to + 5] + sign * wz;
}
