// SPDX-License-Identifier: MIT
/** Proposes the frame interval for a run that recorded no trajectory. */
import { formatSi } from './format-quantity.ts';

/** As many frames as make a smooth film of a run. */
const PROPOSED_FRAMES = 200;
/** The interval may exceed the exact quotient by rounding, relative to it. */
const ROUNDING = 1e-9;

/** 1, 2 or 5 times a power of ten, in the notation of scenes, that gives about 200 frames in `until` seconds. */
export function proposedInterval(until: number): string {
  const exact = until / PROPOSED_FRAMES;
  const power = 10 ** Math.floor(Math.log10(exact));
  const digit = [5, 2, 1].find((each) => each * power <= exact * (1 + ROUNDING)) ?? 1;
  return formatSi(digit * power, 's');
}
