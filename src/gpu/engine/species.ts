// SPDX-License-Identifier: MIT
/**
 * What the engine needs of a kind of bodies on the GPU: the buffers, the kernels of a list, a step and a probe, room
 * for more, checks, and the data of a saved state. Spheres (with clumps) and convex bodies are the two kinds.
 */
import type { Vector3 } from '../../math/vector.ts';
import type { Cursor } from './cursor.ts';
import type { KernelRunner } from './kernel-runner.ts';

/** Buffers that all kinds of bodies have. They may be replaced by larger ones. */
export interface SpeciesMemory {
  /** Number of bodies, or of their spheres. */
  count: number;
  /** Room for them. */
  readonly capacity: number;
  readonly status: GPUBuffer;
  readonly folded: GPUBuffer;
  /** Bodies found in regions, if there are regions. */
  readonly picked: GPUBuffer;
  /** Workgroups with separate sums. */
  readonly groups: number;
}

/** A part of a buffer. */
export interface Piece {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly bytes: number;
}

/** Numbers of a saved state that only the species knows, as JSON. */
export type Sizes = Readonly<Record<string, unknown>>;

export interface Species {
  readonly memory: SpeciesMemory;
  readonly runner: KernelRunner;
  /** Losses are added up. */
  readonly hasAccounts: boolean;
  /** Probes count contacts as lists of contacts have them. */
  readonly countsContacts?: boolean;
  /** Where a probe writes the forces of half-spaces, if it sums them. */
  readonly wallSums?: Piece;
  /** Travel of a body in one step, relative to half its smallest thickness, that is an error. */
  readonly travelLimit: number;
  /** Of all buffers. */
  readonly bytes: number;
  /** Chunks of buffers that are too large for one binding. */
  readonly chunks: number;

  /** Compiles the kernels again if they have to be others now. */
  compile(): Promise<void>;
  /** Encodes the making of a list; the cursor is still before it. */
  list(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>): void;
  /** Encodes a step, or the forces of the present state, with the step inputs at this index. */
  step(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>, mode: 'step' | 'probe', inputsIndex: number): void;
  /** Encodes a query of the regions of the step inputs at this index, or of a separate query. */
  pick(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>, inputsIndex: number): void;
  /** Encodes the removal of bodies in such regions before a list. `taken` then has their records for the host. */
  take?(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>, inputsIndex: number): void;
  readonly taken?: Piece | undefined;
  /** Encodes the sum over all workgroups. */
  fold(pass: GPUComputePassEncoder): void;

  /** Force on each half-space, from the content of `wallSums`. */
  wallLoads?(sums: Float32Array): Vector3[];

  /** What makes the room that was missing, from the status words; undefined if the room sufficed or cannot grow. */
  roomWanted(words: Uint32Array, step: number): (() => void) | undefined;
  /** Throws a SimulationError with the numbers and the remedy. `step` is the step before the submission. */
  check(words: Uint32Array, step: number): void;

  /** Makes room for this many bodies, which is more than there is. */
  makeRoom(count: number): void;
  /** Empties the rows of the bodies from `first` on, which have just been appended. */
  emptyRows(first: number, cursor: Readonly<Cursor>): Promise<void>;
  /** Notes that these bodies are taken out when the next list is made. */
  markGone(indices: readonly number[], cursor: Readonly<Cursor>): void;

  /** Numbers that a saved state needs to have its buffers. */
  sizes(cursor: Readonly<Cursor>): Promise<Sizes>;
  /** Throws a SimulationError for a state with another memory layout, and makes room for the state. */
  useSizes(sizes: Sizes, cursor: Readonly<Cursor>): void;
  /** Data in use at the cursor, in the order in which they are saved. */
  pieces(sizes: Sizes, cursor: Readonly<Cursor>): Piece[];
  /** Brings what threads wrote in any order into one order, in the contents of the pieces. */
  inOrder?(parts: readonly Uint8Array<ArrayBuffer>[], sizes: Sizes): void;
  /** After the pieces have been written. */
  afterRestore?(sizes: Sizes): void;
  destroy(): void;
}
