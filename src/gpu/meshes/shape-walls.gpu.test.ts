// SPDX-License-Identifier: MIT
/** Spheres and clumps in walls that are shapes, on the GPU beside the CPU. */

import { describe, expect, it } from 'vitest';
import {
  BALL_FORCE_TOLERANCE,
  BALL_RADIUS,
  ballsOnMeshes,
  expectDrumAsOnCpu,
  expectFastMeshInTime,
  expectForcesAsOnCpu,
} from '../../../tests/support/balls-on-meshes.ts';
import { expectSameBitsInPieces } from '../../../tests/support/beside-cpu.ts';
import { smallestGpu, softwareGpu } from '../../../tests/support/software-gpu.ts';
import { F } from '../../kernel/memory.ts';
import { sphereOnWall } from '../../kernel/walls/sphere-on-wall.ts';
import { AT_NORMAL, AT_OVERLAP, AT_STRIDE, MOST_AT } from '../../kernel/walls/wall-layout.ts';
import { fromAxisAngle, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { WallBlock } from '../../shapes/walls/wall-block.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { shapeWall } from '../../simulation/walls/shape-wall.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** The axis of a wall along -y. */
const LYING = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 };
const R = 0.03;
/** Just around a wall at its middle in x and y. */
const NARROW = { min: [0, 0, -0.02], max: [0.1, 0.1, 0.06] } as const;

type Triple = readonly [number, number, number];

const wall = (shape: WallShapeSpec, more: Partial<MeshSpec> = {}): MeshSpec => ({
  ...shapeWall('wall', shape, 'grains'),
  ...more,
});

/** Centres around a wall that touch it, at overlaps of up to a tenth of the radius, apart from each other. */
function centresAround(shape: WallShapeSpec, seed: number, most = 12): Triple[] {
  const random = new Random(seed);
  const out = allocateCells(AT_STRIDE * MOST_AT);
  const block = new WallBlock(shape);
  const ask = (at: Triple, reach: number): number =>
    sphereOnWall(block.refresh(), at[0], at[1], at[2], BALL_RADIUS, reach, out);
  const centres: Triple[] = [];
  for (let tries = 0; tries < 1000 && centres.length < most; tries++) {
    const from = triple(() => random.between(-1.2 * R, 1.2 * R));
    const found = ask(from, R);
    if (found === 0) continue;
    const k = out + AT_STRIDE * random.integer(found);
    const way = BALL_RADIUS * random.between(0.01, 0.1) - F[k + AT_OVERLAP];
    const at = triple((axis) => from[axis] + way * F[k + AT_NORMAL + axis]);
    const touched = ask(at, 0);
    const deepest = Math.max(...Array.from({ length: touched }, (_, c) => F[out + AT_STRIDE * c + AT_OVERLAP]));
    if (touched === 0 || deepest > 0.1 * BALL_RADIUS) continue;
    if (centres.every((other) => Math.hypot(...at.map((x, c) => x - other[c])) > 2.2 * BALL_RADIUS)) centres.push(at);
  }
  return centres;
}

function triple(of: (axis: number) => number): Triple {
  return [of(0), of(1), of(2)];
}

const SHAPES: readonly WallShapeSpec[] = [
  { sphere: { radius: R }, side: 'inside' },
  { sphere: { radius: 0.6 * R }, side: 'outside' },
  { cylinder: { radius: R, length: 1.4 * R }, side: 'inside' },
  { cylinder: { radius: 0.6 * R, length: 1.2 * R }, side: 'outside' },
  { cylinder: { radius: 0.8 * R }, side: 'inside' },
  { cylinder: { radius: 0.8 * R, length: R }, side: 'inside', open: 'both' },
  { cylinder: { radius: 0.8 * R, length: R }, side: 'inside', open: 'top' },
  { cone: { bottomRadius: 0, topRadius: R, height: R }, side: 'inside' },
  { cone: { bottomRadius: 0.7 * R, topRadius: 0, height: R }, side: 'outside' },
  { cone: { bottomRadius: 0.3 * R, topRadius: R, height: 0.8 * R }, side: 'inside', open: 'both' },
  { torus: { ringRadius: 0.6 * R, tubeRadius: 0.4 * R }, side: 'inside' },
  { torus: { ringRadius: 0.6 * R, tubeRadius: 0.3 * R }, side: 'outside' },
  { box: { halfExtents: [R, 0.7 * R, 0.8 * R] }, side: 'inside' },
  { box: { halfExtents: [0.8 * R, 0.5 * R, 0.6 * R] }, side: 'outside' },
];

describe('walls that are shapes on the GPU', () => {
  it.each(SHAPES)('have the contacts of the CPU: %j', async (shape) => {
    const centres = centresAround(shape, 5);
    await expectForcesAsOnCpu(ballsOnMeshes([wall(shape)], centres), [0, 1, 3], 5);
  });

  it('have them when they turn and swing, far from the origin', async () => {
    const shift = 40;
    const up: Triple = [shift, shift, shift];
    const motion = {
      rotation: { axis: [0.3, 1, -0.2], through: [shift + 0.1, shift, shift], rate: 3 },
      oscillation: { direction: [1, 2, 2], amplitude: 1e-3, frequency: 20 },
    } as const;
    const shapes = SHAPES.filter((_, k) => [0, 2, 5, 9, 10, 13].includes(k));
    for (const shape of shapes) {
      const orientation = fromAxisAngle([1, 2, 3], 0.7);
      const turned = wall(shape, { position: up, orientation, motion });
      const centres = centresAround(shape, 3, 8).map(([x, y, z]): Triple => {
        const at = rotate(orientation, { x, y, z });
        return [at.x + shift, at.y + shift, at.z + shift];
      });
      await expectForcesAsOnCpu(ballsOnMeshes([turned], centres), [0, 1, 3], 5);
    }
  });

  it('have them beside a mesh of facets, which a ball touches too', async () => {
    const vertices: Triple[] = [-1, 1].flatMap((x) => [-1, 1].map((y): Triple => [2 * R * x, 2 * R * y, 0]));
    const floor = { name: 'floor', mesh: facetMesh({ vertices, facets: [[0, 2, 3, 1]] }), material: 'grains' };
    const pipe = wall({ cylinder: { radius: R, length: R }, side: 'inside', open: 'both' });
    const post = { ...wall({ cylinder: { radius: 0.3 * R, length: R }, side: 'outside' }), name: 'post' };
    const up = 0.98 * BALL_RADIUS;
    const centres: Triple[] = [
      [R - up, 0, up],
      [0, 0.5 * R, up],
      [0, 0.3 * R + up, -0.4 * R],
      [-0.5 * R, 0, -up],
      [0, -0.3 * R - up, up],
      [0.6 * R, -0.8 * R + 0.4 * up, 2 * up],
    ];
    await expectForcesAsOnCpu(ballsOnMeshes([pipe, floor, post], centres), [0, 1, 3], 7);
  });

  it('carry along on surfaces that run as the CPU does', async () => {
    const shape: WallShapeSpec = { cylinder: { radius: R, length: 1.4 * R }, side: 'inside' };
    const rotation = { axis: [0, 0, 1], through: [0.01, 0, 0], rate: 2 } as const;
    for (const surface of [
      { velocity: [0.3, 0.1, 0.2], rotation },
      { belt: { axis: [0, 1, 0], speed: 0.5 } },
    ] as const) {
      await expectForcesAsOnCpu(ballsOnMeshes([wall(shape, { surface })], centresAround(shape, 5)), [0, 2]);
    }
  });

  it('push a ball that was pressed through a sheet back to its side', { tags: ['thorough'] }, async () => {
    const tube: WallShapeSpec = { cylinder: { radius: 0.02, length: 0.05 }, side: 'inside', open: 'both' };
    const others = Array.from({ length: 8 }, (_, k): Triple => [0.04 + 0.011 * k, 0, 0]);
    const centres: Triple[] = [[0.016, 0, 0], ...others];
    const spec = ballsOnMeshes([wall(tube)], centres, { gravity: [0, 0, 0], limits: { overlapRatio: 3 } });
    const bodies = (spec.bodies ?? []).map((body, k) => ({ ...body, velocity: [k === 0 ? 40 : 0, 0, 0] as const }));
    const fast = { ...spec, bodies };
    const cpu = new Simulation(fast);
    const gpu = await GpuSimulation.create(fast, await softwareGpu());
    let farthest = 0;
    for (let round = 0; round < 60; round++) {
      cpu.step(1);
      farthest = Math.max(farthest, cpu.body(0).position.x);
    }
    await gpu.step(60);
    expect(farthest).toBeGreaterThan(0.02);
    expect(cpu.body(0).position.x).toBeLessThan(0.02);
    const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
    wanted.position.forEach((x, k) => {
      expect(Math.abs(got.position[k] - x) / BALL_RADIUS).toBeLessThan(1e-4);
    });
    gpu.destroy();
  });

  it('name what is touched as the CPU does, and bear the same load with the same power', async () => {
    const shape: WallShapeSpec = { cylinder: { radius: R, length: 1.4 * R }, side: 'inside' };
    const motion = { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 5 } } as const;
    const pipe = wall(shape, { orientation: LYING, motion });
    const up = R - 0.96 * BALL_RADIUS;
    const spec = ballsOnMeshes(
      [pipe],
      [
        [0, 0, -up],
        [up, 0.001, 0],
        [0.3 * R, 0.7 * R - 0.97 * BALL_RADIUS, 0.2 * R],
      ],
      { law: { normal: 'hertz', tangential: 'mindlin' } },
    );
    const cpu = new Simulation(spec);
    const gpu = await GpuSimulation.create(spec, await smallestGpu());
    cpu.step(2);
    await gpu.step(2);
    const [wanted, got] = [cpu.contacts(), await gpu.contacts(await gpu.bodies(), (index) => index)];
    expect(got.count).toBe(3);
    const at = Array.from(wanted.idA, (id) => got.idA.indexOf(id));
    for (const key of ['idA', 'idB', 'kind', 'facet', 'feature', 'featureId'] as const)
      expect(at.map((k) => got[key][k])).toEqual([...wanted[key]]);
    wanted.point.forEach((x, k) => {
      expect(Math.abs(got.point[3 * at[Math.floor(k / 3)] + (k % 3)] - x) / BALL_RADIUS).toBeLessThan(1e-6);
    });
    // The load on the CPU is that of the last step; the contacts are those of now.
    const { force, moment, power = 0 } = gpu.meshLoads()[0];
    const sum = [0, 0, 0, 0];
    for (let k = 0; k < wanted.count; k++) {
      const [x = 0, , z = 0] = wanted.point.subarray(3 * k);
      const [fx = 0, fy = 0, fz = 0] = wanted.force.subarray(3 * k);
      [fx, fy, fz, z * fx - x * fz].forEach((part, axis) => {
        sum[axis] = sum[axis] - part;
      });
    }
    const size = Math.hypot(...sum.slice(0, 3));
    [force.x, force.y, force.z].forEach((part, axis) => {
      expect(Math.abs(part - sum[axis]) / size).toBeLessThan(BALL_FORCE_TOLERANCE);
    });
    expect(Math.abs(moment.y - sum[3]) / (size * R)).toBeLessThan(BALL_FORCE_TOLERANCE);
    expect(Math.abs(sum[3])).toBeGreaterThan(0.01 * size * R);
    expect(Math.abs(power + 5 * sum[3]) / (size * R)).toBeLessThan(5 * BALL_FORCE_TOLERANCE);
    gpu.destroy();
  });

  it('make lists in time however fast they come', async () => {
    const ram = wall({ cylinder: { radius: 0.02, length: 0.01 }, side: 'outside' }, { position: [0.05, 0.05, 0] });
    await expectFastMeshInTime(ram, [0.05, 0.05, 0.02], NARROW);
  });

  it('make no list for a turn about their axis', async () => {
    const spins = wall(
      { cylinder: { radius: 0.02, length: 0.05 }, side: 'inside' },
      { position: [0.05, 0.05, 0], motion: { rotation: { axis: [0, 0, 1], through: [0.05, 0.05, 0], rate: 1e4 } } },
    );
    const more = { gravity: [0, 0, 0], neighbours: { skin: 0.002 }, domain: NARROW } as const;
    const spec = ballsOnMeshes([spins], [[0.05, 0.05, 0.02]], more);
    const still = await GpuSimulation.create(spec, await softwareGpu());
    await still.step(60);
    expect(still.lists).toBeLessThan(20);
    still.destroy();
  });
});

/** Balls and clumps in a lying drum that turns, in a domain that repeats along its axis. */
function drum(bodies: 'balls' | 'clumps'): SimulationSpec {
  const [radius, length] = [0.0236, 0.06];
  const motion = { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 20 } } as const;
  const pipe = wall(
    { cylinder: { radius, length }, side: 'inside' },
    { position: [0, length / 2, 0], orientation: LYING, motion },
  );
  const domain = { min: [-0.04, 0, -0.04], max: [0.04, length, 0.04], periodic: [false, true, false] } as const;
  const centres: Triple[] = [];
  for (let y = 0; y < 5; y++) {
    for (let x = -1; x <= 1; x++) {
      for (let z = 0; z < 3; z++) centres.push([0.0108 * x + 0.0007 * y, 0.0115 * y + 0.001 * x, -0.0185 + 0.0104 * z]);
    }
  }
  const inside = centres.filter(([x, , z]) => Math.hypot(x, z) < radius - 0.99 * BALL_RADIUS);
  const spec = ballsOnMeshes([pipe], inside, { domain });
  if (bodies === 'balls') return spec;
  const clump = {
    name: 'clump',
    clump: {
      spheres: [
        { centre: [-0.0012, 0, 0], radius: 0.003 },
        { centre: [0.0014, 0, 0.0003], radius: 0.0025 },
      ],
    },
  } as const;
  const turned = (spec.bodies as readonly BodySpec[]).map(
    (body, k): BodySpec => (k % 2 === 0 ? { ...body, shape: 'clump', orientation: fromAxisAngle([1, k, 2], k) } : body),
  );
  return { ...spec, shapes: [...(spec.shapes ?? []), clump], bodies: turned };
}

describe('a drum that is a shape on the GPU', () => {
  it.each(['balls', 'clumps'] as const)('moves %s as the CPU does until chaos sets in', async (bodies) => {
    await expectDrumAsOnCpu(drum(bodies));
  });

  it('has the same bits when it runs again, in pieces, and from a saved state', async () => {
    await expectSameBitsInPieces(drum('clumps'), await softwareGpu(), [7, 40, 43]);
  });

  it('has images where it crosses a domain that repeats', async () => {
    const length = 0.08;
    const domain = { min: [-0.04, 0, -0.04], max: [0.04, length, 0.04], periodic: [false, true, false] } as const;
    const room = wall({ sphere: { radius: 0.9 * R }, side: 'inside' }, { position: [0, 0.005, 0] });
    const post = wall({ cylinder: { radius: 0.01, length: 0.03 }, side: 'outside' }, { position: [0.03, 0.002, 0] });
    const ring = wall(
      { cylinder: { radius: 0.012, length: 0.02 }, side: 'inside', open: 'both' },
      { position: [0, 0.01, 0] },
    );
    const inRoom: Triple[] = [
      [0, length - 0.9 * R + 0.005 + 0.98 * BALL_RADIUS, 0.001],
      [0, 0.005 + 0.9 * R - 0.98 * BALL_RADIUS, 0.001],
    ];
    const onPost: Triple[] = [
      [0.03, length + 0.002 - 0.01 - 0.98 * BALL_RADIUS, 0.002],
      [0.03, 0.012 + 0.98 * BALL_RADIUS, 0.002],
    ];
    const inRing: Triple[] = [[0.001, length - 0.002 + 0.98 * BALL_RADIUS, 0.002]];
    await expectForcesAsOnCpu(ballsOnMeshes([room], inRoom, { domain }), [0, 1, 3], 2);
    await expectForcesAsOnCpu(ballsOnMeshes([post], onPost, { domain }), [0, 1, 3], 2);
    await expectForcesAsOnCpu(ballsOnMeshes([ring], inRing, { domain }), [0, 1, 3], 1);
  });
});
