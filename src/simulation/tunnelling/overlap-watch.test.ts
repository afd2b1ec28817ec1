// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

/** Two of several balls meet head-on at 2 v; linear springs let them overlap by v sqrt(2 m / k) at most. */
function crash(speed: number): SimulationSpec {
  const mass = (4 / 3) * Math.PI * 1000;
  const ball = { shape: 'ball', material: 'm' };
  return {
    timeStep: 1e-4,
    gravity: [0, 0, 0],
    materials: [{ name: 'm', density: 1000, stiffness: 2 * mass * 1e4 }],
    law: { normal: 'linear' },
    shapes: [{ name: 'ball', sphere: { radius: 1 } }],
    bodies: [
      { ...ball, position: [10, 0, 0] },
      { ...ball, id: 7, position: [-1.001, 0, 0], velocity: [speed, 0, 0] },
      { ...ball, position: [0, 10, 0] },
      { ...ball, id: 9, position: [1.001, 0, 0], velocity: [-speed, 0, 0] },
    ],
  };
}

describe('the first overlap that is too deep', () => {
  it('is noted with its body and time, though nobody looked in between', () => {
    const simulation = new Simulation(crash(10));
    expect(simulation.firstDeepOverlap()).toBeUndefined();
    simulation.step(1000);
    const { time = 0, step = 0, body, ratio = 0 } = simulation.firstDeepOverlap() ?? {};
    expect(simulation.statistics().maxOverlapRatio).toBe(0);
    expect([7, 9]).toContain(body);
    expect(time).toBeCloseTo(step * 1e-4, 12);
    // Deeper by 2 v dt at most than where the limit is passed.
    expect(ratio).toBeGreaterThan(0.05);
    expect(ratio).toBeLessThan(0.05 + 2 * 10 * 1e-4);
    const alone = new Simulation(crash(10));
    for (let k = 0; k < 1000; k++) alone.step();
    expect(alone.firstDeepOverlap()).toEqual(simulation.firstDeepOverlap());
  });

  it('is followed by each that is twice as deep as the one before', () => {
    const simulation = new Simulation(crash(20));
    simulation.step(1000);
    const ratios = simulation.deepOverlaps().map(({ ratio }) => ratio);
    // Springs of this stiffness let them overlap by 0.2.
    expect(ratios).toHaveLength(2);
    expect(ratios[0]).toBe(simulation.firstDeepOverlap()?.ratio);
    expect(ratios[1]).toBeGreaterThan(2 * ratios[0]);
    expect(ratios[1]).toBeLessThan(2 * ratios[0] + 2 * 20 * 1e-4);
  });

  it('is none where impacts are slow', () => {
    // 2 v sqrt(m / 2 / k) is 0.01.
    const simulation = new Simulation(crash(1));
    simulation.step(1000);
    expect(simulation.body(7).velocity.x).toBeLessThan(0);
    expect(simulation.firstDeepOverlap()).toBeUndefined();
  });
});
