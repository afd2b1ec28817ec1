// SPDX-License-Identifier: MIT
/**
 * Grids of cells for the neighbour search: elements are classed by factors of two in radius, each class in use has a
 * grid whose cells are just wider than its largest diameter plus skin (hierarchical grid, Ogarko & Luding 2012,
 * doi:10.1016/j.cpc.2011.12.019). A grid never has many more cells than its class has elements: cells at its border
 * reach to infinity, so elements far from the rest are found like all others.
 */

import { F, I, wholePart } from './memory-views.ts';
import {
  ADHESION_REACH,
  CELL_CAPACITY,
  CLASS_BOUND,
  CLASS_COUNT,
  CLASS_LEVEL,
  CLASS_RADIUS,
  DEAD,
  DOMAIN_MAX,
  DOMAIN_MIN,
  ELEMENT_COUNT,
  FLAGS,
  LEVEL,
  LEVEL_AXES,
  LEVEL_CELLS,
  LEVEL_COUNT,
  LEVEL_EXTENT,
  LEVEL_ORIGIN,
  LEVEL_RADIUS,
  LEVEL_SCALE,
  LEVEL_STRIDE,
  MOST_LEVELS,
  MOTION,
  MOTION_INTEGERS,
  MOTION_STRIDE,
  PERIODIC,
  POSITION,
  SKIN,
} from './step-layout.ts';

/** Cells for each element of a class, and for each class besides: what JavaScript must reserve. */
export const CELLS_PER_ELEMENT: i32 = 4;
export const CELLS_PER_LEVEL: i32 = 64;
/** A grid that is too large is confined to the mean and this many mean deviations to either side. */
const DEVIATIONS: f64 = 4.0;
const MOST_CELLS_ALONG: f64 = 1.0e6;

/** Class of a radius, 0 the coarsest. */
function sizeClass(radius: f64): i32 {
  const level: i32 = I[LEVEL];
  let k: i32 = 0;
  while (k < MOST_LEVELS - 1 && !(radius > F[level + CLASS_BOUND + k])) k++;
  return k;
}

/** Level of a radius, 0 the finest. */
export function levelOf(radius: f64): i32 {
  return I[2 * (I[LEVEL] + CLASS_LEVEL) + sizeClass(radius)];
}

function isDead(e: i32): bool {
  return (I[2 * (I[MOTION] + MOTION_STRIDE * e + MOTION_INTEGERS) + FLAGS] & DEAD) !== 0;
}

/**
 * Sets up the levels in use, their radii and, for the time being, the number of elements in the place of their cells.
 */
function setLevels(): void {
  const position: i32 = I[POSITION];
  const level: i32 = I[LEVEL];
  const count: i32 = I[ELEMENT_COUNT];
  const counts: i32 = 2 * (level + CLASS_COUNT);
  let largest = 0.0;
  for (let e: i32 = 0; e < count; e++) {
    const radius: f64 = F[position + 4 * e + 3];
    if (radius > largest) largest = radius;
  }
  let bound: f64 = 0.5 * largest;
  for (let k: i32 = 0; k < MOST_LEVELS; k++) {
    F[level + CLASS_BOUND + k] = bound;
    bound *= 0.5;
    F[level + CLASS_RADIUS + k] = 0.0;
    I[counts + k] = 0;
  }
  for (let e: i32 = 0; e < count; e++) {
    if (isDead(e)) continue;
    const radius: f64 = F[position + 4 * e + 3];
    const k: i32 = sizeClass(radius);
    if (radius > F[level + CLASS_RADIUS + k]) F[level + CLASS_RADIUS + k] = radius;
    I[counts + k] = I[counts + k] + 1;
  }
  let levels: i32 = 0;
  for (let k: i32 = MOST_LEVELS - 1; k >= 0; k--) {
    I[2 * (level + CLASS_LEVEL) + k] = levels;
    if (I[counts + k] === 0) continue;
    F[level + LEVEL_STRIDE * levels + LEVEL_RADIUS] = F[level + CLASS_RADIUS + k];
    I[2 * (level + LEVEL_STRIDE * levels + LEVEL_CELLS)] = I[counts + k];
    levels++;
  }
  I[LEVEL_COUNT] = levels;
}

/** Extent of the elements of one level along one axis to F[at], F[at + 1]; confined to the bulk when `confined`. */
function measure(level: i32, axis: i32, confined: bool, at: i32): void {
  const position: i32 = I[POSITION];
  const count: i32 = I[ELEMENT_COUNT];
  let min = 1.0e300;
  let max = -1.0e300;
  let sum = 0.0;
  let found = 0.0;
  for (let e: i32 = 0; e < count; e++) {
    if (isDead(e) || levelOf(F[position + 4 * e + 3]) !== level) continue;
    const x: f64 = F[position + 4 * e + axis];
    if (x < min) min = x;
    if (x > max) max = x;
    sum += x;
    found += 1.0;
  }
  if (confined) {
    const mean: f64 = sum / found;
    let deviation = 0.0;
    for (let e: i32 = 0; e < count; e++) {
      if (isDead(e) || levelOf(F[position + 4 * e + 3]) !== level) continue;
      deviation += Math.abs(F[position + 4 * e + axis] - mean);
    }
    deviation = (DEVIATIONS * deviation) / found;
    if (min < mean - deviation) min = mean - deviation;
    if (max > mean + deviation) max = mean + deviation;
  }
  F[at] = min;
  F[at + 1] = max;
}

/** Number of cells of this width along an axis, a whole number as f64. */
function cellsAlong(axis: i32, extent: f64, width: f64): f64 {
  const wanted: f64 = extent / width;
  if (!(wanted < MOST_CELLS_ALONG)) return MOST_CELLS_ALONG;
  const whole: i32 = wholePart(wanted);
  // A periodic axis has whole cells, none narrower than asked for; otherwise the last one may stick out.
  if (((I[PERIODIC] >> axis) & 1) !== 0) return whole > 0 ? whole * 1.0 : 1.0;
  return whole + 1.0;
}

/** Lays out the grid of one level from cell `base` on; returns the number of its cells. */
function layOutLevel(level: i32, base: i32): i32 {
  const at: i32 = I[LEVEL] + LEVEL_STRIDE * level;
  const cells: i32 = 2 * (at + LEVEL_CELLS);
  const most: f64 = CELLS_PER_ELEMENT * I[cells] + CELLS_PER_LEVEL * 1.0;
  let width: f64 = 2.0 * F[at + LEVEL_RADIUS] + F[SKIN] + F[ADHESION_REACH];
  const extent: i32 = I[LEVEL] + LEVEL_EXTENT;
  for (let attempt: i32 = 0; attempt < 2; attempt++) {
    for (let axis: i32 = 0; axis < 3; axis++) {
      if (((I[PERIODIC] >> axis) & 1) !== 0) {
        F[extent + 2 * axis] = F[DOMAIN_MIN + axis];
        F[extent + 2 * axis + 1] = F[DOMAIN_MAX + axis];
      } else measure(level, axis, attempt === 1, extent + 2 * axis);
    }
    const sx: f64 = cellsAlong(0, F[extent + 1] - F[extent], width);
    const sy: f64 = cellsAlong(1, F[extent + 3] - F[extent + 2], width);
    const sz: f64 = cellsAlong(2, F[extent + 5] - F[extent + 4], width);
    if (sx * sy * sz <= most) break;
  }
  let nx = 1.0;
  let ny = 1.0;
  let nz = 1.0;
  for (let attempt: i32 = 0; attempt < 400; attempt++) {
    nx = cellsAlong(0, F[extent + 1] - F[extent], width);
    ny = cellsAlong(1, F[extent + 3] - F[extent + 2], width);
    nz = cellsAlong(2, F[extent + 5] - F[extent + 4], width);
    if (nx * ny * nz <= most) break;
    width *= 1.25;
  }
  if (!(nx * ny * nz <= most)) {
    nx = 1.0;
    ny = 1.0;
    nz = 1.0;
  }
  for (let axis: i32 = 0; axis < 3; axis++) {
    const n: f64 = axis === 0 ? nx : axis === 1 ? ny : nz;
    F[at + LEVEL_ORIGIN + axis] = F[extent + 2 * axis];
    const isPeriodic: bool = ((I[PERIODIC] >> axis) & 1) !== 0;
    F[at + LEVEL_SCALE + axis] = isPeriodic ? n / (F[extent + 2 * axis + 1] - F[extent + 2 * axis]) : 1.0 / width;
    I[cells + axis] = wholePart(n);
  }
  I[cells + 3] = base;
  orderAxes(at);
  return wholePart(nx * ny * nz);
}

/**
 * Cells are numbered along the shortest axis first, the longest last: a cell and those beside it are then as near in
 * memory as can be, however flat a bed is.
 */
function orderAxes(at: i32): void {
  const cells: i32 = 2 * (at + LEVEL_CELLS);
  const axes: i32 = 2 * (at + LEVEL_AXES);
  for (let axis: i32 = 0; axis < 3; axis++) {
    let rank: i32 = 0;
    for (let other: i32 = 0; other < 3; other++) {
      if (I[cells + other] < I[cells + axis] || (I[cells + other] === I[cells + axis] && other < axis)) rank++;
    }
    I[axes + rank] = axis;
  }
}

/** Lays out the grids of all levels; returns the number of cells, or -1 when there is not room for them. */
export function layOutGrids(): i32 {
  setLevels();
  let total: i32 = 0;
  for (let level: i32 = 0; level < I[LEVEL_COUNT]; level++) total += layOutLevel(level, total);
  return total <= I[CELL_CAPACITY] ? total : -1;
}

/** Cell coordinate along an axis, within the grid; positions beyond it belong to its border. */
export function cellAlong(at: i32, axis: i32, x: f64): i32 {
  const n: i32 = I[2 * (at + LEVEL_CELLS) + axis];
  const t: f64 = (x - F[at + LEVEL_ORIGIN + axis]) * F[at + LEVEL_SCALE + axis];
  if (!(t > 0.0)) return 0;
  if (t >= n) return n - 1;
  return wholePart(t);
}

/** Number of the cell of an element. */
export function cellOf(e: i32): i32 {
  const position: i32 = I[POSITION] + 4 * e;
  const at: i32 = I[LEVEL] + LEVEL_STRIDE * levelOf(F[position + 3]);
  const cells: i32 = 2 * (at + LEVEL_CELLS);
  const axes: i32 = 2 * (at + LEVEL_AXES);
  const a: i32 = I[axes];
  const b: i32 = I[axes + 1];
  const c: i32 = I[axes + 2];
  const i: i32 = cellAlong(at, a, F[position + a]);
  const j: i32 = cellAlong(at, b, F[position + b]);
  const k: i32 = cellAlong(at, c, F[position + c]);
  return I[cells + 3] + i + I[cells + a] * (j + I[cells + b] * k);
}
