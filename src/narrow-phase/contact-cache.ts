// SPDX-License-Identifier: MIT
/**
 * Warm start: the final state of the last query of a pair, for the next one. It does not change answers: to the bit for
 * polyhedra, to rounding for ellipsoids and superquadrics.
 */

import { refuseArgument } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { CACHE_STRIDE } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { allocateCells, freeCells } from '../shapes/kernel-memory/kernel-heap.ts';

const freed = new FinalizationRegistry<{ address: number; cells: number }>((cells) =>
  freeCells(cells.address, cells.cells),
);

/**
 * Memory for the warm starts of `size` pairs: one for `contact`, as many as pairs for `contactBatch`. Its constructor
 * throws an InvalidOptionError unless `size` is an integer >= 1.
 */
export class ContactCache {
  readonly size: number;
  /** Address in the kernel's memory; for the query functions. */
  readonly address: number;

  constructor(size = 1) {
    if (!Number.isInteger(size) || size < 1) {
      refuseArgument(InvalidOptionError, 'out-of-range', 'ContactCache.size', 'an integer >= 1', size);
    }
    this.size = size;
    const cells = CACHE_STRIDE * size;
    this.address = allocateCells(cells);
    freed.register(this, { address: this.address, cells });
    this.clear();
  }

  /** Clears the cache; the next query starts cold. */
  clear(): void {
    F.fill(0, this.address, this.address + CACHE_STRIDE * this.size);
  }
}
