// SPDX-License-Identifier: MIT
/**
 * The bytes of the kernel's WebAssembly for programs in a page: a script of its own, which a bundler keeps apart and
 * which is loaded when the bytes are asked for.
 */
import type * as AtOnce from './kernel-bytes.ts';

export const KERNEL_BYTES: (typeof AtOnce)['KERNEL_BYTES'] = undefined;

export const laterKernelBytes: (typeof AtOnce)['laterKernelBytes'] = async () => {
  const { WASM_BASE64 } = await import('./later-bytes.ts');
  return WASM_BASE64;
};
