// SPDX-License-Identifier: MIT
/**
 * The bytes of the kernel's WebAssembly, base64, at once. The package has kernel-bytes-in-page.ts in its place where
 * its `imports` do not meet the condition `node` (docs/decisions/0091).
 */
import { WASM_BASE64 } from './generated/wasm-bytes.ts';

/** Undefined where they come later. */
export const KERNEL_BYTES: string | undefined = WASM_BASE64;

export async function laterKernelBytes(): Promise<string> {
  return WASM_BASE64;
}
