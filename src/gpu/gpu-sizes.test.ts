// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../tests/support/software-gpu.ts';
import { Random } from '../math/random.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import { GpuSimulation } from './gpu-simulation.ts';

const SMALL = 0.001;
const LARGE = 0.01;
/** Rounding of float32 in the distance of two centres, 11 times the smaller radius, over an overlap of a hundredth of that. */
const FORCE_TOLERANCE = 5e-5;

const STEEL = {
  ...{ name: 'steel', density: 7800, youngsModulus: 1e8, poissonsRatio: 0.3, restitution: 0.5, friction: 0.4 },
  rollingFriction: 0.02,
};

function spec(bodies: readonly BodySpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    ...{ timeStep: 2e-6, gravity: [0, 0, -9.81], materials: [STEEL], bodies },
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
    shapes: [{ name: 'ball', sphere: { radius: SMALL } }],
    ...more,
  };
}

/** A large sphere with so many small ones on it, all over it, at overlaps of 1 to 5 % of their radius. */
function hedgehog(count: number): SimulationSpec {
  const centre = [0.0003, 0.0002, -0.0001] as const;
  const large: BodySpec = {
    ...{ shape: 'ball', scale: LARGE / SMALL, material: 'steel', position: centre },
    ...{ velocity: [0.1, -0.2, 0.05], angularVelocity: [3, -5, 2] },
  };
  const small = Array.from({ length: count }, (_, k): BodySpec => {
    const z = 1 - (2 * k + 1) / count;
    const angle = 2.399963 * k;
    const across = Math.sqrt(1 - z * z);
    const distance = LARGE + SMALL - (0.01 + (0.04 * k) / count) * SMALL;
    return {
      ...{ shape: 'ball', material: 'steel' },
      position: [
        centre[0] + across * Math.cos(angle) * distance,
        centre[1] + across * Math.sin(angle) * distance,
        centre[2] + z * distance,
      ],
      velocity: [0.05 * Math.sin(k), 0.05 * Math.cos(3 * k), 0.03 * Math.sin(7 * k)],
      angularVelocity: [4 * Math.cos(k), -3, 2 * Math.sin(k)],
    };
  });
  const room = 2 * LARGE;
  return spec([large, ...small], { domain: { min: [-room, -room, -room], max: [room, room, room] } });
}

function expectForces(
  got: { readonly force: Float64Array; readonly torque: Float64Array },
  wanted: { readonly force: Float64Array; readonly torque: Float64Array },
): void {
  for (const key of ['force', 'torque'] as const) {
    const largest = Math.max(...wanted[key].map(Math.abs));
    const worst = Math.max(...wanted[key].map((x, k) => Math.abs(x - (got[key][k] ?? 0))));
    expect(worst / largest, key).toBeLessThan(FORCE_TOLERANCE);
  }
}

describe('a large sphere among small ones on the GPU', () => {
  it('has the forces of the CPU, and so have they', async () => {
    const scene = hedgehog(60);
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    for (const steps of [0, 1, 5]) {
      cpu.step(steps);
      await gpu.step(steps);
      expectForces(await gpu.bodies(), cpu.bodies());
    }
    expect(await gpu.contactCount()).toBe(cpu.statistics().contacts);
    expect(cpu.statistics().contacts).toBe(60);
    gpu.destroy();
  });
});

/** Radii from 1 to 10, as many in each octave, thrown about in a box with an oblique floor; on a lattice of cells as wide as the largest, which the small ones share. */
function medley(more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(5);
  const width = 2.2 * LARGE;
  const bodies: BodySpec[] = [];
  const put = (radius: number, position: [number, number, number]): void => {
    const velocity = [random.between(-0.2, 0.2), random.between(-0.2, 0.2), random.between(-0.8, 0)] as const;
    bodies.push({ shape: 'ball', material: 'steel', scale: radius / SMALL, position, velocity });
  };
  for (const [level, perSide] of [1, 2, 4, 6].entries()) {
    const cell = (2 * width) / (2 * perSide);
    const most = 0.47 * cell;
    for (let k = 0; k < perSide ** 3; k++) {
      const at = [k % perSide, Math.floor(k / perSide) % perSide, Math.floor(k / perSide ** 2)];
      const radius = Math.max(SMALL, Math.min(LARGE, most * random.between(0.8, 1)));
      const [x = 0, y = 0, z = 0] = at.map((c) => (c + 0.5) * cell);
      put(radius, [x, y, z + level * width + 0.1 * LARGE]);
    }
  }
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    ...{ name, normal, offset, material: 'steel' },
  });
  return spec(bodies, {
    timeStep: 5e-6,
    halfSpaces: [
      wall('floor', [0.06, 0, 1], 0),
      ...[wall('left', [1, 0, 0], 0), wall('right', [-1, 0, 0], -width)],
      ...[wall('front', [0, 1, 0], 0), wall('back', [0, -1, 0], -width)],
    ],
    ...more,
  });
}

const STATES = ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const;

describe('spheres with radii of 1 to 10 on the GPU', () => {
  it('move as on the CPU, with the same contacts and energies, and have the same bits from a saved state', async () => {
    const scene = medley();
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    cpu.step(200);
    await gpu.step(200);
    const saved = await gpu.save();
    cpu.step(100);
    await gpu.step(100);
    const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
    const farthest = Math.max(...wanted.position.map((x, k) => Math.abs(x - (got.position[k] ?? 0))));
    expect(farthest / SMALL).toBeLessThan(1e-3);
    const [a, b] = [cpu.energy(), await gpu.energy()];
    for (const key of [
      'kinetic',
      'rotational',
      'potential',
      'elastic',
      'frictionLoss',
      'dampingLoss',
      'balance',
    ] as const) {
      expect(Math.abs(a[key] - b[key]) / a.kinetic, key).toBeLessThan(1e-4);
    }
    const contacts = cpu.contacts();
    const view = await gpu.contacts(got, (place) => place);
    expect(view.count).toBe(contacts.count);
    const pairs = ({ idA, idB, kind }: typeof contacts): string[] =>
      Array.from(idA, (x, k) => [kind[k], ...[x, idB[k] ?? 0].sort((p, q) => p - q)].join()).sort();
    expect(pairs(view)).toEqual(pairs(contacts));
    const resumed = await GpuSimulation.create(scene, await softwareGpu());
    resumed.restore(saved);
    await resumed.step(100);
    const again = await resumed.bodies();
    for (const key of STATES) expect(again[key]).toEqual(got[key]);
    expect(await resumed.energy()).toEqual(b);
    for (const simulation of [gpu, resumed]) simulation.destroy();
  });
});
