// SPDX-License-Identifier: MIT
/**
 * Last part of a new list: numbers the slots of pairs whose elements are in different blocks, and lists for each
 * element the slots it gathers, in the order of pairs.
 */

import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_COUNT,
  BLOCK_INTEGERS,
  BLOCK_PAIRS,
  BLOCK_STRIDE,
  BODY_BLOCK,
  BODY_BLOCK_COUNT,
  BODY_BLOCK_MOVED,
  BODY_BLOCK_STRIDE,
  ELEMENT_COUNT,
  GATHER,
  HALF_SPACE,
  HALF_SPACE_COUNT,
  HALF_SPACE_LIST_NORMAL,
  HALF_SPACE_NORMAL,
  HALF_SPACE_STRIDE,
  LIST_COUNT,
  LIST_INVALID,
  MESH,
  MESH_COUNT,
  MESH_LIST_POSITION,
  MESH_POSITION,
  MESH_STRIDE,
  PAIRS_PER_BLOCK,
  PARTNER,
  PARTNER_MASK,
  ROW,
  ROW_CROSS,
  ROW_GATHER,
  ROW_GATHER_END,
  ROW_INTEGERS,
  ROW_SLOT,
  ROW_WALLS,
  SLOT,
  SLOT_CAPACITY,
  SLOT_COUNT,
  WALL_MOVED,
} from './step-layout.ts';

/**
 * Returns 0; 2 when a block lacks room for its pairs; 3 when there is not room for the slots (SLOT_COUNT says how
 * many).
 */
export function linkSlots(): i32 {
  for (let b: i32 = 0; b < I[BLOCK_COUNT]; b++) {
    if (I[2 * (I[BLOCK] + BLOCK_STRIDE * b + BLOCK_INTEGERS) + BLOCK_PAIRS] > I[PAIRS_PER_BLOCK]) return 2;
  }
  const rows: i32 = 2 * I[ROW];
  const partners: i32 = 2 * I[PARTNER];
  const gather: i32 = 2 * I[GATHER];
  const count: i32 = I[ELEMENT_COUNT];
  let slots: i32 = 0;
  for (let i: i32 = 0; i < count; i++) I[rows + ROW_INTEGERS * i + ROW_GATHER] = 0;
  for (let i: i32 = 0; i < count; i++) {
    const row: i32 = rows + ROW_INTEGERS * i;
    I[row + ROW_SLOT] = slots;
    for (let p: i32 = I[row + ROW_CROSS]; p < I[row + ROW_WALLS]; p++) {
      const second: i32 = rows + ROW_INTEGERS * (I[partners + p] & PARTNER_MASK) + ROW_GATHER;
      I[second] = I[second] + 1;
      slots++;
    }
  }
  I[SLOT_COUNT] = slots;
  if (slots > I[SLOT_CAPACITY]) return 3;
  let next: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const row: i32 = rows + ROW_INTEGERS * i;
    const here: i32 = I[row + ROW_GATHER];
    I[row + ROW_GATHER] = next;
    I[row + ROW_GATHER_END] = next;
    next += here;
  }
  let slot: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const row: i32 = rows + ROW_INTEGERS * i;
    for (let p: i32 = I[row + ROW_CROSS]; p < I[row + ROW_WALLS]; p++) {
      const end: i32 = rows + ROW_INTEGERS * (I[partners + p] & PARTNER_MASK) + ROW_GATHER_END;
      I[gather + I[end]] = slot;
      I[end] = I[end] + 1;
      slot++;
    }
  }
  const cells: i32 = I[SLOT];
  for (let k: i32 = 0; k < 6 * slots; k++) F[cells + k] = 0.0;
  for (let k: i32 = 0; k < I[HALF_SPACE_COUNT]; k++) {
    const wall: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * k;
    for (let c: i32 = 0; c < 4; c++) F[wall + HALF_SPACE_LIST_NORMAL + c] = F[wall + HALF_SPACE_NORMAL + c];
  }
  for (let k: i32 = 0; k < I[MESH_COUNT]; k++) {
    const mesh: i32 = I[MESH] + MESH_STRIDE * k;
    for (let c: i32 = 0; c < 7; c++) F[mesh + MESH_LIST_POSITION + c] = F[mesh + MESH_POSITION + c];
  }
  for (let b: i32 = 0; b < I[BODY_BLOCK_COUNT]; b++) F[I[BODY_BLOCK] + BODY_BLOCK_STRIDE * b + BODY_BLOCK_MOVED] = 0.0;
  F[WALL_MOVED] = 0.0;
  I[LIST_COUNT] = count;
  I[LIST_INVALID] = 0;
  return 0;
}
