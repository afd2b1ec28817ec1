// SPDX-License-Identifier: MIT
/**
 * Records the deepest contacts of smooth bodies under the pressure-field law, over the radius of a ball that rolls
 * freely inside both bodies: one record for each pair of shapes. Above 1 the normal of the overlap may jump
 * (docs/theory/pressure-field-law.md#smooth-bodies).
 */
import * as layout from '../../step-kernel/step-layout.ts';
import { idOf, shapeOf } from '../bodies/elements.ts';
import { solidPairFinders } from '../checks/solid-pair-laws.ts';
import { clockOf } from '../clock.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { DONE, type LoopThread } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/** The deepest contact of smooth bodies under the pressure-field law, for a pair of shapes. */
export interface BentContact {
  /** s */
  readonly time: number;
  readonly step: number;
  /** Id of the body, and the name of its shape. */
  readonly body: number;
  readonly shape: string;
  /** Name of the other body's shape, or of the mesh. */
  readonly partner: string;
  /** Overlap over the radius of the ball; infinite if no radius is known. */
  readonly ratio: number;
}

export class BendWatch {
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #isUsed: boolean;
  readonly #worst = new Map<string, BentContact>();

  constructor(spec: SimulationSpec, memory: StepMemory) {
    this.#spec = spec;
    this.#memory = memory;
    this.#isUsed = solidPairFinders(spec).byField;
  }

  /** Of each pair of shapes the deepest contact so far. Of each block and step only the worst contact counts. */
  get worst(): BentContact[] {
    return [...this.#worst.values()];
  }

  /** The loop with a look at the contacts of each step. `before` steps are already done. */
  watching(loop: LoopThread, before: number): LoopThread {
    if (!this.#isUsed) return loop;
    const afterStep = (step: number): number => {
      this.#look(before + step);
      return loop.afterStep?.(step) ?? DONE;
    };
    return { ...loop, afterStep };
  }

  /** Elements must not have been sorted since the step. */
  #look(step: number): void {
    const memory = this.#memory;
    const { F, I } = memory;
    for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
      const at = memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b;
      const ratio = F[at + layout.BLOCK_BEND];
      if (ratio === 0) continue;
      const integers = 2 * (at + layout.BLOCK_INTEGERS);
      const element = I[integers + layout.BLOCK_BENT] - 1;
      const other = I[integers + layout.BLOCK_BENT_PARTNER];
      const { shapes = [], meshes = [] } = this.#spec;
      const shape = shapes[shapeOf(memory, element)]?.name ?? '';
      const isBody = I[integers + layout.BLOCK_BENT_KIND] === layout.TOUCH_BODY;
      const partner = (isBody ? shapes[shapeOf(memory, other)]?.name : meshes[other]?.name) ?? '';
      // A pair of shapes has one record, whichever of the two comes first.
      const key = JSON.stringify([...(isBody ? [shape, partner].sort() : [shape, partner]), isBody]);
      if (!(ratio > (this.#worst.get(key)?.ratio ?? 0))) continue;
      const body = idOf(memory, element);
      this.#worst.set(key, { time: clockOf(this.#spec).timeOf(step), step, body, shape, partner, ratio });
    }
  }
}
