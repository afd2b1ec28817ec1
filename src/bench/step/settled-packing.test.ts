// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { start } from '../../../tests/support/simulations.ts';
import { CONVEX_SCENES } from './convex-scenes.ts';
import { PACKING_STRIDE } from './settled-packing.ts';

describe('a packing', () => {
  it.each(['cones', 'P5', 'superquadrics'])('has its bodies where they were: %s', (name) => {
    const scene = CONVEX_SCENES[name](0.02);
    const before = start(scene.settling()).bodies();
    const packing = new Float64Array(PACKING_STRIDE * before.count);
    for (let k = 0; k < before.count; k++) {
      packing.set(before.position.subarray(3 * k, 3 * k + 3), PACKING_STRIDE * k);
      packing.set(before.orientation.subarray(4 * k, 4 * k + 4), PACKING_STRIDE * k + 3);
    }
    const after = start(scene.measured(packing, 1)).bodies();
    // Rounding of the way from the frame to the centre of mass and back.
    after.position.forEach((x, k) => {
      expect(Math.abs(x - before.position[k])).toBeLessThan(1e-16);
    });
  });

  it('of cones begins without overlaps', () => {
    const simulation = start(CONVEX_SCENES.cones(0.02).settling());
    simulation.step(1);
    expect(simulation.statistics().contacts).toBe(0);
  });
});
