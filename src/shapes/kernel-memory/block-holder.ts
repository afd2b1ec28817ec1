// SPDX-License-Identifier: MIT
/**
 * Base class of shapes: remembers where the shape's block is in the kernel's memory. A private field can be written
 * although shapes are frozen, and is read faster than an entry of a WeakMap, which costs as much as a short query.
 */

/** Cells of the kernel's memory. */
export interface Cells {
  readonly address: number;
  readonly cells: number;
}

/**
 * Memory of a shape: header and coordinates, which every query reads, apart from faces and neighbours, which most
 * queries do not need, so that the former are close together.
 */
export interface Block {
  readonly address: number;
  readonly parts: readonly Cells[];
  /** An address is valid for one generation (kernel-heap.ts). */
  readonly generation: number;
}

/** Blocks of shapes that another copy of this module made. */
const blocksOfOthers = new WeakMap<object, Block>();

export class BlockHolder {
  #block: Block | undefined = undefined;

  static blockOf(shape: object): Block | undefined {
    return #block in shape ? shape.#block : blocksOfOthers.get(shape);
  }

  static setBlock(shape: object, block: Block): void {
    if (#block in shape) shape.#block = block;
    else blocksOfOthers.set(shape, block);
  }
}
