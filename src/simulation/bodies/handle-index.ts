// SPDX-License-Identifier: MIT
/**
 * Handles of bodies by id. Ids are dense unless a spec gives its own, so most handles are in a flat array; those whose
 * ids lie far above the number of bodies are in a map.
 */
import type { BodyHandle } from '../views/body-view.ts';

/** No element or clump has this handle. */
const NONE = -(2 ** 31);
/** The flat array reaches up to this many ids a body. */
const IDS_PER_BODY = 4;
const LEAST_IDS = 1024;

export class HandleIndex {
  #dense = new Int32Array(LEAST_IDS).fill(NONE);
  readonly #sparse = new Map<number, BodyHandle>();
  #size = 0;

  /** `expected` is the number of bodies that will be set. */
  constructor(expected = 0) {
    this.#reserve(expected);
  }

  get size(): number {
    return this.#size;
  }

  get(id: number): BodyHandle | undefined {
    const handle = this.#dense[id] ?? NONE;
    return handle === NONE ? this.#sparse.get(id) : handle;
  }

  set(id: number, handle: BodyHandle): void {
    if (this.get(id) === undefined) this.#size += 1;
    if (this.#sparse.has(id) || id >= IDS_PER_BODY * this.#size + LEAST_IDS) {
      this.#sparse.set(id, handle);
      return;
    }
    this.#reserve(id + 1);
    this.#dense[id] = handle;
  }

  delete(id: number): void {
    if (this.get(id) === undefined) return;
    this.#size -= 1;
    if (!this.#sparse.delete(id)) this.#dense[id] = NONE;
  }

  /** In the order of ids. */
  handles(): Int32Array {
    const found = new Int32Array(this.#size);
    let next = 0;
    if (this.#sparse.size === 0) {
      for (let id = 0; next < found.length; id++) if (this.#dense[id] !== NONE) found[next++] = this.#dense[id];
      return found;
    }
    for (let id = 0; id < this.#dense.length; id++) if (this.#dense[id] !== NONE) found[next++] = id;
    found.set([...this.#sparse.keys()], next);
    return found.sort().map((id) => this.get(id) ?? NONE);
  }

  #reserve(ids: number): void {
    if (ids <= this.#dense.length) return;
    const larger = new Int32Array(Math.max(ids, 2 * this.#dense.length)).fill(NONE);
    larger.set(this.#dense);
    this.#dense = larger;
  }
}
