// SPDX-License-Identifier: MIT
/**
 * A thread's writer of touches as finders in TypeScript use it: the text is src/step-kernel/touch-writer.ts, its state
 * is in the simulation's memory. Nothing is allocated for each touch.
 */

import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';

export class TouchWriter {
  F: Float64Array = new Float64Array(0);
  I: Int32Array = new Int32Array(0);
  readonly kernel: StepKernel;
  readonly thread: number;
  /** Elements of the block: [first, end). */
  firstElement = 0;
  endElement = 0;
  /** Old touches of the element that is open: [oldFrom, oldTo); see `oldAddress`. */
  oldFrom = 0;
  oldTo = 0;
  /** Of the writer's record. */
  address = 0;
  // Copies of what stays the same for a block, and for an open element.
  #old = 0;
  #oldCells = 0;
  #region = 0;
  #room = 0;
  #opened = 0;

  constructor(kernel: StepKernel, thread = 0) {
    this.kernel = kernel;
    this.thread = thread;
  }

  /** Tells the views of the memory, which are new ones when it has grown. */
  bind(F: Float64Array, I: Int32Array): void {
    this.F = F;
    this.I = I;
  }

  /** Begins a block. A probe leaves the touches of the last step as they are. */
  begin(block: number, isProbe: boolean): void {
    this.address = this.I[layout.WRITER] + layout.WRITER_STRIDE * this.thread;
    this.kernel.beginTouches(this.address, block, isProbe ? 1 : 0);
    this.firstElement = this.#read(layout.WRITER_FIRST_ELEMENT);
    this.endElement = this.#read(layout.WRITER_END_ELEMENT);
    this.#old = this.#read(layout.WRITER_OLD);
    this.#oldCells = this.I[layout.TOUCH_CELLS_KEPT];
    this.#region = this.#read(layout.WRITER_REGION);
    this.#room = this.#read(layout.WRITER_ROOM);
  }

  /** Begins the touches of the next finder. */
  beginFinder(): void {
    this.kernel.beginFinder(this.address);
  }

  /** True when this finder had touches of later elements of this block in the last step. */
  get hasOld(): boolean {
    return this.#read(layout.WRITER_OLD_NEXT) < this.#read(layout.WRITER_OLD_END);
  }

  /** Goes on to an element of the block; elements must come in rising order. */
  open(element: number): void {
    this.kernel.openElement(this.address, element);
    this.oldFrom = this.#read(layout.WRITER_OLD_FROM);
    this.oldTo = this.#read(layout.WRITER_OLD_TO);
    this.#opened = this.#read(layout.WRITER_OPENED);
  }

  /**
   * Appends a touch of the open element and returns its address. The caller writes point, normal, overlap and radius,
   * and whatever else its law needs. `slot` is that of a second element in another block, the facet of a mesh, or -1.
   */
  append(kind: number, partner: number, slot: number, key: number, partnerKey: number): number {
    return this.kernel.appendTouch(this.address, kind, partner, slot, key, partnerKey);
  }

  /** Touches of the open element so far. */
  get openCount(): number {
    return this.#read(layout.WRITER_COUNT) - this.#opened;
  }

  /** Address of touch k of the open element. */
  addressOf(k: number): number {
    const number = this.#opened + k;
    return number < this.#room ? this.found(number) : this.#read(layout.WRITER_SPARE);
  }

  /** Touches of the block so far. */
  get count(): number {
    return this.#read(layout.WRITER_COUNT);
  }

  /** Address of touch k of the block. */
  found(k: number): number {
    return this.#region + layout.TOUCH_STRIDE * k;
  }

  /** Address of an old touch, of which only the first TOUCH_CELLS_KEPT cells are there. */
  oldAddress(old: number): number {
    return this.#old + this.#oldCells * old;
  }

  /** Lets a touch go on from an old one: flags and history. */
  inherit(touch: number, old: number): void {
    this.kernel.inheritTouch(touch, this.oldAddress(old));
  }

  isTaken(old: number): boolean {
    return (this.I[2 * this.oldAddress(old) + layout.TOUCH_FLAGS] & layout.TAKEN) !== 0;
  }

  /** Lets all touches of the open element go on from those with the same kind, partner and keys. */
  inheritByKeys(): void {
    this.kernel.inheritByKeys(this.address);
  }

  /**
   * Hands the history of one partner over to the touches of the open element from number `first` on, all of which are
   * with this partner, each from the nearest; `key` is that of the face of a mesh. Returns whether there was any.
   */
  inheritNearest(first: number, kind: number, partner: number, key: number): boolean {
    return this.kernel.inheritNearest(this.address, this.#opened + first, kind, partner, key) !== 0;
  }

  /** Ends the search in a block. Returns 0, or the room for touches that it needs when there is too little. */
  end(): number {
    return this.kernel.endTouches(this.address);
  }

  #read(field: number): number {
    return this.I[2 * this.address + field];
  }
}
