// SPDX-License-Identifier: MIT
/** Interface to the kernel of pressure fields, with its work area, which grows as needed. */
import type { Kernel } from '../../kernel/kernel.ts';
import { I } from '../../kernel/memory.ts';
import { pressureCells } from '../../kernel/pressure-field/pressure-field-kernel.ts';
import { PRESSURE_NO_ROOM, PRESSURE_ROOM, PRESSURE_STRIDE } from '../../kernel/pressure-field/pressure-layout.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';

/** Room of the first work area: that of two polyhedra with 32 vertices and 60 faces. */
const FIRST_CELLS = 4096;

let work = 0;
let room = 0;

/** Address of an answer, in the kernel's memory. */
export const PRESSURE_RESULT = allocateCells(PRESSURE_STRIDE);

function makeRoom(cells: number): void {
  if (room > 0) freeCells(work, room);
  room = 0;
  work = allocateCells(cells);
  room = cells;
  I[2 * work + PRESSURE_ROOM] = cells;
}

/** `pressureField` answers queries; `pressureInStep` is faster, and does not give the stiffness. */
type PressureEntry = 'pressureField' | 'pressureInStep';

/**
 * Contact of the blocks `a` and `b` at the poses in memory by their pressure fields, to PRESSURE_RESULT. `guess` is the
 * address of a direction from A to B near the force, 0 for none. Returns PRESSURE_FOUND or PRESSURE_UNSUPPORTED. Throws
 * only when the kernel's memory is full.
 */
export function queryPressure(
  engine: Kernel,
  a: number,
  poseA: number,
  b: number,
  poseB: number,
  guess: number,
  entry: PressureEntry = 'pressureField',
): number {
  if (room === 0) makeRoom(FIRST_CELLS);
  for (;;) {
    const status = engine[entry](a, poseA, b, poseB, guess, work, PRESSURE_RESULT);
    if (status !== PRESSURE_NO_ROOM) return status;
    makeRoom(Math.max(2 * room, pressureCells(a, b)));
  }
}
