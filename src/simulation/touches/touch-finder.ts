// SPDX-License-Identifier: MIT
/**
 * The interface of touch finders, which find contacts that the step kernel does not: with meshes, and of bodies that
 * are not spheres. Every thread has its own, made in the same order; the results depend on the state alone.
 */

import { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
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
  /** Takes copies of meshes out of the contact kernel's memory; the finder is then of no use. */
  free?(): void;
}

/** The finders of one thread, called one after the other in fixed order. */
export class TouchFinders {
  readonly #make: (cells: OwnedCells) => readonly TouchFinder[];
  /** All that the finders have of the contact kernel's memory. */
  readonly #cells = new OwnedCells();
  /** Undefined when the memory has been freed, until touches are read again. */
  #finders: readonly TouchFinder[] | undefined;
  readonly #kernel: StepKernel;
  readonly #writer: TouchWriter;
  readonly #laws: UserLaws | undefined;

  /** `make` makes the finders; `laws` has to know every pair of materials with a law of the user's own. */
  constructor(make: (cells: OwnedCells) => readonly TouchFinder[], kernel: StepKernel, thread = 0, laws?: UserLaws) {
    this.#make = make;
    this.#finders = make(this.#cells);
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

  /** Gives the contact kernel's memory back; the finders are made again where touches are still to be found. */
  free(): void {
    for (const finder of this.#finders ?? []) finder.free?.();
    this.#finders = undefined;
    this.#cells.freeAll();
  }

  #keep(): void {
    const finders = this.#finders;
    if (finders === undefined) return;
    for (let k = 0; k < finders.length; k++) finders[k]?.keep?.(this.#writer);
  }

  #find(block: number, isProbe: boolean): number {
    const writer = this.#writer;
    this.#finders ??= this.#make(this.#cells);
    const finders = this.#finders;
    writer.begin(block, isProbe);
    for (let k = 0; k < finders.length; k++) {
      writer.beginFinder();
      finders[k].find(block, writer);
    }
    return writer.end();
  }
}
