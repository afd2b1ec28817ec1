// SPDX-License-Identifier: MIT
/** A GPU to compute on: the browser's own, or in Node that of the optional package `webgpu`. */
import { SimulationError } from '../errors.ts';

export interface GpuDevice {
  readonly device: GPUDevice;
  /** What the adapter calls itself. */
  readonly name: string;
  /** True for an adapter that computes on the CPU. */
  readonly isSoftware: boolean;
  /** Resolves with a reason when the device is lost. */
  readonly lost: Promise<string>;
}

/** Objects that must live as long as the process: Dawn's instance takes its devices along when it is collected. */
const KEPT: unknown[] = [];

/** Opens the adapter that the system prefers, with all the limits that it has. Throws a SimulationError with the remedy when there is none. */
export async function openGpu(): Promise<GpuDevice> {
  const gpu = (await browserGpu()) ?? (await nodeGpu());
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) {
    throw new SimulationError(
      'no-gpu',
      'device gpu: no adapter was found; install a Vulkan, Metal or Direct3D 12 driver (on Linux, `VK_ICD_FILENAMES` names its file), or run with --device cpu',
    );
  }
  const { limits, info } = adapter;
  const device = await adapter.requestDevice({
    requiredFeatures: (['timestamp-query'] as const).filter((feature) => adapter.features.has(feature)),
    requiredLimits: {
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxBufferSize: limits.maxBufferSize,
      maxStorageBuffersPerShaderStage: Math.min(10, limits.maxStorageBuffersPerShaderStage),
    },
  });
  KEPT.push(gpu, adapter);
  const name = [info.vendor, info.architecture, info.device, info.description].filter((part) => part !== '').join(' ');
  return {
    device,
    name,
    isSoftware: /swiftshader|llvmpipe|software/i.test(name),
    lost: device.lost.then(({ reason, message }) => `${reason}: ${message}`),
  };
}

async function browserGpu(): Promise<GPU | undefined> {
  return (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
}

async function nodeGpu(): Promise<GPU> {
  // Named at run time, so that no bundler looks for it.
  const name = 'webgpu';
  const webgpu: typeof import('webgpu') | undefined = await import(/* @vite-ignore */ name).catch(() => undefined);
  if (webgpu === undefined) {
    throw new SimulationError(
      'no-gpu',
      'device gpu: in Node it needs the package webgpu, which is not installed: run `npm install webgpu`, or run with --device cpu',
    );
  }
  Object.assign(globalThis, webgpu.globals);
  return webgpu.create([]);
}
