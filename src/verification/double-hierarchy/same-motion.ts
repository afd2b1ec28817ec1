// SPDX-License-Identifier: MIT
/** Compares motions that must be equal on different boundaries with the same geometry. */
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

/** Gravity and law of section 6.1 of the paper. */
export const UNDER_GRAVITY: Pick<SimulationSpec, 'gravity' | 'law'> = {
  gravity: [0, 0, -9.81],
  law: { normal: 'hertz', tangential: 'mindlin' },
};

/** Largest difference of two recordings, value by value; NaN where a value is not a number or missing. */
export function largestDifference(a: readonly ArrayLike<number>[], b: readonly ArrayLike<number>[]): number {
  let most = 0;
  a.forEach((row, k) => {
    for (let i = 0; i < row.length; i++) {
      most = Math.max(most, Math.abs((row[i] ?? Number.NaN) - (b[k]?.[i] ?? Number.NaN)));
    }
  });
  return most;
}
