// SPDX-License-Identifier: MIT
/** Half of the smallest thickness of each shape: what the travel of bodies in a step is compared with. */
import * as layout from '../step-kernel/layout.ts';
import { clumpAddress, clumpInteger } from './clumps.ts';
import { smallestRadius } from './set-up.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { StepMemory } from './step-memory.ts';

/** Which sizes there are of which shapes. */
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

  /** Of a shape, by its number, at size 1. */
  of(shape: number): number {
    const known = this.#known[shape];
    if (known !== undefined) return known;
    const spec = this.#spec.shapes?.[shape];
    const found = spec === undefined ? 0 : smallestRadius(spec);
    this.#known[shape] = found;
    return found;
  }

  /** Writes those of the bodies of a saved state, which may not have them, and returns the least of all. */
  restore(memory: StepMemory, sizes: Sizes): number {
    const { F, I } = memory;
    for (let b = 0; b < (I[layout.BODY_COUNT] ?? 0); b++) {
      const at = clumpAddress(memory, b);
      const shape = clumpInteger(memory, b, layout.BODY_SHAPE);
      F[at + layout.BODY_SIZE] = sizes.scaleOf(shape, F[at + layout.BODY_RADIUS] ?? 0) * this.of(shape);
    }
    let least = Infinity;
    for (const [shape, , scale] of sizes.kinds()) least = Math.min(least, scale * this.of(shape));
    return least;
  }
}
