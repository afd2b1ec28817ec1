// SPDX-License-Identifier: MIT
/** The force of one touching pair of spheres, by Hertz's spring with friction. */
import { contactForce } from './contact-force.ts';
import {
  FORCE,
  FRICTION,
  HERTZ,
  HISTORIES,
  HISTORY_STRIDE,
  INVERSE_MASS,
  LAW,
  MATERIAL,
  MATERIAL_COUNT,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  PARTNER,
  PLACE,
  SLIDING,
  TIME_STEP,
  TOUCHING,
} from './layout.ts';
import { F, I } from './memory.ts';
import { constantsOf, NO_DISTANCE, nearestImage, noteOverlap } from './touching-spheres.ts';

/** Adds the force of the hit at I[hit] to its elements, or to the second one's slot, and keeps flags and history. */
export function oneHit(hit: i32, sums: i32, periodic: bool): void {
  const i: i32 = I[hit];
  const j: i32 = I[hit + 1];
  const p: i32 = I[hit + 2];
  const placeI: i32 = I[PLACE] + 4 * i;
  const placeJ: i32 = I[PLACE] + 4 * j;
  const motionI: i32 = I[MOTION] + MOTION_STRIDE * i;
  const motionJ: i32 = I[MOTION] + MOTION_STRIDE * j;
  const partner: i32 = 2 * I[PARTNER] + p;
  let dx: f64 = F[placeJ] - F[placeI];
  let dy: f64 = F[placeJ + 1] - F[placeI + 1];
  let dz: f64 = F[placeJ + 2] - F[placeI + 2];
  if (periodic) {
    dx = nearestImage(dx, 0);
    dy = nearestImage(dy, 1);
    dz = nearestImage(dz, 2);
  }
  const radiusI: f64 = F[placeI + 3];
  const radiusJ: f64 = F[placeJ + 3];
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
  const overlap: f64 = touch - distance;
  const inverseMassJ: f64 = F[motionJ + INVERSE_MASS];
  const inverseMass: f64 = F[motionI + INVERSE_MASS] + inverseMassJ;
  // One division serves the effective radius and the effective mass.
  const quotient: f64 = 1.0 / (touch * inverseMass);
  const leverI: f64 = 0.5 * (distance + (radiusI - radiusJ) * touch * inverse);
  noteOverlap(sums, i, overlap, radiusI < radiusJ ? radiusI : radiusJ);
  const materialI: i32 = I[2 * (motionI + MOTION_INTEGERS) + MATERIAL];
  const materialJ: i32 = I[2 * (motionJ + MOTION_INTEGERS) + MATERIAL];
  I[partner] =
    j |
    contactForce(
      HERTZ | FRICTION,
      false,
      false,
      false,
      false,
      F[TIME_STEP],
      constantsOf(I[LAW], I[MATERIAL_COUNT], materialI, materialJ),
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
      I[HISTORIES] + HISTORY_STRIDE * p,
      I[partner] & (TOUCHING | SLIDING),
      I[FORCE] + 6 * i,
      I[hit + 3],
      sums,
    );
}
