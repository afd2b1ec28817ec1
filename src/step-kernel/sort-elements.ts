// SPDX-License-Identifier: MIT
/**
 * Puts the elements into the order of their cells, so that neighbours in space are neighbours in memory (measured: 1.65
 * times the speed of an arbitrary order). The order depends on positions and ids only. One thread finds it; all threads
 * move the data, each its share of the elements, in stages with a barrier between two of them.
 */
import { cellOf, layOutGrids } from './grid.ts';
import { setMargins } from './margins.ts';
import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_WALL_WORK,
  BODY,
  BODY_COUNT,
  BODY_FLAGS,
  BODY_INTEGERS,
  BODY_INVERSE_MASS,
  BODY_POSITION,
  BODY_STRIDE,
  CELL_START,
  CLEARANCE,
  CLEARANCE_OLD,
  DEAD,
  DEAD_COUNT,
  DOMAIN_MAX,
  DOMAIN_MIN,
  ELEMENT_COUNT,
  FLAGS,
  FORCE,
  GRAVITY,
  HAS_HISTORY,
  HAS_PATH_LENGTHS,
  HAS_ROLLING_SPRINGS,
  HISTORIES,
  HISTORIES_OLD,
  HISTORY_STRIDE,
  INVERSE_MASS,
  MEMBER,
  MEMBER_ELEMENT,
  MEMBER_STRIDE,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  OLD_END,
  OLD_FIRST,
  OLD_INTEGERS,
  OLD_WALLS,
  OLD_WARM,
  ORDER,
  ORIENTATION,
  PARTNER,
  PARTNER_MASK,
  PARTNER_OLD,
  PATH_LENGTH,
  PERIODIC,
  POSITION,
  REFERENCE,
  RESTS,
  ROLLING_SPRINGS,
  ROLLING_SPRINGS_OLD,
  ROLLING_STRIDE,
  ROW,
  ROW_END,
  ROW_FIRST,
  ROW_INTEGERS,
  ROW_OLD,
  ROW_WALLS,
  SLIDING,
  SORT_COUNT,
  SORTED_COUNT,
  SPARE_CELLS,
  SPARE_NEEDED,
  TAG,
  TAG_ID,
  TAG_MEMBER,
  TAG_OWNER,
  TOUCHING,
  TURNING,
  WARM,
  WARM_KEPT,
  WARM_OLD,
  WARM_SORT,
  WARM_STRIDE,
  WRITER,
  WRITER_KEPT_PAIRS,
  WRITER_STRIDE,
} from './step-layout.ts';
import { clearNewNumbers, orderTouches, renumberTouches, shareStart, writeNewNumbers } from './touch-order.ts';

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

/**
 * Books the potential energy that a body gains when a periodic side moves it by `shift` along an axis, as work of
 * walls. In the first block: one thread moves all bodies here, in a fixed order.
 */
function bookShift(inverseMass: f64, axis: i32, shift: f64): void {
  if (!(inverseMass > 0.0)) return;
  const work: i32 = I[BLOCK] + BLOCK_WALL_WORK;
  F[work] = F[work] - (F[GRAVITY + axis] * shift) / inverseMass;
}

/** Takes the elements back into the domain where it is periodic. */
function wrapPeriodic(): void {
  const owners: i32 = 2 * I[TAG] + TAG_OWNER;
  for (let axis: i32 = 0; axis < 3; axis++) {
    if (((I[PERIODIC] >> axis) & 1) === 0) continue;
    const min: f64 = F[DOMAIN_MIN + axis];
    const max: f64 = F[DOMAIN_MAX + axis];
    const position: i32 = I[POSITION];
    const count: i32 = I[ELEMENT_COUNT];
    for (let e: i32 = 0; e < count; e++) {
      const x: f64 = F[position + 4 * e + axis];
      if (!(x >= max || x < min)) continue;
      const y: f64 = wrapped(x, min, max);
      F[position + 4 * e + axis] = y;
      const motion: i32 = I[MOTION] + MOTION_STRIDE * e;
      const isDead: bool = (I[2 * (motion + MOTION_INTEGERS) + FLAGS] & DEAD) !== 0;
      // Weight is that of the clump, not of its spheres.
      if (!isDead && I[owners + 4 * e] < 0) bookShift(F[motion + INVERSE_MASS], axis, y - x);
    }
  }
}

/** The same for the centres of clumps. */
function wrapClumps(): void {
  for (let b: i32 = 0; b < I[BODY_COUNT]; b++) {
    const body: i32 = I[BODY] + BODY_STRIDE * b;
    const position: i32 = body + BODY_POSITION;
    const isDead: bool = (I[2 * (body + BODY_INTEGERS) + BODY_FLAGS] & DEAD) !== 0;
    for (let axis: i32 = 0; axis < 3; axis++) {
      if (((I[PERIODIC] >> axis) & 1) === 0) continue;
      const min: f64 = F[DOMAIN_MIN + axis];
      const max: f64 = F[DOMAIN_MAX + axis];
      const x: f64 = F[position + axis];
      if (!(x >= max || x < min)) continue;
      const y: f64 = wrapped(x, min, max);
      F[position + axis] = y;
      if (!isDead) bookShift(F[body + BODY_INVERSE_MASS], axis, y - x);
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
  // The cell of each element, in spare cells.
  const cells: i32 = 2 * I[FORCE];
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

/** Copies the new elements [from, to) of an array in their new order to the address `target`. */
function copySorted(array: i32, target: i32, stride: i32, from: i32, to: i32): void {
  const source: i32 = I[array];
  const order: i32 = 2 * I[ORDER];
  for (let e: i32 = from; e < to; e++) {
    const s: i32 = source + stride * I[order + e];
    const t: i32 = target + stride * e;
    for (let k: i32 = 0; k < stride; k++) F[t + k] = F[s + k];
  }
}

/** Copies the elements [from, to) from the address `source` to the array. */
function copyBack(source: i32, array: i32, stride: i32, from: i32, to: i32): void {
  const target: i32 = I[array];
  for (let k: i32 = stride * from; k < stride * to; k++) F[target + k] = F[source + k];
}

function exchange(a: i32, b: i32): void {
  const address: i32 = I[a];
  I[a] = I[b];
  I[b] = address;
}

/** Where a share notes how many of its pairs are kept, and behind it how many of these with a warm start. */
function keptPairsOf(part: i32): i32 {
  return 2 * (I[WRITER] + WRITER_STRIDE * part) + WRITER_KEPT_PAIRS;
}

/**
 * What pair p of element e hands over to the new list: its bits, if it touches and has a history; WARM_KEPT, if the
 * next step asks the contact kernel about it; 0 for nothing. A pair that is known to be apart for a while hands over
 * for how long, and -1 stands for that alone.
 */
function keptOf(e: i32, p: i32, partner: i32, isWall: bool): i32 {
  const bits: i32 = partner & (TOUCHING | SLIDING);
  if (I[HAS_PATH_LENGTHS] === 0 || I[2 * (I[WARM] + WARM_STRIDE * p) + WARM_SORT] !== I[SORT_COUNT]) return bits;
  const clearance: f64 = F[I[CLEARANCE] + p];
  const lengths: i32 = I[PATH_LENGTH];
  if (!isWall && F[lengths + e] + F[lengths + (partner & PARTNER_MASK)] < clearance) return -1;
  return bits | WARM_KEPT;
}

/** Counts the pairs of a share that are kept. */
function countKept(part: i32, parts: i32): void {
  const rows: i32 = 2 * I[ROW];
  const partners: i32 = 2 * I[PARTNER];
  const end: i32 = shareStart(I[ELEMENT_COUNT], part + 1, parts);
  let kept: i32 = 0;
  let warm: i32 = 0;
  for (let e: i32 = shareStart(I[ELEMENT_COUNT], part, parts); e < end; e++) {
    const row: i32 = rows + ROW_INTEGERS * e;
    for (let p: i32 = I[row + ROW_FIRST]; p < I[row + ROW_END]; p++) {
      const what: i32 = keptOf(e, p, I[partners + p], p >= I[row + ROW_WALLS]);
      if (what !== 0) kept++;
      if (what > 0 && (what & WARM_KEPT) !== 0) warm++;
    }
  }
  I[keptPairsOf(part)] = kept;
  I[keptPairsOf(part) + 1] = warm;
}

/** Pairs that are kept of the first `parts` shares; with `field` 1 those with a warm start. */
function keptIn(parts: i32, field: i32): i32 {
  let kept: i32 = 0;
  for (let part: i32 = 0; part < parts; part++) kept += I[keptPairsOf(part) + field];
  return kept;
}

/** Copies pair p to number `to` of the old list; `warm` of the pairs before it are WARM_KEPT, as it is if `isWarm`. */
function keepPair(p: i32, to: i32, warm: i32, isWarm: bool): void {
  // The bit of a rest overlap is another one in the old list.
  const partner: i32 = I[2 * I[PARTNER] + p] & ~RESTS;
  I[2 * I[PARTNER_OLD] + to] = isWarm ? partner | WARM_KEPT : partner;
  if (I[HAS_HISTORY] !== 0) {
    const source: i32 = I[HISTORIES] + HISTORY_STRIDE * p;
    const target: i32 = I[HISTORIES_OLD] + HISTORY_STRIDE * to;
    for (let k: i32 = 0; k < HISTORY_STRIDE; k++) F[target + k] = F[source + k];
  }
  if (I[HAS_ROLLING_SPRINGS] !== 0) {
    const source: i32 = I[ROLLING_SPRINGS] + ROLLING_STRIDE * p;
    const target: i32 = I[ROLLING_SPRINGS_OLD] + ROLLING_STRIDE * to;
    for (let k: i32 = 0; k < ROLLING_STRIDE; k++) F[target + k] = F[source + k];
  }
  if (I[HAS_PATH_LENGTHS] === 0) return;
  if (isWarm) {
    const source: i32 = I[WARM] + WARM_STRIDE * p;
    const target: i32 = I[WARM_OLD] + WARM_STRIDE * warm;
    for (let k: i32 = 0; k < WARM_STRIDE; k++) F[target + k] = F[source + k];
  } else F[I[CLEARANCE_OLD] + to - warm] = F[I[CLEARANCE] + p];
}

/**
 * Copies the pairs of a share that are kept to spare cells, from which the new rows take bits, histories, warm starts
 * and clearances. The share is one of the elements before the sort.
 */
function keepOldList(part: i32, parts: i32): void {
  const rows: i32 = 2 * I[ROW];
  const oldRows: i32 = 2 * I[ROW_OLD];
  const partners: i32 = 2 * I[PARTNER];
  const end: i32 = shareStart(I[ELEMENT_COUNT], part + 1, parts);
  let kept: i32 = keptIn(part, 0);
  let warm: i32 = keptIn(part, 1);
  for (let e: i32 = shareStart(I[ELEMENT_COUNT], part, parts); e < end; e++) {
    const row: i32 = rows + ROW_INTEGERS * e;
    const old: i32 = oldRows + OLD_INTEGERS * e;
    const walls: i32 = I[row + ROW_WALLS];
    I[old + OLD_FIRST] = kept;
    I[old + OLD_WALLS] = kept;
    I[old + OLD_WARM] = warm;
    for (let p: i32 = I[row + ROW_FIRST]; p < I[row + ROW_END]; p++) {
      const what: i32 = keptOf(e, p, I[partners + p], p >= walls);
      if (what === 0) continue;
      const isWarm: bool = what > 0 && (what & WARM_KEPT) !== 0;
      keepPair(p, kept, warm, isWarm);
      kept++;
      if (isWarm) warm++;
      if (p < walls) I[old + OLD_WALLS] = kept;
    }
    I[old + OLD_END] = kept;
  }
}

/**
 * Finds the new order, after stage 0 of all shares. Returns 0; 1 when the grids need more cells than there is room for;
 * 11 when there are too few spare cells (SPARE_NEEDED says how many it takes). Nothing but the grids has changed then.
 */
export function orderElements(parts: i32): i32 {
  wrapPeriodic();
  wrapClumps();
  const cellCount: i32 = layOutGrids();
  if (cellCount < 0) return 1;
  const count: i32 = I[ELEMENT_COUNT];
  const kept: i32 = keptIn(parts, 0);
  const warm: i32 = keptIn(parts, 1);
  const historyCells: i32 = I[HAS_HISTORY] !== 0 ? HISTORY_STRIDE * kept : 0;
  const clearances: i32 = I[HAS_PATH_LENGTHS] !== 0 ? kept - warm : 0;
  const rollingCells: i32 = I[HAS_ROLLING_SPRINGS] !== 0 ? ROLLING_STRIDE * kept : 0;
  const rowCells: i32 = (OLD_INTEGERS >> 1) * count + ((kept + 1) >> 1);
  I[SPARE_NEEDED] = rowCells + historyCells + WARM_STRIDE * warm + clearances + rollingCells;
  if (I[SPARE_NEEDED] > I[SPARE_CELLS]) return 11;
  I[SORTED_COUNT] = orderByCell(cellCount);
  I[ROW_OLD] = I[FORCE];
  I[PARTNER_OLD] = I[ROW_OLD] + (OLD_INTEGERS >> 1) * count;
  I[HISTORIES_OLD] = I[PARTNER_OLD] + ((kept + 1) >> 1);
  I[WARM_OLD] = I[HISTORIES_OLD] + historyCells;
  I[CLEARANCE_OLD] = I[WARM_OLD] + WARM_STRIDE * warm;
  I[ROLLING_SPRINGS_OLD] = I[CLEARANCE_OLD] + clearances;
  return 0;
}

/**
 * One stage of the sort for one share; stage 0 comes before `orderElements`, stages 1 to 4 after it. Data go through
 * arrays that are free at that stage: the forces, the reference positions and the old positions.
 */
export function sortShare(stage: i32, part: i32, parts: i32): void {
  const from: i32 = shareStart(I[SORTED_COUNT], part, parts);
  const to: i32 = shareStart(I[SORTED_COUNT], part + 1, parts);
  if (stage === 0) countKept(part, parts);
  else if (stage === 1) {
    copySorted(MOTION, I[FORCE], MOTION_STRIDE, from, to);
    copySorted(POSITION, I[REFERENCE], 4, from, to);
  } else if (stage === 2) {
    copyBack(I[FORCE], MOTION, MOTION_STRIDE, from, to);
    copySorted(TAG, I[POSITION], 2, from, to);
    clearNewNumbers(shareStart(I[ELEMENT_COUNT], part, parts), shareStart(I[ELEMENT_COUNT], part + 1, parts));
  } else if (stage === 3) {
    copyBack(I[POSITION], TAG, 2, from, to);
    writeNewNumbers(from, to);
    keepOldList(part, parts);
  } else {
    if (I[TURNING] !== 0) copySorted(ORIENTATION, I[ROW], 4, from, to);
    renumberTouches(part, parts);
  }
}

/** Ends the sort, after stage 4 of all shares. */
export function endSort(): void {
  orderTouches();
  exchange(POSITION, REFERENCE);
  if (I[TURNING] !== 0) exchange(ORIENTATION, ROW);
  I[ELEMENT_COUNT] = I[SORTED_COUNT];
  I[DEAD_COUNT] = 0;
  I[SORT_COUNT] = I[SORT_COUNT] + 1;
  if (I[BODY_COUNT] > 0) relinkMembers();
  setMargins();
}
