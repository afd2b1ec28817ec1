// SPDX-License-Identifier: MIT
/** Opens a GPU: the browser's, or in Node that of the optional package `webgpu`. */
import { DeviceError } from '../../errors.ts';

export interface GpuDevice {
  readonly device: GPUDevice;
  /** The name that the adapter reports. */
  readonly name: string;
  /** True for an adapter that computes on the CPU. */
  readonly isSoftware: boolean;
  /** Resolves with a reason when the device is lost. */
  readonly lost: Promise<string>;
}

/**
 * Storage buffers that steps of spheres bind (states before and after, rows, springs, status), unless rows and springs
 * are packed into one. All other kernels bind the eight that every adapter has.
 */
export const SPHERE_BUFFERS = 9;
/** Objects that must live as long as the process: Dawn's instance takes its devices along when it is collected. */
const KEPT: unknown[] = [];

/**
 * Opens the adapter that the system prefers, with all the limits that it has, or with those alone that every adapter
 * has. Throws a DeviceError with the remedy when there is none.
 */
export async function openGpu(wanted: 'all' | 'default' = 'all'): Promise<GpuDevice> {
  const gpu = (await browserGpu()) ?? (await nodeGpu());
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) throw noAdapter(await seenAdapters());
  const { limits, info } = adapter;
  const device = await adapter.requestDevice({
    requiredFeatures: (['timestamp-query'] as const).filter((feature) => adapter.features.has(feature)),
    requiredLimits:
      wanted === 'default'
        ? {}
        : {
            maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
            maxBufferSize: limits.maxBufferSize,
            maxStorageBuffersPerShaderStage: Math.min(SPHERE_BUFFERS, limits.maxStorageBuffersPerShaderStage),
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

async function nodeGpu(options: string[] = []): Promise<GPU> {
  // The name is built at run time, so that bundlers do not resolve it.
  const name = 'webgpu';
  const webgpu: typeof import('webgpu') | undefined = await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  ).catch(() => undefined);
  if (webgpu === undefined) {
    throw new DeviceError(
      'no-gpu',
      'device gpu: in Node it needs the optional package webgpu, which is not installed: run `npm install ' +
        'webgpu`, or run with --device cpu',
    );
  }
  Object.assign(globalThis, webgpu.globals);
  return webgpu.create(options);
}

/** Dawn's message about adapters if a requested one is not available; empty in a browser, which gives none. */
async function seenAdapters(): Promise<string[]> {
  if ((await browserGpu()) !== undefined) return [];
  try {
    await (await nodeGpu(['adapter=none such'])).requestAdapter();
  } catch (error) {
    return [...String(error).matchAll(/^ \* (.+)$/gm)].map(([, adapter]) => adapter ?? '');
  }
  return [];
}

function noAdapter(seen: readonly string[]): DeviceError {
  return new DeviceError(
    'no-gpu',
    `device gpu: no adapter can be used; seen: ${seen.length === 0 ? 'none' : seen.join('; ')}. Install the ` +
      'driver of the graphics card: on Linux its Vulkan driver and libvulkan1 (vulkaninfo --summary lists what is ' +
      'there; VK_ICD_FILENAMES names a driver file elsewhere), on Windows one with Direct3D 12; macOS has Metal. ' +
      'Or run with --device cpu',
    { seen },
  );
}
