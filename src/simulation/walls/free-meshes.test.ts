// SPDX-License-Identifier: MIT
/** Meshes that forces move: their mass, their motion, and their contacts with bodies. */
import { describe, expect, it } from 'vitest';
import { BOX_FACETS, boxBoundary } from '../../../tests/support/box-boundary.ts';
import { bitsOf, expectSameBits, start } from '../../../tests/support/simulations.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { FreeMeshSpec, FreeMeshState, MeshSpec, SimulationSpec } from '../simulation-spec.ts';

const HALF = 0.05;
const DENSITY = 1000;
const STIFFNESS = 1e5;
const GRAVITY = 10;
const CUBE_MASS = 8 * HALF ** 3 * DENSITY;

function cube(free: FreeMeshSpec = {}, more: Partial<MeshSpec> = {}): MeshSpec {
  return { name: 'cube', mesh: boxBoundary(HALF, HALF, HALF), material: 'wood', free, ...more };
}

function scene(mesh: MeshSpec | undefined, more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 1e-4,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'wood', density: DENSITY, stiffness: STIFFNESS, restitution: 0.5, friction: 0.4 }],
    shapes: [
      { name: 'ball', sphere: { radius: 0.03 } },
      { name: 'floor', convex: box({ halfExtents: [0.5, 0.5, 0.1] }) },
      { name: 'cube', convex: box({ halfExtents: [HALF, HALF, HALF] }) },
    ],
    ...(mesh && { meshes: [mesh] }),
    ...more,
  };
}

const FLOOR = { shape: 'floor', material: 'wood', position: [0, 0, -0.1], fixed: true } as const;

function only(simulation: Simulation): FreeMeshState {
  const [state] = simulation.freeMeshes();
  if (state === undefined) throw new Error('no free mesh');
  return state;
}

describe('a free mesh', () => {
  it('has the mass and the centre of the closed mesh, or what is given', () => {
    const shifted = start(scene(cube({}, { mesh: boxBoundary(0.1, 0.05, 0.02, 0.3), position: [1, 2, 3] })));
    expect(only(shifted).mass).toBeCloseTo(8 * 0.1 * 0.05 * 0.02 * DENSITY, 14);
    expect(only(shifted).position.z).toBeCloseTo(3.3, 14);
    const given = start(scene(cube({ mass: 3, centre: [0, 0, 0.01], inertia: [1, 1, 1] })));
    expect(only(given)).toMatchObject({ name: 'cube', mass: 3, position: { x: 0, y: 0, z: 0.01 } });
  });

  it('falls and flies as any body', () => {
    const simulation = start(scene(cube({ velocity: [1, 0, 2] }, { position: [0, 0, 5] })));
    simulation.step(1000);
    const { position, velocity } = only(simulation);
    expect(position.x).toBeCloseTo(0.1, 12);
    expect(position.z).toBeCloseTo(5 + 0.2 - 0.5 * GRAVITY * 0.01, 12);
    expect(velocity.z).toBeCloseTo(2 - GRAVITY * 0.1, 12);
    expect(simulation.meshPose(0).position.z).toBeCloseTo(position.z, 14);
  });

  it('falls exactly over changes of the time step and of gravity', () => {
    const simulation = start(scene(cube({ velocity: [0, 0, 2] }, { position: [0, 0, 5] })));
    simulation.step(500);
    simulation.change({ timeStep: 3e-5 });
    simulation.step(1000);
    const { time } = simulation;
    expect(only(simulation).position.z).toBeCloseTo(5 + 2 * time - 0.5 * GRAVITY * time ** 2, 12);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-12);
    const { position, velocity } = only(simulation);
    simulation.change({ gravity: [0, 0, 0] });
    simulation.step(1000);
    expect(only(simulation).velocity.z).toBeCloseTo(velocity.z, 12);
    expect(only(simulation).position.z).toBeCloseTo(position.z + 0.03 * velocity.z, 12);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-12);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-12 * Math.abs(simulation.energy().insertedEnergy));
  });

  it('spins without losing energy when nothing touches it', () => {
    const mesh = boxBoundary(0.1, 0.06, 0.03);
    const simulation = start(scene(cube({ angularVelocity: [5, 1, 8] }, { mesh }), { gravity: [0, 0, 0] }));
    const before = simulation.energy().rotational;
    simulation.step(5000);
    // Of second order in the angle of a step.
    expect(Math.abs(simulation.energy().rotational / before - 1)).toBeLessThan(1e-5);
    expect(only(simulation).angularVelocity.x).not.toBeCloseTo(5, 1);
  });

  it('rests on a fixed body as a box does', { tags: ['long'] }, () => {
    const drop = 0.02;
    const mesh = start(scene(cube({}, { position: [0, 0, HALF + drop] }), { bodies: [FLOOR] }));
    const body = { shape: 'cube', material: 'wood', position: [0, 0, HALF + drop] } as const;
    const solid = start(scene(undefined, { bodies: [FLOOR, body] }));
    mesh.step(5000);
    solid.step(5000);
    const [a, b] = [only(mesh), solid.body(1)];
    // Four corners bear it.
    expect(a.position.z).toBeCloseTo(HALF - (CUBE_MASS * GRAVITY) / (4 * STIFFNESS), 6);
    expect(a.position.z).toBeCloseTo(b.position.z, 6);
    expect(Math.abs(a.velocity.z)).toBeLessThan(1e-4);
    expect(Math.abs(a.angularVelocity.x) + Math.abs(a.angularVelocity.y)).toBeLessThan(1e-4);
    expect(mesh.meshLoads()[0]?.force.z).toBeCloseTo(CUBE_MASS * GRAVITY, 3);
    const { balance, dampingLoss, wallWork } = mesh.energy();
    expect(wallWork).toBe(0);
    expect(dampingLoss).toBeCloseTo(CUBE_MASS * GRAVITY * drop, 2);
    expect(Math.abs(balance)).toBeLessThan(0.01 * CUBE_MASS * GRAVITY * drop);
  });

  it('is hit by a ball with the restitution of the two, and momentum is kept', () => {
    const ball = { shape: 'ball', material: 'wood', position: [-0.1, 0, 0], velocity: [1, 0, 0] } as const;
    const simulation = start(scene(cube(), { bodies: [ball], gravity: [0, 0, 0], timeStep: 1e-5 }));
    simulation.step(5000);
    const [a, b] = [simulation.body(0), only(simulation)];
    const mass = (4 / 3) * Math.PI * 0.03 ** 3 * DENSITY;
    expect(mass * a.velocity.x + b.mass * b.velocity.x).toBeCloseTo(mass, 12);
    expect(b.velocity.x - a.velocity.x).toBeCloseTo(0.5, 2);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-3 * simulation.energy().insertedEnergy);
  });

  it('turns when it is hit beside its centre: angular momentum is kept', () => {
    const ball = { shape: 'ball', material: 'wood', position: [-0.1, 0, 0.03], velocity: [1, 0, 0] } as const;
    const simulation = start(scene(cube(), { bodies: [ball], gravity: [0, 0, 0] }));
    simulation.step(3000);
    const [a, b] = [simulation.body(0), only(simulation)];
    const mass = (4 / 3) * Math.PI * 0.03 ** 3 * DENSITY;
    // About y, where (r x p)_y = z p_x - x p_z.
    const moment = (m: number, r: { x: number; z: number }, v: { x: number; z: number }): number =>
      m * (r.z * v.x - r.x * v.z);
    const spin = 0.4 * mass * 0.03 ** 2 * a.angularVelocity.y + (CUBE_MASS * (2 * HALF) ** 2 * b.angularVelocity.y) / 6;
    const total = moment(mass, a.position, a.velocity) + moment(CUBE_MASS, b.position, b.velocity) + spin;
    expect(b.angularVelocity.y).toBeGreaterThan(0.1);
    expect(total).toBeCloseTo(mass * 0.03, 8);
  });

  it('has the same bits with two threads, in TypeScript and after being restored', { tags: ['long'] }, () => {
    const bodies = [
      FLOOR,
      ...Array.from({ length: 20 }, (_, k) => {
        const position = [
          0.07 * (k % 5) - 0.14,
          0.07 * (Math.floor(k / 5) % 4) - 0.1,
          0.04 + 0.07 * Math.floor(k / 20),
        ] as const;
        return { shape: 'ball', material: 'wood', position };
      }),
    ];
    const spec = scene(cube({ angularVelocity: [1, 2, 3] }, { position: [0, 0, 0.16] }), { bodies });
    const bits = (simulation: Simulation): unknown[] => [...bitsOf(simulation), simulation.freeMeshes()];
    const whole = expectSameBits(spec, 900, 400, bits);
    expect(only(whole).position.z).toBeLessThan(0.15);
  });

  it('is refused where it cannot be', () => {
    const refused = (mesh: MeshSpec, more: Partial<SimulationSpec> = {}): (() => Simulation) => {
      return () => new Simulation(scene(mesh, more));
    };
    const wall = { name: 'wall', normal: [0, 0, 1], offset: 0, material: 'wood' } as const;
    expect(refused(cube(), { halfSpaces: [wall] })).toThrow(
      'meshes[0].free: expected no other mesh and no half-space, which a free mesh cannot touch: make them of ' +
        'fixed bodies, got "wall"',
    );
    expect(refused(cube(), { meshes: [cube(), { ...cube(), name: 'other' }] })).toThrow('got "other"');
    expect(refused(cube({}, { mesh: boxBoundary(1, 1, 1, 0, BOX_FACETS.slice(1)) }))).toThrow(
      'meshes[0].free: expected a closed mesh',
    );
    expect(refused(cube({ mass: 1 }))).toThrow('meshes[0].free.centre: expected three finite numbers');
    expect(refused(cube({}, { motion: { velocity: [0, 0, 1] } }))).toThrow('meshes[0].free: expected no motion');
    const domain = { min: [-1, -1, -1], max: [1, 1, 1], periodic: [true, false, false] } as const;
    expect(refused(cube(), { domain })).toThrow('meshes[0].free: expected no periodic domain');
  });
});
