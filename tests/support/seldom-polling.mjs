// SPDX-License-Identifier: MIT
/**
 * Dawn asks again and again, by `setImmediate`, whether the GPU is ready, and so keeps a whole processor busy. Where
 * the GPU computes on the processor too, that is half of what there is: with this, Dawn asks once a millisecond.
 * Brought into tests that use such a GPU, and by Node into programs that they start.
 */
const POLLING_MS = 1;
/** Kept, since a test with fake timers replaces the global one, and would stop the clock that drives it. */
const realSetTimeout = setTimeout;

Object.assign(globalThis, {
  /** @param {(...args: unknown[]) => void} callback @param {unknown[]} args */
  setImmediate: (callback, ...args) => realSetTimeout(callback, POLLING_MS, ...args),
});
