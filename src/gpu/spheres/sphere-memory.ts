// SPDX-License-Identifier: MIT
/**
 * The buffers of a simulation on the GPU. Body states are whole arrays, because any sphere may read any other. Only
 * their owner reads rows and springs, so these are cut into chunks that fit into one binding.
 */
import { DeviceError } from '../../errors.ts';
import { StorageBuffers } from '../engine/storage-buffers.ts';
import { SCAN_BLOCK } from '../kernels/cell-sort.ts';
import { MOST_TAKEN, TAKEN_VECTORS } from '../kernels/pick.ts';
import { GROUP, GROUP_SUMS, type KernelForm, rowPlanes, STATUS_WORDS, WALL_SUM_BYTES } from '../kernels/prelude.ts';

const VECTOR = 16;
const WORD = 4;
/** Chunks are multiples of this, so that halves of a buffer begin where bindings may. */
const CHUNK_UNIT = 256;

interface Chunk {
  readonly start: number;
  /** Spheres in it now. */
  count: number;
  /** Of the first workgroup's sums. */
  readonly groupStart: number;
  /** Rows of the present list and the other; both halves of the springs. */
  rows: readonly [Part, Part];
  springs: Part;
}

/** A part of a buffer, or the whole. */
export interface Part {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

export interface StateBuffers {
  readonly position: GPUBuffer;
  readonly motion: GPUBuffer;
  readonly spin: GPUBuffer;
}

/** One half of the springs. */
export function halfOf({ buffer, offset, size }: Part, half: 0 | 1): Part {
  return { buffer, offset: offset + (half * size) / 2, size: size / 2 };
}

/** Sizes, known before anything is made. */
interface GpuRoom {
  readonly chunkSize: number;
  readonly chunks: number;
  readonly scanBlocks: number;
  readonly groups: number;
  /** All buffers together. */
  readonly bytes: number;
}

/** Status words, and the sums of all workgroups. */
function statusBytes({ halfSpaces }: KernelForm, groups: number): number {
  return WORD * (STATUS_WORDS + GROUP_SUMS * groups) + WALL_SUM_BYTES * halfSpaces * groups;
}

/** `chunkSize` if it is already fixed: more spheres then have more chunks. */
export function gpuRoom(
  form: KernelForm,
  count: number,
  cellCount: number,
  bindingBytes: number,
  givenSize?: number,
): GpuRoom {
  const [rows, springs] = [rowPlanes(form), 2 * form.contacts];
  const perSphere = VECTOR * (form.isPacked ? 2 * rows + springs : Math.max(rows, springs));
  // At least one unit: if that is too large for a binding, its buffer is refused with the sizes.
  const most = givenSize ?? Math.max(1, Math.floor(bindingBytes / perSphere / CHUNK_UNIT)) * CHUNK_UNIT;
  const chunks = Math.max(1, Math.ceil(count / most));
  const chunkSize = givenSize ?? Math.ceil(Math.max(1, count) / chunks / CHUNK_UNIT) * CHUNK_UNIT;
  const scanBlocks = Math.ceil((cellCount + 1) / SCAN_BLOCK);
  const groups = chunks * Math.ceil(chunkSize / GROUP);
  const perChunk = VECTOR * chunkSize * (2 * rows + springs);
  const bytes =
    (form.isTurning ? 8 : 6) * VECTOR * count +
    chunks * perChunk +
    WORD * ((form.regions > 0 ? 8 : 6) * count + cellCount + 1 + scanBlocks) +
    statusBytes(form, groups);
  return { chunkSize, chunks, scanBlocks, groups, bytes };
}

export class SphereMemory {
  /** Capacity for spheres. */
  capacity = 0;
  room!: GpuRoom;
  states!: readonly [StateBuffers, StateBuffers];
  names!: readonly [GPUBuffer, GPUBuffer];
  readonly chunks: Chunk[] = [];
  readonly starts: GPUBuffer;
  readonly blocks: GPUBuffer;
  cellAndRank!: GPUBuffer;
  order!: GPUBuffer;
  newIndex!: GPUBuffer;
  status!: GPUBuffer;
  /** Spheres found in regions, if there are regions. */
  picked!: GPUBuffer;
  /** Records of the spheres that a list removes, for the host. */
  readonly taken: GPUBuffer;
  /** Orientations, if they are integrated; the copy is that of the names. */
  turned!: readonly [GPUBuffer, GPUBuffer];
  readonly folded: GPUBuffer;
  #count = 0;
  readonly #buffers: StorageBuffers;
  readonly #device: GPUDevice;
  #form: KernelForm;
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
    this.taken = this.#make(form.regions > 0 ? VECTOR * TAKEN_VECTORS * MOST_TAKEN : 0);
  }

  /** Workgroups with separate sums. */
  get groups(): number {
    return this.room.groups;
  }

  /** Number of spheres. */
  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = count;
    for (const chunk of this.chunks) {
      chunk.count = Math.max(0, Math.min(this.room.chunkSize, count - chunk.start));
    }
  }

  /** Enlarges the buffers and keeps their contents. Bindings of these buffers must be recreated. */
  grow(capacity: number): void {
    const { states, names, turned, status } = this;
    const scratch = [this.cellAndRank, this.order, this.newIndex, this.picked];
    this.#makeRoom(capacity, this.room.chunkSize);
    const replaced: [GPUBuffer, GPUBuffer][] = [[status, this.status]];
    for (const k of [0, 1] as const) {
      const [from, to] = [states[k], this.states[k]];
      replaced.push([from.position, to.position], [from.motion, to.motion], [from.spin, to.spin]);
      replaced.push([names[k], this.names[k]], [turned[k], this.turned[k]]);
    }
    this.#buffers.replace(replaced);
    this.#buffers.release(scratch);
  }

  /** Makes room for more contacts per sphere and keeps the contents. Bindings of springs must be recreated. */
  moreContacts(form: KernelForm): void {
    const { chunkSize } = this.room;
    const planes = 2 * form.contacts + (form.isPacked ? 2 * rowPlanes(form) : 0);
    const [bytes, most] = [VECTOR * planes * chunkSize, this.#buffers.most];
    if (bytes > most) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${form.contacts} contacts a sphere need a binding of ${bytes} bytes, and the adapter has ` +
          `${most}; run with --device cpu`,
        { bytes, bindingBytes: most },
      );
    }
    const encoder = this.#device.createCommandEncoder();
    const copy = (from: Part, to: Part, size: number, half = 0): void =>
      encoder.copyBufferToBuffer(
        from.buffer,
        from.offset + (half * from.size) / 2,
        to.buffer,
        to.offset + (half * to.size) / 2,
        size,
      );
    const replaced = new Set<GPUBuffer>();
    for (const chunk of this.chunks) {
      const { rows, springs } = this.#makeRows(form, chunkSize);
      for (const k of [0, 1] as const) {
        copy(chunk.rows[k], rows[k], rows[k].size);
        copy(chunk.springs, springs, chunk.springs.size / 2, k);
        replaced.add(chunk.rows[k].buffer);
      }
      replaced.add(chunk.springs.buffer);
      Object.assign(chunk, { rows, springs });
    }
    this.#device.queue.submit([encoder.finish()]);
    this.#buffers.release([...replaced]);
    this.#form = form;
    this.room = gpuRoom(form, this.capacity, this.#cellCount, most, chunkSize);
  }

  /** Clears the rows of spheres from `first` on. */
  emptyRows(rows: 0 | 1, first: number): void {
    for (const chunk of this.chunks) {
      const from = Math.max(first, chunk.start);
      const bytes = VECTOR * (chunk.start + chunk.count - from);
      if (bytes <= 0) continue;
      const { buffer, offset } = chunk.rows[rows];
      this.#device.queue.writeBuffer(buffer, offset + VECTOR * (from - chunk.start), new Uint8Array(bytes));
    }
  }

  destroy(): void {
    this.#buffers.destroy();
  }

  /** All buffers whose size depends on the number of spheres; chunks are added to the present ones. */
  #makeRoom(capacity: number, chunkSize?: number): void {
    const bindingBytes = this.#buffers.most;
    const form = this.#form;
    const whole = Math.max(VECTOR * capacity, WORD * (this.#cellCount + 1));
    if (whole > bindingBytes) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${capacity} spheres in ${this.#cellCount} cells need a binding of ${whole} bytes, and the ` +
          `adapter has ${bindingBytes}; take fewer spheres, or run with --device cpu`,
        { whole, bindingBytes },
      );
    }
    this.capacity = capacity;
    this.room = gpuRoom(form, capacity, this.#cellCount, bindingBytes, chunkSize);
    const state = (): StateBuffers => ({
      position: this.#make(VECTOR * capacity),
      motion: this.#make(VECTOR * capacity),
      spin: this.#make(VECTOR * capacity),
    });
    this.states = [state(), state()];
    this.names = [this.#make(WORD * capacity), this.#make(WORD * capacity)];
    for (let k = this.chunks.length; k < this.room.chunks; k++) {
      const size = this.room.chunkSize;
      this.chunks.push({
        start: k * size,
        count: 0,
        groupStart: k * Math.ceil(size / GROUP),
        ...this.#makeRows(form, size),
      });
    }
    const turns = form.isTurning ? VECTOR * capacity : 0;
    this.turned = [this.#make(turns), this.#make(turns)];
    this.cellAndRank = this.#make(2 * WORD * capacity);
    this.order = this.#make(WORD * capacity);
    this.newIndex = this.#make(WORD * capacity);
    this.picked = this.#make(form.regions > 0 ? 2 * WORD * capacity : 0);
    this.status = this.#make(statusBytes(form, this.room.groups));
  }

  /** Separate buffers, or parts of one. */
  #makeRows(form: KernelForm, size: number): Pick<Chunk, 'rows' | 'springs'> {
    const [row, spring] = [VECTOR * rowPlanes(form) * size, VECTOR * 2 * form.contacts * size];
    const one = form.isPacked ? this.#make(2 * row + spring) : undefined;
    const part = (bytes: number, at: number): Part => ({
      buffer: one ?? this.#make(bytes),
      offset: one === undefined ? 0 : at,
      size: bytes,
    });
    return { rows: [part(row, 0), part(row, row)], springs: part(spring, 2 * row) };
  }

  #make(bytes: number): GPUBuffer {
    return this.#buffers.make(bytes);
  }
}
