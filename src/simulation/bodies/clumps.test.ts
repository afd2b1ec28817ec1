// SPDX-License-Identifier: MIT
/** Clumps: rigid bodies made of spheres. */
import { describe, expect, it } from 'vitest';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import { FLOOR, HERTZ, HERTZ_MINDLIN, heap, spheres } from '../../../tests/support/sphere-scene.ts';
import { unionOfBalls } from '../../bodies/union-of-balls.ts';
import { rotate } from '../../math/quaternion.ts';
import { dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../simulation-spec.ts';

const GRAIN = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25 };
const DUMBBELL = [
  { centre: [0, 0, -0.004], radius: 0.005 },
  { centre: [0, 0, 0.004], radius: 0.005 },
] as const;
/** Three different principal moments, centroid off the origin. */
const ODD = [
  { centre: [0.01, 0, 0], radius: 0.004 },
  { centre: [0.016, 0.002, 0], radius: 0.003 },
  { centre: [0.01, 0.004, 0.003], radius: 0.002 },
] as const;

function clumps(
  form: readonly { readonly centre: readonly [number, number, number]; readonly radius: number }[],
  bodies: readonly Partial<BodySpec>[],
  more: Partial<SimulationSpec> & { readonly timeStep: number },
): SimulationSpec {
  const spec = spheres(
    0.005,
    GRAIN,
    bodies.map((body) => ({ shape: 'clump', ...body })),
    more,
  );
  const shape: BodyShapeSpec = { name: 'clump', clump: { spheres: form } };
  return { ...spec, shapes: [...(spec.shapes ?? []), shape] };
}

/** A heap in which every other body is a clump. */
function mixture(more: Partial<SimulationSpec> = {}): SimulationSpec {
  const spec = heap(120, { timeStep: 5e-6, ...more });
  const form = DUMBBELL.map(({ centre: [x, y, z], radius }) => ({
    centre: [0.5 * x, 0.5 * y, 0.5 * z] as const,
    radius: 0.7 * radius,
  }));
  const bodies = (spec.bodies ?? []).map((body, k) =>
    k % 2 === 0 ? { ...body, shape: 'clump', orientation: [1, 0.3 * k, 0.1, 0] as const } : body,
  );
  return { ...spec, bodies, shapes: [...(spec.shapes ?? []), { name: 'clump', clump: { spheres: form } }] };
}

describe('a free clump', () => {
  it('tumbles with constant energy and a centre of mass that flies straight', { tags: ['long'] }, () => {
    const body = { position: [0, 0, 0], velocity: [1, 0, 0], angularVelocity: [1, 200, 3] } as const;
    const simulation = start(clumps(ODD, [body], { timeStep: 1e-5 }));
    const { centroid } = unionOfBalls(ODD.map(({ centre: [x, y, z], radius }) => ({ centre: { x, y, z }, radius })));
    const first = simulation.energy();
    expect(length(subtract(simulation.body(0).position, centroid))).toBeLessThan(1e-15);
    let worst = 0;
    for (let k = 0; k < 100; k++) {
      simulation.step(1000);
      worst = Math.max(worst, Math.abs(simulation.energy().rotational / first.rotational - 1));
    }
    // About 30 turns; a step turns by 2e-3 rad, the scheme's error is the square of it, and does not grow.
    expect(worst).toBeLessThan(1e-6);
    expect(simulation.body(0).position.x).toBeCloseTo(centroid.x + 1, 10);
    expect(Math.abs(simulation.energy().balance / first.insertedEnergy)).toBeLessThan(1e-6);
  });

  it('precesses about its angular momentum at the rate L / I', () => {
    const body = { angularVelocity: [0, 30, 100] } as const;
    const simulation = start(clumps(DUMBBELL, [body], { timeStep: 1e-5 }));
    const { inertia } = unionOfBalls(
      DUMBBELL.map(({ centre: [x, y, z], radius }) => ({ centre: { x, y, z }, radius })),
    );
    const momentum = { x: 0, y: 30 * inertia.xx, z: 100 * inertia.zz };
    const size = length(momentum);
    const along = { x: 0, y: momentum.y / size, z: momentum.z / size };
    simulation.step(20000);
    const axis = rotate(simulation.body(0).orientation, { x: 0, y: 0, z: 1 });
    expect(dot(axis, along)).toBeCloseTo(along.z, 6);
    // The part across the momentum starts along -y (in the plane of y and z) and turns towards +x.
    const angle = (size / inertia.xx) * 0.2;
    const across = { x: 0, y: -along.z * along.y, z: 1 - along.z * along.z };
    const turned = rotateAbout(across, along, angle);
    const expected = {
      x: along.x * along.z + turned.x,
      y: along.y * along.z + turned.y,
      z: along.z * along.z + turned.z,
    };
    expect(length(subtract(axis, expected))).toBeLessThan(1e-5);
  });
});

function rotateAbout(v: Vector3, axis: Vector3, angle: number): Vector3 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return {
    x: c * v.x + s * (axis.y * v.z - axis.z * v.y),
    y: c * v.y + s * (axis.z * v.x - axis.x * v.z),
    z: c * v.z + s * (axis.x * v.y - axis.y * v.x),
  };
}

describe('a clump of one sphere', () => {
  it('moves as the sphere does', () => {
    const body = { position: [0, 0, 0.0051], velocity: [0.3, 0, -1], angularVelocity: [10, 0, 5] } as const;
    const more = { timeStep: 1e-6, gravity: [0, 0, -9.81], law: HERTZ_MINDLIN, halfSpaces: FLOOR } as const;
    const grain = { friction: 0.4, restitution: 0.7 };
    const one = clumps([{ centre: [0, 0, 0], radius: 0.005 }], [body], more);
    const withFriction = (spec: SimulationSpec): SimulationSpec => ({
      ...spec,
      materials: spec.materials.map((material) => (material.name === 'grain' ? { ...material, ...grain } : material)),
    });
    const clump = start(withFriction(one));
    const sphere = start(withFriction(spheres(0.005, GRAIN, [body], more)));
    clump.step(3000);
    sphere.step(3000);
    expect(length(subtract(clump.body(0).velocity, sphere.body(0).velocity))).toBeLessThan(1e-9);
    expect(length(subtract(clump.body(0).angularVelocity, sphere.body(0).angularVelocity))).toBeLessThan(1e-6);
  });
});

describe('clumps that collide', () => {
  it('keep energy when nothing damps them', () => {
    const bodies = [
      { position: [0, 0, 0.02], velocity: [0, 0, -1], orientation: [1, 0.4, 0.2, 0], angularVelocity: [20, 0, 40] },
      { position: [0.002, 0.001, 0.05], velocity: [0, 0, -2], orientation: [1, 0.1, 0.9, 0.3] },
    ] as const;
    const simulation = start(clumps(DUMBBELL, bodies, { timeStep: 5e-7, law: HERTZ, halfSpaces: FLOOR }));
    simulation.step(60000);
    const { balance, insertedEnergy, rotational } = simulation.energy();
    expect(rotational / insertedEnergy).toBeGreaterThan(0.05);
    expect(Math.abs(balance / insertedEnergy)).toBeLessThan(1e-4);
  });

  it('rest on a floor with their weight', () => {
    const body = { position: [0, 0, 0.009], orientation: [1, 0.05, 0, 0] } as const;
    const more = { timeStep: 5e-6, gravity: [0, 0, -9.81], damping: { global: 0.3 }, halfSpaces: FLOOR } as const;
    const simulation = start(clumps(DUMBBELL, [body], more));
    simulation.step(100000);
    const { volume } = unionOfBalls(DUMBBELL.map(({ centre: [x, y, z], radius }) => ({ centre: { x, y, z }, radius })));
    expect(simulation.body(0).force.z / (volume * 2500 * 9.81)).toBeCloseTo(1, 3);
    // It has fallen over and lies on both spheres.
    const axis = rotate(simulation.body(0).orientation, { x: 0, y: 0, z: 1 });
    expect(Math.abs(axis.z)).toBeLessThan(1e-3);
    expect(simulation.contacts().count).toBe(2);
    expect(simulation.contacts().idA.every((id) => id === 0)).toBe(true);
  });

  it('do so across the sides of a periodic domain', () => {
    const run = (shift: number): Vector3[] => {
      const size = 0.08;
      const domain = { min: [0, 0, 0], max: [size, size, size], periodic: [true, true, true] } as const;
      const wrap = (x: number): number => ((x % size) + size) % size;
      const bodies = [
        { position: [wrap(0.02 + shift), 0.04, 0.04], velocity: [1, 0, 0], orientation: [1, 0.3, 0.7, 0] },
        { position: [wrap(0.04 + shift), 0.041, 0.043], orientation: [1, 0.1, 0.2, 0.3] },
      ] as const;
      const simulation = start(clumps(DUMBBELL, bodies, { timeStep: 1e-6, law: HERTZ, domain }));
      simulation.step(30000);
      return [0, 1].map((id) => simulation.body(id).velocity);
    };
    const reference = run(0);
    const shifted = run(0.047);
    reference.forEach((velocity, k) => {
      expect(length(subtract(velocity, shifted[k]))).toBeLessThan(1e-8);
    });
    expect(reference[1]?.x).toBeGreaterThan(0.1);
  });
});

describe('a mixture of spheres and clumps', () => {
  it('has the same bits on one thread and on two, in TypeScript, and after restoring', { tags: ['long'] }, () => {
    const alone = start(mixture());
    const together = start(mixture({ threads: 2 }));
    const typescript = start(mixture(), { kernel: 'typescript' });
    for (const simulation of [alone, together, typescript]) simulation.step(300);
    const state = alone.save();
    expect(bitsOf(together)).toEqual(bitsOf(alone));
    expect(bitsOf(typescript)).toEqual(bitsOf(alone));
    alone.step(300);
    const resumed = restore(mixture(), state);
    resumed.step(300);
    expect(bitsOf(resumed)).toEqual(bitsOf(alone));
    expect(alone.statistics().contacts).toBeGreaterThan(10);
  });

  it('lets clumps be added, removed, fixed, pushed and moved', () => {
    const simulation = start(mixture());
    const motion = { rotation: { axis: [0, 0, 1], through: [0.03, 0.03, 0], rate: 20 } } as const;
    const moved = simulation.addBody({ shape: 'clump', material: 'grain', position: [0.03, 0.03, 0.09], motion });
    const fixed = simulation.addBody({ shape: 'clump', material: 'grain', position: [0.03, 0.03, 0.1], fixed: true });
    simulation.removeBody(2);
    expect(simulation.bodyCount).toBe(121);
    simulation.setVelocity(4, [0, 0, 1], [0, 0, 50]);
    expect(simulation.body(4).velocity.z).toBe(1);
    expect(simulation.body(4).angularVelocity.z).toBeCloseTo(50, 9);
    simulation.step(1000);
    expect(simulation.body(fixed).position.z).toBeCloseTo(0.1, 12);
    expect(simulation.body(moved).angularVelocity.z).toBeCloseTo(20, 9);
    const turned = rotate(simulation.body(moved).orientation, { x: 1, y: 0, z: 0 });
    expect(Math.atan2(turned.y, turned.x)).toBeCloseTo(20 * simulation.time, 5);
    const { balance, dampingLoss, frictionLoss } = simulation.energy();
    expect(Math.abs(balance) / (dampingLoss + frictionLoss)).toBeLessThan(0.05);
  });
});
