// SPDX-License-Identifier: MIT
/**
 * The buffers of clumps (kernels/clump-motion.ts). Clumps keep their slots. Their lists of spheres and travelled paths
 * exist twice, like the names of spheres.
 */
import { DeviceError } from '../../errors.ts';
import type { Piece } from '../engine/species.ts';
import { StorageBuffers } from '../engine/storage-buffers.ts';
import { ANSWER, CLUMP } from '../kernels/records.ts';

const VECTOR = 16;
const WORD = 4;

/** Clumps, and spheres of all of them. */
export interface ClumpCounts {
  readonly clumps: number;
  readonly members: number;
}

/** Buffers that are in use. */
export type ClumpBuffers = Readonly<Record<'clumps' | 'offsets' | 'answers' | 'members' | 'paths', GPUBuffer>>;

/** Bytes of a clump, and of each of its spheres in addition to those of every sphere. */
const CLUMP_BYTES = CLUMP.bytes + ANSWER.bytes + 2 * WORD;
const MEMBER_BYTES = VECTOR + 2 * WORD;

export function clumpBytes({ clumps, members }: ClumpCounts): number {
  return CLUMP_BYTES * clumps + MEMBER_BYTES * members;
}

/** Bytes of the largest buffer. */
export function largestClumpBuffer({ clumps, members }: ClumpCounts): number {
  return Math.max(CLUMP.bytes * clumps, VECTOR * members);
}

export class GpuClumpMemory {
  clumps!: GPUBuffer;
  /** Offsets from the centre to each sphere. */
  offsets!: GPUBuffer;
  /** Results of a probe. */
  answers!: GPUBuffer;
  /** Index of each sphere, and the path of each clump under the present list; the cursor says which of the two. */
  members!: readonly [GPUBuffer, GPUBuffer];
  paths!: readonly [GPUBuffer, GPUBuffer];
  /** Number of clumps, removed ones included. */
  counts: ClumpCounts = { clumps: 0, members: 0 };
  #room: ClumpCounts = { clumps: 0, members: 0 };
  readonly #buffers: StorageBuffers;

  constructor(device: GPUDevice, room: ClumpCounts) {
    this.#buffers = new StorageBuffers(device);
    this.#make(room);
  }

  get bytes(): number {
    return this.#buffers.bytes;
  }

  /** Enlarges the buffers to this number and keeps their contents. Bindings must be recreated. */
  use(counts: ClumpCounts): void {
    const { clumps, members } = counts;
    const room = this.#room;
    this.counts = counts;
    if (clumps <= room.clumps && members <= room.members) return;
    const old = [this.clumps, this.offsets, ...this.members, ...this.paths];
    const { answers } = this;
    const more = (needed: number, had: number): number => (needed <= had ? had : Math.max(needed, 2 * had));
    this.#make({ clumps: more(clumps, room.clumps), members: more(members, room.members) });
    const now = [this.clumps, this.offsets, ...this.members, ...this.paths];
    this.#buffers.replace(old.map((buffer, k) => [buffer, now[k]] as const));
    this.#buffers.release([answers]);
  }

  at(list: 0 | 1): ClumpBuffers {
    const { clumps, offsets, answers } = this;
    return { clumps, offsets, answers, members: this.members[list], paths: this.paths[list] };
  }

  /** Buffers of the clumps that belong to the state. */
  pieces({ clumps, members }: ClumpCounts, list: 0 | 1): Piece[] {
    const piece = (buffer: GPUBuffer, bytes: number): Piece => ({ buffer, offset: 0, bytes });
    return [
      piece(this.clumps, CLUMP.bytes * clumps),
      piece(this.offsets, VECTOR * members),
      piece(this.members[list], WORD * members),
      piece(this.paths[list], WORD * clumps),
    ].filter(({ bytes }) => bytes > 0);
  }

  destroy(): void {
    this.#buffers.destroy();
  }

  /** Throws a DeviceError with the sizes if the adapter cannot bind them. */
  #make(room: ClumpCounts): void {
    const { clumps, members } = room;
    const [bytes, most] = [largestClumpBuffer(room), this.#buffers.most];
    if (bytes > most) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${clumps} clumps of ${members} spheres need a binding of ${bytes} bytes, and the adapter ` +
          `has ${most}; take fewer clumps, or run with --device cpu`,
        { bytes, bindingBytes: most },
      );
    }
    this.#room = room;
    this.clumps = this.#buffers.make(CLUMP.bytes * clumps);
    this.offsets = this.#buffers.make(VECTOR * members);
    this.answers = this.#buffers.make(ANSWER.bytes * clumps);
    this.members = [this.#buffers.make(WORD * members), this.#buffers.make(WORD * members)];
    this.paths = [this.#buffers.make(WORD * clumps), this.#buffers.make(WORD * clumps)];
  }
}
