// SPDX-License-Identifier: MIT
/**
 * Writes the touches of a block to its unused region and hands over the contact history of the last step. One writer a
 * thread; nothing is allocated for each touch. The order is that of finders, then of elements.
 */

import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';

const STATE = layout.TOUCHING | layout.SLIDING;
/** Flags that a touch takes over from the one before. */
const KEPT = STATE | layout.PASSING;

export class TouchWriter {
  F: Float64Array = new Float64Array(0);
  I: Int32Array = new Int32Array(0);
  /** Elements of the block: [first, end). */
  firstElement = 0;
  endElement = 0;
  /** Old touches of the element that is open: [oldFrom, oldTo); see `oldAddress`. */
  oldFrom = 0;
  oldTo = 0;
  readonly #kernel: StepKernel;
  #block = 0;
  #isProbe = false;
  #region = 0;
  #room = 0;
  #count = 0;
  #spare = 0;
  #old = 0;
  #oldCount = 0;
  #finder = 0;
  #element = 0;
  #opened = 0;
  #cursor = 0;
  #high = 0;
  /** Ranges of old touches of the finders so far, low and high in turn. */
  #ranges = new Int32Array(16);
  #isTaken = new Uint8Array(256);

  constructor(kernel: StepKernel) {
    this.#kernel = kernel;
  }

  /** Tells the views of the memory, which are new ones when it has grown. */
  bind(F: Float64Array, I: Int32Array): void {
    this.F = F;
    this.I = I;
  }

  /** Begins a block. A probe leaves the touches of the last step as they are. */
  begin(block: number, isProbe: boolean): void {
    const { I } = this;
    const integers = this.#integers(block);
    const room = I[layout.TOUCHES_PER_BLOCK];
    const isCarried = I[integers + layout.BLOCK_CARRIED] !== 0;
    const side = I[integers + layout.BLOCK_TOUCH_SIDE];
    const touches = I[layout.TOUCH];
    this.#block = block;
    this.#isProbe = isProbe;
    this.#room = room;
    this.#region = touches + layout.TOUCH_STRIDE * room * (2 * block + 1 - side);
    this.#spare = touches + 2 * layout.TOUCH_STRIDE * I[layout.TOUCH_CAPACITY];
    this.#count = 0;
    this.#old = isCarried ? I[layout.CARRIED] : touches + layout.TOUCH_STRIDE * room * (2 * block + side);
    this.#oldCount = isCarried ? I[layout.CARRIED_COUNT] : I[integers + layout.BLOCK_TOUCHES];
    this.#finder = -1;
    this.firstElement = block * I[layout.BLOCK_SIZE];
    this.endElement = Math.min(this.firstElement + I[layout.BLOCK_SIZE], I[layout.ELEMENT_COUNT]);
  }

  /** Begins the touches of the next finder. */
  beginFinder(): void {
    this.#finder += 1;
    const finder = this.#finder;
    const low = this.#oldCount === 0 ? 0 : this.#lowerBound(finder, this.firstElement);
    const high = this.#oldCount === 0 ? 0 : this.#lowerBound(finder, this.endElement);
    if (2 * finder + 2 > this.#ranges.length) this.#ranges = enlarged(this.#ranges, 2 * finder + 2);
    this.#ranges[2 * finder] = low;
    this.#ranges[2 * finder + 1] = high;
    if (high > this.#isTaken.length) {
      const larger = new Uint8Array(2 * high);
      larger.set(this.#isTaken);
      this.#isTaken = larger;
    }
    this.#isTaken.fill(0, low, high);
    this.#cursor = low;
    this.#high = high;
  }

  /** True when this finder had touches in this block in the last step. */
  get hasOld(): boolean {
    return this.#cursor < this.#high;
  }

  /** Goes on to an element of the block; elements must come in rising order. */
  open(element: number): void {
    let k = this.#cursor;
    while (k < this.#high && this.#elementOfOld(k) < element) k++;
    this.oldFrom = k;
    while (k < this.#high && this.#elementOfOld(k) === element) k++;
    this.oldTo = k;
    this.#cursor = k;
    this.#element = element;
    this.#opened = this.#count;
  }

  /**
   * Appends a touch of the open element and returns its address. The caller writes point, normal, overlap and radius,
   * and whatever else its law needs. `slot` is that of a second element in another block, the facet of a mesh, or -1.
   */
  append(kind: number, partner: number, slot: number, key: number, partnerKey: number): number {
    const { I } = this;
    // Without room they are written to a spare place and counted, so that room can be made for them.
    const touch = this.#count < this.#room ? this.#region + layout.TOUCH_STRIDE * this.#count : this.#spare;
    const integers = 2 * touch;
    I[integers + layout.TOUCH_ELEMENT] = this.#element;
    I[integers + layout.TOUCH_PARTNER] = partner;
    I[integers + layout.TOUCH_KIND] = kind;
    I[integers + layout.TOUCH_SLOT] = slot;
    I[integers + layout.TOUCH_KEY] = key;
    I[integers + layout.TOUCH_PARTNER_KEY] = partnerKey;
    I[integers + layout.TOUCH_FLAGS] = 0;
    I[integers + layout.TOUCH_FINDER] = this.#finder;
    this.F[touch + layout.TOUCH_SHARE] = 1;
    this.F[touch + layout.TOUCH_DASHPOT] = 1;
    this.#count += 1;
    return touch;
  }

  /** Touches of the open element so far. */
  get openCount(): number {
    return this.#count - this.#opened;
  }

  /** Address of touch k of the open element. */
  addressOf(k: number): number {
    const number = this.#opened + k;
    return number < this.#room ? this.#region + layout.TOUCH_STRIDE * number : this.#spare;
  }

  /** Address of an old touch. */
  oldAddress(old: number): number {
    return this.#old + layout.TOUCH_STRIDE * old;
  }

  /** Lets a touch go on from an old one: flags and history. */
  inherit(touch: number, old: number): void {
    const { F, I } = this;
    const from = this.oldAddress(old);
    this.#isTaken[old] = 1;
    const flags = 2 * touch + layout.TOUCH_FLAGS;
    I[flags] = (I[flags] & ~KEPT) | (I[2 * from + layout.TOUCH_FLAGS] & KEPT);
    for (let k = 0; k < layout.HISTORY_STRIDE; k++) {
      F[touch + layout.TOUCH_HISTORY + k] = F[from + layout.TOUCH_HISTORY + k];
    }
    F[touch + layout.TOUCH_KEPT] = F[from + layout.TOUCH_KEPT];
    F[touch + layout.TOUCH_KEPT + 1] = F[from + layout.TOUCH_KEPT + 1];
  }

  isTaken(old: number): boolean {
    return this.#isTaken[old] !== 0;
  }

  /** Lets all touches of the open element go on from those with the same kind, partner and keys. */
  inheritByKeys(): void {
    const { I } = this;
    for (let k = 0; k < this.openCount; k++) {
      const touch = this.addressOf(k);
      for (let old = this.oldFrom; old < this.oldTo; old++) {
        if (this.#isTaken[old] !== 0 || !isSameContact(I, 2 * touch, 2 * this.oldAddress(old))) continue;
        this.inherit(touch, old);
        break;
      }
    }
  }

  /**
   * Ends a block. Returns 0, or the room for touches that it needs when there is too little; nothing has changed then.
   */
  end(): number {
    const { I } = this;
    const integers = this.#integers(this.#block);
    if (this.#count > this.#room) return this.#count;
    if (this.#isProbe) {
      I[integers + layout.BLOCK_PROBED] = this.#count;
      return 0;
    }
    for (let finder = 0; finder <= this.#finder; finder++) {
      for (let k = this.#ranges[2 * finder]; k < this.#ranges[2 * finder + 1]; k++) {
        const touch = this.oldAddress(k);
        if (this.#isTaken[k] !== 0 || (I[2 * touch + layout.TOUCH_FLAGS] & STATE) === 0) continue;
        this.#kernel.endTouch(touch, this.#block);
      }
    }
    I[integers + layout.BLOCK_TOUCHES] = this.#count;
    I[integers + layout.BLOCK_TOUCH_SIDE] = 1 - I[integers + layout.BLOCK_TOUCH_SIDE];
    I[integers + layout.BLOCK_CARRIED] = 0;
    return 0;
  }

  /** First of the old touches that is of this finder and element or behind it. */
  #lowerBound(finder: number, element: number): number {
    let low = 0;
    let high = this.#oldCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      const finderThere = this.I[2 * this.oldAddress(middle) + layout.TOUCH_FINDER];
      const isBefore = finderThere < finder || (finderThere === finder && this.#elementOfOld(middle) < element);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #elementOfOld(old: number): number {
    return this.I[2 * this.oldAddress(old) + layout.TOUCH_ELEMENT];
  }

  #integers(block: number): number {
    return 2 * (this.I[layout.BLOCK] + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
  }
}

function isSameContact(I: Int32Array, a: number, b: number): boolean {
  return (
    I[a + layout.TOUCH_PARTNER] === I[b + layout.TOUCH_PARTNER] &&
    I[a + layout.TOUCH_KIND] === I[b + layout.TOUCH_KIND] &&
    I[a + layout.TOUCH_KEY] === I[b + layout.TOUCH_KEY] &&
    I[a + layout.TOUCH_PARTNER_KEY] === I[b + layout.TOUCH_PARTNER_KEY]
  );
}

function enlarged(ranges: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * length);
  larger.set(ranges);
  return larger;
}
