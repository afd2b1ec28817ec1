// SPDX-License-Identifier: MIT
/**
 * The rows of the half neighbour list: for each element the elements behind it in the order of cells that are within
 * the skin, sorted, then the half-spaces. One call makes the rows of one block; blocks write to regions of their own,
 * so that they may be made in any order. Friction of pairs that touched moves over from the old list, and so do warm
 * starts of pairs of convex bodies, with the distance that they may yet move before they touch.
 */
import { areBonded, isBondedToWall, restOfSpheres, restOfWall } from './bonded-pairs.ts';
import { cellAlong, levelOf } from './grid.ts';
import { F, I, wholePart } from './memory-views.ts';
import { writeNewPose } from './part-pose.ts';
import {
  ADHESION_REACH,
  BLOCK,
  BLOCK_INTEGERS,
  BLOCK_MOVED,
  BLOCK_PAIRS,
  BLOCK_SIZE,
  BLOCK_STRIDE,
  BOND_COUNT,
  CELL_START,
  CLEARANCE,
  CLEARANCE_OLD,
  ELEMENT_COUNT,
  HALF_SPACE,
  HALF_SPACE_COUNT,
  HALF_SPACE_OFFSET,
  HALF_SPACE_STRIDE,
  HAS_HISTORY,
  HAS_PATH_LENGTHS,
  HAS_ROLLING_SPRINGS,
  HISTORIES,
  HISTORIES_OLD,
  HISTORY_STRIDE,
  INVERSE_MASS,
  LEVEL,
  LEVEL_AXES,
  LEVEL_CELLS,
  LEVEL_COUNT,
  LEVEL_MARGIN,
  LEVEL_ORIGIN,
  LEVEL_RADIUS,
  LEVEL_SCALE,
  LEVEL_STRIDE,
  MOTION,
  MOTION_STRIDE,
  OLD_END,
  OLD_FIRST,
  OLD_INTEGERS,
  OLD_WALLS,
  OLD_WARM,
  ORDER,
  PAIRS_PER_BLOCK,
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
  ROW_CROSS,
  ROW_END,
  ROW_FIRST,
  ROW_INTEGERS,
  ROW_OLD,
  ROW_SLOT,
  ROW_WALLS,
  SLIDING,
  SORT_COUNT,
  TAG,
  TAG_OWNER,
  TOUCHING,
  WALL_MARGIN,
  WARM,
  WARM_KEPT,
  WARM_OLD,
  WARM_SORT,
  WARM_STRIDE,
} from './step-layout.ts';
import { isNotSphere, nearestImage } from './touching-spheres.ts';

/** First of the cells along an axis that hold what is within `reach` of x. On a periodic axis it may be negative. */
function firstCell(at: i32, axis: i32, x: f64, reach: f64): i32 {
  if (((I[PERIODIC] >> axis) & 1) === 0) return cellAlong(at, axis, x - reach);
  const n: i32 = I[2 * (at + LEVEL_CELLS) + axis];
  const t: f64 = (x - reach - F[at + LEVEL_ORIGIN + axis]) * F[at + LEVEL_SCALE + axis];
  return wholePart(t + 2.0 * n) - 2 * n;
}

/** Last of these cells; on a periodic axis it may be beyond the grid, but never a second time the first. */
function lastCell(at: i32, axis: i32, x: f64, reach: f64, first: i32): i32 {
  if (((I[PERIODIC] >> axis) & 1) === 0) return cellAlong(at, axis, x + reach);
  const n: i32 = I[2 * (at + LEVEL_CELLS) + axis];
  const t: f64 = (x + reach - F[at + LEVEL_ORIGIN + axis]) * F[at + LEVEL_SCALE + axis];
  const last: i32 = wholePart(t + 2.0 * n) - 2 * n;
  return last - first >= n ? first + n - 1 : last;
}

function wrapped(c: i32, n: i32): i32 {
  if (c < 0) return c + n;
  return c >= n ? c - n : c;
}

/**
 * Appends the elements [from, to) that are near element i; returns the end of the row. Pairs beyond `limit` are only
 * counted.
 */
function appendRange(i: i32, from: i32, to: i32, end: i32, limit: i32): i32 {
  const position: i32 = I[POSITION];
  const partners: i32 = 2 * I[PARTNER];
  const motion: i32 = I[MOTION] + INVERSE_MASS;
  const owners: i32 = 2 * I[TAG] + TAG_OWNER;
  const x: f64 = F[position + 4 * i];
  const y: f64 = F[position + 4 * i + 1];
  const z: f64 = F[position + 4 * i + 2];
  const margins: i32 = I[REFERENCE] + 3;
  const reach: f64 = F[position + 4 * i + 3] + F[margins + 4 * i] + F[ADHESION_REACH];
  const isPeriodic: bool = I[PERIODIC] !== 0;
  const isFixed: bool = F[motion + MOTION_STRIDE * i] === 0.0;
  const owner: i32 = I[owners + 4 * i];
  const hasBonds: bool = I[BOND_COUNT] > 0;
  let next: i32 = end;
  for (let j: i32 = from > i ? from : i + 1; j < to; j++) {
    let dx: f64 = F[position + 4 * j] - x;
    let dy: f64 = F[position + 4 * j + 1] - y;
    let dz: f64 = F[position + 4 * j + 2] - z;
    if (isPeriodic) {
      dx = nearestImage(dx, 0);
      dy = nearestImage(dy, 1);
      dz = nearestImage(dz, 2);
    }
    const within: f64 = reach + F[position + 4 * j + 3] + F[margins + 4 * j];
    if (!(dx * dx + dy * dy + dz * dz < within * within)) continue;
    if (isFixed && F[motion + MOTION_STRIDE * j] === 0.0) continue;
    if (owner >= 0 && I[owners + 4 * j] === owner) continue;
    if (hasBonds && areBonded(i, j)) continue;
    if (next < limit) I[partners + next] = j;
    next++;
  }
  return next;
}

/** Appends the neighbours of i that one level holds. */
function appendLevel(i: i32, level: i32, end: i32, limit: i32): i32 {
  const at: i32 = I[LEVEL] + LEVEL_STRIDE * level;
  const cells: i32 = 2 * (at + LEVEL_CELLS);
  const axes: i32 = 2 * (at + LEVEL_AXES);
  const a: i32 = I[axes];
  const b: i32 = I[axes + 1];
  const c: i32 = I[axes + 2];
  const na: i32 = I[cells + a];
  const nb: i32 = I[cells + b];
  const nc: i32 = I[cells + c];
  const starts: i32 = 2 * I[CELL_START] + I[cells + 3];
  const position: i32 = I[POSITION] + 4 * i;
  const margins: f64 = F[I[REFERENCE] + 4 * i + 3] + F[at + LEVEL_MARGIN];
  const reach: f64 = F[position + 3] + F[at + LEVEL_RADIUS] + margins + F[ADHESION_REACH];
  const a0: i32 = firstCell(at, a, F[position + a], reach);
  const b0: i32 = firstCell(at, b, F[position + b], reach);
  const c0: i32 = firstCell(at, c, F[position + c], reach);
  const a1: i32 = lastCell(at, a, F[position + a], reach, a0);
  const b1: i32 = lastCell(at, b, F[position + b], reach, b0);
  const c1: i32 = lastCell(at, c, F[position + c], reach, c0);
  let next: i32 = end;
  for (let cc: i32 = c0; cc <= c1; cc++) {
    for (let cb: i32 = b0; cb <= b1; cb++) {
      const line: i32 = starts + na * (wrapped(cb, nb) + nb * wrapped(cc, nc));
      if (I[line + na] <= i) continue;
      // Cells of a line are consecutive, so are their elements: at most two ranges, where the line wraps around.
      const from: i32 = a0 < 0 ? 0 : a0;
      const to: i32 = a1 >= na ? na - 1 : a1;
      next = appendRange(i, I[line + from], I[line + to + 1], next, limit);
      if (a0 < 0) next = appendRange(i, I[line + na + a0], I[line + na], next, limit);
      if (a1 >= na) next = appendRange(i, I[line], I[line + a1 - na + 1], next, limit);
    }
  }
  return next;
}

/** Insertion sort of partners: without periodic directions they come in order. */
function sortPartners(first: i32, end: i32): void {
  const partners: i32 = 2 * I[PARTNER];
  for (let k: i32 = first + 1; k < end; k++) {
    const j: i32 = I[partners + k];
    let hole: i32 = k;
    while (hole > first && I[partners + hole - 1] > j) {
      I[partners + hole] = I[partners + hole - 1];
      hole--;
    }
    I[partners + hole] = j;
  }
}

/** 2^-50: bound of the relative rounding error of sums of path lengths. */
const ROUNDING: f64 = 8.881784197001252e-16;

/**
 * Sum of the path lengths of elements i and j up to which they stay apart, for one of those that they had before,
 * `clearance`: path lengths belong to numbers of elements, and only their growth counts.
 */
function renumberedClearance(clearance: f64, i: i32, j: i32): f64 {
  if (!(clearance > 0.0)) return -1.0;
  const lengths: i32 = I[PATH_LENGTH];
  const order: i32 = 2 * I[ORDER];
  const before: f64 = F[lengths + I[order + i]] + F[lengths + I[order + j]];
  const now: f64 = F[lengths + i] + F[lengths + j];
  return now + (clearance - before) - ROUNDING * (now + before + clearance);
}

/** Takes over warm start number `warm` of the old list as that of pair p. */
function inheritWarm(p: i32, warm: i32): void {
  const source: i32 = I[WARM_OLD] + WARM_STRIDE * warm;
  const target: i32 = I[WARM] + WARM_STRIDE * p;
  for (let c: i32 = 0; c < WARM_STRIDE; c++) F[target + c] = F[source + c];
  I[2 * target + WARM_SORT] = I[SORT_COUNT];
}

/** Takes over a spring: a vector of the first element and a number of both. */
function inheritSpring(source: i32, target: i32, sign: f64): void {
  F[target] = sign * F[source];
  F[target + 1] = sign * F[source + 1];
  F[target + 2] = sign * F[source + 2];
  F[target + 3] = F[source + 3];
}

/**
 * Takes over what pair p, of element i, had as `partner` in the old row: bits, history, and a warm start or for how
 * long the two stay apart. The pairs of the row with elements are meant, with `isWall` those with half-spaces. `sign`
 * is -1 where the elements were in the other order: a warm start is of no use then.
 */
function inherit(p: i32, i: i32, isWall: bool, partner: i32, oldRow: i32, sign: f64): void {
  const old: i32 = 2 * I[PARTNER_OLD];
  const current: i32 = 2 * I[PARTNER];
  const from: i32 = I[oldRow + OLD_FIRST];
  const walls: i32 = I[oldRow + OLD_WALLS];
  const to: i32 = isWall ? I[oldRow + OLD_END] : walls;
  let warm: i32 = I[oldRow + OLD_WARM];
  for (let q: i32 = from; q < to; q++) {
    const before: i32 = I[old + q];
    const isWarm: bool = (before & WARM_KEPT) !== 0;
    if ((before & PARTNER_MASK) !== partner || (isWall && q < walls)) {
      if (isWarm) warm++;
      continue;
    }
    if (I[HAS_PATH_LENGTHS] !== 0) {
      if (!isWarm) F[I[CLEARANCE] + p] = renumberedClearance(F[I[CLEARANCE_OLD] + q - warm], i, I[current + p]);
      else if (sign > 0.0) inheritWarm(p, warm);
    }
    I[current + p] = I[current + p] | (before & (TOUCHING | SLIDING));
    if ((before & TOUCHING) === 0) return;
    if (I[HAS_HISTORY] !== 0) {
      inheritSpring(I[HISTORIES_OLD] + HISTORY_STRIDE * q, I[HISTORIES] + HISTORY_STRIDE * p, sign);
    }
    if (I[HAS_ROLLING_SPRINGS] !== 0) {
      inheritSpring(I[ROLLING_SPRINGS_OLD] + ROLLING_STRIDE * q, I[ROLLING_SPRINGS] + ROLLING_STRIDE * p, sign);
    }
    return;
  }
}

/** Marks the pairs of element i whose bonds have broken and left a rest overlap. */
function markRests(i: i32, start: i32, walls: i32, end: i32): void {
  const partners: i32 = 2 * I[PARTNER];
  for (let p: i32 = start; p < end; p++) {
    const partner: i32 = I[partners + p] & PARTNER_MASK;
    const rest: i32 = p < walls ? restOfSpheres(i, partner) : restOfWall(i, partner);
    if (rest >= 0) I[partners + p] = I[partners + p] | RESTS;
  }
}

/** Makes the rows of one block; BLOCK_PAIRS says how many pairs it needs room for. */
export function makeRows(block: i32): void {
  const rows: i32 = 2 * I[ROW];
  const oldRows: i32 = 2 * I[ROW_OLD];
  const order: i32 = 2 * I[ORDER];
  const partners: i32 = 2 * I[PARTNER];
  const position: i32 = I[POSITION];
  const levels: i32 = I[LEVEL_COUNT];
  const isPeriodic: bool = I[PERIODIC] !== 0;
  const hasPoses: bool = I[HAS_PATH_LENGTHS] !== 0;
  const hasBonds: bool = I[BOND_COUNT] > 0;
  const first: i32 = I[BLOCK_SIZE] * block;
  const blockEnd: i32 = first + I[BLOCK_SIZE];
  const last: i32 = blockEnd < I[ELEMENT_COUNT] ? blockEnd : I[ELEMENT_COUNT];
  const region: i32 = I[PAIRS_PER_BLOCK] * block;
  const limit: i32 = region + I[PAIRS_PER_BLOCK];
  let next: i32 = region;
  for (let i: i32 = first; i < last; i++) {
    const row: i32 = rows + ROW_INTEGERS * i;
    const start: i32 = next;
    if (hasPoses && isNotSphere(I[MOTION] + MOTION_STRIDE * i)) writeNewPose(i);
    for (let level: i32 = levelOf(F[position + 4 * i + 3]); level < levels; level++)
      next = appendLevel(i, level, next, limit);
    const walls: i32 = next;
    for (let k: i32 = 0; k < I[HALF_SPACE_COUNT]; k++) {
      const wall: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * k;
      const height: f64 =
        F[wall] * F[position + 4 * i] +
        F[wall + 1] * F[position + 4 * i + 1] +
        F[wall + 2] * F[position + 4 * i + 2] -
        F[wall + HALF_SPACE_OFFSET];
      const margin: f64 = F[I[REFERENCE] + 4 * i + 3] + F[WALL_MARGIN];
      if (!(height - F[position + 4 * i + 3] < margin + F[ADHESION_REACH])) continue;
      if (F[I[MOTION] + MOTION_STRIDE * i + INVERSE_MASS] === 0.0) continue;
      if (hasBonds && isBondedToWall(i, k)) continue;
      if (next < limit) I[partners + next] = k;
      next++;
    }
    if (next > limit) continue;
    if (isPeriodic) sortPartners(start, walls);
    let cross: i32 = start;
    while (cross < walls && I[partners + cross] < blockEnd) cross++;
    I[row + ROW_FIRST] = start;
    I[row + ROW_CROSS] = cross;
    I[row + ROW_WALLS] = walls;
    I[row + ROW_END] = next;
    I[row + ROW_SLOT] = 0;
    const before: i32 = I[order + i];
    const oldRow: i32 = oldRows + OLD_INTEGERS * before;
    if (hasPoses) for (let p: i32 = start; p < next; p++) F[I[CLEARANCE] + p] = -1.0;
    for (let p: i32 = start; p < walls; p++) {
      const other: i32 = I[order + I[partners + p]];
      if (before < other) inherit(p, i, false, other, oldRow, 1.0);
      else inherit(p, i, false, before, oldRows + OLD_INTEGERS * other, -1.0);
    }
    for (let p: i32 = walls; p < next; p++) inherit(p, i, true, I[partners + p], oldRow, 1.0);
    if (hasBonds) markRests(i, start, walls, next);
  }
  const sums: i32 = I[BLOCK] + BLOCK_STRIDE * block;
  F[sums + BLOCK_MOVED] = 0.0;
  I[2 * (sums + BLOCK_INTEGERS) + BLOCK_PAIRS] = next - region;
}
