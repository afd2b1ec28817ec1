// SPDX-License-Identifier: MIT
/**
 * Puts the elements into the order of their cells, so that neighbours in space are neighbours in memory (measured: 1.65
 * times the speed of an arbitrary order). The order depends on positions and ids only. Done by one thread when the list
 * is made anew.
 */
import { cellOf, layOutGrids } from './grid.ts';
import { setMargins } from './margins.ts';
import { F, I } from './memory-views.ts';
import {
  BODY,
  BODY_COUNT,
  BODY_POSITION,
  BODY_STRIDE,
  CELL_OF,
  CELL_START,
  DEAD,
  DEAD_COUNT,
  DOMAIN_MAX,
  DOMAIN_MIN,
  ELEMENT_COUNT,
  FLAGS,
  HISTORIES,
  HISTORIES_OLD,
  MEMBER,
  MEMBER_ELEMENT,
  MEMBER_STRIDE,
  MOTION,
  MOTION_INTEGERS,
  MOTION_SPARE,
  MOTION_STRIDE,
  ORDER,
  ORIENTATION,
  ORIENTATION_SPARE,
  PARTNER,
  PARTNER_OLD,
  PERIODIC,
  POSITION,
  POSITION_SPARE,
  ROW,
  ROW_OLD,
  SORT_COUNT,
  TAG,
  TAG_ID,
  TAG_MEMBER,
  TAG_OWNER,
  TAG_SPARE,
  TURNING,
} from './step-layout.ts';

/**
 * A coordinate from outside brought between min and max. A body that is slow moves by one period, one that is fast by
 * many at once.
 */
function wrapped(x: f64, min: f64, max: f64): f64 {
  const size: f64 = max - min;
  let y: f64 = x >= max ? x - size : x + size;
  if (y >= max || y < min) y -= size * Math.floor((y - min) / size);
  // What rounding has put on the upper side is on the lower one.
  return y >= min && y < max ? y : min;
}

/** Takes the elements back into the domain where it is periodic. */
function wrapPeriodic(): void {
  for (let axis: i32 = 0; axis < 3; axis++) {
    if (((I[PERIODIC] >> axis) & 1) === 0) continue;
    const min: f64 = F[DOMAIN_MIN + axis];
    const max: f64 = F[DOMAIN_MAX + axis];
    const position: i32 = I[POSITION];
    const count: i32 = I[ELEMENT_COUNT];
    for (let e: i32 = 0; e < count; e++) {
      const x: f64 = F[position + 4 * e + axis];
      if (x >= max || x < min) F[position + 4 * e + axis] = wrapped(x, min, max);
    }
  }
}

/** The same for the centres of clumps. */
function wrapClumps(): void {
  for (let b: i32 = 0; b < I[BODY_COUNT]; b++) {
    const position: i32 = I[BODY] + BODY_STRIDE * b + BODY_POSITION;
    for (let axis: i32 = 0; axis < 3; axis++) {
      if (((I[PERIODIC] >> axis) & 1) === 0) continue;
      const min: f64 = F[DOMAIN_MIN + axis];
      const max: f64 = F[DOMAIN_MAX + axis];
      const x: f64 = F[position + axis];
      if (x >= max || x < min) F[position + axis] = wrapped(x, min, max);
    }
  }
}

/** Tells the clumps where their spheres are now. */
function relinkMembers(): void {
  const tags: i32 = 2 * I[TAG];
  const count: i32 = I[ELEMENT_COUNT];
  for (let e: i32 = 0; e < count; e++) {
    if (I[tags + 4 * e + TAG_OWNER] < 0) continue;
    const member: i32 = I[MEMBER] + MEMBER_STRIDE * I[tags + 4 * e + TAG_MEMBER];
    I[2 * (member + MEMBER_ELEMENT)] = e;
  }
}

/**
 * True when the element of tag a has a greater id than that of tag b, or the same and is a later sphere of the clump.
 */
function isBehind(a: i32, b: i32): bool {
  if (I[a + TAG_ID] !== I[b + TAG_ID]) return I[a + TAG_ID] > I[b + TAG_ID];
  return I[a + TAG_MEMBER] > I[b + TAG_MEMBER];
}

/** Counting sort by cell, then by id within each cell; leaves out the dead. Returns the number of elements kept. */
function orderByCell(cellCount: i32): i32 {
  const cells: i32 = 2 * I[CELL_OF];
  const starts: i32 = 2 * I[CELL_START];
  const order: i32 = 2 * I[ORDER];
  const tags: i32 = 2 * I[TAG];
  const motion: i32 = I[MOTION];
  const count: i32 = I[ELEMENT_COUNT];
  for (let c: i32 = 0; c <= cellCount; c++) I[starts + c] = 0;
  for (let e: i32 = 0; e < count; e++) {
    const isDead: bool = (I[2 * (motion + MOTION_STRIDE * e + MOTION_INTEGERS) + FLAGS] & DEAD) !== 0;
    const c: i32 = isDead ? -1 : cellOf(e);
    I[cells + e] = c;
    if (c >= 0) I[starts + c] = I[starts + c] + 1;
  }
  let kept: i32 = 0;
  for (let c: i32 = 0; c < cellCount; c++) {
    const here: i32 = I[starts + c];
    I[starts + c] = kept;
    kept += here;
  }
  for (let e: i32 = 0; e < count; e++) {
    const c: i32 = I[cells + e];
    if (c < 0) continue;
    I[order + I[starts + c]] = e;
    I[starts + c] = I[starts + c] + 1;
  }
  for (let c: i32 = cellCount; c > 0; c--) I[starts + c] = I[starts + c - 1];
  I[starts] = 0;
  for (let c: i32 = 0; c < cellCount; c++) {
    const first: i32 = I[starts + c];
    const end: i32 = I[starts + c + 1];
    for (let k: i32 = first + 1; k < end; k++) {
      const e: i32 = I[order + k];
      let hole: i32 = k;
      while (hole > first && isBehind(tags + 4 * I[order + hole - 1], tags + 4 * e)) {
        I[order + hole] = I[order + hole - 1];
        hole--;
      }
      I[order + hole] = e;
    }
  }
  return kept;
}

/** Copies array `from` into array `to` in the new order, and lets the two change places. */
function permute(from: i32, to: i32, stride: i32, count: i32): void {
  const source: i32 = I[from];
  const target: i32 = I[to];
  const order: i32 = 2 * I[ORDER];
  for (let e: i32 = 0; e < count; e++) {
    const s: i32 = source + stride * I[order + e];
    const t: i32 = target + stride * e;
    for (let k: i32 = 0; k < stride; k++) F[t + k] = F[s + k];
  }
  exchange(from, to);
}

function exchange(a: i32, b: i32): void {
  const address: i32 = I[a];
  I[a] = I[b];
  I[b] = address;
}

/**
 * First part of a new list: cells, order, reference positions. Returns 0, or 1 when the grids need more cells than
 * there is room for; nothing but the grids has changed then.
 */
export function sortElements(): i32 {
  wrapPeriodic();
  wrapClumps();
  const cellCount: i32 = layOutGrids();
  if (cellCount < 0) return 1;
  const count: i32 = orderByCell(cellCount);
  permute(POSITION, POSITION_SPARE, 4, count);
  permute(MOTION, MOTION_SPARE, MOTION_STRIDE, count);
  permute(TAG, TAG_SPARE, 2, count);
  if (I[TURNING] !== 0) permute(ORIENTATION, ORIENTATION_SPARE, 4, count);
  exchange(ROW, ROW_OLD);
  exchange(PARTNER, PARTNER_OLD);
  exchange(HISTORIES, HISTORIES_OLD);
  I[ELEMENT_COUNT] = count;
  I[DEAD_COUNT] = 0;
  I[SORT_COUNT] = I[SORT_COUNT] + 1;
  if (I[BODY_COUNT] > 0) relinkMembers();
  setMargins();
  return 0;
}
