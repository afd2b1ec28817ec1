// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { BoxSweep } from './box-sweep.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);

describe('the sweep over boxes', () => {
  it('finds the pairs that comparing all finds, as boxes move', () => {
    const random = new Random(SEED);
    const count = 60;
    const sweep = new BoxSweep(count);
    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < 3; k++) {
          // Now and then on a lattice, where boxes touch and ends coincide.
          const low = round % 3 === 0 ? random.integer(8) : random.between(0, 8);
          sweep.boxes[6 * i + k] = low;
          sweep.boxes[6 * i + 3 + k] = low + (round % 3 === 0 ? 1 : random.between(0, 2));
        }
      }
      const expected: number[] = [];
      for (let i = 0; i < count; i++) {
        for (let j = i + 1; j < count; j++) {
          const apart = [0, 1, 2].some(
            (k) =>
              sweep.boxes[6 * i + k] > sweep.boxes[6 * j + 3 + k] ||
              sweep.boxes[6 * j + k] > sweep.boxes[6 * i + 3 + k],
          );
          if (!apart) expected.push(i, j);
        }
      }
      expect(sweep.pairs()).toEqual(expected);
    }
  });

  it('finds none among none', () => {
    expect(new BoxSweep(0).pairs()).toEqual([]);
  });
});
