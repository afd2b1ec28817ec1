// SPDX-License-Identifier: MIT
/** The parts of a saved state of spheres besides spheres and rows: slots near meshes, overflow partners, clumps. */
import type { Cursor } from '../engine/cursor.ts';
import type { Piece } from '../engine/gpu-state.ts';
import type { SavedSubmissions } from '../engine/submissions.ts';
import { slotPieces } from '../meshes/gpu-mesh-memory.ts';
import type { ClumpCounts } from './gpu-clump-memory.ts';
import { overflowPieces } from './gpu-overflow-memory.ts';
import type { RowRoom } from './gpu-rows.ts';
import type { GpuPasses } from './sphere-passes.ts';

export interface SavedEngine<Host> extends SavedSubmissions {
  readonly host: Host;
  readonly near: number;
  /** Room for overflow partners; the key is that of saved states. */
  readonly crowds: number;
  /** What rows hold by now. */
  readonly room: RowRoom;
  readonly clumps: ClumpCounts | undefined;
}

type Sizes = Pick<SavedEngine<unknown>, 'near' | 'crowds' | 'clumps'>;

/** Buffers, in the order in which they are saved. */
export function morePieces({ memory, meshes, overflow, clumps }: GpuPasses, saved: Sizes, cursor: Cursor): Piece[] {
  return [
    ...slotPieces(meshes, memory.status, saved.near, cursor),
    ...overflowPieces(overflow, saved.crowds, cursor),
    ...((saved.clumps && clumps?.pieces(saved.clumps, cursor)) ?? []),
  ];
}

/** The same with room for the saved data. */
export function piecesToRestore(passes: GpuPasses): (saved: Sizes, cursor: Cursor) => Piece[] {
  const { memory, meshes, overflow, clumps } = passes;
  return (saved, cursor) => {
    meshes?.grow(memory.capacity);
    overflow?.grow(saved.crowds, cursor.step);
    if (saved.clumps !== undefined) clumps?.use(saved.clumps);
    return morePieces(passes, saved, cursor);
  };
}
