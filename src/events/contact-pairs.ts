// SPDX-License-Identifier: MIT
/**
 * Few zero-crossing functions for many pairs (Neumayr & Otter 2017, section 5): before every step the n_z nearest pairs
 * are selected; their distances are the functions during the step. dict1 (by distance) and dict2 (by pair) are ordered
 * containers; a selection of n pairs costs O(n log n_z). Unlike in the paper, pairs at equal distances stay distinct,
 * selected pairs outside the broad phase are still computed, unselected pairs that touch are noticed, and n_z may grow.
 */
import { SimulationError } from '../errors.ts';
import { OrderedMap } from './ordered-map.ts';

/** Source of distances. */
export interface PairSource {
  /**
   * Calls back once with every pair that may be in contact and with every selected one; z <= 0 for pairs in contact,
   * else z > 0. Pairs far apart may have a lower bound of z. With `isSelecting` the order of near pairs matters too.
   */
  forEachPair(selected: OrderedMap, visit: (pair: number, z: number) => void, isSelecting: boolean): void;
  /** Name of a pair in messages. */
  describe(pair: number): string;
}

/** The selection: n_z, and the pair of each function. */
export interface PairsState {
  readonly limit: number;
  readonly pairs: Float64Array;
}

/**
 * What happens when more pairs come close than there are zero-crossing functions, n_z. `enlarge`: n_z grows. `stop`: a
 * SimulationError, as in the paper.
 */
export type OverflowPolicy = 'enlarge' | 'stop';

/** Value of functions that belong to no pair. */
const UNUSED = -1;
const DUMMY = 1;

export class ContactPairs {
  readonly #source: PairSource;
  readonly #policy: OverflowPolicy;
  /** dict1: (z, pair). */
  readonly #nearest = new OrderedMap();
  /** dict2: (pair, 0) -> index of the function. */
  readonly #selected = new OrderedMap();
  #limit: number;
  #pairs: Float64Array;
  #z: Float64Array;
  #count = 0;
  /** Distance of the nearest pair that is not one of the n_z nearest. */
  #nextDistance = Infinity;
  #areComputed = false;
  /** All pairs of the last computation. */
  readonly #candidates: number[] = [];
  readonly #distances: number[] = [];

  constructor(source: PairSource, functions: number, policy: OverflowPolicy = 'enlarge') {
    this.#source = source;
    this.#policy = policy;
    this.#limit = functions;
    this.#pairs = new Float64Array(functions).fill(UNUSED);
    this.#z = new Float64Array(functions).fill(DUMMY);
    this.#count = functions;
  }

  /** Current number of functions, n_z, with those added during a step. */
  get count(): number {
    return this.#count;
  }

  /** Pairs that the last computation found in the broad phase, n_n. */
  get candidateCount(): number {
    return this.#candidates.length;
  }

  /** No unselected pair is closer than this; Infinity if all are selected. */
  get selectionReach(): number {
    return this.#nextDistance;
  }

  /** Pair of a function; -1 for none. */
  pairOf(index: number): number {
    return index < this.#count ? this.#pairs[index] : UNUSED;
  }

  /** Must be called when the bodies have moved, or a pair has changed between contact and separation. */
  changed(): void {
    this.#areComputed = false;
  }

  /**
   * Selects the n_z nearest pairs, in ascending order. Signs do not change if no pair has crossed zero since the last
   * selection. With `near`, n_z grows, if allowed, until every pair closer than that is selected.
   */
  selectContactPairs(near = 0): void {
    if (!this.#areComputed) this.#computeDistances(false);
    if (near > 0 && this.#policy === 'enlarge') {
      let count = 0;
      for (const z of this.#distances) if (z <= near) count++;
      if (count > this.#limit) this.#enlarge(count);
    }
    this.#selected.clear();
    this.#count = this.#limit;
    this.#makeRoom(this.#count);
    this.#pairs.fill(UNUSED);
    this.#z.fill(DUMMY);
    this.#nearest.forEach((z, pair, _value, rank) => {
      this.#pairs[rank] = pair;
      this.#z[rank] = z;
      this.#selected.set(pair, 0, rank);
    });
  }

  /** Writes the functions of the current selection to `z`, up to its length. */
  getDistances(z: Float64Array): void {
    if (!this.#areComputed) this.#computeDistances(true);
    for (let i = 0; i < Math.min(z.length, this.#count); i++) z[i] = this.#z[i];
  }

  /** State of the selection besides the distances. */
  save(): PairsState {
    return { limit: this.#limit, pairs: this.#pairs.slice(0, this.#count) };
  }

  restore({ limit, pairs }: PairsState): void {
    this.#limit = limit;
    this.#count = pairs.length;
    this.#makeRoom(this.#count);
    this.#pairs.fill(UNUSED);
    this.#z.fill(DUMMY);
    this.#pairs.set(pairs);
    this.#selected.clear();
    pairs.forEach((pair, index) => {
      if (pair !== UNUSED) this.#selected.set(pair, 0, index);
    });
    this.#areComputed = false;
  }

  #computeDistances(isWithinStep: boolean): void {
    this.#nearest.clear();
    this.#nextDistance = Infinity;
    this.#candidates.length = 0;
    this.#distances.length = 0;
    this.#source.forEachPair(
      this.#selected,
      (pair, z) => {
        this.#candidates.push(pair);
        this.#distances.push(z);
        this.#offer(pair, z);
        if (!isWithinStep) return;
        const index = this.#selected.get(pair, 0);
        if (index !== undefined) this.#z[index] = z;
        else if (z <= 0) this.#append(pair, z);
      },
      !isWithinStep,
    );
    this.#areComputed = true;
  }

  /** Keeps a pair if it is one of the n_z nearest. */
  #offer(pair: number, z: number): void {
    const nearest = this.#nearest;
    if (nearest.size < this.#limit) {
      nearest.set(z, pair, 0);
      return;
    }
    const last = nearest.lastFirst;
    // All n_z functions are in use by pairs in contact, and here is one more.
    if (z <= 0 && last <= 0) {
      this.#refuse(pair);
      this.#enlarge(2 * this.#limit);
      return;
    }
    this.#nextDistance = Math.min(this.#nextDistance, Math.max(z, last));
    if (z > last || (z === last && pair > nearest.lastSecond)) return;
    nearest.deleteLast();
    nearest.set(z, pair, 0);
  }

  /** Adds a function for an unselected pair that came into contact; it was positive at the start of the step. */
  #append(pair: number, z: number): void {
    this.#refuse(pair);
    const index = this.#count++;
    this.#makeRoom(this.#count);
    this.#pairs[index] = pair;
    this.#z[index] = z;
    this.#selected.set(pair, 0, index);
    if (this.#count > this.#limit) this.#enlarge(this.#count);
  }

  #refuse(pair: number): void {
    if (this.#policy === 'enlarge') return;
    const message =
      `${this.#source.describe(pair)} came into contact beyond the ${this.#limit} zero-crossing functions; allow ` +
      'more, or let their number grow';
    throw new SimulationError('too-many-contacts', message, { pair, functions: this.#limit });
  }

  #enlarge(limit: number): void {
    this.#limit = limit;
    this.#nearest.clear();
    this.#nextDistance = Infinity;
    for (let i = 0; i < this.#candidates.length; i++) this.#offer(this.#candidates[i], this.#distances[i]);
  }

  #makeRoom(count: number): void {
    if (this.#z.length >= count) return;
    const room = 2 * count;
    const pairs = new Float64Array(room).fill(UNUSED);
    const z = new Float64Array(room).fill(DUMMY);
    pairs.set(this.#pairs);
    z.set(this.#z);
    this.#pairs = pairs;
    this.#z = z;
  }
}
