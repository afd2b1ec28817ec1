// SPDX-License-Identifier: MIT
/**
 * Ids, shapes and sizes of the bodies on the GPU. A body gets a number when it is inserted and keeps it; the numbers of
 * removed bodies are not used again.
 */

import { pose } from '../../math/pose.ts';
import type { Quaternion } from '../../math/quaternion.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

interface BodyIdentity {
  readonly id: number;
  /** Number of the shape in the spec. */
  readonly shape: number;
  readonly scale: number;
  /** Of the start. */
  readonly orientation: Quaternion;
}

/** Shapes by number, and factors on their sizes. */
interface PlainKinds {
  readonly shape: ArrayLike<number>;
  readonly scale: ArrayLike<number>;
}

/** Everything but the bodies of the spec. */
export interface SavedBodyIds {
  readonly born: readonly BodyIdentity[];
  readonly gone: readonly number[];
}

const UNTURNED: Quaternion = { w: 1, x: 0, y: 0, z: 0 };

export class BodyIds {
  /** Bodies without an entry: their id is their number. */
  readonly #plain: number;
  readonly #kinds: PlainKinds | undefined;
  readonly #first: number;
  /** Above all ids of the bodies of the spec. */
  readonly #firstId: number;
  readonly #entries: BodyIdentity[] = [];
  #gone = new Set<number>();
  #nextId: number;
  #live: Int32Array | undefined;

  /** Bodies of the spec, or `plain` ones without an entry there: of the first shape, or of those of `kinds`. */
  constructor({ bodies = [], shapes = [] }: SimulationSpec, plain?: number, kinds?: PlainKinds) {
    this.#kinds = kinds;
    this.#plain = plain ?? 0;
    this.#nextId = this.#plain;
    const number = new Map(shapes.map(({ name }, k) => [name, k]));
    for (const { id = this.#nextId, shape, scale = 1, orientation = UNTURNED } of plain === undefined
      ? eachBody(bodies)
      : []) {
      this.#put({ id, shape: number.get(shape) ?? 0, scale, orientation: pose({ orientation }).orientation });
    }
    this.#first = this.#entries.length;
    this.#firstId = this.#nextId;
  }

  /** Numbers given out. */
  get size(): number {
    return this.#plain + this.#entries.length;
  }

  get count(): number {
    return this.size - this.#gone.size;
  }

  /** Numbers of the present bodies, in the order of insertion. */
  get live(): Int32Array {
    if (this.#live === undefined) {
      this.#live = new Int32Array(this.count);
      let k = 0;
      for (let n = 0; n < this.size; n++) if (!this.#gone.has(n)) this.#live[k++] = n;
    }
    return this.#live;
  }

  /** Index among the present bodies, by number; undefined if it equals the number. */
  get indices(): Int32Array | undefined {
    if (this.#gone.size === 0) return undefined;
    const indices = new Int32Array(this.size).fill(-1);
    this.live.forEach((n, k) => {
      indices[n] = k;
    });
    return indices;
  }

  /** Of the k-th present body. */
  at(k: number): BodyIdentity {
    const n = this.#gone.size === 0 ? k : this.live[k];
    return this.#entries[n - this.#plain] ?? this.#plainEntry(n);
  }

  /** A new one with the next free id. */
  add(entry: Omit<BodyIdentity, 'id'>): void {
    this.#put({ id: this.#nextId, ...entry });
    this.#live = undefined;
  }

  remove(numbers: Iterable<number>): void {
    for (const n of numbers) this.#gone.add(n);
    this.#live = undefined;
  }

  save(): SavedBodyIds {
    return { born: this.#entries.slice(this.#first), gone: [...this.#gone] };
  }

  restore({ born, gone }: SavedBodyIds): void {
    this.#entries.length = this.#first;
    this.#nextId = this.#firstId;
    for (const entry of born) this.#put(entry);
    this.#gone = new Set(gone);
    this.#live = undefined;
  }

  #plainEntry(n: number): BodyIdentity {
    const [shape, scale] = [this.#kinds?.shape[n] ?? 0, this.#kinds?.scale[n] ?? 1];
    return { id: n, shape, scale, orientation: UNTURNED };
  }

  #put(entry: BodyIdentity): void {
    this.#entries.push(entry);
    this.#nextId = Math.max(this.#nextId, entry.id + 1);
  }
}
