// SPDX-License-Identifier: MIT
import type { GpuDevice } from '../../src/gpu/engine/gpu-adapter.ts';

/** The same device with less that can be bound at once: no device can be asked to have less than WebGPU's defaults. */
export function withSmallBindings(gpu: GpuDevice, bytes: number): GpuDevice {
  const limits = { maxStorageBufferBindingSize: bytes, maxBufferSize: gpu.device.limits.maxBufferSize };
  const device = new Proxy(gpu.device, {
    get(target, key) {
      if (key === 'limits') return limits;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...gpu, device };
}
