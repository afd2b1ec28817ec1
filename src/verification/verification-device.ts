// SPDX-License-Identifier: MIT
/** The GPU for verification cases, if one is requested. */
import { DeviceError } from '../errors.ts';
import { type GpuDevice, openGpu } from '../gpu/engine/gpu-adapter.ts';

export type VerificationDevice = 'cpu' | 'gpu' | 'auto';

/**
 * `auto` takes the GPU where there is one that is no processor, and tells why not otherwise. Throws a DeviceError for
 * `gpu` where there is none.
 */
export async function gpuFor(device: VerificationDevice, tell: (line: string) => void): Promise<GpuDevice | undefined> {
  if (device === 'cpu') return undefined;
  if (device === 'gpu') return openGpu();
  try {
    const gpu = await openGpu();
    if (!gpu.isSoftware) return gpu;
    tell(`on the processor: the adapter (${gpu.name}) computes there too`);
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    tell(`on the processor: ${error.message}`);
  }
  return undefined;
}
