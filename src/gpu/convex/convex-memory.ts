// SPDX-License-Identifier: MIT
/** The buffers of convex bodies on the GPU. What belongs to a list is there twice, so that a list that must not be made leaves the last one as it was. */
import { SimulationError } from '../../errors.ts';
import { type ConvexForm, PAIR_LISTS } from '../wgsl/convex-prelude.ts';
import { GROUP, GROUP_SUMS, STATUS_WORDS } from '../wgsl/prelude.ts';
import { SCAN_BLOCK } from '../wgsl/sort.ts';

const VECTOR = 16;
const WORD = 4;

export interface ConvexState {
  readonly place: GPUBuffer;
  readonly rest: GPUBuffer;
}

/** The pairs of one list. */
export interface ConvexList {
  readonly pairStarts: GPUBuffer;
  readonly pairs: GPUBuffer;
  readonly pool: GPUBuffer;
  readonly incidentStarts: GPUBuffer;
  readonly incident: GPUBuffer;
}

export class ConvexMemory {
  readonly states: readonly [ConvexState, ConvexState];
  readonly names: readonly [GPUBuffer, GPUBuffer];
  readonly lists: readonly [ConvexList, ConvexList];
  readonly shapes: GPUBuffer;
  readonly starts: GPUBuffer;
  readonly blocks: GPUBuffer;
  readonly cellAndRank: GPUBuffer;
  readonly order: GPUBuffer;
  readonly newPlace: GPUBuffer;
  readonly watched: GPUBuffer;
  readonly slots: GPUBuffer;
  readonly stamps: GPUBuffer;
  readonly status: GPUBuffer;
  readonly folded: GPUBuffer;
  readonly groups: number;
  /** All buffers together. */
  readonly bytes: number;
  readonly #all: GPUBuffer[] = [];
  readonly #device: GPUDevice;

  /** Throws a SimulationError with the sizes when a buffer is larger than the adapter binds. */
  constructor(device: GPUDevice, form: ConvexForm, count: number, cellCount: number, shapes: Uint32Array<ArrayBuffer>) {
    this.#device = device;
    const { pairCapacity, poolCapacity, points } = form;
    const most = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    const pool = 2 * VECTOR * points * poolCapacity;
    const largest = Math.max(4 * VECTOR * count, 4 * VECTOR * pairCapacity, pool, WORD * (cellCount + 1));
    if (largest > most) {
      throw new SimulationError(
        'gpu-too-small',
        `device gpu: ${count} bodies in ${cellCount} cells with room for ${pairCapacity} pairs need a binding of ${largest} bytes, and the adapter has ${most}; take fewer bodies, or run with --device cpu`,
        { largest, most },
      );
    }
    const state = (): ConvexState => ({ place: this.#make(VECTOR * count), rest: this.#make(4 * VECTOR * count) });
    this.states = [state(), state()];
    this.names = [this.#make(WORD * count), this.#make(WORD * count)];
    const list = (): ConvexList => ({
      pairStarts: this.#make(WORD * (count + 1)),
      pairs: this.#make(4 * VECTOR * pairCapacity),
      pool: this.#make(pool),
      incidentStarts: this.#make(WORD * (count + 1)),
      incident: this.#make(WORD * pairCapacity),
    });
    this.lists = [list(), list()];
    this.shapes = this.#make(shapes.byteLength);
    device.queue.writeBuffer(this.shapes, 0, shapes);
    this.starts = this.#make(WORD * (cellCount + 1));
    this.blocks = this.#make(WORD * Math.ceil((Math.max(cellCount, count) + 1) / SCAN_BLOCK));
    this.cellAndRank = this.#make(2 * WORD * count);
    this.order = this.#make(WORD * count);
    this.newPlace = this.#make(WORD * count);
    this.watched = this.#make(PAIR_LISTS * WORD * pairCapacity);
    this.slots = this.#make(3 * VECTOR * pairCapacity);
    this.stamps = this.#make(WORD * pairCapacity);
    this.groups = Math.ceil(count / GROUP);
    this.status = this.#make(WORD * (STATUS_WORDS + GROUP_SUMS * this.groups));
    this.folded = this.#make(WORD * GROUP_SUMS);
    this.bytes = this.#all.reduce((sum, { size }) => sum + size, 0);
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
