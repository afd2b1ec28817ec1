// SPDX-License-Identifier: MIT
/** The entries of the kernel, and the two ways to run the one text: as TypeScript, and as WebAssembly where it can be had. */
import { contactPairs, firstUnfitPose } from './batch.ts';
import { contactPair, intersectsPair, writeResult } from './contact-pair.ts';
import { portablePow } from './portable-pow.ts';
import { sphereMeshContacts } from './sphere-mesh.ts';
import { supportVertex } from './support.ts';
import { wasmKernel } from './wasm-kernel.ts';

export interface Kernel {
  readonly contactPair: typeof contactPair;
  readonly contactPairs: typeof contactPairs;
  readonly firstUnfitPose: typeof firstUnfitPose;
  readonly intersectsPair: typeof intersectsPair;
  readonly writeResult: typeof writeResult;
  readonly supportVertex: typeof supportVertex;
  readonly portablePow: typeof portablePow;
  readonly sphereMeshContacts: typeof sphereMeshContacts;
}

export const typescriptKernel: Kernel = {
  contactPair,
  contactPairs,
  firstUnfitPose,
  intersectsPair,
  writeResult,
  supportVertex,
  portablePow,
  sphereMeshContacts,
};

/** The faster of the two that this platform has. */
export const kernel: Kernel = wasmKernel ?? typescriptKernel;
export { wasmKernel };
