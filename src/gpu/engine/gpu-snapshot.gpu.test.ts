// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from './gpu-simulation.ts';
import { GpuSnapshot } from './gpu-snapshot.ts';

const RADIUS = 0.005;
const PITCH = 1.98 * RADIUS;
const SIDE = 4;
/** Of sums over a workgroup in float32: some units in the last place. */
const ROUNDING = 1e-6;

/** A block of balls that touch each other, a floor and an oblique wall; more than one workgroup. */
function block(): SimulationSpec {
  const positions: number[] = [];
  for (let k = 0; k < SIDE * SIDE * 20; k++) {
    const cell = [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE / SIDE)];
    positions.push(...cell.map((at) => (at + 0.495) * PITCH));
  }
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [{ name: 'm', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 }],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    domain: { min: [-0.05, -0.05, -0.05], max: [0.1, 0.1, 0.3] },
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'm' },
      { name: 'wall', normal: [0.8, 0.6, 0], offset: 0.004, material: 'm' },
    ],
    bodies: [{ shape: 'ball', material: 'm', positions: Float64Array.from(positions) }],
  };
}

describe('a snapshot of a simulation on a GPU', () => {
  it('counts contacts without reading them, as the list of contacts does', async () => {
    const spec = block();
    const simulation = await GpuSimulation.create(spec, await softwareGpu());
    for (const steps of [0, 1, 40]) {
      await simulation.step(steps);
      const [counted, listed] = [new GpuSnapshot(simulation, spec), new GpuSnapshot(simulation, spec)];
      await counted.read(['statistics']);
      await listed.read();
      expect(counted.statistics()).toEqual(listed.statistics());
      expect(listed.statistics().contacts).toBe(listed.contacts().count);
      expect(counted.energy()).toEqual(listed.energy());
      expect(() => counted.contacts()).toThrow(/has not been read/);
    }
    expect((await simulation.counts()).contacts).toBeGreaterThan(500);
    simulation.destroy();
  });

  it('sums the forces on half-spaces without reading contacts, as the list of contacts gives them', async () => {
    const spec = block();
    const simulation = await GpuSimulation.create(spec, await softwareGpu());
    for (const steps of [1, 40]) {
      await simulation.step(steps);
      const [summed, listed] = [new GpuSnapshot(simulation, spec), new GpuSnapshot(simulation, spec)];
      await summed.read(['halfSpaceLoads']);
      await listed.read(['contacts']);
      const together = new GpuSnapshot(simulation, spec);
      await together.read(['energy', 'statistics', 'halfSpaceLoads']);
      await summed.read(['energy']);
      expect(together.halfSpaceLoads()).toEqual(summed.halfSpaceLoads());
      expect([together.energy(), together.statistics()]).toEqual([summed.energy(), summed.statistics()]);
      expect(() => summed.contacts()).toThrow(/has not been read/);
      const [got, wanted] = [summed, listed].map((snapshot) =>
        snapshot.halfSpaceLoads().flatMap(({ x, y, z }) => [x, y, z]),
      );
      const largest = Math.max(...wanted.map(Math.abs));
      expect(got).toHaveLength(6);
      expect(largest).toBeGreaterThan(0);
      for (const [k, x] of got.entries()) expect(Math.abs(x - wanted[k])).toBeLessThan(ROUNDING * largest);
    }
    simulation.destroy();
  });

  it('has no bodies or contacts of another step', async () => {
    const spec = block();
    const simulation = await GpuSimulation.create(spec, await softwareGpu());
    const snapshot = new GpuSnapshot(simulation, spec);
    await snapshot.read();
    const { position } = snapshot.bodies();
    await simulation.step(5);
    await snapshot.read(['energy']);
    expect(() => snapshot.bodies()).toThrow(/has not been read/);
    await snapshot.read(['bodies']);
    expect(snapshot.bodies().position).not.toEqual(position);
    expect(() => snapshot.halfSpaceLoads()).toThrow(/has not been read/);
    simulation.destroy();
  });
});
