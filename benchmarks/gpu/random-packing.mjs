// SPDX-License-Identifier: MIT
/**
 * For packings that start from random positions: spheres that lie in each other are pressed apart before anything is
 * measured. No overlap of two like spheres is above twice their radius.
 */
export const WHILE_PRESSED_APART = { limits: { overlapRatio: 2.5 } };

/** Random numbers in [0, 1) from a seed: a multiplicative congruence, good enough for disorder in a lattice. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
