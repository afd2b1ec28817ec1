// SPDX-License-Identifier: MIT
/**
 * A GPU that every machine with Debian's chromium has: SwiftShader computes on the processor. Its Vulkan loader is
 * brought into the process before Dawn asks for it by name, so that no variable of the environment has to be set
 * beforehand.
 */
import { existsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { type GpuDevice, openGpu } from '../../src/gpu/engine/gpu-adapter.ts';
import './seldom-polling.mjs';

const FOLDER = '/usr/lib/chromium';
/** Keeps a library loaded although it is no module of Node: of glibc, and not among Node's constants. */
const RTLD_NODELETE = 0x1000;
/** For programs that tests start. */
export const SOFTWARE_GPU = {
  VK_ICD_FILENAMES: `${FOLDER}/vk_swiftshader_icd.json`,
  LD_LIBRARY_PATH: FOLDER,
  // Without it a library for windows, where there is one, complains on the error stream, and has nothing to do.
  XDG_RUNTIME_DIR: tmpdir(),
  NODE_OPTIONS: `--import=${new URL('./seldom-polling.mjs', import.meta.url)}`,
};
let opened: Promise<GpuDevice> | undefined;

/** The same device for all tests of a file. */
export function softwareGpu(): Promise<GpuDevice> {
  opened ??= open();
  return opened;
}

let smallest: Promise<GpuDevice> | undefined;

/** The same with the limits that every adapter has, for scenes that must run on all of them. */
export function smallestGpu(): Promise<GpuDevice> {
  smallest ??= softwareGpu().then(() => openGpu('default'));
  return smallest;
}

async function open(): Promise<GpuDevice> {
  const driver = SOFTWARE_GPU.VK_ICD_FILENAMES;
  if (!existsSync(driver)) throw new Error(`${driver} is missing: install Debian's package chromium (npm test does)`);
  process.env.VK_ICD_FILENAMES = driver;
  try {
    process.dlopen({ exports: {} }, `${FOLDER}/libvulkan.so.1`, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch {
    // Node complains that the library is no module; by then it is loaded.
  }
  return openGpu();
}
