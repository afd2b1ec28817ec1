// SPDX-License-Identifier: MIT
/** A coordinate and its motion in one number. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { movedTo, predicted, unitOf } from './moving-point.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);

describe(`a coordinate with its motion, seed ${SEED}`, () => {
  it('goes on as it has come', () => {
    const random = new Random(SEED);
    for (let k = 0; k < 200; k++) {
      const radius = 10 ** random.between(-9, 9);
      const unit = unitOf(radius);
      const start = random.between(-radius, radius);
      const way = random.between(-1e-4, 1e-4) * radius;
      let code = movedTo(start / unit, start / unit);
      for (let step = 1; step < 4; step++) code = movedTo((start + step * way) / unit, code);
      // Two coordinates are rounded to a unit of 6e-8, and so is the change between them.
      expect(Math.abs(predicted(code) * unit - (start + 4 * way)) / radius).toBeLessThan(2e-7);
    }
  });

  it('stays where it is if nothing is known of the step before', () => {
    const at = 0.3 / unitOf(1);
    expect(Math.abs(predicted(movedTo(at, at)) * unitOf(1) - 0.3)).toBeLessThan(1e-7);
  });

  it('stays where it is if it has moved far, as a point that has jumped to another corner', () => {
    const [from, to] = [-0.9 / unitOf(1), 0.9 / unitOf(1)];
    expect(Math.abs(predicted(movedTo(to, from)) * unitOf(1) - 0.9)).toBeLessThan(1e-7);
  });
});
