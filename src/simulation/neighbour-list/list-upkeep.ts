// SPDX-License-Identifier: MIT
/**
 * Work at each rebuild of the neighbour list: escaped bodies, distances outside the domain, and rebuilds outside of
 * steps.
 */

import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { escapedBodies, largestDistance } from '../population/escape.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import * as loop from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

export class ListUpkeep {
  readonly #memory: StepMemory;
  readonly #kernel: StepKernel;
  readonly #hasDomain: boolean;
  readonly #hasMovingWalls: boolean;
  /** A rotating half-space may touch something within this distance of the origin. */
  extent = 0;
  /** To be called when elements have new numbers, if there are bonds. */
  afterSort: (() => void) | undefined;

  constructor(spec: SimulationSpec, memory: StepMemory, kernel: StepKernel) {
    this.#memory = memory;
    this.#kernel = kernel;
    this.#hasDomain = spec.domain !== undefined;
    this.#hasMovingWalls = (spec.halfSpaces ?? []).some(({ motion }) => motion !== undefined);
  }

  /** To be called during a step before the elements are sorted. Returns a status. */
  beforeSort(): number {
    if (this.#hasEscaped()) return loop.ESCAPED;
    this.#noteExtent();
    return loop.DONE;
  }

  /** After a saved state has been read, with the extent of then: when the next list is due depends on it. */
  restore(extent: number): void {
    this.extent = extent;
  }

  /**
   * Rebuilds the list for the present positions if needed, exactly as the next step would. `handle` makes room if there
   * is too little.
   */
  refresh(handle: (status: number) => void): void {
    if (!loop.isListDue(this.#memory)) return;
    this.#noteExtent();
    let status = this.#makeList();
    while (status !== loop.DONE) {
      handle(status);
      if (status !== loop.CELLS_FULL && status !== loop.SPARE_FULL) break;
      status = this.#makeList();
    }
    // The next step handles escaped bodies when it rebuilds the list.
    if (this.#hasEscaped()) this.#memory.I[layout.LIST_INVALID] = 1;
  }

  #makeList(): number {
    const { F, I } = this.#memory;
    return loop.makeList({ kernel: this.#kernel, F, I, thread: 0, threads: 1, afterSort: this.afterSort });
  }

  #hasEscaped(): boolean {
    return this.#hasDomain && escapedBodies(this.#memory).length > 0;
  }

  #noteExtent(): void {
    if (!this.#hasMovingWalls) return;
    this.extent = largestDistance(this.#memory);
  }
}
