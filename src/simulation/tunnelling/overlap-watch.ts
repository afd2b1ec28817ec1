// SPDX-License-Identifier: MIT
/**
 * Records the first overlap that is too large for small-deformation laws, and the first above each doubling of it:
 * time, body and depth.
 */
import type { StepClock } from '../../math/step-clock.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { idOf } from '../bodies/elements.ts';
import { clockOf } from '../clock.ts';
import { deepestElement } from '../failures.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { DONE, type LoopThread, largestOfBlocks } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/** Overlap over the smaller radius that laws of small deformations allow. */
export const LARGEST_RATIO = 0.05;
/** By the pressure-field law corners are soft, and the law is exact at any depth: only the picture suffers. */
const LARGEST_FIELD_RATIO = 0.2;
/** Overlaps that are recorded: a deep one early on hides no much deeper one later. */
const MOST_DEEP_OVERLAPS = 5;

/** An overlap that is deeper than contact laws are accurate for. */
export interface DeepOverlap {
  /** s */
  readonly time: number;
  readonly step: number;
  /** Id of one of the two bodies. */
  readonly body: number;
  /** Overlap over the smaller radius. */
  readonly ratio: number;
  /** The ratio that was exceeded; 0.05 if it is not given. */
  readonly limit?: number;
}

/** Whether an overlap is the first above `limit`, or at least twice as deep as the last of the earlier ones. */
export function isRecorded(ratio: number, earlier: readonly DeepOverlap[], limit: number): boolean {
  const last = earlier.at(-1);
  return earlier.length < MOST_DEEP_OVERLAPS && ratio > (last === undefined ? limit : 2 * last.ratio);
}

export class OverlapWatch {
  readonly #memory: StepMemory;
  readonly #clock: StepClock;
  readonly #limit: number;
  readonly #found: DeepOverlap[] = [];

  constructor(spec: SimulationSpec, memory: StepMemory) {
    this.#memory = memory;
    this.#clock = clockOf(spec);
    this.#limit = spec.law.normal === 'pressure-field' ? LARGEST_FIELD_RATIO : LARGEST_RATIO;
  }

  get first(): DeepOverlap | undefined {
    return this.#found[0];
  }

  /** The first, and each that was at least twice as deep as the one before. */
  get all(): readonly DeepOverlap[] {
    return this.#found;
  }

  /** The loop with a check of overlaps after each step, until enough were too deep. `before` steps are already done. */
  watching(loop: LoopThread, before: number): LoopThread {
    if (this.#found.length === MOST_DEEP_OVERLAPS) return loop;
    const afterStep = (step: number): number => {
      this.#check(before + step);
      return loop.afterStep?.(step) ?? DONE;
    };
    return { ...loop, afterStep };
  }

  /** Checks the overlaps of the last step; elements must not have been sorted since. */
  #check(step: number): void {
    if (this.#found.length === MOST_DEEP_OVERLAPS) return;
    const { F, I } = this.#memory;
    const ratio = largestOfBlocks(F, I, layout.BLOCK_OVERLAP);
    if (!isRecorded(ratio, this.#found, this.#limit)) return;
    const body = idOf(this.#memory, deepestElement(this.#memory));
    this.#found.push({ time: this.#clock.timeOf(step), step, body, ratio, limit: this.#limit });
  }
}
