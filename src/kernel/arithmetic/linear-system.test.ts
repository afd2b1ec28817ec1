// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { CHART_STEP, CHART_SYSTEM } from '../layout.ts';
import { F } from '../memory.ts';
import { solveSystem } from './linear-system.ts';

const SEED = Number(process.env.TEST_SEED ?? 3);

function write(rows: readonly (readonly number[])[], right: readonly number[]): void {
  for (const [i, row] of rows.entries()) {
    for (const [k, value] of row.entries()) F[CHART_SYSTEM + 5 * i + k] = value;
    F[CHART_SYSTEM + 5 * i + 4] = right[i];
  }
}

function solution(count: number): number[] {
  return Array.from({ length: count }, (_, k) => F[CHART_STEP + k]);
}

describe(`small linear systems, seed ${SEED}`, () => {
  it.each([2, 3, 4])('solves %i equations, whatever the units of the rows', (count) => {
    const random = new Random(SEED);
    for (let i = 0; i < 200; i++) {
      const unknowns = Array.from({ length: count }, () => random.between(-1, 1));
      // Dominant in a shuffled column: well conditioned, and pivots must be looked for.
      const shift = random.integer(count);
      const rows = unknowns.map((_, r) => {
        const unit = 10 ** random.between(-9, 9);
        return unknowns.map((_, k) => unit * (random.between(-0.2, 0.2) + ((r + shift) % count === k ? 1 : 0)));
      });
      write(
        rows,
        rows.map((row) => row.reduce((sum, value, k) => sum + value * unknowns[k], 0)),
      );
      solveSystem(count);
      for (const [k, value] of solution(count).entries()) expect(value).toBeCloseTo(unknowns[k], 13);
    }
  });

  it('leaves at zero what the equations do not say', () => {
    write(
      [
        [1, 2, 0],
        [2, 4, 0],
        [0, 0, 3],
      ],
      [3, 6, 6],
    );
    solveSystem(3);
    const [x, y, z] = solution(3) as [number, number, number];
    expect(x + 2 * y).toBeCloseTo(3, 14);
    expect(x * y).toBe(0);
    expect(z).toBeCloseTo(2, 14);
  });
});
