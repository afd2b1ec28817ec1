// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read-scene.ts';
import { box } from '../shapes/kinds/box.ts';
import { Simulation } from './simulation.ts';
import type { BodySpec, SimulationSpec } from './simulation-spec.ts';

const GRAVITY = 10;
const BALL: BodySpec = { shape: 'ball', material: 'rubber', position: [0, 0, 1.4999] };
const BLOCK: BodySpec = { shape: 'block', material: 'steel', position: [0, 0, 0.5], fixed: true };

function spec(law: SimulationSpec['law'], bodies: readonly BodySpec[]): SimulationSpec {
  return {
    timeStep: 1e-4,
    gravity: [0, 0, -GRAVITY],
    law,
    bodies,
    materials: [
      { name: 'rubber', density: 1000, stiffness: 1e6, youngsModulus: 1e7, poissonsRatio: 0.3, restitution: 0.3 },
      { name: 'steel', density: 8000, rigid: true },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: 0.5 } },
      { name: 'block', convex: box({ halfExtents: [0.5, 0.5, 0.5] }) },
    ],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'steel' }],
  };
}

describe('a held body of a rigid material', () => {
  it.each([
    ['fixed', { fixed: true }],
    ['led', { motion: { velocity: [0, 0, 0] } }],
  ] as const)('carries an elastic one when it is %s, beside another and a wall of its material', (_, held) => {
    const { fixed: __, ...free } = BLOCK;
    const other = { ...free, position: [0.9, 0, 0.5], ...held } as const;
    const simulation = new Simulation(spec({ normal: 'linear' }, [BALL, { ...free, ...held }, other]));
    simulation.step(6000);
    const { force, position } = simulation.body(0);
    expect(force.z / ((1000 * Math.PI * GRAVITY) / 6)).toBeCloseTo(1, 3);
    expect(position.z).toBeLessThan(1.5);
    expect(simulation.body(1).position).toEqual({ x: 0, y: 0, z: 0.5 });
    expect(simulation.criticalTimeStep()).toBeGreaterThan(0);
    const restored = Simulation.restore(simulation.spec, simulation.save());
    restored.step(10);
    simulation.step(10);
    expect(restored.body(0)).toEqual(simulation.body(0));
  });

  it('is taken with Hertz’s law too', () => {
    const simulation = new Simulation(spec({ normal: 'hertz' }, [BALL, BLOCK]));
    simulation.step(10);
    expect(simulation.body(0).force.z).toBeGreaterThan(0);
  });

  it('is refused as soon as a free one of a rigid material may meet it', () => {
    const free: BodySpec = { shape: 'ball', material: 'steel', position: [0, 0, 3] };
    const make = (bodies: readonly BodySpec[]) => new Simulation(spec({ normal: 'linear' }, bodies));
    expect(() => make([BALL, BLOCK, free])).toThrow(/"steel" and "steel": two rigid materials/);
    expect(() => make([BALL, BLOCK]).addBody(free)).toThrow(/two rigid materials/);
  });

  it('is taken by scenes', () => {
    const text = `
time: { duration: 1 ms, timeStep: 0.1 ms }
gravity: [0, 0, -10]
materials: { rubber: { density: 1000, stiffness: 1e6 }, steel: { density: 8000, rigid: true } }
law: { normal: linear }
bodies:
  ball: { shape: { sphere: { radius: 0.5 } }, material: rubber, position: [0, 0, 1.4999] }
  block: { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } }, material: steel, position: [0, 0, 0.5], fixed: true }
`;
    const simulation = new Simulation(readScene(text).simulation);
    simulation.step();
    expect(simulation.body(0).force.z).toBeGreaterThan(0);
  });
});
