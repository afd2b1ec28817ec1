// SPDX-License-Identifier: MIT
/**
 * Warm start: the final state of the last query of a pair, for the next one. It does not change answers: to the bit for
 * polyhedra, to rounding for ellipsoids and superquadrics.
 */

import { refuseArgument } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { CACHE_STRIDE } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { OwnedCells } from '../shapes/kernel-memory/owned-cells.ts';

/**
 * Memory for the warm starts of `size` pairs: one for `contact`, as many as pairs for `contactBatch`. Its constructor
 * throws an InvalidOptionError unless `size` is an integer >= 1.
 */
export class ContactCache {
  readonly size: number;
  /** Address in the kernel's memory; for the query functions. */
  readonly address: number;
  readonly #cells = new OwnedCells();

  /**
   * `size` is the number of pairs.
   *
   * @throws InvalidOptionError for a size that is no integer >= 1.
   */
  constructor(size = 1) {
    if (!Number.isInteger(size) || size < 1) {
      refuseArgument(InvalidOptionError, 'out-of-range', 'ContactCache.size', 'an integer >= 1', size);
    }
    this.size = size;
    this.address = this.#cells.allocate(CACHE_STRIDE * size);
    this.clear();
  }

  /** Clears the cache; the next query starts cold. */
  clear(): void {
    F.fill(0, this.address, this.address + CACHE_STRIDE * this.size);
  }
}
