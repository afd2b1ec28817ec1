// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { atOnce } from '../../math/work-in-parts.ts';
import { box } from '../../shapes/kinds/box.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { halfSpaceLoadsOf } from '../spheres/contact-readback.ts';
import { GpuSimulation } from './gpu-simulation.ts';
import { GpuSnapshot } from './gpu-snapshot.ts';
import type { GpuStepView } from './gpu-step-view.ts';

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

  it('gives the sums of steps while further ones are run, as if it had waited for each', async () => {
    // Balls leave at single steps, and a fast one leaves the margin of its list.
    const { bodies = [], ...others } = block();
    const spec: SimulationSpec = {
      ...others,
      bodies: [
        ...bodies,
        { shape: 'ball', material: 'm', position: [0.06, 0.06, 0.2], velocity: [0, 0, -40] },
        { shape: 'ball', material: 'm', position: [0.05, -0.02, 0.1], velocity: [0, 0, -8] },
      ],
      outlets: [{ name: 'hole', region: { box: { min: [0.04, -0.05, -0.05], max: [0.1, 0.1, 0.08] } } }],
    };
    const parts = ['energy', 'statistics', 'halfSpaceLoads'] as const;
    const numbersOf = (view: GpuSnapshot | GpuStepView): unknown => {
      const { time, stepCount, bodyCount } = view;
      const state = [view.energy(), view.statistics(), view.halfSpaceLoads(), view.outlets(), view.escapes()];
      return { time, stepCount, bodyCount, state };
    };
    const numbers = async (isLater: boolean): Promise<unknown[]> => {
      const simulation = await GpuSimulation.create(spec, await softwareGpu());
      const snapshot = new GpuSnapshot(simulation, spec);
      await snapshot.read(['energy']);
      const rows: unknown[] = [];
      for (let k = 0; k < 30; k++) {
        if (isLater) {
          await simulation.runAhead(13);
          expect(
            snapshot.readLater(parts, function* (moment) {
              rows.push(numbersOf(moment));
              yield;
            }),
          ).toBe(true);
          if (k === 20) await snapshot.read(['bodies']);
        } else {
          await simulation.step(13);
          await snapshot.read(parts);
          rows.push(numbersOf(snapshot));
        }
      }
      await simulation.finish();
      expect(snapshot.readLater(['bodies'], function* () {})).toBe(false);
      rows.push((await simulation.bodies()).position);
      simulation.destroy();
      return rows;
    };
    const [waited, later] = [await numbers(false), await numbers(true)];
    expect(later).toEqual(waited);
    expect(later).toHaveLength(31);
    // Both came to the hole, and some of the block with them.
    expect(later[0]).toMatchObject({ bodyCount: SIDE * SIDE * 20 + 2, stepCount: 13 });
    expect(later.at(-2)).toMatchObject({ bodyCount: 312, stepCount: 390 });
  });

  it('counts contacts and sums forces on half-spaces of convex bodies, as their list of contacts does', async () => {
    const { bodies: _, shapes: __, ...others } = block();
    const side = 5;
    const half = 0.5 * PITCH;
    const positions = Array.from({ length: side ** 3 }, (_, k) =>
      [k % side, Math.floor(k / side) % side, Math.floor(k / side ** 2)].map((at) => 0.999 * (2 * at + 1) * half),
    );
    const spec: SimulationSpec = {
      ...others,
      shapes: [{ name: 'box', convex: box({ halfExtents: [half, half, half] }) }],
      bodies: [{ shape: 'box', material: 'm', positions: Float64Array.from(positions.flat()) }],
    };
    const simulation = await GpuSimulation.create(spec, await softwareGpu());
    for (const steps of [1, 10]) {
      await simulation.step(steps);
      const [summed, listed] = [new GpuSnapshot(simulation, spec), new GpuSnapshot(simulation, spec)];
      await summed.read(['energy', 'statistics', 'halfSpaceLoads']);
      await listed.read(['contacts']);
      expect(() => summed.contacts()).toThrow(/has not been read/);
      expect(summed.statistics().contacts).toBe(listed.contacts().count);
      const [got, wanted] = [
        summed.halfSpaceLoads(),
        halfSpaceLoadsOf(listed.contacts(), spec.halfSpaces?.length ?? 0),
      ].map((loads) => loads.flatMap(({ x, y, z }) => [x, y, z]));
      const largest = Math.max(...wanted.map(Math.abs));
      expect(largest).toBeGreaterThan(0);
      for (const [k, x] of got.entries()) expect(Math.abs(x - wanted[k])).toBeLessThan(ROUNDING * largest);
    }
    simulation.destroy();
  });

  it('copies bodies and contacts, and reads them while further steps are run', async () => {
    // A ball escapes between the copies, so that the later ones are smaller.
    const { bodies = [], ...others } = block();
    const fast = { shape: 'ball', material: 'm', position: [0.099, 0.05, 0.2], velocity: [40, 0, 0] } as const;
    const spec: SimulationSpec = {
      ...others,
      bodies: [...bodies, fast],
      domain: { min: [-0.05, -0.05, -0.05], max: [0.1, 0.1, 0.3], onEscape: 'delete' },
    };
    const counts: number[] = [];
    const simulation = await GpuSimulation.create(spec, await softwareGpu(), { orientations: true });
    const snapshot = new GpuSnapshot(simulation, spec);
    const stateOf = (view: GpuSnapshot | GpuStepView): unknown => {
      const { time, stepCount } = view;
      return { time, stepCount, bodies: view.bodies(), contacts: view.contacts(), body: view.body(17) };
    };
    for (const steps of [0, 30, 31]) {
      await simulation.step(steps);
      const present = new GpuSnapshot(simulation, spec);
      await present.read(['bodies', 'contacts']);
      const wanted = structuredClone(stateOf(present));
      const read = await snapshot.copy(['bodies', 'contacts']);
      await simulation.step(7);
      let got: unknown;
      if (read !== false) {
        const work = await read(function* (moment) {
          got = stateOf(moment);
          yield;
        });
        atOnce(work);
      }
      expect(got).toEqual(wanted);
      counts.push(present.bodies().count);
      const later = new GpuSnapshot(simulation, spec);
      await later.read(['bodies', 'contacts']);
      expect(stateOf(later)).not.toEqual(wanted);
    }
    expect(counts).toEqual([SIDE * SIDE * 20 + 1, SIDE * SIDE * 20, SIDE * SIDE * 20]);
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
    await simulation.step(5);
    await snapshot.read(['bodies']);
    expect(() => snapshot.halfSpaceLoads()).toThrow(/has not been read/);
    simulation.destroy();
  });
});
