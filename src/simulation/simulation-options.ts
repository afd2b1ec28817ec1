// SPDX-License-Identifier: MIT
/** How a simulation is run, which does not change what comes out of it. */
import type { RestoreOptions } from './state/state-container.ts';
import type { StepTimer } from './time-loop/step-costs.ts';

export interface SimulationOptions {
  /**
   * `typescript` runs the same text without WebAssembly, on one thread: slower, same bits. Default `wasm` where it can
   * be had.
   */
  readonly kernel?: 'wasm' | 'typescript';
  /** Measures where the time of the steps goes, on the thread that asks for them. */
  readonly timer?: StepTimer;
}

/** Options of a restored simulation. */
export interface RestoredOptions extends SimulationOptions, RestoreOptions {}
