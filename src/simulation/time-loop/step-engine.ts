// SPDX-License-Identifier: MIT
/**
 * The memory of a simulation and the step kernel on it: WebAssembly, or the same text as TypeScript where WebAssembly
 * is not available.
 */
import {
  type PagedMemory,
  type StepKernel,
  type StepModule,
  stepModule,
  typescriptStepKernel,
  wasmStepKernel,
} from '../../step-kernel/step-kernel.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { mostThreads, threadsFor } from '../threads/auto-threads.ts';
import { refuseTooLarge } from './expected-memory.ts';
import { roomFor } from './simulation-room.ts';
import { StepMemory } from './step-memory.ts';

interface StepEngine {
  readonly memory: StepMemory;
  readonly kernel: StepKernel;
  /** As many as can be had: one without WebAssembly, or in a page that may not share memory. */
  readonly threads: number;
  /** Largest number of threads that the run may choose by measurement; undefined if the spec gives the number. */
  readonly mostThreads: number | undefined;
  /** Data shared by threads; undefined with a single thread. */
  readonly shared: { readonly module: StepModule; readonly memory: PagedMemory } | undefined;
}

/**
 * A page that is not isolated from others by its headers may not share memory with its workers; elsewhere nothing is
 * said about it.
 */
function canShareMemory(): boolean {
  return (globalThis as { readonly crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
}

export function stepEngine(spec: SimulationSpec, kernel: 'wasm' | 'typescript' | undefined): StepEngine {
  refuseTooLarge(spec);
  const threads = canShareMemory() ? threadsFor(spec) : 1;
  const most = spec.threads === 'auto' && canShareMemory() ? mostThreads() : threads;
  const module = kernel === 'typescript' ? undefined : stepModule(most > 1);
  const memory = new StepMemory(
    roomFor(spec, most),
    module === undefined ? 'typescript' : most > 1 ? 'shared' : 'private',
  );
  const paged = memory.memory;
  if (module === undefined || paged === undefined) {
    return {
      memory,
      kernel: typescriptStepKernel(() => memory.F.buffer),
      threads: 1,
      mostThreads: undefined,
      shared: undefined,
    };
  }
  const shared = most > 1 ? { module, memory: paged } : undefined;
  const isMeasured = spec.threads === 'auto' && most > 1;
  return { memory, kernel: wasmStepKernel(module, paged), threads, mostThreads: isMeasured ? most : undefined, shared };
}
