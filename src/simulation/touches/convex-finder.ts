// SPDX-License-Identifier: MIT
/**
 * Touches of elements that are not spheres, with each other, with spheres and with half-spaces. The step kernel gathers
 * the listed pairs of a block whose balls meet (src/step-kernel/convex-pairs.ts), the thread's contact kernel answers
 * them in batches (src/kernel/touch-batch.ts), and the step kernel writes the touches (src/step-kernel/
 * convex-touches.ts). Warm starts are kept with the pairs in the simulation's memory, so that no bit depends on which
 * thread computed what.
 */
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import * as batch from '../../step-kernel/convex-batch-layout.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { ConvexBatch } from './convex-batch.ts';
import type { ConvexSpec } from './convex-shapes.ts';
import { SEARCHED_GAP } from './pair-clearance.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Cells of a batch that the next step starts from. */
const KEPT_CELLS = batch.BATCH_FLAT - batch.BATCH_LISTED;

export class ConvexFinder implements TouchFinder {
  readonly #batch: ConvexBatch;
  readonly #isMixed: boolean;
  /** Of the block's batches but for the last one, which are full, what the next step starts from. */
  readonly #saved: Float64Array[] = [];
  #savedCount = 0;
  /** Pairs of the last batch. */
  #count = 0;

  /** `isMixed` when pairs of polyhedra with laws of their own are left to SolidPairFinder. */
  constructor(spec: ConvexSpec, cells: OwnedCells, isMixed = false, kernel?: KernelName) {
    this.#isMixed = isMixed;
    this.#batch = new ConvexBatch(spec, cells, kernel);
  }

  find(block: number, writer: TouchWriter): void {
    const { F, I, kernel } = writer;
    const at = batchOf(writer);
    const reach = F[layout.ADHESION_REACH];
    const maxDistance = reach + SEARCHED_GAP * F[layout.SKIN];
    this.#batch.begin(F, I, at);
    this.#savedCount = 0;
    this.#count = 0;
    I[2 * at + batch.BATCH_IS_MIXED] = this.#isMixed ? 1 : 0;
    I[2 * at + batch.BATCH_IS_PROBE] = I[2 * writer.address + layout.WRITER_IS_PROBE];
    kernel.beginConvexPairs(at, block);
    while (I[2 * at + batch.BATCH_ELEMENT] < writer.endElement) {
      if (this.#count > 0) this.#save();
      const count = kernel.gatherConvexPairs(at, block);
      this.#count = count;
      if (count === 0) return;
      this.#batch.take(count, I[2 * at + batch.BATCH_SCALED] > 0);
      for (let from = 0; from < count; ) {
        const end = this.#batch.answer(from, count, maxDistance, reach);
        kernel.writeConvexTouches(at, writer.address, from, end);
        from = end;
      }
    }
  }

  keep(writer: TouchWriter): void {
    const { kernel } = writer;
    const at = batchOf(writer);
    kernel.keepConvexPairs(at, this.#count);
    for (let k = 0; k < this.#savedCount; k++) {
      this.#batch.restoreKept(this.#saved[k]);
      kernel.keepConvexPairs(at, batch.BATCH_PAIRS);
    }
  }

  #save(): void {
    if (this.#savedCount === this.#saved.length) this.#saved.push(new Float64Array(KEPT_CELLS));
    this.#batch.saveKept(this.#saved[this.#savedCount]);
    this.#savedCount += 1;
  }
}

/** Address of the thread's batch. */
function batchOf({ I, thread }: TouchWriter): number {
  return I[layout.BATCH] + batch.BATCH_STRIDE * thread;
}
