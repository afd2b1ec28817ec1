// SPDX-License-Identifier: MIT
/** A 64-bit hash of numbers: the canonical order of a pair must not depend on which shape was made or queried first. */

const scratch = new Float64Array(1);
const halves = new Int32Array(scratch.buffer);

function mix(hash: number, word: number, multiplier: number): number {
  const h = Math.imul(hash ^ word, multiplier);
  return h ^ (h >>> 15);
}

export function contentHash(numbers: readonly number[], more?: Float64Array): { high: number; low: number } {
  let high = 0x2c1b3c6d;
  let low = 0x297a2d39;
  const add = (value: number): void => {
    scratch[0] = value + 0; // -0 and 0 are the same number
    const a = halves[0];
    const b = halves[1];
    high = mix(mix(high, a, 0x85ebca6b), b, 0xc2b2ae35);
    low = mix(mix(low, b, 0x27d4eb2f), a, 0x165667b1);
  };
  for (const value of numbers) add(value);
  if (more) for (let i = 0; i < more.length; i++) add(more[i]);
  return { high, low };
}
