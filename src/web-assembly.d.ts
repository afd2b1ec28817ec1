// SPDX-License-Identifier: MIT
/**
 * The part of the WebAssembly interface that the kernel uses. TypeScript declares it only together with the whole DOM,
 * whose global names (`length`, `origin`, `status`, `top`...) would let a misspelt variable compile.
 */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number; readonly maximum?: number; readonly shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    grow(pages: number): number;
  }
  function validate(bytes: ArrayBufferView): boolean;
  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer);
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  function instantiate(
    bytes: ArrayBufferView | ArrayBuffer,
    imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ): Promise<{ readonly instance: Instance }>;
}
