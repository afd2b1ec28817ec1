// SPDX-License-Identifier: MIT
/**
 * Measures where the time of steps goes: entries of the step kernel and touch finders, timed by a clock of the caller.
 */
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import type { LoopThread } from './step-loop.ts';

type Touches = NonNullable<LoopThread['touches']>;

/** Seconds of the calling thread, by part of the step. */
export interface StepCosts {
  /** Neighbour list: sorting, rows, slots. */
  list: number;
  /**
   * Forces of the pairs in the list, spheres against each other and against half-spaces; closed forms, so finding them
   * is part of it.
   */
  pairs: number;
  /** Finding touches: contacts with meshes and of bodies that are not spheres. */
  find: number;
  /** Forces of the touches. */
  touches: number;
  /** Motion of the bodies. */
  motion: number;
}

/** Part of each entry that a step calls. */
const PARTS: Readonly<Partial<Record<keyof StepKernel, keyof StepCosts>>> = {
  sortShare: 'list',
  orderElements: 'list',
  listTouches: 'list',
  endSort: 'list',
  moveTouches: 'list',
  makeRows: 'list',
  linkSlots: 'list',
  pairsHertzMindlin: 'pairs',
  pairsLinear: 'pairs',
  pairsAnyLaw: 'pairs',
  pairsAnyElement: 'pairs',
  endOldTouches: 'touches',
  touchForces: 'touches',
  keepTouches: 'touches',
  integrateBlock: 'motion',
  integrateClumps: 'motion',
};

/** Pass it to a simulation as `timer`. The bits are the same; the run is slightly slower. */
export class StepTimer {
  readonly costs: StepCosts = { list: 0, pairs: 0, find: 0, touches: 0, motion: 0 };
  readonly #clock: () => number;

  /** A clock that only goes forward, s. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The same kernel, whose calls add to the costs. */
  kernel(kernel: StepKernel): StepKernel {
    const timed = Object.entries(kernel).map(([name, entry]) => {
      const part = PARTS[name as keyof StepKernel];
      if (part === undefined) return [name, entry];
      const call = entry as (first: number, second: number, third: number) => number;
      return [
        name,
        (first: number, second: number, third: number): number => {
          const before = this.#clock();
          const result = call(first, second, third);
          this.costs[part] += this.#clock() - before;
          return result;
        },
      ];
    });
    return Object.fromEntries(timed) as StepKernel;
  }

  /**
   * The same finders, with a kernel timed by the same clock: the time of a block beyond its forces is that of finding.
   */
  touches(touches: Touches | undefined): Touches | undefined {
    if (touches === undefined) return undefined;
    return {
      bind: (F, I) => touches.bind(F, I),
      step: (block) => {
        const before = this.#clock() - this.costs.touches;
        touches.step(block);
        this.costs.find += this.#clock() - this.costs.touches - before;
      },
    };
  }
}
