// SPDX-License-Identifier: MIT
/** Half the smallest thickness of each shape: the length scale for the travel of a body in a step. */
import * as layout from '../../step-kernel/step-layout.ts';
import { smallestRadius } from '../set-up.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { clumpAddress, clumpInteger } from './clumps.ts';

/** Sizes of the bodies of each shape. */
interface Sizes {
  kinds(): Iterable<readonly [shape: number, material: number, scale: number]>;
  scaleOf(shape: number, radius: number): number;
}

export class HalfWidths {
  readonly #spec: SimulationSpec;
  readonly #known: number[] = [];

  constructor(spec: SimulationSpec) {
    this.#spec = spec;
  }

  /** Half width of a shape, given its index, at scale 1. */
  of(shape: number): number {
    const known = this.#known[shape];
    if (known !== undefined) return known;
    const spec = this.#spec.shapes?.[shape];
    const found = spec === undefined ? 0 : smallestRadius(spec);
    this.#known[shape] = found;
    return found;
  }

  /**
   * Writes the half widths that bodies of a saved state lack, and returns the smallest of all kinds. Those that it has
   * stay: a scale that is found from a radius is rounded, and the restored state would have other bits.
   */
  restore(memory: StepMemory, sizes: Sizes): number {
    const { F, I } = memory;
    for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
      const at = clumpAddress(memory, b);
      if (F[at + layout.BODY_SIZE] > 0) continue;
      const shape = clumpInteger(memory, b, layout.BODY_SHAPE);
      F[at + layout.BODY_SIZE] = sizes.scaleOf(shape, F[at + layout.BODY_RADIUS]) * this.of(shape);
    }
    let least = Infinity;
    for (const [shape, , scale] of sizes.kinds()) least = Math.min(least, scale * this.of(shape));
    return least;
  }
}
