// SPDX-License-Identifier: MIT
/**
 * Forces of all pairs of one block. Each pair is computed once: its first element is in the block; where the second is
 * too the force is added there at once, otherwise it goes to the pair's own slot, which the second element gathers
 * later. Blocks do not depend on the number of threads, so neither do the sums. One text, compiled once for each law
 * that is worth it: what a scene does not use costs nothing.
 *
 * The loop of Hertz's spring with friction, the law of most scenes, is in two passes: it first looks which pairs touch
 * and notes them without a branch that nobody can foresee, then computes their forces, two at once where the processor
 * can.
 */
import { hitForces } from './hit-forces.ts';
import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_BEND,
  BLOCK_DEEPEST,
  BLOCK_INTEGERS,
  BLOCK_OVERLAP,
  BLOCK_SIZE,
  BLOCK_STRIDE,
  ELEMENT_COUNT,
  FORCE,
  FRICTION,
  HALF_SPACE_COUNT,
  HERTZ,
  HIT_INTEGERS,
  HITS,
  HITS_MOST,
  MOTION,
  MOTION_STRIDE,
  PARTNER,
  PARTNER_MASK,
  PERIODIC,
  POSITION,
  ROW,
  ROW_CROSS,
  ROW_END,
  ROW_FIRST,
  ROW_INTEGERS,
  ROW_SLOT,
  ROW_WALLS,
  SLOT,
  TOUCHING,
  WALL_LOAD,
} from './step-layout.ts';
import {
  ANY_LAW,
  clearForce,
  endPair,
  isNotSphere,
  nearestImage,
  touchHalfSpace,
  touchSphere,
} from './touching-spheres.ts';

/** A pair that touched in the last step does no longer. */
function endHertzPair(p: i32, i: i32, j: i32, sums: i32): void {
  I[2 * I[PARTNER] + p] = j;
  endPair(HERTZ | FRICTION, i, j, p, sums);
}

/** @inline 1 where a sphere at (x, y, z) touches the one at the address `other`, else 0. */
function isTouching(periodic: bool, x: f64, y: f64, z: f64, radius: f64, other: i32): i32 {
  let dx: f64 = F[other] - x;
  let dy: f64 = F[other + 1] - y;
  let dz: f64 = F[other + 2] - z;
  if (periodic) {
    dx = nearestImage(dx, 0);
    dy = nearestImage(dy, 1);
    dz = nearestImage(dz, 2);
  }
  const touch: f64 = radius + F[other + 3];
  return dx * dx + dy * dy + dz * dz < touch * touch ? 1 : 0;
}

/**
 * @inline The loop itself; all but `block` are constants of each compilation. `isNoted`: pairs are noted first and
 * computed later.
 */
function pairLoop(block: i32, law: i32, periodic: bool, isMixed: bool, isNoted: bool): void {
  const position: i32 = I[POSITION];
  const force: i32 = I[FORCE];
  const partners: i32 = 2 * I[PARTNER];
  const slots: i32 = I[SLOT];
  const rows: i32 = 2 * I[ROW];
  const halfSpaceCount: i32 = I[HALF_SPACE_COUNT];
  const motion: i32 = I[MOTION];
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  const loads: i32 = I[WALL_LOAD] + 6 * halfSpaceCount * block;
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  for (let i: i32 = first; i < last; i++) clearForce(force + 6 * i);
  for (let k: i32 = 0; k < halfSpaceCount; k++) clearForce(loads + 6 * k);
  F[sums + BLOCK_OVERLAP] = 0.0;
  F[sums + BLOCK_BEND] = 0.0;
  I[2 * (sums + BLOCK_INTEGERS) + BLOCK_DEEPEST] = 0;

  const hits: i32 = 2 * I[HITS] + HIT_INTEGERS * HITS_MOST * block;
  let count: i32 = 0;
  for (let i: i32 = first; i < last; i++) {
    const xi: f64 = F[position + 4 * i];
    const yi: f64 = F[position + 4 * i + 1];
    const zi: f64 = F[position + 4 * i + 2];
    const radiusI: f64 = F[position + 4 * i + 3];
    const forceI: i32 = force + 6 * i;
    const row: i32 = rows + ROW_INTEGERS * i;
    const cross: i32 = I[row + ROW_CROSS];
    const walls: i32 = I[row + ROW_WALLS];
    const rowEnd: i32 = I[row + ROW_END];
    let slot: i32 = slots + 6 * I[row + ROW_SLOT];
    let p: i32 = I[row + ROW_FIRST];
    if (isMixed && isNotSphere(motion + MOTION_STRIDE * i)) {
      // All its contacts are touches, which add up in the slots of its pairs.
      for (p = cross; p < walls; p++) {
        clearForce(slot);
        slot += 6;
      }
      p = rowEnd;
    }
    for (; p < walls; p++) {
      const partner: i32 = I[partners + p];
      const j: i32 = partner & PARTNER_MASK;
      let target: i32 = force + 6 * j;
      const isSlot: bool = p >= cross;
      if (isSlot) {
        target = slot;
        if (isNoted) clearForce(slot);
        slot += 6;
      }
      if (isNoted) {
        const isHit: i32 = isTouching(periodic, xi, yi, zi, radiusI, position + 4 * j);
        // Written whether they touch or not: the next pair overwrites what does not count.
        const hit: i32 = hits + HIT_INTEGERS * count;
        I[hit] = i;
        I[hit + 1] = j;
        I[hit + 2] = p;
        I[hit + 3] = target;
        count += isHit;
        const hasTouched: i32 = (partner & TOUCHING) !== 0 ? 1 : 0;
        if (hasTouched > isHit) endHertzPair(p, i, j, sums);
        if (count === HITS_MOST) {
          hitForces(hits, count, sums, periodic);
          count = 0;
        }
      } else touchSphere(law, periodic, isMixed, false, isSlot, position, i, p, partner, forceI, target, sums);
    }
    for (; p < rowEnd; p++) {
      const k: i32 = I[partners + p] & PARTNER_MASK;
      touchHalfSpace(law, isMixed, false, i, p, forceI, loads + 6 * k, sums);
    }
  }
  if (isNoted) hitForces(hits, count, sums, periodic);
}

/** Hertz's spring with friction. */
export function pairsHertzMindlin(block: i32): void {
  if (I[PERIODIC] !== 0) pairLoop(block, HERTZ | FRICTION, true, false, true);
  else pairLoop(block, HERTZ | FRICTION, false, false, true);
}

/** Linear springs with friction. */
export function pairsLinear(block: i32): void {
  pairLoop(block, FRICTION, false, false, false);
}

/** Every law, periodic directions, pairs of materials with laws of their own. */
export function pairsAnyLaw(block: i32): void {
  pairLoop(block, ANY_LAW, true, false, false);
}

/** The same, where elements may be something else than spheres: their pairs are left to the touches. */
export function pairsAnyElement(block: i32): void {
  pairLoop(block, ANY_LAW, true, true, false);
}
