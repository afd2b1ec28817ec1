// SPDX-License-Identifier: MIT
/**
 * The buffers of a simulation on the GPU. States are whole arrays, since any sphere may be read by any other. Rows and springs are read by their owner alone: they are cut into
 * chunks that fit into one binding.
 */
import { DeviceError } from '../errors.ts';
import { StorageBuffers } from './storage-buffers.ts';
import { GROUP, GROUP_SUMS, type KernelForm, rowPlanes, STATUS_WORDS } from './wgsl/prelude.ts';
import { SCAN_BLOCK } from './wgsl/sort.ts';

const VECTOR = 16;
const WORD = 4;
/** Chunks are multiples of this, so that halves of a buffer begin where bindings may. */
const CHUNK_UNIT = 256;

export interface Chunk {
  readonly start: number;
  /** Spheres in it now. */
  count: number;
  /** Of the first workgroup's sums. */
  readonly groupStart: number;
  /** Rows of the present list and the other; both halves of the springs. */
  readonly rows: readonly [GPUBuffer, GPUBuffer];
  readonly springs: GPUBuffer;
}

export interface StateBuffers {
  readonly place: GPUBuffer;
  readonly motion: GPUBuffer;
  readonly spin: GPUBuffer;
}

/** Sizes, known before anything is made. */
export interface GpuRoom {
  readonly chunkSize: number;
  readonly chunks: number;
  readonly scanBlocks: number;
  readonly groups: number;
  /** All buffers together. */
  readonly bytes: number;
}

/** `chunkSize` where it is given already: more spheres then have more chunks. */
export function gpuRoom(
  form: KernelForm,
  count: number,
  cellCount: number,
  bindingBytes: number,
  givenSize?: number,
): GpuRoom {
  const perSphere = VECTOR * Math.max(rowPlanes(form), 2 * form.contacts);
  const most = givenSize ?? Math.floor(bindingBytes / perSphere / CHUNK_UNIT) * CHUNK_UNIT;
  const chunks = Math.max(1, Math.ceil(count / most));
  const chunkSize = givenSize ?? Math.ceil(Math.max(1, count) / chunks / CHUNK_UNIT) * CHUNK_UNIT;
  const scanBlocks = Math.ceil((cellCount + 1) / SCAN_BLOCK);
  const groups = chunks * Math.ceil(chunkSize / GROUP);
  const perChunk = VECTOR * chunkSize * (2 * rowPlanes(form) + 2 * form.contacts);
  const bytes =
    (form.isTurning ? 8 : 6) * VECTOR * count +
    chunks * perChunk +
    WORD * ((form.regions > 0 ? 8 : 6) * count + cellCount + 1 + scanBlocks + STATUS_WORDS + GROUP_SUMS * groups);
  return { chunkSize, chunks, scanBlocks, groups, bytes };
}

export class GpuMemory {
  /** Spheres that there is room for. */
  capacity = 0;
  room!: GpuRoom;
  states!: readonly [StateBuffers, StateBuffers];
  names!: readonly [GPUBuffer, GPUBuffer];
  readonly chunks: Chunk[] = [];
  readonly starts: GPUBuffer;
  readonly blocks: GPUBuffer;
  cellAndRank!: GPUBuffer;
  order!: GPUBuffer;
  newPlace!: GPUBuffer;
  status!: GPUBuffer;
  /** Spheres found in regions, where there are any. */
  picked!: GPUBuffer;
  /** Orientations, where they are followed; which of the two the names say. */
  turned!: readonly [GPUBuffer, GPUBuffer];
  readonly folded: GPUBuffer;
  #count = 0;
  readonly #buffers: StorageBuffers;
  readonly #device: GPUDevice;
  readonly #form: KernelForm;
  readonly #cellCount: number;

  /** Throws a DeviceError with the sizes when a buffer is larger than the adapter binds. */
  constructor(device: GPUDevice, form: KernelForm, capacity: number, cellCount: number) {
    this.#device = device;
    this.#buffers = new StorageBuffers(device);
    this.#form = form;
    this.#cellCount = cellCount;
    this.#makeRoom(capacity);
    this.starts = this.#make(WORD * (cellCount + 1));
    this.blocks = this.#make(WORD * this.room.scanBlocks);
    this.folded = this.#make(WORD * GROUP_SUMS);
  }

  /** Workgroups with sums of their own. */
  get groups(): number {
    return this.room.groups;
  }

  /** Spheres that there are. */
  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = count;
    for (const chunk of this.chunks) {
      chunk.count = Math.max(0, Math.min(this.room.chunkSize, count - chunk.start));
    }
  }

  /** Makes room for more, whatever is there staying where it is. Bindings of these buffers must be made anew. */
  grow(capacity: number): void {
    const { states, names, turned, status } = this;
    const scratch = [this.cellAndRank, this.order, this.newPlace, this.picked];
    this.#makeRoom(capacity, this.room.chunkSize);
    const replaced: [GPUBuffer, GPUBuffer][] = [[status, this.status]];
    for (const k of [0, 1] as const) {
      const [from, to] = [states[k], this.states[k]];
      replaced.push([from.place, to.place], [from.motion, to.motion], [from.spin, to.spin]);
      replaced.push([names[k], this.names[k]], [turned[k], this.turned[k]]);
    }
    this.#buffers.replace(replaced);
    this.#buffers.release(scratch);
  }

  /** Nobody is in the rows of spheres from `first` on. */
  emptyRows(rows: 0 | 1, first: number): void {
    for (const chunk of this.chunks) {
      const from = Math.max(first, chunk.start);
      const bytes = VECTOR * (chunk.start + chunk.count - from);
      if (bytes <= 0) continue;
      this.#device.queue.writeBuffer(chunk.rows[rows], VECTOR * (from - chunk.start), new Uint8Array(bytes));
    }
  }

  destroy(): void {
    this.#buffers.destroy();
  }

  /** All buffers whose size depends on the number of spheres; chunks are added to those that are there. */
  #makeRoom(capacity: number, chunkSize?: number): void {
    const bindingBytes = this.#buffers.most;
    const form = this.#form;
    const whole = Math.max(VECTOR * capacity, WORD * (this.#cellCount + 1));
    if (whole > bindingBytes) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${capacity} spheres in ${this.#cellCount} cells need a binding of ${whole} bytes, and the adapter has ${bindingBytes}; take fewer spheres, or run with --device cpu`,
        { whole, bindingBytes },
      );
    }
    this.capacity = capacity;
    this.room = gpuRoom(form, capacity, this.#cellCount, bindingBytes, chunkSize);
    const state = (): StateBuffers => ({
      place: this.#make(VECTOR * capacity),
      motion: this.#make(VECTOR * capacity),
      spin: this.#make(VECTOR * capacity),
    });
    this.states = [state(), state()];
    this.names = [this.#make(WORD * capacity), this.#make(WORD * capacity)];
    for (let k = this.chunks.length; k < this.room.chunks; k++) {
      const size = this.room.chunkSize;
      const rows = (): GPUBuffer => this.#make(VECTOR * rowPlanes(form) * size);
      this.chunks.push({
        ...{ start: k * size, count: 0, groupStart: k * Math.ceil(size / GROUP) },
        ...{ rows: [rows(), rows()], springs: this.#make(VECTOR * 2 * form.contacts * size) },
      });
    }
    const turns = form.isTurning ? VECTOR * capacity : 0;
    this.turned = [this.#make(turns), this.#make(turns)];
    this.cellAndRank = this.#make(2 * WORD * capacity);
    this.order = this.#make(WORD * capacity);
    this.newPlace = this.#make(WORD * capacity);
    this.picked = this.#make(form.regions > 0 ? 2 * WORD * capacity : 0);
    this.status = this.#make(WORD * (STATUS_WORDS + GROUP_SUMS * this.room.groups));
  }

  #make(bytes: number): GPUBuffer {
    return this.#buffers.make(bytes);
  }
}
