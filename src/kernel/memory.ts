// SPDX-License-Identifier: MIT
/**
 * Memory of the kernel as TypeScript sees it. The WebAssembly build has its own text for this file
 * (scripts/kernel/prelude.as) over the same bytes, so a shape is stored once for both.
 *
 * The capacity is fixed, because growing would detach the views. Untouched pages cost address space only, so the
 * largest size that the platform grants is taken.
 */

import { writePowTables } from './arithmetic/pow-tables.ts';
import { POW_LOGS, POW_POWERS } from './layout.ts';

const PAGE_BYTES = 65536;
/** Largest first: 1 GiB, then what a small device or a 32-bit process may still grant. */
const CAPACITIES_IN_PAGES = [16384, 8192, 4096, 1024];

function allocate(): { buffer: ArrayBuffer; wasm: WebAssembly.Memory | undefined } {
  for (const pages of CAPACITIES_IN_PAGES) {
    try {
      const wasm = new WebAssembly.Memory({ initial: pages, maximum: pages });
      return { buffer: wasm.buffer as ArrayBuffer, wasm };
    } catch {
      // Refused: try the next size.
    }
  }
  return { buffer: new ArrayBuffer(1024 * PAGE_BYTES), wasm: undefined };
}

const allocated = allocate();

/** The memory that the WebAssembly instance imports; undefined where WebAssembly is not available. */
export const wasmMemory: WebAssembly.Memory | undefined = allocated.wasm;
/** Float64 view of the whole memory; addresses in the kernel are indices into it. */
export const F = new Float64Array(allocated.buffer);
/** Int32 view of the same bytes: the integers of address `s` start at `I[2 * s]`. */
export const I = new Int32Array(allocated.buffer);

writePowTables(F, POW_LOGS, POW_POWERS);
