// SPDX-License-Identifier: MIT

/** Largest difference of two lists over the largest value of the second. */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [most, size] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    most = Math.max(most, Math.abs(a[k] - b[k]));
    size = Math.max(size, Math.abs(b[k]));
  }
  return most / size;
}
