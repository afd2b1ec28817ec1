// SPDX-License-Identifier: MIT
/**
 * Clumps of spheres on the GPU beside those of the CPU. All scenes have one floor and the same law, so that they share
 * their kernels.
 */
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies } from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { inverseRotate, multiply, rotate } from '../../math/quaternion.ts';
import { subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { type BodyForm, bodyForm } from '../../simulation/bodies/body-form.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { BodyState, BodyView } from '../../simulation/views/simulation-views.ts';
import { gpuRefusals } from '../engine/gpu-refusals.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';
import { GpuSnapshot } from '../engine/gpu-snapshot.ts';

const RADIUS = 0.005;
/** Rounding of float32 in a contact, over an overlap of a hundredth of the size. */
const FORCE_TOLERANCE = 1e-5;
/** Motions of float32 beside those of float64, until chaos sets in, over the radius. */
const POSITION_TOLERANCE = 1e-4;
const TURN_TOLERANCE = 1e-4;
const ENERGY_TOLERANCE = 1e-4;
/** Over the sum of the sizes of all momenta: the two sides of a contact round by themselves. */
const MOMENTUM_TOLERANCE = 1e-5;

const GRAINS = {
  name: 'grains',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
  twistingFriction: 0.02,
};
const SHAPES: BodyShapeSpec[] = [
  { name: 'ball', sphere: { radius: RADIUS } },
  {
    name: 'three',
    clump: {
      spheres: [
        { centre: [0, 0, 0], radius: RADIUS },
        { centre: [1.2 * RADIUS, 0, 0], radius: 0.8 * RADIUS },
        { centre: [0, 1.4 * RADIUS, 0.5 * RADIUS], radius: 0.9 * RADIUS },
      ],
    },
  },
  {
    name: 'two',
    clump: {
      spheres: [
        { centre: [-RADIUS, 0, 0], radius: 0.9 * RADIUS },
        { centre: [4 * RADIUS, 0, RADIUS], radius: RADIUS },
      ],
    },
  },
];

function spec(bodies: BodySpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    shapes: SHAPES,
    bodies,
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a', twisting: 'model-a' },
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'grains' }],
    // Cells are not cubes along y.
    domain: { min: [-0.1, 0, -0.1], max: [0.2, 0.1, 0.2], periodic: [false, true, false] },
    ...more,
  };
}

const FORMS = new Map(SHAPES.map((shape) => [shape.name, bodyForm(shape) ?? { volume: massOfSphere(RADIUS, 1) }]));

/** Angular momentum at unit density. */
function momentum({ orientation, angularVelocity }: BodyState, shape: string): Vector3 {
  const { principal, inertia } = FORMS.get(shape) as BodyForm;
  const turn = multiply(orientation, principal);
  const { x, y, z } = inverseRotate(turn, angularVelocity);
  return rotate(turn, { x: inertia[0] * x, y: inertia[1] * y, z: inertia[2] * z });
}

const TURNS = [
  [0.8, 0.3, -0.4, 0.33166247903554],
  [0.2, -0.9, 0.3, -0.24494897427831783],
] as const;

/** Bodies on the move that touch one another and the floor at an overlap of a hundredth of the size. */
function touching(): SimulationSpec {
  const pairs: BodySpec[] = [];
  const put = (body: Omit<BodySpec, 'material'>, k: number): void => {
    const velocity =
      body.fixed === true ? {} : { velocity: [0.1, -0.05 * k, 0.02 * k], angularVelocity: [3, -5, 2 * k] };
    pairs.push({ ...body, ...velocity, material: 'grains' } as BodySpec);
  };
  // A ball on the first sphere of a clump, in the direction where no other is, and across the periodic side.
  [0, 1, 2, 3].forEach((k) => {
    const at = [0.03 * k, 0.0999, 0.05] as const;
    put({ shape: 'three', position: at, orientation: TURNS[k % 2], fixed: k === 3 }, k);
    const [w, i, j, z] = TURNS[k % 2];
    const n = rotate({ w, x: i, y: j, z }, { x: -0.6, y: -0.48, z: -0.64 });
    const far = 1.98 * RADIUS;
    const next = [at[0] + far * n.x, at[1] + far * n.y, at[2] + far * n.z] as const;
    if (k === 0 || k === 3) put({ shape: 'ball', position: next }, -k - 1);
    else {
      // The first sphere of another clump is there instead.
      put({ shape: 'three', position: next, orientation: TURNS[(k + 1) % 2] }, k + 1);
    }
  });
  put({ shape: 'two', position: [0.1, 0.04, 0.99 * RADIUS - 0.1 * RADIUS] }, 2);
  return spec(pairs);
}

/** Largest difference over the largest number of the first, or over `scale`. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>, scale = Math.max(...Array.from(a, Math.abs))): number {
  return Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0) / scale;
}

async function read(gpu: GpuSimulation, scene: SimulationSpec): Promise<GpuSnapshot> {
  const snapshot = new GpuSnapshot(gpu, scene);
  await snapshot.read();
  return snapshot;
}

/** Positions, brought together across the periodic side. */
function moved({ position }: BodyView, other: BodyView): Float64Array {
  return position.map((x, k) => (k % 3 === 1 ? x - 0.1 * Math.round((x - other.position[k]) / 0.1) : x));
}

describe('contacts of clumps on the GPU', () => {
  it('have the forces of the CPU, and its bodies', async () => {
    const scene = touching();
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    for (const steps of [0, 1, 3]) {
      cpu.step(steps);
      await gpu.step(steps);
      const snapshot = await read(gpu, scene);
      const [wanted, got] = [cpu.bodies(), snapshot.bodies()];
      expect(cpu.contacts().count).toBe(5);
      for (let k = 0; k < wanted.count; k++) {
        const part = [3 * k, 3 * k + 3] as const;
        expect(apart(wanted.force.subarray(...part), got.force.subarray(...part)), `force ${k}`).toBeLessThan(
          FORCE_TOLERANCE,
        );
        expect(apart(wanted.torque.subarray(...part), got.torque.subarray(...part)), `torque ${k}`).toBeLessThan(
          FORCE_TOLERANCE,
        );
      }
      if (steps === 0) continue;
      const pairs = ({ idA, idB, kind }: ReturnType<typeof cpu.contacts>): string[] =>
        Array.from(idA, (a, k) => (kind[k] === 0 ? [a, idB[k]].sort().join(' ') : `${a} wall ${idB[k]}`)).sort();
      expect(pairs(snapshot.contacts())).toEqual(pairs(cpu.contacts()));
    }
    gpu.destroy();
  });
});

/** Clumps and balls fall on one another and on a floor that goes up and down; one clump is fixed. */
function heap(): SimulationSpec {
  const bodies: BodySpec[] = [];
  for (let k = 0; k < 9; k++) {
    bodies.push({
      id: 3 * k + 1,
      shape: ['three', 'ball', 'two'][k % 3],
      material: 'grains',
      position: [0.02 * (k % 3) - 0.001 * k, 0.004 + 0.0102 * Math.floor(k / 3), 0.0085 + 0.0125 * Math.floor(k / 3)],
      orientation: TURNS[k % 2],
      velocity: [0.2 - 0.05 * k, 0.1 * (k % 2), -0.6],
      angularVelocity: [10 * (k % 2), 5, -7],
      ...(k === 5 && { scale: 0.95 }),
    });
  }
  bodies.push({ shape: 'three', material: 'grains', position: [0.06, 0.01, 0.006], fixed: true });
  const motion = { oscillation: { direction: [0, 0, 1], amplitude: 2e-4, frequency: 100 } } as const;
  return spec(bodies, { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'grains', motion }] });
}

describe('clumps among balls on the GPU', () => {
  it('go the ways of the CPU with its energies, with the same bits again, in pieces and from a saved state', async () => {
    const scene = heap();
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    for (const steps of [100, 150]) {
      cpu.step(steps);
      await gpu.step(steps);
      const snapshot = await read(gpu, scene);
      const [wanted, got] = [cpu.bodies(), snapshot.bodies()];
      expect([...got.ids]).toEqual([...wanted.ids]);
      expect(apart(moved(wanted, got), got.position, RADIUS)).toBeLessThan(POSITION_TOLERANCE);
      for (const key of ['radius', 'scale', 'shape', 'material'] as const) {
        expect(apart(wanted[key], got[key], 1)).toBeLessThan(1e-9);
      }
      // Orientations of balls are those of the start.
      const isClump = (k: number): boolean => scene.shapes?.[wanted.shape[k >> 2]]?.name !== 'ball';
      const turned = ({ orientation }: BodyView): Float64Array => orientation.filter((_, k) => isClump(k));
      expect(apart(turned(wanted), turned(got), 1)).toBeLessThan(TURN_TOLERANCE);
      expect(apart(wanted.velocity, got.velocity, 0.6)).toBeLessThan(TURN_TOLERANCE);
      const a = bookedAsOnGpu(cpu);
      expectEnergies(snapshot.energy(), a, ENERGY_TOLERANCE * a.insertedEnergy);
      expect(a.frictionLoss + a.dampingLoss).toBeGreaterThan(0.01 * a.insertedEnergy);
    }
    const last = await gpu.bodies();
    const again = await GpuSimulation.create(scene, await softwareGpu());
    await again.step(93);
    const saved = await again.save();
    await again.step(157);
    expect(await again.bodies()).toEqual(last);
    again.restore(saved);
    await again.step(157);
    expect(await again.bodies()).toEqual(last);
    for (const simulation of [gpu, again]) simulation.destroy();
  });
});

describe('free clumps on the GPU', () => {
  it('keep their momentum in collisions', async () => {
    const bodies = Array.from({ length: 8 }, (_, k): BodySpec => {
      const [x, y, z] = [k & 1, (k >> 1) & 1, k >> 2];
      return {
        shape: k === 3 ? 'ball' : 'three',
        material: 'grains',
        orientation: TURNS[k % 2],
        position: [0.023 * x, 0.03 + 0.023 * y, 0.05 + 0.023 * z],
        velocity: [1 - 2 * x, 1 - 2 * y, 1 - 2 * z],
        angularVelocity: [20 * x, -30 * y, 25 * z],
      };
    });
    const scene = spec(bodies, { gravity: [0, 0, 0] });
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    const before = await gpu.bodies();
    const start = await gpu.energy();
    await gpu.step(250);
    const after = await gpu.bodies();
    const end = await gpu.energy();
    const sum = [0, 0, 0];
    let sizes = 0;
    bodies.forEach(({ shape }, k) => {
      const mass = FORMS.get(shape)?.volume ?? 0;
      for (let c = 0; c < 3; c++) {
        sum[c] = sum[c] + mass * (after.velocity[3 * k + c] - before.velocity[3 * k + c]);
      }
      sizes += mass * Math.hypot(...before.velocity.subarray(3 * k, 3 * k + 3));
    });
    expect(Math.hypot(...sum) / sizes).toBeLessThan(MOMENTUM_TOLERANCE);
    expect(start.kinetic - end.kinetic).toBeGreaterThan(0.1 * start.kinetic);
    const cpu = new Simulation(scene);
    cpu.step(250);
    const due = Math.abs(bookedAsOnGpu(cpu).balance);
    expect(Math.abs(end.balance)).toBeLessThan(2 * due + ENERGY_TOLERANCE * start.kinetic);
    gpu.destroy();
  });

  it('spin about no fixed axis with the energy and the angular momentum of the start, as on the CPU', async () => {
    const rate = { x: 300, y: 40, z: 550 };
    const bodies = [0, 1].map(
      (k): BodySpec => ({
        shape: ['three', 'two'][k],
        material: 'grains',
        position: [0.05 * k, 0.05, 0.1],
        orientation: TURNS[k],
        angularVelocity: rate,
        velocity: [0.1, 0.2, 0.3],
      }),
    );
    const scene = spec(bodies, { gravity: [0, 0, 0], neighbours: { skin: 2 * RADIUS } });
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    const first = await read(gpu, scene);
    cpu.step(400);
    await gpu.step(400);
    const last = await read(gpu, scene);
    expect(last.energy().rotational / first.energy().rotational - 1).toBeCloseTo(0, 5);
    expect(cpu.energy().rotational / first.energy().rotational - 1).toBeCloseTo(0, 5);
    bodies.forEach(({ shape }, k) => {
      const [was, is] = [momentum(first.body(k), shape), momentum(last.body(k), shape)];
      const { x, y, z } = subtract(is, was);
      expect(Math.hypot(x, y, z) / Math.hypot(was.x, was.y, was.z)).toBeLessThan(MOMENTUM_TOLERANCE);
    });
    const [wanted, got] = [cpu.bodies(), last.bodies()];
    expect(apart(wanted.orientation, got.orientation, 1)).toBeLessThan(TURN_TOLERANCE);
    expect(apart(moved(wanted, got), got.position, RADIUS)).toBeLessThan(POSITION_TOLERANCE);
    gpu.destroy();
  });
});

describe('clumps that the GPU cannot do', () => {
  it('are refused by name: too many sizes, among convex bodies, compounds', () => {
    const small = { name: 'two', clump: { spheres: [{ centre: [0, 0, 0], radius: RADIUS / 11 }] } } as const;
    const bodies = ['ball', 'two'].map((shape): BodySpec => ({ shape, material: 'grains', position: [0, 0.05, 0.1] }));
    const [ball = small] = SHAPES;
    expect(gpuRefusals(spec(bodies, { shapes: [ball, small] }))).toMatchObject([
      { path: 'bodies', problem: expect.stringMatching(/ratios/) },
    ]);
    const cube = box({ halfExtents: [RADIUS, RADIUS, RADIUS] });
    const mixed = [...SHAPES, { name: 'cube', convex: cube }];
    expect(gpuRefusals(spec(bodies, { shapes: mixed })).map(({ path }) => path)).toEqual(['shapes[1]', 'shapes[2]']);
    const brick = { name: 'brick', compound: compound([{ shape: cube }]) };
    const refused = gpuRefusals(spec(bodies, { shapes: [ball, brick] }));
    expect(refused).toEqual([{ path: 'shapes[1]', problem: expect.stringMatching(/^"brick": compounds \(no kernel/) }]);
  });
});
