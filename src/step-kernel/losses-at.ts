// SPDX-License-Identifier: MIT
/**
 * Where losses and the work on walls are summed. A step books them when it computes forces, so the sums are up to one
 * step behind the energies. A probe writes what is due at the present time to sums of its own, so that energies read
 * between two steps belong to one time (docs/theory/time-stepping.md).
 */
import { BLOCK_DUE, BLOCK_FRICTION_LOSS } from './step-layout.ts';

/** @inline Address that the sums BLOCK_FRICTION_LOSS to BLOCK_WALL_WORK of the block at `sums` count from. */
export function lossesAt(isProbe: bool, sums: i32): i32 {
  return isProbe ? sums + (BLOCK_DUE - BLOCK_FRICTION_LOSS) : sums;
}
