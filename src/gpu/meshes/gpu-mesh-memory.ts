// SPDX-License-Identifier: MIT
/** The buffers for meshes on the GPU: facets, and the slots of spheres near them, for both copies of the rows. */
import { DeviceError } from '../../errors.ts';
import type { Cursor } from '../engine/cursor.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import type { Piece } from '../engine/species.ts';
import { StorageBuffers } from '../engine/storage-buffers.ts';
import { SLOT_VECTORS } from '../kernels/mesh-slots.ts';
import { MESH_SLOTS } from '../kernels/prelude.ts';

export const SLOT_BYTES = 16 * SLOT_VECTORS;
/**
 * Packings up to this many spheres have a slot for each sphere; larger ones for every fourth, because most spheres are
 * inside the packing.
 */
const ALL_NEAR = 2 ** 21;

export class GpuMeshMemory {
  /** Capacity for slots. */
  room = 0;
  readonly geometry: GPUBuffer;
  slots!: readonly [GPUBuffer, GPUBuffer];
  slotOf!: GPUBuffer;
  readonly #buffers: StorageBuffers;
  #spheres = 0;

  /** Throws a DeviceError with the sizes when the meshes are larger than the adapter binds. */
  constructor(device: GPUDevice, count: number, geometry: Uint32Array<ArrayBuffer>) {
    this.#buffers = new StorageBuffers(device);
    const binding = this.#buffers.most;
    if (geometry.byteLength > binding) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: the meshes need a binding of ${geometry.byteLength} bytes, and the adapter has ${binding}; ` +
          'take fewer facets, or run with --device cpu',
      );
    }
    this.geometry = this.#buffers.make(geometry.byteLength);
    device.queue.writeBuffer(this.geometry, 0, geometry);
    this.#makeRoom(count, binding);
  }

  /** Makes room for more spheres and keeps the contents. Bindings must be recreated. */
  grow(count: number): void {
    if (count <= this.#spheres) return;
    const { slots, slotOf } = this;
    this.#makeRoom(count, this.#buffers.most);
    this.#buffers.replace([0, 1].map((k) => [slots[k], this.slots[k]] as [GPUBuffer, GPUBuffer]));
    this.#buffers.release([slotOf]);
  }

  get bytes(): number {
    return this.#buffers.bytes;
  }

  #makeRoom(count: number, binding: number): void {
    const wanted = count <= ALL_NEAR ? count : Math.max(ALL_NEAR, Math.ceil(count / 4));
    this.#spheres = count;
    this.room = Math.max(1, Math.min(wanted, Math.floor(binding / SLOT_BYTES)));
    this.slots = [this.#buffers.make(SLOT_BYTES * this.room), this.#buffers.make(SLOT_BYTES * this.room)];
    this.slotOf = this.#buffers.make(4 * Math.max(4, count));
  }

  destroy(): void {
    this.#buffers.destroy();
  }
}

/** How many spheres are near meshes. */
export async function nearMeshes(device: GPUDevice, status: GPUBuffer, { list }: Readonly<Cursor>): Promise<number> {
  const word = await readBuffer(device, status, 4, 4 * (MESH_SLOTS + list));
  return new Uint32Array(word)[0];
}

/** Results of a contact query in the slots that are not in use. */
export async function readSlots(
  device: GPUDevice,
  meshes: GpuMeshMemory | undefined,
  status: GPUBuffer,
  cursor: Readonly<Cursor>,
): Promise<Uint32Array> {
  const bytes = meshes === undefined ? 0 : SLOT_BYTES * (await nearMeshes(device, status, cursor));
  if (meshes === undefined || bytes === 0) return new Uint32Array(0);
  return new Uint32Array(await readBuffer(device, meshes.slots[1 - cursor.list], bytes));
}

/** Buffers of the meshes that belong to the state. */
export function slotPieces(
  meshes: GpuMeshMemory | undefined,
  status: GPUBuffer,
  near: number,
  { list }: Readonly<Cursor>,
): Piece[] {
  if (meshes === undefined) return [];
  const known = { buffer: status, offset: 4 * (MESH_SLOTS + list), bytes: 4 };
  return [known, { buffer: meshes.slots[list], offset: 0, bytes: SLOT_BYTES * near }].filter(({ bytes }) => bytes > 0);
}
