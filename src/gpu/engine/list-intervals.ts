// SPDX-License-Identifier: MIT
/**
 * Chooses the number of steps that a neighbour list serves, from how far spheres travelled with the list three rebuilds
 * before. That list is finished when the next one is submitted, so the choice depends on the motion alone.
 */

/** Lists are made to serve until the farthest sphere has gone this part of the margin. */
const PART_OF_MARGIN = 0.8;
/** A list serves at most this many times as long as the last one whose end is known. */
const MOST_GROWTH = 1.5;
/** Of the first lists, of which nothing is known. */
const FIRST_INTERVAL = 8;
const BEFORE = 3;
/** Older lists are forgotten. */
const REMEMBERED = 8;

/** How long a list served, how long it was made to serve, and the longest path of a sphere meanwhile. */
export interface KnownList {
  readonly steps: number;
  readonly planned: number;
  readonly path: number;
}

export class ListIntervals {
  readonly #margin: number;
  readonly #most: number;
  #known = new Map<number, KnownList>();

  /** `margin` is how far a sphere may go under one list, m. */
  constructor(margin: number, most: number) {
    this.#margin = margin;
    this.#most = most;
  }

  /** Steps for the list with this number. */
  next(list: number): number {
    const last = this.#known.get(list - BEFORE);
    if (last === undefined) return Math.min(FIRST_INTERVAL, this.#most);
    const { steps, planned, path } = last;
    const fitting = path > 0 ? steps * ((PART_OF_MARGIN * this.#margin) / path) : Infinity;
    return Math.max(1, Math.min(this.#most, Math.floor(Math.min(fitting, MOST_GROWTH * planned + 1))));
  }

  /**
   * The end of a list. A list without steps, because bodies were inserted or removed, gives no information: it counts
   * like the one before.
   */
  note(list: number, known: KnownList): void {
    const before = this.#known.get(list - 1);
    this.#known.set(list, known.steps === 0 && before !== undefined ? before : known);
    this.#known.delete(list - REMEMBERED);
  }

  /**
   * A list served only so long because a sphere left the margin: from here on as if those before `list` had served as
   * long.
   */
  shorten(list: number, steps: number): void {
    this.#known.clear();
    for (let k = 1; k <= BEFORE; k++) this.#known.set(list - k, { steps, planned: steps, path: this.#margin });
  }

  save(): readonly (readonly [number, KnownList])[] {
    return [...this.#known];
  }

  restore(saved: readonly (readonly [number, KnownList])[]): void {
    this.#known = new Map(saved);
  }
}
