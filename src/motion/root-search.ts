// SPDX-License-Identifier: MIT
/**
 * The first sign change of many functions within a step, on the continuous solution: the modified secant of SUNDIALS
 * (Hiebert & Shampine 1980), which evaluates all functions at once and uses only their signs for what it claims; the
 * values choose the next time and bisection stands by. With bounds of the slopes it also looks for two changes of one
 * function, where it cannot prove that there are none.
 */
import { CrossingSample, hasChange, isProven } from './crossing-sample.ts';
import type { ZeroCrossings } from './ode-system.ts';

/** Samples between the ends are at most 2^this less 1. */
const DEEPEST = 3;
/** Bounds of slopes are taken at both ends of an interval; within, they may be exceeded by this. */
const SLOPE_SAFETY = 2;
/** The bracket of an event ends at this many roundings of the time. */
const BRACKET_IN_ROUNDINGS = 4;
/** Every third trial halves the bracket. */
const TRIALS_PER_HALVING = 3;

export interface RootStatistics {
  /** Evaluations of all functions. */
  evaluations: number;
  /** Intervals at the finest level that could not be proven free of two changes. */
  unprovenIntervals: number;
}

export class RootSearch {
  readonly statistics: RootStatistics = { evaluations: 0, unprovenIntervals: 0 };
  /** Widest bracket, s; the bracket is never asked to be narrower than time's rounding. */
  readonly #tolerance: number;
  readonly #crossings: ZeroCrossings;
  readonly #interpolate: (t: number, out: Float64Array) => void;
  readonly #state: Float64Array;
  readonly #middles = Array.from({ length: DEEPEST + 1 }, () => new CrossingSample());
  readonly #low = new CrossingSample();
  readonly #high = new CrossingSample();
  readonly #trial = new CrossingSample();
  #isGrown = false;

  constructor(
    crossings: ZeroCrossings,
    size: number,
    tolerance: number,
    interpolate: (t: number, out: Float64Array) => void,
  ) {
    this.#crossings = crossings;
    this.#tolerance = tolerance;
    this.#interpolate = interpolate;
    this.#state = new Float64Array(size);
  }

  /** The bracket of the event found last: before it, with the old signs; and at its end, with the new ones. */
  get before(): CrossingSample {
    return this.#low;
  }

  get after(): CrossingSample {
    return this.#high;
  }

  sample(into: CrossingSample, t: number): boolean {
    this.#interpolate(t, this.#state);
    this.statistics.evaluations++;
    return into.take(this.#crossings, t, this.#state);
  }

  /** Searches the step between two samples; true when there is an event, which then is between `before` and `after`. */
  find(start: CrossingSample, end: CrossingSample): boolean {
    for (;;) {
      this.#isGrown = false;
      if (start.count < end.count) start.addPositive(end.count);
      const found = this.#search(start, end, DEEPEST);
      // A function that appears at a middle was positive at the start, and is not known at the samples between: again
      // from the start.
      if (!this.#isGrown) return found;
      this.sample(end, end.time);
    }
  }

  #search(a: CrossingSample, b: CrossingSample, depth: number): boolean {
    const hasBounds = this.#crossings.slopeBounds !== undefined;
    if (!hasBounds || isProven(a, b, SLOPE_SAFETY)) return hasChange(a, b) && this.#locate(a, b);
    const middle = this.#middles[depth];
    const t = a.time + 0.5 * (b.time - a.time);
    if (depth === 0 || !(t > a.time && t < b.time)) {
      this.statistics.unprovenIntervals++;
      return hasChange(a, b) && this.#locate(a, b);
    }
    if (this.sample(middle, t)) this.#isGrown = true;
    if (this.#isGrown) return false;
    if (this.#search(a, middle, depth - 1)) return true;
    return !this.#isGrown && this.#search(middle, b, depth - 1);
  }

  #locate(a: CrossingSample, b: CrossingSample): boolean {
    const low = this.#low;
    const high = this.#high;
    low.copy(a);
    high.copy(b);
    const scale = Math.max(Math.abs(a.time), Math.abs(b.time));
    const tolerance = Math.max(this.#tolerance, BRACKET_IN_ROUNDINGS * Number.EPSILON * scale);
    let weight = 1;
    let lastSide = 0;
    for (let k = 1; high.time - low.time > tolerance; k++) {
      const width = high.time - low.time;
      let share = 0.5;
      if (k % TRIALS_PER_HALVING !== 0) {
        const secant = leftmostRoot(low, high, weight);
        // The end of the bracket should pass the root: aim beyond it by a part of the tolerance.
        share = Math.min(1 - 1e-3, Math.max(1e-3, secant));
        if (secant > 0 && secant < 1)
          share = Math.min(1 - 0.25 * (tolerance / width), secant + 0.25 * (tolerance / width));
      }
      let t = low.time + share * width;
      if (!(t > low.time && t < high.time)) t = low.time + 0.5 * width;
      if (!(t > low.time && t < high.time)) break;
      if (this.sample(this.#trial, t)) this.#isGrown = true;
      if (this.#isGrown) return false;
      const isBelow = hasChange(low, this.#trial);
      if (isBelow) high.copy(this.#trial);
      else low.copy(this.#trial);
      // Illinois: the end that stays twice counts less, so that it moves too.
      const side = isBelow ? 1 : -1;
      if (side === lastSide) weight *= isBelow ? 0.5 : 2;
      else weight = 1;
      lastSide = side;
    }
    return true;
  }
}

/**
 * Share of the bracket at which the first of the changing functions is zero by linear interpolation; `weight`
 * multiplies the values at its start.
 */
function leftmostRoot(low: CrossingSample, high: CrossingSample, weight: number): number {
  let share = 1;
  for (let i = 0; i < high.count; i++) {
    const a = weight * low.values[i];
    const b = high.values[i];
    if (low.values[i] > 0 === b > 0) continue;
    const root = a === b ? 0.5 : a / (a - b);
    if (root < share) share = root;
  }
  return share;
}
