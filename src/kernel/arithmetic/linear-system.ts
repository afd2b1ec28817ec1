// SPDX-License-Identifier: MIT
/**
 * Up to four linear equations by Gaussian elimination with complete pivoting; an unknown that they leave open is zero.
 */
import { CHART_ORDER, CHART_STEP, CHART_SYSTEM } from '../layout.ts';
import { F, I } from '../memory.ts';

/** A pivot that is this small a part of the largest one is zero but for rounding. */
const SINGULAR: f64 = 1.0e-14;

function cell(row: i32, column: i32): i32 {
  return CHART_SYSTEM + 5 * row + column;
}

function swapCells(p: i32, q: i32): void {
  const x: f64 = F[p];
  F[p] = F[q];
  F[q] = x;
}

/** Scales each row to a largest coefficient of 1: rows are of different units. */
function scaleRows(count: i32): void {
  for (let row: i32 = 0; row < count; row++) {
    let top: f64 = 0.0;
    for (let k: i32 = 0; k < count; k++) {
      const size: f64 = Math.abs(F[cell(row, k)]);
      if (size > top) top = size;
    }
    if (!(top > 0.0)) continue;
    for (let k: i32 = 0; k < count; k++) F[cell(row, k)] = F[cell(row, k)] / top;
    F[cell(row, 4)] = F[cell(row, 4)] / top;
  }
}

/** Brings the largest coefficient that is left to row and column `step`; returns its size. */
function pivotTo(step: i32, count: i32): f64 {
  let top: f64 = 0.0;
  let row: i32 = step;
  let column: i32 = step;
  for (let i: i32 = step; i < count; i++) {
    for (let k: i32 = step; k < count; k++) {
      const size: f64 = Math.abs(F[cell(i, k)]);
      if (size > top) {
        top = size;
        row = i;
        column = k;
      }
    }
  }
  for (let k: i32 = 0; k < 5; k++) swapCells(cell(step, k), cell(row, k));
  for (let i: i32 = 0; i < count; i++) swapCells(cell(i, step), cell(i, column));
  const unknown: i32 = I[CHART_ORDER + step];
  I[CHART_ORDER + step] = I[CHART_ORDER + column];
  I[CHART_ORDER + column] = unknown;
  return top;
}

/** Solves the first `count` rows of CHART_SYSTEM, the right-hand side in their fifth cells, to CHART_STEP. */
export function solveSystem(count: i32): void {
  for (let k: i32 = 0; k < 4; k++) {
    I[CHART_ORDER + k] = k;
    F[CHART_STEP + k] = 0.0;
  }
  scaleRows(count);
  let largest: f64 = 0.0;
  let rank: i32 = 0;
  for (; rank < count; rank++) {
    const pivot: f64 = pivotTo(rank, count);
    if (rank === 0) largest = pivot;
    if (!(pivot > SINGULAR * largest)) break;
    for (let i: i32 = rank + 1; i < count; i++) {
      const factor: f64 = F[cell(i, rank)] / F[cell(rank, rank)];
      for (let k: i32 = rank; k < count; k++) F[cell(i, k)] = F[cell(i, k)] - factor * F[cell(rank, k)];
      F[cell(i, 4)] = F[cell(i, 4)] - factor * F[cell(rank, 4)];
    }
  }
  for (let i: i32 = rank - 1; i >= 0; i--) {
    let sum: f64 = F[cell(i, 4)];
    for (let k: i32 = i + 1; k < rank; k++) sum -= F[cell(i, k)] * F[CHART_STEP + I[CHART_ORDER + k]];
    F[CHART_STEP + I[CHART_ORDER + i]] = sum / F[cell(i, i)];
  }
}
