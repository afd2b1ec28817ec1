// SPDX-License-Identifier: MIT
/** The buffers for meshes on the GPU: facets, and slots of the spheres near them, for the rows of either number. */
import { DeviceError } from '../errors.ts';
import { SLOT_VECTORS } from './wgsl/mesh-forces.ts';

export const SLOT_BYTES = 16 * SLOT_VECTORS;
/** Beds up to this many spheres have a slot for each; larger ones for every fourth, since most spheres are within the bed. */
const ALL_NEAR = 2 ** 21;

export class GpuMeshMemory {
  /** Slots that there are room for. */
  readonly room: number;
  readonly geometry: GPUBuffer;
  readonly slots: readonly [GPUBuffer, GPUBuffer];
  readonly slotOf: GPUBuffer;

  /** Throws a DeviceError with the sizes when the meshes are larger than the adapter binds. */
  constructor(device: GPUDevice, count: number, geometry: Uint32Array<ArrayBuffer>) {
    const binding = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    if (geometry.byteLength > binding) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: the meshes need a binding of ${geometry.byteLength} bytes, and the adapter has ${binding}; take fewer facets, or run with --device cpu`,
      );
    }
    const wanted = count <= ALL_NEAR ? count : Math.max(ALL_NEAR, Math.ceil(count / 4));
    this.room = Math.max(1, Math.min(wanted, Math.floor(binding / SLOT_BYTES)));
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const make = (size: number): GPUBuffer => device.createBuffer({ size: 16 * Math.ceil(size / 16), usage });
    this.geometry = make(geometry.byteLength);
    this.slots = [make(SLOT_BYTES * this.room), make(SLOT_BYTES * this.room)];
    this.slotOf = make(4 * Math.max(4, count));
    device.queue.writeBuffer(this.geometry, 0, geometry);
  }

  get bytes(): number {
    return this.geometry.size + 2 * this.slots[0].size + this.slotOf.size;
  }

  destroy(): void {
    for (const buffer of [this.geometry, ...this.slots, this.slotOf]) buffer.destroy();
  }
}
