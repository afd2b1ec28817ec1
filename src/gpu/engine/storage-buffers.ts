// SPDX-License-Identifier: MIT
/** Storage buffers that are created and released together; sizes are multiples of four words. */

const VECTOR = 16;

export class StorageBuffers {
  readonly #device: GPUDevice;
  readonly #all = new Set<GPUBuffer>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Total of all buffers. */
  get bytes(): number {
    let sum = 0;
    for (const { size } of this.#all) sum += size;
    return sum;
  }

  /** Most bytes that the device binds at once. */
  get most(): number {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#device.limits;
    return Math.min(maxStorageBufferBindingSize, maxBufferSize);
  }

  make(bytes: number): GPUBuffer {
    const size = Math.max(VECTOR, Math.ceil(bytes / VECTOR) * VECTOR);
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.#device.createBuffer({ size, usage });
    this.#all.add(buffer);
    return buffer;
  }

  /** Replaces these buffers by larger ones and copies the contents to the beginning of each. */
  replace(pairs: readonly (readonly [from: GPUBuffer, to: GPUBuffer])[]): void {
    const encoder = this.#device.createCommandEncoder();
    for (const [from, to] of pairs) encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
    this.#device.queue.submit([encoder.finish()]);
    this.release(pairs.map(([from]) => from));
  }

  release(buffers: Iterable<GPUBuffer>): void {
    for (const buffer of buffers) {
      buffer.destroy();
      this.#all.delete(buffer);
    }
  }

  destroy(): void {
    this.release([...this.#all]);
  }
}
