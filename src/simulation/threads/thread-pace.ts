// SPDX-License-Identifier: MIT
/**
 * Chooses the number of threads for the next steps by the measured time of steps. It times short slices of steps in
 * turn on the present number of threads and on another one, takes the faster number, and compares again later, because
 * the cost of a scene changes. The clock does not affect results: they have the same bits for any number of threads
 * (docs/decisions/0051).
 */

/** Slices on each number in a comparison; medians are compared, because some slices have a neighbour-list rebuild. */
const SLICES = 5;
/** Time of such a slice, s: many times that of waking a thread. */
const SLICE_SECONDS = 2e-3;
/** Time of a slice outside comparisons, s, after which a comparison may be due. */
const LONG_SLICE_SECONDS = 0.05;
/** Another number must be faster by this factor: less is within the scatter of the slices. */
const LEAST_GAIN = 1.05;
/** Steps that take less on one thread, s, are not compared: waking threads and two barriers take longer. */
const LEAST_STEP_SECONDS = 20e-6;
/** Time between two comparisons, s: it doubles while they change nothing, so that they cost little. */
const FIRST_REST_SECONDS = 0.1;
const LONGEST_REST_SECONDS = 10;
/** Least time between two comparisons, in durations of the last one: comparisons of long steps take longer. */
const REST_SHARE = 20;
/**
 * A comparison ends once the other number has taken this many times the time of all its slices on the present one:
 * where cores are busy with other programs, a step on more threads may take a thousand times as long.
 */
const GIVE_UP = 2;
/** If a step costs this many times more or less than at the last comparison, the next comparison is due early. */
const OTHER_COST = 1.5;

/** A number of steps, and the number of threads that compute them. */
export interface Slice {
  readonly threads: number;
  readonly steps: number;
}

/** The threads that a pace can use. */
export interface AvailableThreads {
  /** Largest number of threads that have work: the number of blocks. */
  readonly useful: () => number;
  /** Starts this many threads, unless they have been started; returns whether they are ready. */
  readonly request: (threads: number) => boolean;
}

interface Comparison {
  readonly other: number;
  /** Seconds of a step, slice by slice. */
  readonly present: number[];
  readonly others: number[];
  /** Spent on the other number, s. */
  otherSeconds: number;
}

export class ThreadPace {
  readonly #available: AvailableThreads;
  readonly #most: number;
  #threads: number;
  /** Of one step in the last slice, s; undefined before the first. */
  #stepSeconds: number | undefined;
  /** Of one step on the present number of threads at the last comparison, s. */
  #comparedSeconds = 0;
  #comparison: Comparison | undefined;
  /** Numbers still to be compared with the present one. */
  #candidates: number[] = [];
  /** Time since the last comparison began, s, of which the comparison took a part. */
  #elapsed = 0;
  #compared = 0;
  #rest = 0;

  /** `first` is the number expected to be the fastest. */
  constructor(first: number, most: number, available: AvailableThreads) {
    this.#threads = first;
    this.#most = most;
    this.#available = available;
  }

  /** The number that was found to be the fastest so far. */
  get threads(): number {
    return this.#threads;
  }

  /** The next slice of at most `steps` steps. */
  next(steps: number): Slice {
    const isReady = this.#threads === 1 || this.#available.request(this.#threads);
    if (isReady) this.#beginComparison();
    const comparison = this.#comparison;
    const isOther = isReady && comparison !== undefined && isOthersTurn(comparison);
    const threads = !isReady ? 1 : isOther ? comparison.other : this.#threads;
    // Slices are also short while threads start, so that these join soon.
    const isShort = !isReady || comparison !== undefined || this.#candidates.length > 0;
    const seconds = isShort ? SLICE_SECONDS : LONG_SLICE_SECONDS;
    // Of a number that has not been tried yet, one step.
    const known = comparison === undefined ? undefined : (isOther ? comparison.others : comparison.present).at(-1);
    const stepSeconds = known ?? (isOther ? undefined : this.#stepSeconds);
    const fitting = stepSeconds === undefined ? 1 : Math.floor(seconds / stepSeconds);
    return { threads, steps: Math.max(1, Math.min(steps, fitting)) };
  }

  /** Records the duration of a slice. */
  note({ threads, steps }: Slice, seconds: number): void {
    if (steps === 0) return;
    this.#stepSeconds = seconds / steps;
    this.#elapsed += seconds;
    const comparison = this.#comparison;
    if (comparison === undefined) return;
    this.#compared += seconds;
    if (threads === comparison.other) {
      comparison.others.push(this.#stepSeconds);
      comparison.otherSeconds += seconds;
    } else comparison.present.push(this.#stepSeconds);
    if (comparison.others.length === SLICES || isHopeless(comparison)) this.#endComparison(comparison);
  }

  /** Begins a comparison if one is due and the threads that it needs are ready. */
  #beginComparison(): void {
    if (this.#comparison !== undefined || this.#stepSeconds === undefined) return;
    if (this.#candidates.length === 0 && this.#isDue(this.#stepSeconds)) {
      this.#comparedSeconds = this.#stepSeconds;
      [this.#elapsed, this.#compared] = [0, 0];
      this.#candidates = [...this.#fewer(), ...this.#more()];
    }
    const [other] = this.#candidates;
    if (other === undefined || !this.#available.request(other)) return;
    this.#candidates.shift();
    this.#comparison = { other, present: [], others: [], otherSeconds: 0 };
  }

  /** Whether a comparison is due; the first one always is. */
  #isDue(stepSeconds: number): boolean {
    const change = stepSeconds / this.#comparedSeconds;
    const isOther = change > OTHER_COST || change < 1 / OTHER_COST;
    const rest = this.#rest;
    if (this.#elapsed < Math.max(isOther ? Math.min(rest, FIRST_REST_SECONDS) : rest, REST_SHARE * this.#compared)) {
      return false;
    }
    this.#rest = isOther ? FIRST_REST_SECONDS : Math.min(LONGEST_REST_SECONDS, 2 * rest);
    return true;
  }

  #more(): number[] {
    if (this.#threads === 1 && (this.#stepSeconds ?? 0) < LEAST_STEP_SECONDS) return [];
    const more = Math.min(2 * this.#threads, this.#most, this.#available.useful());
    return more > this.#threads ? [more] : [];
  }

  #fewer(): number[] {
    const fewer = Math.min(Math.floor(this.#threads / 2), this.#available.useful());
    return this.#threads === 1 ? [] : [Math.max(1, fewer)];
  }

  #endComparison({ other, present, others }: Comparison): void {
    this.#comparison = undefined;
    const isFaster = LEAST_GAIN * median(others) < median(present);
    this.#stepSeconds = median(isFaster ? others : present);
    this.#comparedSeconds = this.#stepSeconds;
    if (!isFaster) return;
    const wereMore = other > this.#threads;
    this.#threads = other;
    // The next comparison goes in the same direction.
    this.#candidates = wereMore ? this.#more() : this.#fewer();
    this.#rest = FIRST_REST_SECONDS;
  }
}

/** The present number begins. */
function isOthersTurn({ present, others }: Comparison): boolean {
  return others.length < present.length;
}

function isHopeless({ present, otherSeconds }: Comparison): boolean {
  return otherSeconds > GIVE_UP * SLICES * Math.max(SLICE_SECONDS, median(present));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
