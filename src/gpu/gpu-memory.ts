// SPDX-License-Identifier: MIT
/**
 * The buffers of a simulation on the GPU. States are whole arrays, since any sphere may be read by any other. Rows and springs are read by their owner alone: they are cut into
 * chunks that fit into one binding.
 */
import { DeviceError } from '../errors.ts';
import { GROUP, GROUP_SUMS, type KernelForm, rowPlanes, STATUS_WORDS } from './wgsl/prelude.ts';
import { SCAN_BLOCK } from './wgsl/sort.ts';

const VECTOR = 16;
const WORD = 4;
/** Chunks are multiples of this, so that halves of a buffer begin where bindings may. */
const CHUNK_UNIT = 256;

export interface Chunk {
  readonly start: number;
  readonly count: number;
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

export function gpuRoom(form: KernelForm, count: number, cellCount: number, bindingBytes: number): GpuRoom {
  const perSphere = VECTOR * Math.max(rowPlanes(form), 2 * form.contacts);
  const most = Math.floor(bindingBytes / perSphere / CHUNK_UNIT) * CHUNK_UNIT;
  const chunks = Math.max(1, Math.ceil(count / most));
  const chunkSize = Math.ceil(Math.max(1, count) / chunks / CHUNK_UNIT) * CHUNK_UNIT;
  const scanBlocks = Math.ceil((cellCount + 1) / SCAN_BLOCK);
  const groups = chunks * Math.ceil(chunkSize / GROUP);
  const perChunk = VECTOR * chunkSize * (2 * rowPlanes(form) + 2 * form.contacts);
  const bytes =
    6 * VECTOR * count +
    chunks * perChunk +
    WORD * (6 * count + cellCount + 1 + scanBlocks + STATUS_WORDS + GROUP_SUMS * groups);
  return { chunkSize, chunks, scanBlocks, groups, bytes };
}

export class GpuMemory {
  readonly room: GpuRoom;
  readonly states: readonly [StateBuffers, StateBuffers];
  readonly names: readonly [GPUBuffer, GPUBuffer];
  readonly chunks: readonly Chunk[];
  readonly starts: GPUBuffer;
  readonly blocks: GPUBuffer;
  readonly cellAndRank: GPUBuffer;
  readonly order: GPUBuffer;
  readonly newPlace: GPUBuffer;
  readonly status: GPUBuffer;
  readonly folded: GPUBuffer;
  readonly #all: GPUBuffer[] = [];
  readonly #device: GPUDevice;

  /** Throws a DeviceError with the sizes when a buffer is larger than the adapter binds. */
  constructor(device: GPUDevice, form: KernelForm, count: number, cellCount: number) {
    this.#device = device;
    const bindingBytes = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    this.room = gpuRoom(form, count, cellCount, bindingBytes);
    const { chunkSize, chunks, scanBlocks, groups } = this.room;
    const whole = Math.max(VECTOR * count, WORD * (cellCount + 1));
    if (whole > bindingBytes) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${count} spheres in ${cellCount} cells need a binding of ${whole} bytes, and the adapter has ${bindingBytes}; take fewer spheres, or run with --device cpu`,
        { whole, bindingBytes },
      );
    }
    const state = (): StateBuffers => ({
      place: this.#make(VECTOR * count),
      motion: this.#make(VECTOR * count),
      spin: this.#make(VECTOR * count),
    });
    this.states = [state(), state()];
    this.names = [this.#make(WORD * count), this.#make(WORD * count)];
    this.chunks = Array.from({ length: chunks }, (_, k) => ({
      start: k * chunkSize,
      count: Math.max(0, Math.min(chunkSize, count - k * chunkSize)),
      groupStart: k * Math.ceil(chunkSize / GROUP),
      rows: [
        this.#make(VECTOR * rowPlanes(form) * chunkSize),
        this.#make(VECTOR * rowPlanes(form) * chunkSize),
      ] as const,
      springs: this.#make(VECTOR * 2 * form.contacts * chunkSize),
    }));
    this.starts = this.#make(WORD * (cellCount + 1));
    this.blocks = this.#make(WORD * scanBlocks);
    this.cellAndRank = this.#make(2 * WORD * count);
    this.order = this.#make(WORD * count);
    this.newPlace = this.#make(WORD * count);
    this.status = this.#make(WORD * (STATUS_WORDS + GROUP_SUMS * groups));
    this.folded = this.#make(WORD * GROUP_SUMS);
  }

  destroy(): void {
    for (const buffer of this.#all) buffer.destroy();
  }

  #make(bytes: number): GPUBuffer {
    const size = Math.max(VECTOR, Math.ceil(bytes / VECTOR) * VECTOR);
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.#device.createBuffer({ size, usage });
    this.#all.push(buffer);
    return buffer;
  }
}
