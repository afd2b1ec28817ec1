// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bitsOf, start } from '../../../tests/support/simulations.ts';
import { heap } from '../../../tests/support/sphere-heap.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { StepTimer } from './step-costs.ts';

const floor = facetMesh({
  vertices: [
    [-1, -1, 0.001],
    [1, -1, 0.001],
    [1, 1, 0.001],
    [-1, 1, 0.001],
  ],
  facets: [[0, 1, 2, 3]],
});
const scene = () => heap(100, { timeStep: 5e-6, meshes: [{ name: 'floor', mesh: floor, material: 'wall' }] });

describe('a timer of the steps', () => {
  it('counts every part once, by its own clock, and changes no bit', () => {
    let calls = 0;
    // Each look at the clock is a second later than the one before.
    const timer = new StepTimer(() => calls++);
    const timed = start(scene(), { timer });
    const plain = start(scene());
    timed.step(200);
    plain.step(200);
    expect(bitsOf(timed)).toEqual(bitsOf(plain));
    const { list, pairs, find, touches, motion } = timer.costs;
    // 100 spheres are two blocks; each call of an entry takes one second by this clock. Touches have three entries.
    expect([pairs, touches, motion]).toEqual([400, 3 * 400, 400]);
    expect(list).toBeGreaterThan(3);
    // The clock is read twice around it and twice around each of the three entries: four seconds are not theirs.
    expect(find).toBe(400 * 4);
  });
});
