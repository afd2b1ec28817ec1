// SPDX-License-Identifier: MIT
/** Long work in parts: at once, or with other work between the parts. */

/** It yields where it may rest. */
export type Work<Result> = Generator<void, Result>;

/** Longest time without a rest, ms: a GPU has orders for longer. */
const PART_MS = 8;
/**
 * The rest, ms. Other work on the same thread takes many turns of its loop: what a GPU has done is recorded submission
 * by submission, and as much is submitted behind. A rest of one turn lets the GPU run dry.
 */
const REST_MS = 4;

export function atOnce<Result>(work: Work<Result>): Result {
  let part = work.next();
  while (part.done !== true) part = work.next();
  return part.value;
}

/** With rests for all that goes on on the same thread, which are short when the work is waited for. */
export async function inParts<Result>(work: Work<Result>, isWaitedFor: () => boolean): Promise<Result> {
  let from = performance.now();
  let part = work.next();
  while (part.done !== true) {
    if (performance.now() - from >= PART_MS) {
      await new Promise((resolve) => setTimeout(resolve, isWaitedFor() ? 0 : REST_MS));
      from = performance.now();
    }
    part = work.next();
  }
  return part.value;
}

/** Calls `work` with the numbers from 0 to `count`, in runs of at most `most`. */
export function* ranges(count: number, most: number, work: (from: number, to: number) => void): Work<void> {
  for (let from = 0; from < count; from += most) {
    work(from, Math.min(count, from + most));
    yield;
  }
}
