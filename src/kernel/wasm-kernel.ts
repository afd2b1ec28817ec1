// SPDX-License-Identifier: MIT
/**
 * The kernel as WebAssembly: bytes inlined in an ES module and instantiated synchronously, so Node and browsers need no
 * flag and no bundler set-up. Undefined where WebAssembly, SIMD or synchronous compilation is not allowed.
 */
import { WASM_BASE64 } from './generated/wasm-bytes.ts';
import type { Kernel } from './kernel.ts';
import { wasmMemory } from './memory.ts';

function instantiate(): Kernel | undefined {
  if (wasmMemory === undefined) return undefined;
  try {
    // A loop, since Uint8Array.from takes 30 ms for it, by an iterator.
    const text = atob(WASM_BASE64);
    const bytes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: wasmMemory } });
    return instance.exports as unknown as Kernel;
  } catch {
    return undefined;
  }
}

export const wasmKernel: Kernel | undefined = instantiate();
