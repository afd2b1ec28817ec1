// SPDX-License-Identifier: MIT
/** Buffers of overflow partners (kernels/overflow-partners.ts), one for each copy of the rows, and their readback. */
import { SimulationError } from '../../errors.ts';
import { type Cursor, other } from '../engine/cursor.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import type { Piece } from '../engine/species.ts';
import { OVERFLOW_LANES } from '../kernels/overflow-forces.ts';
import { GROUP, type KernelForm } from '../kernels/prelude.ts';

const VECTOR = 16;
/** Counts and room, before the vectors. */
const HEADER = 16;
/** Initial number of vectors, and the growth factor. */
const LEAST_ROOM = 1024;
const GROWTH = 1.5;
/** Each partner has two vectors. */
const PER_PARTNER = 2;

export class GpuOverflowMemory {
  buffers: readonly [GPUBuffer, GPUBuffer];
  /** Capacity for vectors. */
  room: number;
  readonly #device: GPUDevice;

  constructor(device: GPUDevice) {
    this.#device = device;
    this.room = LEAST_ROOM;
    this.buffers = [this.#make(), this.#make()];
  }

  /**
   * Makes room for `wanted` vectors and some more, and keeps the contents: a buffer stores the capacity it was filled
   * with. Bindings must be recreated.
   */
  grow(wanted: number, step: number): void {
    const { limits } = this.#device;
    const most = Math.floor((Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize) - HEADER) / VECTOR);
    if (wanted > most) {
      throw new SimulationError(
        'gpu-partners',
        `device gpu: the near ones of spheres that have many need ${VECTOR * wanted} bytes, and the adapter ` +
          `binds ${VECTOR * most}; shrink neighbours.skin, take fewer spheres, or run with --device cpu (after ` +
          `step ${step})`,
        { wanted: VECTOR * wanted, bindingBytes: VECTOR * most, step },
      );
    }
    if (wanted <= this.room) return;
    const old = this.buffers;
    this.room = Math.min(most, Math.ceil(GROWTH * wanted));
    this.buffers = [this.#make(), this.#make()];
    const encoder = this.#device.createCommandEncoder();
    for (const k of [0, 1] as const) encoder.copyBufferToBuffer(old[k], 0, this.buffers[k], 0, old[k].size);
    this.#device.queue.submit([encoder.finish()]);
    for (const buffer of old) buffer.destroy();
  }

  get bytes(): number {
    return 2 * this.buffers[0].size;
  }

  /** Threads for all partners that there can be. */
  get recordThreads(): number {
    return Math.ceil(this.room / PER_PARTNER);
  }

  /** Threads for all spheres with overflow that there can be: each has more partners than a row holds. */
  sphereThreads({ partners }: KernelForm): number {
    return Math.ceil((OVERFLOW_LANES * this.room) / (1 + PER_PARTNER * (partners + 1)) / GROUP + 1) * GROUP;
  }

  #make(): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    return this.#device.createBuffer({ size: HEADER + VECTOR * this.room, usage });
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }
}

/** How many there are. */
export async function overflowSphereCount(
  device: GPUDevice,
  overflow: GpuOverflowMemory | undefined,
  { list }: Readonly<Cursor>,
): Promise<number> {
  if (overflow === undefined) return 0;
  return new Uint32Array(await readBuffer(device, overflow.buffers[list], 4))[0];
}

/** Buffers of overflow partners that belong to the state. */
export function overflowPieces(
  overflow: GpuOverflowMemory | undefined,
  room: number,
  { list }: Readonly<Cursor>,
): Piece[] {
  if (overflow === undefined) return [];
  return [{ buffer: overflow.buffers[list], offset: 0, bytes: HEADER + VECTOR * room }];
}

/** A contact with an overflow partner: indices on the GPU and the force on the first. */
export interface OverflowContact {
  readonly i: number;
  readonly j: number;
  readonly force: readonly [number, number, number];
}

/** Before a contact query. */
export function clearOverflowForces(
  encoder: GPUCommandEncoder,
  overflow: GpuOverflowMemory | undefined,
  { list }: Readonly<Cursor>,
): void {
  if (overflow !== undefined) encoder.clearBuffer(overflow.buffers[other(list)], HEADER);
}

/** Results of a contact query, pairs once, in the order of the spheres. */
export async function readOverflowContacts(
  device: GPUDevice,
  overflow: GpuOverflowMemory | undefined,
  { list }: Readonly<Cursor>,
): Promise<OverflowContact[]> {
  if (overflow === undefined) return [];
  const { size } = overflow.buffers[0];
  const words = new Uint32Array(await readBuffer(device, overflow.buffers[list], size));
  const forces = new Float32Array(await readBuffer(device, overflow.buffers[other(list)], size));
  const [spheres = 0, , room = 0] = words;
  const found: OverflowContact[] = [];
  const entries = Array.from({ length: spheres }, (_, k) => words.subarray(4 * (k + 1), 4 * (k + 2)));
  entries.sort((a, b) => a[0] - b[0]);
  for (const [i = 0, first = 0, count = 0] of entries) {
    for (let k = 0; k < count; k++) {
      const at = 4 * (1 + room - PER_PARTNER * (first + k + 1));
      const [j = 0, isTouching = 0] = words.subarray(at, at + 2);
      const [x = 0, y = 0, z = 0, isThere] = forces.subarray(at + 4, at + 8);
      if (isTouching === 1 && j > i && isThere === 1) found.push({ i, j, force: [x, y, z] });
    }
  }
  return found;
}
