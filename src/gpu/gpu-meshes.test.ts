// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../tests/support/software-gpu.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { MeshSpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import { GpuSimulation } from './gpu-simulation.ts';

const RADIUS = 0.005;
/** Rounding of float32 in the distance of two centres, over an overlap of a hundredth of the size. */
const FORCE_TOLERANCE = 1e-5;

type Triple = readonly [number, number, number];

const GRAINS = {
  ...{ name: 'grains', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, stiffness: 2e4, restitution: 0.5 },
  ...{ friction: 0.4, rollingFriction: 0.05 },
};

function scene(
  meshes: readonly MeshSpec[],
  centres: readonly Triple[],
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  return {
    ...{ timeStep: 2e-5, gravity: [0, 0, -9.81], materials: [GRAINS] },
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: centres.map((position, k) => ({
      ...{ shape: 'ball', material: 'grains', position },
      velocity: [0.1 - 0.05 * (k % 3), 0.07, -0.2],
      angularVelocity: [3, -5, 2],
    })),
    meshes,
    ...more,
  };
}

/** A ridge, a valley and a table beside each other, of large facets and small ones, the table of quads. */
function landscape(): MeshSpec {
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  const xs = [0, 0.02, 0.04, 0.06, 0.08, 0.3];
  const heights = [0, 0.006, 0, 0.006, 0.006, 0.006];
  xs.forEach((x, i) => {
    for (const y of [0, 0.03]) vertices.push([x, y, heights[i] as number]);
    if (i === 0) return;
    const [a, b] = [2 * i - 2, 2 * i];
    if (i > 3) facets.push([a, b, b + 1, a + 1]);
    else facets.push([a, b, b + 1], [a, b + 1, a + 1]);
  });
  return { name: 'landscape', mesh: facetMesh({ vertices, facets }), material: 'grains' };
}

/** Centres that touch features of the landscape at an overlap of a hundredth of the size. */
function touchingCentres(): Triple[] {
  const up = 0.98 * RADIUS;
  const slope = Math.atan2(0.006, 0.02);
  const off = (x: number, z: number, angle: number): [number, number] => [
    x - up * Math.sin(angle),
    z + up * Math.cos(angle),
  ];
  const at = (pair: readonly [number, number], y = 0.011): Triple => [pair[0], y, pair[1]];
  const lowest = up / Math.cos(slope);
  return [
    // A face; the ridge; the valley, where two faces are touched; the table, in a quad and over the seam of two.
    at(off(0.01, 0.003, slope)),
    ...[at([0.02, 0.006 + up]), at([0.04, lowest]), at([0.18, 0.006 + up], 0.017), at([0.08, 0.006 + up])],
    // Beyond the rim at a side, and at a corner.
    [0.15, -0.6 * up, 0.006 + 0.8 * up],
    [0.3 + 0.36 * up, 0.03 + 0.48 * up, 0.006 + 0.8 * up],
    // Near the middle of a concave edge and not in it, and from below.
    at([0.0405, lowest + 0.0002], 0.022),
    at([0.2, 0.006 - up]),
  ];
}

async function compareForces(spec: SimulationSpec, rounds: readonly number[]): Promise<void> {
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, await softwareGpu());
  for (const steps of rounds) {
    cpu.step(steps);
    await gpu.step(steps);
    const wanted = cpu.bodies();
    const got = await gpu.bodies();
    const view = await gpu.contacts(got, (place) => place);
    expect(view.count).toBe(cpu.contacts().count);
    const strongest = Math.max(...wanted.torque.map(Math.abs));
    const largest = Math.max(...wanted.force.map(Math.abs));
    wanted.force.forEach((x, k) => {
      expect(Math.abs((got.force[k] ?? 0) - x) / largest, `force ${k} after ${cpu.stepCount}`).toBeLessThan(
        FORCE_TOLERANCE,
      );
      const turn = Math.abs((got.torque[k] ?? 0) - (wanted.torque[k] ?? 0));
      expect(turn / strongest, `torque ${k} after ${cpu.stepCount}`).toBeLessThan(FORCE_TOLERANCE);
    });
  }
  gpu.destroy();
}

describe('a mesh on the GPU', () => {
  it('has the contacts of the CPU on faces, edges and vertices', async () => {
    await compareForces(scene([landscape()], touchingCentres()), [0, 1, 3]);
  });
});
