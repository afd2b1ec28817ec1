// SPDX-License-Identifier: MIT
/**
 * Records in the kernel's memory of the facets around the elements near a mesh, as the last search for them has found
 * them (src/kernel/mesh/near-facets.ts). They last as long as the neighbour list. They save time and change no bit of
 * an answer, so they need not be saved with the state.
 */
import { I as KI } from '../../kernel/memory.ts';
import { NEAR_COUNT, NEAR_NEXT, NEAR_STRIDE, NEAR_UNKNOWN } from '../../kernel/mesh/boundary-layout.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';

const FIRST_ROOM = 64;

export class NearFacetRecords {
  readonly #cells: OwnedCells;
  /** Number of the record of each near element, plus 1; 0 for none. */
  #numbers = new Int32Array(0);
  #address = 0;
  #room = 0;
  #count = 0;
  /** The neighbour list that the records are of. */
  #sort = -1;

  constructor(cells: OwnedCells) {
    this.#cells = cells;
  }

  /** Address of the record of near element `at` of `most`, with neighbour list number `sort`. */
  recordOf(at: number, sort: number, most: number): number {
    if (this.#sort !== sort || this.#numbers.length < most) {
      this.#sort = sort;
      this.#count = 0;
      if (this.#numbers.length < most) this.#numbers = new Int32Array(most);
      else this.#numbers.fill(0);
    }
    if (this.#numbers[at] === 0) this.#numbers[at] = this.#make();
    return this.#address + NEAR_STRIDE * (this.#numbers[at] - 1);
  }

  /** Makes a record and returns its number, plus 1. */
  #make(): number {
    if (this.#count === this.#room) this.#grow();
    this.#clear(this.#count);
    this.#count += 1;
    return this.#count;
  }

  #clear(record: number): void {
    const head = 2 * (this.#address + NEAR_STRIDE * record);
    KI[head + NEAR_COUNT] = NEAR_UNKNOWN;
    KI[head + NEAR_NEXT] = 0;
  }

  /** Doubles the room; the facets of all records are searched for again. */
  #grow(): void {
    this.#cells.free(this.#address);
    this.#room = Math.max(FIRST_ROOM, 2 * this.#room);
    this.#address = this.#cells.allocate(NEAR_STRIDE * this.#room);
    for (let k = 0; k < this.#count; k++) this.#clear(k);
  }
}
