// SPDX-License-Identifier: MIT
/** Random numbers in [0, 1) from a seed: a multiplicative congruence, good enough for disorder in a lattice. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
