// SPDX-License-Identifier: MIT
/**
 * The pair loop of Hertz's spring with friction, the law of most scenes, in two passes: the first looks which pairs
 * touch and notes them without a branch that nobody can foresee, the second computes their forces, two at once where
 * the processor can. Sums have the same order either way.
 */
import { endContact } from './end-contact.ts';
import { hitForces } from './hit-forces.ts';
import {
  BLOCK,
  BLOCK_DEEP,
  BLOCK_INTEGERS,
  BLOCK_OVERLAP,
  BLOCK_SIZE,
  BLOCK_STRIDE,
  ELEMENT_COUNT,
  FORCE,
  FRICTION,
  HALF_SPACE,
  HALF_SPACE_COUNT,
  HALF_SPACE_STRIDE,
  HERTZ,
  HISTORIES,
  HISTORY_STRIDE,
  HIT_INTEGERS,
  HITS,
  HITS_MOST,
  LAW,
  MATERIAL,
  MATERIAL_COUNT,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  PARTNER,
  PARTNER_MASK,
  PERIODIC,
  PLACE,
  ROW,
  ROW_CROSS,
  ROW_END,
  ROW_FIRST,
  ROW_INTEGERS,
  ROW_SLOT,
  ROW_WALLS,
  SLOT,
  TIME_STEP,
  TOUCHING,
  WALL_LOAD,
} from './layout.ts';
import { F, I } from './memory.ts';
import { clearForce, constantsOf, nearestImage, touchHalfSpace } from './touching-spheres.ts';

/** A pair that touched in the last step does no longer. */
function endPair(p: i32, i: i32, j: i32, sums: i32): void {
  const motion: i32 = I[MOTION];
  const place: i32 = I[PLACE];
  const a: i32 = I[2 * (motion + MOTION_STRIDE * i + MOTION_INTEGERS) + MATERIAL];
  const b: i32 = I[2 * (motion + MOTION_STRIDE * j + MOTION_INTEGERS) + MATERIAL];
  const radiusI: f64 = F[place + 4 * i + 3];
  const radiusJ: f64 = F[place + 4 * j + 3];
  I[2 * I[PARTNER] + p] = j;
  endContact(
    HERTZ | FRICTION,
    constantsOf(I[LAW], I[MATERIAL_COUNT], a, b),
    (radiusI * radiusJ) / (radiusI + radiusJ),
    I[HISTORIES] + HISTORY_STRIDE * p,
    sums,
  );
}

/** @inline Forces of all pairs of one block; `periodic` is a constant of each compilation. */
function hertzLoop(block: i32, periodic: bool): void {
  const place: i32 = I[PLACE];
  const force: i32 = I[FORCE];
  const partners: i32 = 2 * I[PARTNER];
  const slots: i32 = I[SLOT];
  const rows: i32 = 2 * I[ROW];
  const halfSpaceCount: i32 = I[HALF_SPACE_COUNT];
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  const loads: i32 = I[WALL_LOAD] + 6 * halfSpaceCount * block;
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  for (let i: i32 = first; i < last; i++) clearForce(force + 6 * i);
  for (let k: i32 = 0; k < halfSpaceCount; k++) clearForce(loads + 6 * k);
  F[sums + BLOCK_OVERLAP] = 0.0;
  I[2 * (sums + BLOCK_INTEGERS) + BLOCK_DEEP] = 0;

  const hits: i32 = 2 * I[HITS] + HIT_INTEGERS * HITS_MOST * block;
  let count: i32 = 0;
  for (let i: i32 = first; i < last; i++) {
    const placeI: i32 = place + 4 * i;
    const xi: f64 = F[placeI];
    const yi: f64 = F[placeI + 1];
    const zi: f64 = F[placeI + 2];
    const radiusI: f64 = F[placeI + 3];
    const row: i32 = rows + ROW_INTEGERS * i;
    const cross: i32 = I[row + ROW_CROSS];
    const walls: i32 = I[row + ROW_WALLS];
    const rowEnd: i32 = I[row + ROW_END];
    let slot: i32 = slots + 6 * I[row + ROW_SLOT];
    let p: i32 = I[row + ROW_FIRST];
    for (; p < walls; p++) {
      const partner: i32 = I[partners + p];
      const j: i32 = partner & PARTNER_MASK;
      const placeJ: i32 = place + 4 * j;
      let dx: f64 = F[placeJ] - xi;
      let dy: f64 = F[placeJ + 1] - yi;
      let dz: f64 = F[placeJ + 2] - zi;
      if (periodic) {
        dx = nearestImage(dx, 0);
        dy = nearestImage(dy, 1);
        dz = nearestImage(dz, 2);
      }
      const touch: f64 = radiusI + F[placeJ + 3];
      const isHit: i32 = dx * dx + dy * dy + dz * dz < touch * touch ? 1 : 0;
      let target: i32 = force + 6 * j;
      if (p >= cross) {
        target = slot;
        clearForce(slot);
        slot += 6;
      }
      const hit: i32 = hits + HIT_INTEGERS * count;
      I[hit] = i;
      I[hit + 1] = j;
      I[hit + 2] = p;
      I[hit + 3] = target;
      count += isHit;
      const hasTouched: i32 = (partner & TOUCHING) !== 0 ? 1 : 0;
      if (hasTouched > isHit) endPair(p, i, j, sums);
      if (count === HITS_MOST) {
        hitForces(hits, count, sums, periodic);
        count = 0;
      }
    }
    for (; p < rowEnd; p++) {
      const k: i32 = I[partners + p] & PARTNER_MASK;
      touchHalfSpace(
        HERTZ | FRICTION,
        false,
        false,
        F[TIME_STEP],
        I[HALF_SPACE] + HALF_SPACE_STRIDE * k,
        I[MOTION],
        I[LAW],
        I[MATERIAL_COUNT],
        partners,
        I[HISTORIES],
        p,
        i,
        xi,
        yi,
        zi,
        radiusI,
        force + 6 * i,
        loads + 6 * k,
        sums,
      );
    }
  }
  hitForces(hits, count, sums, periodic);
}

/** Forces of all pairs of one block; see `pairLoop`. */
export function pairsHertzMindlin(block: i32): void {
  if (I[PERIODIC] !== 0) hertzLoop(block, true);
  else hertzLoop(block, false);
}
