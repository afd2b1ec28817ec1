// SPDX-License-Identifier: MIT
/** Where the wall-clock time of a run goes: by part of the work, for `scree run --timings`. */
import { formatCount, formatTime } from '../../scene/format-quantity.ts';

/** Work of one kind, summed. */
export interface TimedPart {
  readonly part: string;
  /** s */
  readonly seconds: number;
  /** How many times. */
  readonly count: number;
}

/** A stopwatch whose laps belong to parts of the work, so that the parts add up to the whole time. */
export class RunTimings {
  readonly #parts = new Map<string, { seconds: number; count: number }>();
  #last: number;

  /** `start`, in ms of `performance.now()`, is where the first lap begins: 0 is the start of the program. */
  constructor(start = performance.now()) {
    this.#last = start;
  }

  /** Adds the time since the lap before to a part. */
  lap(part: string): void {
    const now = performance.now();
    const { seconds, count } = this.#parts.get(part) ?? { seconds: 0, count: 0 };
    this.#parts.set(part, { seconds: seconds + (now - this.#last) / 1000, count: count + 1 });
    this.#last = now;
  }

  /** In the order in which they first came. */
  get parts(): TimedPart[] {
    return [...this.#parts].map(([part, { seconds, count }]) => ({ part, seconds, count }));
  }
}

/** One line for each part. */
export function timingLines({ parts }: Pick<RunTimings, 'parts'>): string[] {
  const longest = Math.max(0, ...parts.map(({ part }) => part.length));
  return parts.map(({ part, seconds, count }) => {
    const each = count > 1 ? `, ${formatCount(count)} times ${formatTime(seconds / count)}` : '';
    return `  ${part.padEnd(longest)}  ${formatTime(seconds)}${each}`;
  });
}
