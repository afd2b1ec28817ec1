// SPDX-License-Identifier: MIT
/**
 * Ids, shapes and sizes of the bodies on the GPU. A body gets a number when it is inserted and keeps it; the numbers of
 * removed bodies are not used again.
 */

import { pose } from '../../math/pose.ts';
import type { Quaternion } from '../../math/quaternion.ts';
import { bodyCount, countOf, isGroup } from '../../simulation/bodies/body-groups.ts';
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

/** What readers need of all present bodies, in the order of insertion; it stays the same until bodies come or go. */
export interface IdentityColumns {
  readonly ids: Int32Array;
  readonly shape: Int32Array;
  readonly scale: Float64Array;
}

const UNTURNED: Quaternion = { w: 1, x: 0, y: 0, z: 0 };

export class BodyIds {
  readonly #first: number;
  /** Above all ids of the bodies of the spec. */
  readonly #firstId: number;
  /** By number, as flat arrays: scenes have millions of bodies. */
  #ids = new Int32Array();
  #shapes = new Int32Array();
  #scales = new Float64Array();
  readonly #orientations: Quaternion[] = [];
  #gone = new Set<number>();
  #nextId = 0;
  #live: Int32Array | undefined;
  #columns: IdentityColumns | undefined;

  /** Bodies of the spec, or `plain` ones without an entry there: of the first shape, or of those of `kinds`. */
  constructor({ bodies = [], shapes = [] }: SimulationSpec, plain?: number, kinds?: PlainKinds) {
    const entries = plain === undefined ? bodies : [];
    this.#reserve((plain ?? 0) + bodyCount(entries));
    if (plain !== undefined) {
      this.#putMany(plain, { id: 0, shape: 0, scale: 1, orientation: UNTURNED });
      if (kinds !== undefined) {
        this.#shapes.set(Array.prototype.slice.call(kinds.shape, 0, plain));
        this.#scales.set(Array.prototype.slice.call(kinds.scale, 0, plain));
      }
    }
    const number = new Map(shapes.map(({ name }, k) => [name, k]));
    for (const entry of entries) {
      const { shape, scale = 1, orientation = UNTURNED } = entry;
      const id = isGroup(entry) ? this.#nextId : (entry.id ?? this.#nextId);
      const identity = { id, shape: number.get(shape) ?? 0, scale, orientation: pose({ orientation }).orientation };
      this.#putMany(countOf(entry), identity);
    }
    this.#first = this.size;
    this.#firstId = this.#nextId;
  }

  /** Numbers given out. */
  get size(): number {
    return this.#orientations.length;
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

  /** Of the present bodies. */
  get columns(): IdentityColumns {
    if (this.#columns === undefined) {
      const { count, live } = this;
      const columns = { ids: new Int32Array(count), shape: new Int32Array(count), scale: new Float64Array(count) };
      for (let k = 0; k < count; k++) {
        const n = live[k];
        columns.ids[k] = this.#ids[n];
        columns.shape[k] = this.#shapes[n];
        columns.scale[k] = this.#scales[n];
      }
      this.#columns = columns;
    }
    return this.#columns;
  }

  /** Of the k-th present body. */
  at(k: number): BodyIdentity {
    return this.#identity(this.#gone.size === 0 ? k : this.live[k]);
  }

  /** Writes the orientations at the start of the present bodies from the k-th on, w first, and returns them. */
  turned<T extends Float32Array | Float64Array>(k: number, four: T): T {
    for (let at = 0; at < four.length; at += 4) {
      const n = k + at / 4;
      const { w, x, y, z } = this.#orientations[this.#gone.size === 0 ? n : this.live[n]];
      four[at] = w;
      four[at + 1] = x;
      four[at + 2] = y;
      four[at + 3] = z;
    }
    return four;
  }

  /** A new one with the next free id. */
  add(entry: Omit<BodyIdentity, 'id'>): void {
    this.#putMany(1, { id: this.#nextId, ...entry });
    this.#changed();
  }

  remove(numbers: Iterable<number>): void {
    for (const n of numbers) this.#gone.add(n);
    this.#changed();
  }

  save(): SavedBodyIds {
    const born = Array.from({ length: this.size - this.#first }, (_, k) => this.#identity(this.#first + k));
    return { born, gone: [...this.#gone] };
  }

  restore({ born, gone }: SavedBodyIds): void {
    this.#orientations.length = this.#first;
    this.#nextId = this.#firstId;
    for (const entry of born) this.#putMany(1, entry);
    this.#gone = new Set(gone);
    this.#changed();
  }

  #changed(): void {
    this.#live = undefined;
    this.#columns = undefined;
  }

  #identity(n: number): BodyIdentity {
    return { id: this.#ids[n], shape: this.#shapes[n], scale: this.#scales[n], orientation: this.#orientations[n] };
  }

  /** Bodies that differ by their ids alone, which are consecutive. */
  #putMany(count: number, { id, shape, scale, orientation }: BodyIdentity): void {
    const from = this.size;
    this.#reserve(from + count);
    for (let k = 0; k < count; k++) {
      this.#ids[from + k] = id + k;
      this.#orientations.push(orientation);
    }
    this.#shapes.fill(shape, from, from + count);
    this.#scales.fill(scale, from, from + count);
    this.#nextId = Math.max(this.#nextId, id + count);
  }

  #reserve(size: number): void {
    if (size <= this.#ids.length) return;
    const room = Math.max(size, 2 * this.#ids.length);
    const grown = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#ids = grown(this.#ids, new Int32Array(room));
    this.#shapes = grown(this.#shapes, new Int32Array(room));
    this.#scales = grown(this.#scales, new Float64Array(room));
  }
}
