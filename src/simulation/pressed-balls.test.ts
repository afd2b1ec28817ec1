// SPDX-License-Identifier: MIT
/** Curved bodies by the pressure-field law: a ball pressed into a bed, F = pi k R* d^2. */
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { box } from '../shapes/kinds/box.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import type { SimulationSpec } from './simulation-spec.ts';

const RADIUS = 0.01;
const DENSITY = 2500;
const STIFFNESS = 1e9;

function spec(restitution: number, timeStep: number): SimulationSpec {
  return {
    timeStep,
    gravity: [0, 0, 0],
    law: { normal: 'pressure-field' },
    materials: [{ name: 'stone', density: DENSITY, stiffness: STIFFNESS, restitution }],
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'egg', convex: ellipsoid({ semiAxes: [RADIUS, RADIUS, RADIUS] }) },
      { name: 'slab', convex: box({ halfExtents: [0.1, 0.1, 0.1] }) },
    ],
  };
}

describe('balls by the pressure-field law', () => {
  it.each(['ball', 'egg'])('have force and energy of a ball in a bed: two of %s, and one on a floor', (shape) => {
    const d = 1e-4;
    const bodies = [
      { shape, material: 'stone', position: [0, 0, RADIUS - d] as const },
      { shape, material: 'stone', position: [0, 0, 3 * RADIUS - 2 * d] as const },
    ];
    const halfSpaces = [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'stone' }];
    const simulation = start({ ...spec(1, 1e-6), bodies, halfSpaces });
    // R* is the radius on the floor, and half of it between the two.
    const force = Math.PI * STIFFNESS * RADIUS * d * d;
    const found = simulation.bodies().force;
    expect(found[5] / (0.5 * force)).toBeCloseTo(1, 9);
    expect(found[2] / (0.5 * force)).toBeCloseTo(1, 9);
    expect(simulation.energy().elastic / ((force * d) / 3 + (0.5 * force * d) / 3)).toBeCloseTo(1, 9);
  });

  it.each([0.2, 0.5, 0.9])('bounce with the restitution %d that was asked for', (restitution) => {
    const speed = 0.5;
    const bodies = [
      {
        shape: 'ball',
        material: 'stone',
        position: [0, 0, 1.001 * RADIUS] as const,
        velocity: [0, 0, -speed] as const,
      },
    ];
    const halfSpaces = [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'stone' }];
    const simulation = start({ ...spec(restitution, 2e-7), bodies, halfSpaces });
    // The ball is 5e-4 m deep at most, and leaves with a fifth of its speed at least: within 10 ms.
    simulation.step(60_000);
    expect(simulation.statistics().contacts).toBe(0);
    expect(Math.abs(simulation.body(0).velocity.z / speed / restitution - 1)).toBeLessThan(1e-3);
  });

  it('lie on polyhedra, whose own contacts are by pressure fields', () => {
    const d = 1e-5;
    const bodies = [
      { shape: 'slab', material: 'stone', position: [0, 0, 0.1 - d] as const },
      { shape: 'ball', material: 'stone', position: [0, 0, 0.2 + RADIUS - 2 * d] as const },
    ];
    const halfSpaces = [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'stone' }];
    const simulation = start({ ...spec(1, 1e-6), bodies, halfSpaces });
    expect(simulation.statistics().contacts).toBe(2);
    // A face has one stiffness, that of a half-space, whatever the size of the body behind it.
    expect(simulation.bodies().force[5] / (Math.PI * STIFFNESS * RADIUS * d * d)).toBeCloseTo(1, 9);
    // The slab is a cube: k times area times depth, to the depth over the side.
    const { force } = simulation.bodies();
    expect((force[2] + force[5]) / (STIFFNESS * 0.04 * d)).toBeCloseTo(1, 3);
  });

  it('have on the end of a cylinder and on a small box the force that they have on a floor', () => {
    const d = 1e-5;
    const can = { name: 'can', convex: cylinder({ radius: 0.005, halfLength: 0.005 }) };
    const cube = { name: 'cube', convex: box({ halfExtents: [0.005, 0.005, 0.005] }) };
    const given = spec(1, 1e-6);
    for (const lower of [can, cube]) {
      const bodies = [
        { shape: lower.name, material: 'stone', position: [0, 0, 0] as const },
        { shape: 'egg', material: 'stone', position: [0, 0, 0.005 + RADIUS - d] as const },
      ];
      const simulation = start({ ...given, shapes: [...(given.shapes ?? []), lower], bodies });
      expect(simulation.bodies().force[5] / (Math.PI * STIFFNESS * RADIUS * d * d)).toBeCloseTo(1, 9);
    }
  });
});
