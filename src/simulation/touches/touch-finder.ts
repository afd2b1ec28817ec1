// SPDX-License-Identifier: MIT
/**
 * The interface of touch finders, which find contacts that the step kernel does not: with meshes, and of bodies that
 * are not spheres. Every thread has its own, made in the same order; the results depend on the state alone.
 */

import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { LawFailure, UserLaws } from '../user-laws/user-laws.ts';
import { TouchWriter } from './touch-writer.ts';

export interface TouchFinder {
  /**
   * Writes the touches of the block's elements as they are now, elements in rising order; `writer` has the views of the
   * memory.
   */
  find(block: number, writer: TouchWriter): void;
  /**
   * Once the touches of a step had room: keeps in the memory what the next step starts from. After a probe only if that
   * is the one before the first step.
   */
  keep?(writer: TouchWriter): void;
}

/** The finders of one thread, called one after the other in fixed order. */
export class TouchFinders {
  readonly #finders: readonly TouchFinder[];
  readonly #kernel: StepKernel;
  readonly #writer: TouchWriter;
  readonly #laws: UserLaws | undefined;

  /** `laws` has to know every pair of materials with a law of the user's own. */
  constructor(finders: readonly TouchFinder[], kernel: StepKernel, thread = 0, laws?: UserLaws) {
    this.#finders = finders;
    this.#laws = laws;
    this.#kernel = kernel;
    this.#writer = new TouchWriter(kernel, thread);
  }

  bind(F: Float64Array, I: Int32Array): void {
    this.#writer.bind(F, I);
  }

  /**
   * Finds the touches of a block and adds their forces; when they lack room the block notes how much they need instead.
   */
  step(block: number): void {
    const { I } = this.#writer;
    const needed = this.#find(block, false);
    const blockAddress = I[layout.BLOCK] + layout.BLOCK_STRIDE * block;
    I[2 * (blockAddress + layout.BLOCK_INTEGERS) + layout.BLOCK_TOUCH_ROOM] = needed;
    if (needed !== 0) return;
    const { address } = this.#writer;
    if (this.#laws !== undefined && !this.#laws.evaluate(this.#writer, block, false)) {
      // The touches of the last step stay, so that the failure can be found again for its message.
      this.#kernel.releaseTouches(address);
      return;
    }
    this.stepFound();
  }

  /**
   * Finds the touches of a block before the first step, for the probe of the state and for `stepFound`: what is not
   * known from a step before is found once. Returns 0, or the room that they need. Without laws of the user's own.
   */
  findFirst(block: number): number {
    const { I } = this.#writer;
    const needed = this.#find(block, false);
    const blockAddress = I[layout.BLOCK] + layout.BLOCK_STRIDE * block;
    if (needed === 0) I[2 * (blockAddress + layout.BLOCK_INTEGERS) + layout.BLOCK_PROBED] = this.#writer.count;
    return needed;
  }

  /** Adds the forces of the touches that were found last, and keeps what the next step starts from. */
  stepFound(): void {
    const { address } = this.#writer;
    this.#keep();
    this.#kernel.endOldTouches(address);
    this.#kernel.touchForces(address);
    this.#kernel.keepTouches(address);
  }

  /**
   * Finds the touches of a block without changing anything that steps see; they are there until the next block is
   * probed. Returns 0, or the room that they need. `isKept`: what a step would start from is kept all the same.
   */
  probe(block: number, isKept = false): number {
    const needed = this.#find(block, true);
    if (needed !== 0) return needed;
    this.#laws?.evaluate(this.#writer, block, true);
    if (isKept) this.#keep();
    return 0;
  }

  /** The first contact of a block whose law gave no finite force in the last step, or in the last probe. */
  lawFailure(block: number): LawFailure | undefined {
    if (this.#laws === undefined || this.probe(block) !== 0) return undefined;
    return this.#laws.failureIn(this.#writer, block);
  }

  #keep(): void {
    for (let k = 0; k < this.#finders.length; k++) this.#finders[k]?.keep?.(this.#writer);
  }

  #find(block: number, isProbe: boolean): number {
    const writer = this.#writer;
    writer.begin(block, isProbe);
    for (let k = 0; k < this.#finders.length; k++) {
      writer.beginFinder();
      this.#finders[k].find(block, writer);
    }
    return writer.end();
  }
}
