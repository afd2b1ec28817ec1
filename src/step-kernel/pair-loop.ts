// SPDX-License-Identifier: MIT
/**
 * Forces of all pairs of one block. Each pair is computed once: its first element is in the block; where the second is
 * too the force is added there at once, otherwise it goes to the pair's own slot, which the second element gathers
 * later. Blocks do not depend on the number of threads, so neither do the sums. One text, compiled once for each law
 * that is worth it: what a scene does not use costs nothing.
 */
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
  HISTORIES,
  LAW,
  MATERIAL_COUNT,
  MOTION,
  PARTNER,
  PARTNER_MASK,
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
  WALL_LOAD,
} from './layout.ts';
import { F, I } from './memory.ts';
import { ANY_LAW, clearForce, touchHalfSpace, touchSphere } from './touching-spheres.ts';

/** @inline The loop itself; `law`, `periodic` and `isMixed` are constants of each compilation. */
function pairLoop(block: i32, law: i32, periodic: bool, isMixed: bool): void {
  const timeStep: f64 = F[TIME_STEP];
  const place: i32 = I[PLACE];
  const motion: i32 = I[MOTION];
  const force: i32 = I[FORCE];
  const lawTable: i32 = I[LAW];
  const materials: i32 = I[MATERIAL_COUNT];
  const partners: i32 = 2 * I[PARTNER];
  const histories: i32 = I[HISTORIES];
  const slots: i32 = I[SLOT];
  const rows: i32 = 2 * I[ROW];
  const halfSpaces: i32 = I[HALF_SPACE];
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

  for (let i: i32 = first; i < last; i++) {
    const placeI: i32 = place + 4 * i;
    const xi: f64 = F[placeI];
    const yi: f64 = F[placeI + 1];
    const zi: f64 = F[placeI + 2];
    const radiusI: f64 = F[placeI + 3];
    const forceI: i32 = force + 6 * i;
    const row: i32 = rows + ROW_INTEGERS * i;
    const cross: i32 = I[row + ROW_CROSS];
    const walls: i32 = I[row + ROW_WALLS];
    const rowEnd: i32 = I[row + ROW_END];
    let p: i32 = I[row + ROW_FIRST];
    for (; p < cross; p++) {
      touchSphere(
        law,
        periodic,
        isMixed,
        false,
        false,
        timeStep,
        place,
        motion,
        lawTable,
        materials,
        partners,
        histories,
        p,
        i,
        xi,
        yi,
        zi,
        radiusI,
        forceI,
        force,
        sums,
      );
    }
    let slot: i32 = slots + 6 * I[row + ROW_SLOT];
    for (; p < walls; p++) {
      touchSphere(
        law,
        periodic,
        isMixed,
        false,
        true,
        timeStep,
        place,
        motion,
        lawTable,
        materials,
        partners,
        histories,
        p,
        i,
        xi,
        yi,
        zi,
        radiusI,
        forceI,
        slot,
        sums,
      );
      slot += 6;
    }
    for (; p < rowEnd; p++) {
      const k: i32 = I[partners + p] & PARTNER_MASK;
      touchHalfSpace(
        law,
        isMixed,
        false,
        timeStep,
        halfSpaces + HALF_SPACE_STRIDE * k,
        motion,
        lawTable,
        materials,
        partners,
        histories,
        p,
        i,
        xi,
        yi,
        zi,
        radiusI,
        forceI,
        loads + 6 * k,
        sums,
      );
    }
  }
}

/** Linear springs with friction. */
export function pairsLinear(block: i32): void {
  pairLoop(block, FRICTION, false, false);
}

/** Every law, periodic directions, pairs of materials with laws of their own. */
export function pairsAnyLaw(block: i32): void {
  pairLoop(block, ANY_LAW, true, false);
}

/** The same, where elements may be something else than spheres: their pairs are left to the touches. */
export function pairsAnyElement(block: i32): void {
  pairLoop(block, ANY_LAW, true, true);
}
