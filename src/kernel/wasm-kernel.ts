// SPDX-License-Identifier: MIT
/**
 * The kernel as WebAssembly. In Node it is there when this module has been loaded. In a page its bytes are a script of
 * their own, which the first query asks for; until it has arrived the TypeScript text answers, with the same bits
 * (docs/decisions/0091). No flag and no bundler set-up is needed.
 */
import type { Kernel } from './kernel.ts';
import { KERNEL_BYTES, laterKernelBytes } from './kernel-bytes.ts';
import { wasmMemory } from './memory.ts';

/** The shortest module: refused where the content security policy does not allow WebAssembly. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Undefined until the bytes are there, and where WebAssembly, SIMD or compilation is not allowed. */
export let wasmKernel: Kernel | undefined;
let loading: Promise<void> | undefined;
let isRefused = false;

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  // A loop, since Uint8Array.from takes 30 ms for it, by an iterator.
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

/** Both builds have one memory, so the next query may be answered by another build than the last. */
const imports = () => ({ env: { memory: wasmMemory as WebAssembly.Memory } });

/** Compiles the kernel at once, if it is not there yet. */
export function compileKernel(base64: string): void {
  if (wasmKernel !== undefined || isRefused || wasmMemory === undefined) return;
  try {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(decoded(base64)), imports());
    wasmKernel = instance.exports as unknown as Kernel;
  } catch {
    // The TypeScript text answers. Simulations ask often: the next attempt would end like this one.
    isRefused = true;
  }
}

/** Asks for the bytes and compiles them beside the program; ends, without a kernel, where that is refused. */
async function load(): Promise<void> {
  try {
    if (wasmMemory === undefined) return;
    // Where this is refused, the bytes need not be loaded.
    new WebAssembly.Module(EMPTY_MODULE);
    const { instance } = await WebAssembly.instantiate(decoded(await laterKernelBytes()), imports());
    wasmKernel ??= instance.exports as unknown as Kernel;
  } catch {
    // The TypeScript text goes on answering.
  }
}

/** Resolves when the kernel is there, or is known not to come. Never rejects. */
export function kernelLoaded(): Promise<void> {
  loading ??= wasmKernel === undefined ? load() : Promise.resolve();
  return loading;
}

if (KERNEL_BYTES !== undefined) {
  compileKernel(KERNEL_BYTES);
  loading = Promise.resolve();
}
