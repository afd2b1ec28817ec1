// SPDX-License-Identifier: MIT
/**
 * Contacts by the depth of the overlap, under the pressure-field law, with a smooth body: how deep they are over the
 * radius of a ball that rolls freely inside both bodies. Up to 1 the normal is continuous
 * (docs/theory/pressure-field-law.md#smooth-bodies).
 */
import { F, I } from './memory-views.ts';
import { factorOf, partOfElement } from './part-pose.ts';
import {
  BLOCK_BEND,
  BLOCK_BENT,
  BLOCK_BENT_KIND,
  BLOCK_BENT_PARTNER,
  BLOCK_INTEGERS,
  MOTION,
  MOTION_STRIDE,
  PART,
  PART_ROLLING,
  PART_STRIDE,
  POSITION,
  TOUCH_BODY,
} from './step-layout.ts';
import { isNotSphere } from './touching-spheres.ts';

/** Radius of a ball that rolls freely inside element e; 0 for edges, or if none is known. */
function rollingRadius(e: i32): f64 {
  if (!isNotSphere(I[MOTION] + MOTION_STRIDE * e)) return F[I[POSITION] + 4 * e + 3];
  const part: i32 = partOfElement(e);
  return factorOf(e, part) * F[I[PART] + PART_STRIDE * part + PART_ROLLING];
}

/**
 * Notes the overlap of element i with a body or a mesh. In the sum of both bodies the ball of the sum of their radii
 * rolls freely. A half-space leaves the normal no choice.
 */
export function noteBend(sums: i32, i: i32, kind: i32, partner: i32, overlap: f64): void {
  const radius: f64 = rollingRadius(i) + (kind === TOUCH_BODY ? rollingRadius(partner) : 0.0);
  if (!(overlap > F[sums + BLOCK_BEND] * radius)) return;
  F[sums + BLOCK_BEND] = radius > 0.0 ? overlap / radius : Infinity;
  const integers: i32 = 2 * (sums + BLOCK_INTEGERS);
  I[integers + BLOCK_BENT] = i + 1;
  I[integers + BLOCK_BENT_KIND] = kind;
  I[integers + BLOCK_BENT_PARTNER] = partner;
}
