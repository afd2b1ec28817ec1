// SPDX-License-Identifier: MIT
/** Zero-crossing functions at one time: values, and bounds of their slopes where the model has them. */
import type { ZeroCrossings } from './ode-system.ts';

/** Of functions that were added during a step: they were positive at its start, and this is only a sign. */
const ADDED = 1;

export class CrossingSample {
  time = 0;
  count = 0;
  values = new Float64Array(0);
  slopes = new Float64Array(0);

  /** Evaluates all functions; returns true when `evaluate` has added some, whose earlier samples are then unknown. */
  take(crossings: ZeroCrossings, t: number, y: Float64Array): boolean {
    const before = crossings.count;
    this.time = t;
    do {
      this.#makeRoom(crossings.count);
      crossings.evaluate(t, y, this.values);
    } while (crossings.count > this.values.length);
    this.count = crossings.count;
    if (crossings.slopeBounds !== undefined) crossings.slopeBounds(t, y, this.slopes);
    return crossings.count > before;
  }

  /** Functions added since this sample, the start of the step, was taken. */
  addPositive(count: number): void {
    this.#makeRoom(count);
    // An added function has no slope here; Infinity makes every interval with it one to look into.
    for (let i = this.count; i < count; i++) {
      this.values[i] = ADDED;
      this.slopes[i] = Infinity;
    }
    this.count = count;
  }

  copy(other: CrossingSample): void {
    this.#makeRoom(other.count);
    this.time = other.time;
    this.count = other.count;
    for (let i = 0; i < other.count; i++) {
      this.values[i] = other.values[i];
      this.slopes[i] = other.slopes[i];
    }
  }

  #makeRoom(count: number): void {
    if (this.values.length >= count) return;
    const room = Math.max(8, 2 * count);
    const values = new Float64Array(room);
    const slopes = new Float64Array(room);
    values.set(this.values);
    slopes.set(this.slopes);
    this.values = values;
    this.slopes = slopes;
  }
}

/** True when some function is on another side at b than at a. */
export function hasChange(a: CrossingSample, b: CrossingSample): boolean {
  for (let i = 0; i < b.count; i++) if (a.values[i] > 0 !== b.values[i] > 0) return true;
  return false;
}

/**
 * True when no function that is on the same side at a and b can have been on the other between: it would have had to
 * travel |z(a)| + |z(b)|, and its slope, at most `safety` times the larger of the bounds at both ends, does not take it
 * that far.
 */
export function isProven(a: CrossingSample, b: CrossingSample, safety: number): boolean {
  const reach = safety * (b.time - a.time);
  for (let i = 0; i < b.count; i++) {
    if (a.values[i] > 0 !== b.values[i] > 0) continue;
    const slope = Math.max(a.slopes[i], b.slopes[i]);
    if (slope > 0 && Math.abs(a.values[i]) + Math.abs(b.values[i]) <= reach * slope) return false;
  }
  return true;
}
