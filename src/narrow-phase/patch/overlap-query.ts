// SPDX-License-Identifier: MIT
/** Interface to the kernel of overlap volumes, with the work area for clipping polyhedra, which grows as needed. */
import type { Kernel } from '../../kernel/kernel.ts';
import { SHAPE_FACE_COUNT, SHAPE_FACE_OFFSETS, SHAPE_VERTEX_COUNT } from '../../kernel/layout.ts';
import { I } from '../../kernel/memory.ts';
import {
  CLIP_CORNER_CAPACITY,
  CLIP_HEADER,
  CLIP_SIDE_CAPACITY,
  CORNER_STRIDE,
  OVERLAP_NO_ROOM,
  OVERLAP_STRIDE,
  SIDE_STRIDE,
} from '../../kernel/overlap/overlap-layout.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';

/** Room for corners and sides of the work area; boxes and most polyhedra of simulations never need more. */
const FIRST_CORNERS = 256;
const SIDES_A_CORNER = 4;

let work = 0;
let workCells = 0;
let corners = 0;

/** Address of an answer, in the kernel's memory. */
export const OVERLAP_RESULT = allocateCells(OVERLAP_STRIDE);

function makeRoom(cornerCount: number): void {
  const sides = SIDES_A_CORNER * cornerCount;
  const cells = CLIP_HEADER + CORNER_STRIDE * cornerCount + SIDE_STRIDE * sides;
  if (workCells > 0) freeCells(work, workCells);
  workCells = 0;
  work = allocateCells(cells);
  workCells = cells;
  corners = cornerCount;
  I[2 * work + CLIP_CORNER_CAPACITY] = cornerCount;
  I[2 * work + CLIP_SIDE_CAPACITY] = sides;
}

/**
 * Corners that a polyhedron with the faces of both may have while it is cut: twice its faces, and as many that are
 * about to go.
 */
function cornersFor(a: number, b: number): number {
  const of = (block: number): number => {
    const faces = I[2 * block + SHAPE_FACE_COUNT];
    // A block without faces has no list of them either.
    const sides = faces > 0 ? I[I[2 * block + SHAPE_FACE_OFFSETS] + faces] : 0;
    return Math.max(4 * faces, sides, I[2 * block + SHAPE_VERTEX_COUNT]);
  };
  return of(a) + of(b);
}

/**
 * Volume, gradient, point and moment of the blocks `a` and `b` at the poses in memory, to OVERLAP_RESULT; returns
 * OVERLAP_FOUND or OVERLAP_UNSUPPORTED. Throws only when the kernel's memory is full.
 */
export function queryOverlap(engine: Kernel, a: number, poseA: number, b: number, poseB: number): number {
  if (work === 0) makeRoom(FIRST_CORNERS);
  for (;;) {
    const status = engine.overlapVolume(a, poseA, b, poseB, work, OVERLAP_RESULT);
    if (status !== OVERLAP_NO_ROOM) return status;
    makeRoom(Math.max(2 * corners, cornersFor(a, b)));
  }
}
