// SPDX-License-Identifier: MIT
/** Chooses the frames that determine the first view of a run. */

/** Most frames and bytes to fetch. */
const MOST_SAMPLES = 17;
const MOST_BYTES = 32 << 20;

/**
 * Indices of the frames, the most important first: last, first, middle, then the middles between. `lengths` are in
 * bytes.
 */
export function sampleFrames(lengths: readonly number[]): number[] {
  const last = lengths.length - 1;
  const samples: number[] = [];
  let bytes = 0;
  const take = (index: number): void => {
    const length = lengths[index];
    if (length === undefined || samples.includes(index) || samples.length >= MOST_SAMPLES) return;
    // The last frame has no size limit, since most users look at it.
    if (samples.length > 0 && bytes + length > MOST_BYTES) return;
    samples.push(index);
    bytes += length;
  };
  take(last);
  take(0);
  for (let parts = 2; parts < MOST_SAMPLES; parts *= 2) {
    for (let part = 1; part < parts; part += 2) take(Math.round((part * last) / parts));
  }
  return samples;
}
