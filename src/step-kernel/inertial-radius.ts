// SPDX-License-Identifier: MIT
/**
 * Rotational inertia of the body of an element as the radius of a sphere; bounds the rolling and twisting resistance.
 */

import { F, I } from './memory-views.ts';
import {
  BODY,
  BODY_INERTIA,
  BODY_STRIDE,
  FLAGS,
  INVERSE_MASS,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  NOT_SPHERE,
  POSITION,
  TAG,
  TAG_OWNER,
} from './step-layout.ts';

/**
 * Radius of the sphere with the mass and the smallest principal moment of inertia of the element's body. Spheres and
 * fixed bodies keep their own radius.
 */
export function inertialRadius(e: i32): f64 {
  const motion: i32 = I[MOTION] + MOTION_STRIDE * e;
  const radius: f64 = F[I[POSITION] + 4 * e + 3];
  const inverseMass: f64 = F[motion + INVERSE_MASS];
  if ((I[2 * (motion + MOTION_INTEGERS) + FLAGS] & NOT_SPHERE) === 0 || inverseMass === 0.0) return radius;
  const moments: i32 = I[BODY] + BODY_STRIDE * I[2 * I[TAG] + 4 * e + TAG_OWNER] + BODY_INERTIA;
  let least: f64 = F[moments];
  if (F[moments + 1] < least) least = F[moments + 1];
  if (F[moments + 2] < least) least = F[moments + 2];
  return Math.sqrt(2.5 * least * inverseMass);
}
