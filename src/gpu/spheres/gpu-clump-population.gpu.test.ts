// SPDX-License-Identifier: MIT
/**
 * Clumps of spheres of many sizes that come and go on the GPU, on a mesh that turns: the same ones at the same steps as
 * on the CPU.
 */
import { describe, expect, it } from 'vitest';
import {
  bookedAsOnGpu,
  expectBodies,
  expectEnergies,
  expectOutlets,
  snapshotOf,
} from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_MESH } from '../../simulation/views/simulation-views.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

const RADIUS = 0.005;
/** Motions of float32 beside those of float64, until chaos sets in. */
const POSITION_TOLERANCE = 1e-4 * RADIUS;
const TURN_TOLERANCE = 2e-4;
const ENERGY_TOLERANCE = 1e-4;
/** Of a load, after a few steps. */
const LOAD_TOLERANCE = 1e-5;

/** Clumps and balls rain on a plate that turns, leave through two outlets, and over the edge of the domain. */
function rain(): SimulationSpec {
  const corners = [
    [-0.1, -0.1, 0],
    [0.1, -0.1, 0],
    [0.1, 0.1, 0],
    [-0.1, 0.1, 0],
  ] as const;
  const mesh = facetMesh({ vertices: corners, facets: [[0, 1, 2, 3]] });
  const rotation = { axis: [0, 0, 1], through: [0.02, 0.02, 0], rate: 20 } as const;
  return {
    timeStep: 4e-5,
    gravity: [1, 0, -9.81],
    seed: 5,
    damping: { global: 0.05, viscous: 0.5 },
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      {
        name: 'nut',
        clump: {
          spheres: [
            { centre: [0, 0, 0], radius: RADIUS },
            { centre: [0.9 * RADIUS, 0, 0], radius: 0.5 * RADIUS },
            { centre: [0, 0.8 * RADIUS, 0.3 * RADIUS], radius: 0.7 * RADIUS },
          ],
        },
      },
      {
        name: 'bar',
        clump: {
          spheres: [
            { centre: [0, 0, 0], radius: 0.6 * RADIUS },
            { centre: [RADIUS, 0, 0], radius: 0.6 * RADIUS },
          ],
        },
      },
    ],
    bodies: [
      { id: 7, shape: 'bar', material: 'glass', position: [0.01, 0.02, 0.0029] },
      { shape: 'ball', material: 'glass', position: [0.03, 0.02, 0.00499] },
    ],
    meshes: [{ name: 'plate', mesh, material: 'glass', motion: { rotation } }],
    domain: { min: [-0.02, -0.02, -0.01], max: [0.08, 0.06, 0.08], onEscape: 'delete' },
    insertions: [
      {
        name: 'first',
        count: 6,
        velocity: [0, 0, -1],
        randomOrientation: true,
        region: { box: { min: [0, 0, 0.012], max: [0.04, 0.04, 0.03] } },
        shapes: [
          { shape: 'nut', material: 'glass', weight: 1, scale: { uniform: [0.7, 1] } },
          { shape: 'ball', material: 'glass', weight: 1 },
        ],
      },
      {
        name: 'flow',
        rate: 4000,
        until: 0.0018,
        velocity: [-21, 0, 1],
        from: 0.0002,
        randomOrientation: true,
        region: { sphere: { centre: [0.01, 0.02, 0.06], radius: 0.014 } },
        shapes: [
          { shape: 'bar', material: 'glass', weight: 1 },
          { shape: 'nut', material: 'glass', weight: 1, scale: { constant: 0.7 } },
        ],
      },
    ],
    outlets: [
      { name: 'side', region: { plane: { through: [0.025, 0, 0], direction: [1, 0, 0] } } },
      { name: 'drain', region: { box: { min: [0, 0, 0], max: [0.03, 0.04, 0.009] } }, every: 4e-4, from: 1.4e-3 },
    ],
  };
}

describe('clumps that come and go on the GPU', () => {
  it('are those of the CPU, with its ids, outlets, loads and energies, and have the same bits from a saved state', {
    tags: ['thorough'],
  }, async () => {
    const spec = rain();
    const cpu = new Simulation(spec);
    const device = await softwareGpu();
    const gpu = await GpuSimulation.create(spec, device, { orientations: true });
    let early: unknown;
    let earlyIds: unknown;
    let saved: Uint8Array = new Uint8Array();
    const start = await gpu.save();
    for (const steps of [0, 5, 20, 25]) {
      cpu.step(steps);
      await gpu.step(steps);
      if (gpu.stepCount === 25) saved = await gpu.save();
      const snapshot = await snapshotOf(gpu, spec);
      const [wanted, got] = [cpu.bodies(), snapshot.bodies()];
      expectBodies(got, wanted, POSITION_TOLERANCE, TURN_TOLERANCE);
      expect(got.shape).toEqual(wanted.shape);
      if (steps !== 5) continue;
      early = await gpu.bodies();
      expect(cpu.insertions()[1]?.inserted).toBeGreaterThan(0);
      earlyIds = got.ids;
      // Before the motions have gone apart: the forces of all contacts with the plate, by body, and what it bears.
      const { count, idA, kind, force } = cpu.contacts();
      const theirs = snapshot.contacts();
      let sum = 0;
      for (let k = 0; k < count; k++) {
        if (kind[k] !== CONTACT_MESH) continue;
        const at = theirs.idA.findIndex((id, i) => id === idA[k] && theirs.kind[i] === CONTACT_MESH);
        expect(at).toBeGreaterThanOrEqual(0);
        sum -= force[3 * k + 2];
      }
      expect(sum).toBeLessThan(0);
      expect(Math.abs((snapshot.meshLoads()[0]?.force.z ?? 0) / sum - 1)).toBeLessThan(LOAD_TOLERANCE);
    }
    const snapshot = await snapshotOf(gpu, spec);
    expect(snapshot.insertions()).toEqual(cpu.insertions());
    const energy = bookedAsOnGpu(cpu);
    expectOutlets(snapshot.outlets(), cpu.outlets(), ENERGY_TOLERANCE * energy.insertedEnergy);
    expectEnergies(snapshot.energy(), energy, ENERGY_TOLERANCE * energy.insertedEnergy);
    expect(energy.globalDampingLoss).toBeGreaterThan(0);
    // Some left the domain too: there are fewer than came and did not leave by outlets.
    const came = cpu.insertions().reduce((sum, { inserted }) => sum + inserted, 2);
    expect(cpu.bodyCount).toBeLessThan(came - cpu.outlets().reduce((sum, { count }) => sum + count, 0));
    const resumed = await GpuSimulation.create(spec, device, { orientations: true });
    resumed.restore(saved);
    await resumed.step(25);
    expect(await resumed.bodies()).toEqual(await gpu.bodies());
    expect(await resumed.energy()).toEqual(await gpu.energy());
    expect(resumed.population.outlets).toEqual(gpu.population.outlets);
    gpu.restore(start);
    await gpu.step(5);
    expect(await gpu.bodies()).toEqual(early);
    expect((await snapshotOf(gpu, spec)).bodies().ids).toEqual(earlyIds);
    for (const simulation of [gpu, resumed]) simulation.destroy();
  });
});
