// SPDX-License-Identifier: MIT
/**
 * Convex bodies in closed walls that are shapes touch and move on the GPU as on the CPU, with the limits that every
 * adapter has. All scenes here share their kernels.
 */
import { describe, expect, it } from 'vitest';
import { expectDrumAsOnCpu } from '../../../tests/support/beside-cpu.ts';
import { convexGrains, NAMES, SHAPES, SIZE } from '../../../tests/support/convex-grains.ts';
import { smallestGpu } from '../../../tests/support/software-gpu.ts';
import { fromAxisAngle, multiply, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import type { Vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { wallContacts } from '../../narrow-phase/walls/wall-contacts.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { isEndless, type WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { shapeWall } from '../../simulation/walls/shape-wall.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** Deepest overlap, m: a hundredth of the size. */
const OVERLAP = 0.02 * SIZE;
/** Rounding of vertices, semi-axes and normals to float32 over that overlap: errors of forces, relative. */
const FORCE_TOLERANCE = 2e-5;
/** On flat sides of superquadrics the point that touches, and with it the damping, moves by a root of the normal. */
const FLAT_TOLERANCE = 1e-4;
/** Where a side of exponent 4 lies on an end of the wall it moves by the cube root of 2^-24, over the size. */
const FLAT_LEVER = 5e-3;
/** Where bodies go on from there, over their size, after two hundred steps in contact. */
const DRIFT = 5e-5;
/** Kernels take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;
const R = 0.06;
/** The axis of a wall along -y. */
const LYING = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 };

const wall = (shape: WallShapeSpec, more: Partial<MeshSpec> = {}): MeshSpec => ({
  ...shapeWall('wall', shape, 'grains'),
  ...more,
});

/** Bodies moved from the middle of a wall until the deepest contact is as deep as it should be, some of them flat. */
function touching(shape: WallShapeSpec, from: Vector3, place: MeshSpec): BodySpec[] {
  const random = new Random(5);
  const bodies: BodySpec[] = [];
  const centres: Vector3[] = [];
  const at = { x: 0, y: 0, z: 0, ...(place.position as Vector3 | undefined) };
  const turned = (place.orientation ?? { w: 1, x: 0, y: 0, z: 0 }) as typeof LYING;
  for (let tries = 0; tries < 300 && bodies.length < 15; tries++) {
    const name = NAMES[bodies.length % NAMES.length] ?? '';
    const isFlat = tries % 3 === 0;
    const orientation = isFlat ? { w: 1, x: 0, y: 0, z: 0 } : random.rotation();
    const way = isFlat ? { x: 0, y: 0, z: tries % 2 === 0 ? -1 : 1 } : random.unitVector();
    const start = { x: from.x + (isFlat ? random.between(-0.03, 0.03) : 0), y: from.y, z: from.z };
    if (isFlat) start.y += random.between(-0.03, 0.03);
    const along = (t: number): Vector3 => ({ x: start.x + way.x * t, y: start.y + way.y * t, z: start.z + way.z * t });
    const depthAt = (t: number): number =>
      Math.max(
        -SIZE,
        ...wallContacts(shape, {}, SHAPES[name] as ConvexShape, { position: along(t), orientation }).map(
          ({ distance }) => -distance,
        ),
      );
    let [low, high] = [0, 2 * R];
    if (depthAt(0) > 0 || depthAt(high) < OVERLAP) continue;
    for (let k = 0; k < 50; k++) {
      const middle = 0.5 * (low + high);
      if (depthAt(middle) > OVERLAP) high = middle;
      else low = middle;
    }
    const centre = along(low);
    if (centres.some(({ x, y, z }) => Math.hypot(x - centre.x, y - centre.y, z - centre.z) < 2.9 * SIZE)) continue;
    centres.push(centre);
    const moved = rotate(turned, centre);
    bodies.push({
      shape: name,
      material: 'grains',
      position: { x: moved.x + at.x, y: moved.y + at.y, z: moved.z + at.z },
      orientation: multiply(turned, orientation),
      velocity: [0.1, -0.05, 0.02],
      angularVelocity: [3, -5, 2],
    });
  }
  return bodies;
}

const MIDDLE = { x: 0, y: 0, z: 0 };
const WALLS: readonly (readonly [WallShapeSpec, Vector3])[] = [
  [{ sphere: { radius: R }, side: 'inside' }, MIDDLE],
  [{ cylinder: { radius: R, length: 1.4 * R }, side: 'inside' }, MIDDLE],
  [{ cylinder: { radius: 0.9 * R }, side: 'inside' }, MIDDLE],
  [
    { cone: { bottomRadius: 0, topRadius: R, height: 1.5 * R }, side: 'inside' },
    { x: 0, y: 0, z: R },
  ],
  [
    { cone: { bottomRadius: R, topRadius: 0.5 * R, height: R }, side: 'inside' },
    { x: 0, y: 0, z: 0.5 * R },
  ],
  [{ box: { halfExtents: [R, 0.8 * R, 0.7 * R] }, side: 'inside' }, MIDDLE],
];

async function compare(spec: SimulationSpec): Promise<void> {
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, await smallestGpu());
  for (const steps of [0, 1, 3]) {
    cpu.step(steps);
    await gpu.step(steps);
    const wanted = cpu.bodies();
    const got = await gpu.bodies();
    const [view, known] = [await gpu.contacts(got, (k) => k), cpu.contacts()];
    const tell = (v: typeof view): string[] => Array.from(v.idA, (a, k) => `${a}: ${v.overlap[k]}`).sort();
    expect(view.count, `${tell(view).join('; ')} for ${tell(known).join('; ')}`).toBe(known.count);
    for (let k = 0; k < wanted.count; k++) {
      const what = `${spec.bodies?.[k]?.shape} ${k} after ${cpu.stepCount}`;
      const [force, torque] = [wanted.force, wanted.torque].map((v) => v.subarray(3 * k, 3 * k + 3));
      const size = Math.hypot(...(force ?? []));
      const [within, levers] =
        spec.bodies?.[k]?.shape === 'block' ? [FLAT_TOLERANCE, FLAT_LEVER] : [FORCE_TOLERANCE, FORCE_TOLERANCE];
      expect(size, what).toBeGreaterThan(0.1);
      force?.forEach((x, c) => {
        expect(Math.abs(got.force[3 * k + c] - x) / size, what).toBeLessThan(within);
      });
      torque?.forEach((x, c) => {
        expect(Math.abs(got.torque[3 * k + c] - x) / (size * SIZE), what).toBeLessThan(levers);
      });
    }
    const loads = gpu.meshLoads().map(({ force }) => [force.x, force.y, force.z]);
    [0, 1, 2].forEach((axis) => {
      const x = loads.reduce((all, load) => all + (load[axis] ?? 0), 0);
      const sum = wanted.force.reduce((all, y, k) => all + (k % 3 === axis ? y : 0), 0);
      expect(Math.abs(x + sum)).toBeLessThan(FLAT_TOLERANCE * Math.hypot(...wanted.force));
    });
  }
  gpu.destroy();
}

describe('convex bodies in walls that are shapes, on the GPU', () => {
  it.each(WALLS)('have the forces and torques of the CPU: %j', { timeout: TIMEOUT_MS }, async (shape, from) => {
    const place = wall(shape);
    const bodies = touching(shape, from, place);
    expect(bodies.length).toBeGreaterThan(9);
    await compare(convexGrains([place], bodies));
  });

  it('have them where the wall turns and swings', { timeout: TIMEOUT_MS }, async () => {
    // One without ends may turn about its axis alone, as in the drum below.
    for (const [shape, from] of WALLS.filter(([each]) => !isEndless(each))) {
      const place = wall(shape, {
        position: { x: 0.3, y: -0.2, z: 0.1 },
        orientation: fromAxisAngle([1, 2, 3], 0.7),
        motion: {
          rotation: { axis: [0.3, 1, -0.2], through: [0.3, -0.2, 0.1], rate: 3 },
          oscillation: { direction: [1, 2, 2], amplitude: 1e-3, frequency: 20 },
        },
      });
      await compare(convexGrains([place], touching(shape, from, place)));
    }
  });

  it('have them beside a mesh of facets', { timeout: TIMEOUT_MS, tags: ['thorough'] }, async () => {
    const [shape] = WALLS[1] ?? [];
    const place = wall(shape as WallShapeSpec);
    // A square across the upper half of the pipe.
    const vertices = [-1, 1].flatMap((x) => [-1, 1].map((y): [number, number, number] => [R * x, R * y, 0.35 * R]));
    const shelf = { name: 'shelf', mesh: facetMesh({ vertices, facets: [[0, 2, 3, 1]] }), material: 'grains' };
    const bodies = touching(shape as WallShapeSpec, MIDDLE, place).filter(
      ({ position }) => Math.abs((position as Vector3).z - 0.35 * R) > 1.6 * SIZE,
    );
    expect(bodies.length).toBeGreaterThan(7);
    await compare(convexGrains([shelf, place], bodies));
  });

  it('go round in a drum as on the CPU, with the same bits again and after saving', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const shape: WallShapeSpec = { cylinder: { radius: 0.9 * R }, side: 'inside' };
    const place = wall(shape, {
      orientation: LYING,
      motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 20 } },
    });
    const domain = { min: [-0.08, -0.12, -0.08], max: [0.08, 0.12, 0.08], periodic: [false, true, false] } as const;
    const spec = convexGrains([place], touching(shape, MIDDLE, place), { domain });
    await expectDrumAsOnCpu(spec, await smallestGpu(), DRIFT * SIZE, DRIFT);
  });
});
