// SPDX-License-Identifier: MIT
/** Cells of the kernel's memory that end with their owner. */
import { allocateCells, freeCells } from './kernel-heap.ts';

/** Cells by address. */
type Held = Map<number, number>;

function freeAll(held: Held): void {
  for (const [address, cells] of held) freeCells(address, cells);
  held.clear();
}

const owners = new FinalizationRegistry<Held>(freeAll);

/**
 * Cells that are given back together, by `freeAll` or when this object is collected. Finalisers run only between
 * tasks, so what is made often has to call `freeAll`. Whoever keeps an address must keep this object too.
 */
export class OwnedCells {
  readonly #held: Held = new Map();

  constructor() {
    owners.register(this, this.#held);
  }

  /** As `allocateCells` of kernel-heap.ts. */
  allocate(cells: number): number {
    const address = allocateCells(cells);
    this.#held.set(address, cells);
    return address;
  }

  /** Gives cells of `allocate` back. */
  free(address: number): void {
    const cells = this.#held.get(address);
    if (cells === undefined) return;
    this.#held.delete(address);
    freeCells(address, cells);
  }

  freeAll(): void {
    freeAll(this.#held);
  }
}
