// SPDX-License-Identifier: MIT
/**
 * The interface through which insertions and outlets add, remove and read bodies on the GPU, for all kinds of bodies.
 */
import type { Vector3 } from '../../math/vector.ts';
import type { Newcomer, Present } from '../../simulation/population/due-bodies.ts';
import { readBuffer } from './gpu-program.ts';
import type { Found } from './gpu-settings.ts';

export type { Newcomer, Present };

/** A body that is taken out. */
export interface RemovedBody {
  /** Number from its birth on. */
  readonly name: number;
  /** kg */
  readonly mass: number;
  /** Kinetic energy and that of height, J. */
  readonly energy: number;
}

export interface GpuBodies {
  readonly stepCount: number;
  /** Bodies whose centres are between two corners. */
  near(min: Vector3, max: Vector3): Promise<readonly Present[]>;
  /** The last of the body ids. */
  add(newcomers: readonly Newcomer[]): Promise<void>;
  /** Bodies in these regions. */
  look(regions: number): Promise<readonly Found[]>;
  /** Elastic energy of all contacts, J. */
  probe(): Promise<number>;
  /** Velocities are those of the half step before, or those of the last probe. */
  read(indices: readonly number[], isProbed: boolean): Promise<readonly RemovedBody[]>;
  remove(indices: readonly number[]): Promise<void>;
}

/** Up to this many bodies are copied one by one; for more, the whole buffer is read. */
const FEW = 500;

/** Data of these bodies in a buffer of `count` records, `stride` words each. */
export async function readRows(
  device: GPUDevice,
  buffer: GPUBuffer,
  stride: number,
  indices: readonly number[],
  count: number,
): Promise<Uint32Array> {
  if (indices.length > FEW) {
    const all = new Uint32Array(await readBuffer(device, buffer, 4 * stride * count));
    const few = new Uint32Array(stride * indices.length);
    indices.forEach((i, k) => {
      few.set(all.subarray(stride * i, stride * (i + 1)), stride * k);
    });
    return few;
  }
  const bytes = 4 * stride;
  const gathered = device.createBuffer({
    size: bytes * indices.length,
    usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const encoder = device.createCommandEncoder();
  indices.forEach((i, k) => {
    encoder.copyBufferToBuffer(buffer, bytes * i, gathered, bytes * k, bytes);
  });
  device.queue.submit([encoder.finish()]);
  const words = new Uint32Array(await readBuffer(device, gathered, bytes * indices.length));
  gathered.destroy();
  return words;
}
