// SPDX-License-Identifier: MIT
/**
 * Looks at the present state without changing it: the forces that the next step will start from, elastic energies, and
 * contacts one by one. On request only, by one thread, with the law of each pair looked up.
 */

import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_CONTACTS,
  BLOCK_COUNT,
  BLOCK_DUE,
  BLOCK_DUE_BONDS,
  BLOCK_ELASTIC,
  BLOCK_INTEGERS,
  BLOCK_SIZE,
  BLOCK_STRIDE,
  ELEMENT_COUNT,
  HALF_SPACE,
  HALF_SPACE_NORMAL,
  HALF_SPACE_OFFSET,
  HALF_SPACE_STRIDE,
  MESH_COUNT,
  MOST_PROBED,
  PARTNER,
  PARTNER_MASK,
  POSITION,
  PROBE,
  RECORD,
  RECORD_CAPACITY,
  RECORD_COUNT,
  RECORD_FORCE,
  RECORD_INTEGERS,
  RECORD_MESH_LOADS,
  RECORD_NORMAL,
  RECORD_OVERLAP,
  RECORD_PAIR,
  RECORD_POINT,
  RECORD_STRIDE,
  ROW,
  ROW_END,
  ROW_FIRST,
  ROW_INTEGERS,
  ROW_WALLS,
} from './step-layout.ts';
import { probeTouches } from './touch-forces.ts';
import { ANY_LAW, clearForce, nearestImage, touchHalfSpace, touchSphere } from './touching-spheres.ts';

/**
 * Pair p of element i: adds its force to `forceI` and, with a sphere, takes it from the partner in the array `forces`.
 */
function probePair(i: i32, p: i32, walls: i32, forceI: i32, forces: i32, sink: i32, sums: i32): bool {
  if (p >= walls) return touchHalfSpace(ANY_LAW, true, true, i, p, forceI, sink, sums);
  const partner: i32 = I[2 * I[PARTNER] + p];
  const forceJ: i32 = forces + 6 * (partner & PARTNER_MASK);
  return touchSphere(ANY_LAW, true, true, true, false, I[POSITION], i, p, partner, forceI, forceJ, sums);
}

/** Begins a probe: `probeBlock` adds to the forces of all elements and to the losses that are due. */
export function beginProbe(): void {
  const forces: i32 = I[PROBE];
  const count: i32 = I[ELEMENT_COUNT];
  for (let i: i32 = 0; i < count; i++) clearForce(forces + 6 * i);
  for (let b: i32 = 0; b < I[BLOCK_COUNT]; b++) {
    const due: i32 = I[BLOCK] + BLOCK_STRIDE * b + BLOCK_DUE;
    for (let c: i32 = 0; c <= BLOCK_DUE_BONDS - BLOCK_DUE; c++) F[due + c] = 0.0;
  }
  // The probe needs the work of these forces on walls only; the forces themselves are not read.
  clearForce(I[RECORD]);
  const meshes: i32 = I[MESH_COUNT] < MOST_PROBED ? I[MESH_COUNT] : MOST_PROBED;
  for (let k: i32 = 0; k < meshes; k++) clearForce(I[RECORD] + RECORD_MESH_LOADS + 6 * k);
}

/**
 * Forces and torques of a block's pairs and of the touches that were found in it, to PROBE; elastic energy and number
 * of contacts to the block. All blocks one after the other, in their order.
 */
export function probeBlock(block: i32): void {
  const forces: i32 = I[PROBE];
  const rows: i32 = 2 * I[ROW];
  const sink: i32 = I[RECORD];
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  const first: i32 = I[BLOCK_SIZE] * block;
  const end: i32 = first + I[BLOCK_SIZE];
  const last: i32 = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  let contacts: i32 = 0;
  F[sums + BLOCK_ELASTIC] = 0.0;
  for (let i: i32 = first; i < last; i++) {
    const row: i32 = rows + ROW_INTEGERS * i;
    for (let p: i32 = I[row + ROW_FIRST]; p < I[row + ROW_END]; p++) {
      if (probePair(i, p, I[row + ROW_WALLS], forces + 6 * i, forces, sink, sums)) contacts++;
    }
  }
  I[2 * (sums + BLOCK_INTEGERS) + BLOCK_CONTACTS] = contacts;
  probeTouches(block);
}

/**
 * Writes up to RECORD_CAPACITY contacts to RECORD, from the pairs of element `from` on; RECORD_COUNT says how many.
 * Returns the element to go on with (RECORD_PAIR says with which of its pairs), or the number of elements at the end.
 * Overwrites PROBE and the elastic energies.
 */
export function contactRecords(from: i32): i32 {
  const rows: i32 = 2 * I[ROW];
  const position: i32 = I[POSITION];
  const partners: i32 = 2 * I[PARTNER];
  // The force on the first body alone is wanted: it is added up in a record, that on the partner goes to PROBE.
  const sink: i32 = I[PROBE];
  const sums: i32 = I[BLOCK];
  let written: i32 = 0;
  let skipped: i32 = I[RECORD_PAIR];
  for (let i: i32 = from; i < I[ELEMENT_COUNT]; i++) {
    const row: i32 = rows + ROW_INTEGERS * i;
    const walls: i32 = I[row + ROW_WALLS];
    for (let p: i32 = I[row + ROW_FIRST] + skipped; p < I[row + ROW_END]; p++) {
      if (written === RECORD_CAPACITY) {
        I[RECORD_COUNT] = written;
        I[RECORD_PAIR] = p - I[row + ROW_FIRST];
        return i;
      }
      const record: i32 = I[RECORD] + RECORD_STRIDE * written;
      clearForce(record + RECORD_FORCE);
      if (!probePair(i, p, walls, record + RECORD_FORCE, sink, sink, sums)) continue;
      const partner: i32 = I[partners + p] & PARTNER_MASK;
      I[2 * (record + RECORD_INTEGERS)] = i;
      I[2 * (record + RECORD_INTEGERS) + 1] = p < walls ? partner : -1 - partner;
      writeGeometry(record, position + 4 * i, partner, p < walls);
      written++;
    }
    skipped = 0;
  }
  I[RECORD_COUNT] = written;
  I[RECORD_PAIR] = 0;
  return I[ELEMENT_COUNT];
}

function writeGeometry(record: i32, positionI: i32, partner: i32, isSphere: bool): void {
  const radius: f64 = F[positionI + 3];
  let nx = 1.0;
  let ny = 0.0;
  let nz = 0.0;
  let lever = 0.0;
  let overlap = 0.0;
  if (isSphere) {
    const positionJ: i32 = I[POSITION] + 4 * partner;
    const dx: f64 = nearestImage(F[positionJ] - F[positionI], 0);
    const dy: f64 = nearestImage(F[positionJ + 1] - F[positionI + 1], 1);
    const dz: f64 = nearestImage(F[positionJ + 2] - F[positionI + 2], 2);
    const distance: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const touch: f64 = radius + F[positionJ + 3];
    overlap = touch - distance;
    if (distance > 0.0) {
      nx = dx / distance;
      ny = dy / distance;
      nz = dz / distance;
      lever = 0.5 * (distance + ((radius - F[positionJ + 3]) * touch) / distance);
    }
  } else {
    const wall: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * partner;
    nx = -F[wall + HALF_SPACE_NORMAL];
    ny = -F[wall + HALF_SPACE_NORMAL + 1];
    nz = -F[wall + HALF_SPACE_NORMAL + 2];
    lever = -(nx * F[positionI] + ny * F[positionI + 1] + nz * F[positionI + 2]) - F[wall + HALF_SPACE_OFFSET];
    overlap = radius - lever;
  }
  F[record + RECORD_POINT] = F[positionI] + lever * nx;
  F[record + RECORD_POINT + 1] = F[positionI + 1] + lever * ny;
  F[record + RECORD_POINT + 2] = F[positionI + 2] + lever * nz;
  F[record + RECORD_NORMAL] = nx;
  F[record + RECORD_NORMAL + 1] = ny;
  F[record + RECORD_NORMAL + 2] = nz;
  F[record + RECORD_OVERLAP] = overlap;
}
