// SPDX-License-Identifier: MIT
/** The contact kernel of a simulation, which has its WebAssembly at once, in a page too: a step waits for nothing. */
import { WASM_BASE64 } from '../../kernel/generated/wasm-bytes.ts';
import { type Kernel, typescriptKernel } from '../../kernel/kernel.ts';
import { compileKernel } from '../../kernel/wasm-kernel.ts';
import { chosenKernel } from '../../narrow-phase/contact.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';

/** The kernel of that name; default: the fastest. Throws where it is not available. */
export function contactKernel(name: KernelName | undefined): Kernel {
  compileKernel(WASM_BASE64);
  return chosenKernel(typescriptKernel, name);
}
