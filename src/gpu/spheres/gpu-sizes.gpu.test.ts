// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies, expectSameBits } from '../../../tests/support/beside-cpu.ts';
import { withSmallBindings } from '../../../tests/support/small-bindings.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_BODY } from '../../simulation/views/simulation-views.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

const SMALL = 0.001;
const LARGE = 0.01;
/** Room for the rows and springs of 256 spheres, and not for twice as many. */
const BINDING = 200_000;
/**
 * Rounding of float32 in the distance of two centres, 11 times the smaller radius, over an overlap of a hundredth of
 * that.
 */
const FORCE_TOLERANCE = 1e-4;

const STEEL = {
  name: 'steel',
  density: 7800,
  youngsModulus: 1e8,
  poissonsRatio: 0.3,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.02,
};

function spec(bodies: readonly BodySpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 2e-6,
    gravity: [0, 0, -9.81],
    materials: [STEEL],
    bodies,
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
    shapes: [{ name: 'ball', sphere: { radius: SMALL } }],
    ...more,
  };
}

/** A large sphere with so many small ones on it, all over it, at overlaps of 1 to 5 % of their radius. */
function hedgehog(count: number): SimulationSpec {
  const centre = [0.0003, 0.0002, -0.0001] as const;
  const large: BodySpec = {
    shape: 'ball',
    scale: LARGE / SMALL,
    material: 'steel',
    position: centre,
    velocity: [0.1, -0.2, 0.05],
    angularVelocity: [3, -5, 2],
  };
  const small = Array.from({ length: count }, (_, k): BodySpec => {
    const z = 1 - (2 * k + 1) / count;
    const angle = 2.399963 * k;
    const across = Math.sqrt(1 - z * z);
    const distance = LARGE + SMALL - (0.01 + (0.04 * k) / count) * SMALL;
    return {
      shape: 'ball',
      material: 'steel',
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
    const worst = Math.max(...wanted[key].map((x, k) => Math.abs(x - got[key][k])));
    expect(worst / largest, key).toBeLessThan(FORCE_TOLERANCE);
  }
}

describe('a large sphere among small ones on the GPU', () => {
  it('has the forces of the CPU, and so have they', async () => {
    const scene = hedgehog(60);
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    for (const steps of [0, 1, 5, 20]) {
      cpu.step(steps);
      await gpu.step(steps);
      expectForces(await gpu.bodies(), cpu.bodies());
    }
    expect((await gpu.counts()).contacts).toBe(cpu.statistics().contacts);
    expect(cpu.statistics().contacts).toBe(60);
    gpu.destroy();
  });
});

/**
 * A large sphere, some of middling size and small ones around them, thrown about on a plate of two facets between
 * walls.
 */
function medley(): SimulationSpec {
  const random = new Random(5);
  const width = 2.6 * LARGE;
  const bodies: BodySpec[] = [];
  const placed: (readonly [number, number, number, number])[] = [];
  const put = (radius: number, x: number, y: number, z: number): void => {
    if (placed.some(([px, py, pz, r]) => Math.hypot(x - px, y - py, z - pz) < radius + r)) return;
    placed.push([x, y, z, radius]);
    const velocity = [random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-0.5, 0.5)] as const;
    bodies.push({ shape: 'ball', material: 'steel', scale: radius / SMALL, position: [x, y, z], velocity });
  };
  put(LARGE, 0.5 * width, 0.45 * width, 1.005 * LARGE);
  for (let k = 0; k < 60; k++) {
    const radius = random.between(2, 4) * SMALL;
    const across = (): number => random.between(radius, width - radius);
    put(radius, across(), across(), random.between(radius, LARGE));
  }
  const spacing = 2.2 * SMALL;
  const perSide = Math.floor(width / spacing);
  for (let k = 0; k < perSide ** 2 * 6; k++) {
    const [x, y, z] = [k % perSide, Math.floor(k / perSide) % perSide, Math.floor(k / perSide ** 2)];
    const off = (): number => 1.1 * SMALL + random.between(-0.05, 0.05) * SMALL;
    put(SMALL, x * spacing + off(), y * spacing + off(), z * spacing + off());
  }
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'steel',
  });
  const [low, high] = [-LARGE, width + LARGE];
  const vertices = [
    [low, low, 0],
    [high, low, 0],
    [high, high, 0],
    [low, high, 0],
  ] as const;
  const facets = [
    [0, 1, 2],
    [0, 2, 3],
  ];
  return spec(bodies, {
    timeStep: 5e-6,
    neighbours: { skin: 2 * SMALL },
    meshes: [{ name: 'plate', mesh: facetMesh({ vertices, facets }), material: 'steel' }],
    halfSpaces: [
      wall('left', [1, 0, 0], 0),
      wall('right', [-1, 0, 0], -width),
      wall('front', [0, 1, 0], 0),
      wall('back', [0, -1, 0], -width),
    ],
    domain: { min: [-0.1 * LARGE, -0.1 * LARGE, -LARGE], max: [width + 0.1 * LARGE, width + 0.1 * LARGE, 4 * LARGE] },
  });
}

describe('spheres with radii of 1 to 10 on the GPU', () => {
  it('move as on the CPU, with the same contacts and energies, and have the same bits from a saved state and in ' +
    'chunks', { tags: ['thorough'] }, async () => {
    const scene = medley();
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    cpu.step(60);
    await gpu.step(60);
    const saved = await gpu.save();
    cpu.step(60);
    await gpu.step(60);
    expect((await gpu.counts()).overflow).toBeGreaterThan(1);
    const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
    const farthest = Math.max(...wanted.position.map((x, k) => Math.abs(x - got.position[k])));
    expect(farthest / SMALL).toBeLessThan(1e-3);
    const [a, b] = [bookedAsOnGpu(cpu), await gpu.energy()];
    expectEnergies(b, a, 1e-4 * a.kinetic);
    const contacts = cpu.contacts();
    const view = await gpu.contacts(got, (index) => index);
    const pairs = ({ idA, idB, kind }: typeof contacts): string[] =>
      Array.from(idA, (x, k) => [kind[k], ...[x, idB[k]].sort((p, q) => p - q)].join()).sort();
    // What the last step began is told after the next one.
    const known = new Set(pairs(contacts));
    expect(pairs(view).filter((pair) => !known.has(pair))).toEqual([]);
    expect(contacts.count - view.count).toBeLessThan(3);
    const ofLarge = view.idA.filter((id, k) => view.kind[k] === CONTACT_BODY && (id === 0 || view.idB[k] === 0));
    expect(ofLarge.length).toBeGreaterThan(0);
    const resumed = await GpuSimulation.create(scene, await softwareGpu());
    resumed.restore(saved);
    await resumed.step(60);
    const cut = await GpuSimulation.create(scene, withSmallBindings(await softwareGpu(), BINDING));
    expect(cut.chunks).toBe(2);
    await cut.step(120);
    for (const other of [resumed, cut]) {
      expectSameBits(await other.bodies(), got);
      expect(await other.energy()).toEqual(b);
      other.destroy();
    }
    gpu.destroy();
  });
});
