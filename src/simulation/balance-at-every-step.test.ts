// SPDX-License-Identifier: MIT
/**
 * Energies that are read between two steps are those of one time: a wall has done half of what the force of now does in
 * a step, and dashpots and friction have worked up to now. A term of the first order would be a force times the way of
 * half a step; what is left is of the second.
 */
import { describe, expect, it } from 'vitest';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';

/** A ball of 1 g; a contact of it on a wall takes 1 ms. */
const BALL = { shape: 'ball', material: 'm' };
const START = 0.01 - 1e-6;
const FLOOR = { name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'm' };

function scene(timeStep: number, spec: Partial<SimulationSpec>): SimulationSpec {
  return {
    timeStep,
    gravity: [0, 0, -10],
    law: { normal: 'linear', tangential: 'linear', rolling: 'epsd' },
    materials: [
      {
        name: 'm',
        density: 3000 / (4 * Math.PI),
        stiffness: 1e4,
        restitution: 0.3,
        friction: 0.3,
        rollingFriction: 0.05,
      },
    ],
    shapes: [{ name: 'ball', sphere: { radius: 0.01 } }],
    bodies: [{ ...BALL, position: [0, 0, START] }],
    halfSpaces: [FLOOR],
    ...spec,
  };
}

const CASES: [string, Partial<SimulationSpec>][] = [
  ['pressed by a wall', { gravity: [0, 0, 0], halfSpaces: [FLOOR, lid(0.05)] }],
  ['lifted by a floor', { halfSpaces: [{ ...FLOOR, motion: { velocity: [0, 0, 0.1] } }] }],
  [
    'lifted by a body that follows a motion',
    {
      halfSpaces: [],
      bodies: [
        { ...BALL, position: [0, 0, START] },
        { ...BALL, position: [0, 0, -0.01], fixed: true, motion: { velocity: [0, 0, 0.1] } },
      ],
    },
  ],
  ['on a floor that shakes', { halfSpaces: [{ ...FLOOR, motion: { oscillation: shaking(100, 0.001) } }] }],
  ['dragged by a belt', { halfSpaces: [{ ...FLOOR, surface: { velocity: [1, 0, 0] } }] }],
  ['that slides and rolls', { bodies: [{ ...BALL, position: [0, 0, START], velocity: [0.5, 0, 0] }] }],
  ['that turns on the spot', { bodies: [{ ...BALL, position: [0, 0, START], angularVelocity: [0, 50, 20] }] }],
];

function lid(speed: number) {
  return {
    name: 'lid',
    normal: [0, 0, -1] as const,
    offset: -0.02,
    material: 'm',
    motion: { velocity: [0, 0, -speed] as const },
  };
}

function shaking(frequency: number, amplitude: number) {
  return { direction: [0, 0, 1] as const, frequency, amplitude };
}

/** Largest balance after any step of 10 ms, over the energy that was exchanged. */
function worstBalance(timeStep: number, spec: Partial<SimulationSpec>): number {
  const simulation = new Simulation(scene(timeStep, spec));
  let worst = 0;
  for (let k = 0; k < Math.round(0.01 / timeStep); k++) {
    simulation.step();
    worst = Math.max(worst, Math.abs(simulation.energy().balance));
  }
  const { wallWork, insertedEnergy, frictionLoss, dampingLoss } = simulation.energy();
  return worst / (Math.abs(wallWork) + Math.abs(insertedEnergy) + frictionLoss + dampingLoss);
}

describe('the balance after every step, of a ball', () => {
  it.each(CASES)('%s, is of the second order of the time step', (_, spec) => {
    const coarse = worstBalance(4e-5, spec);
    const fine = worstBalance(2e-5, spec);
    // 25 steps to a contact: a term of the first order would be up to 3e-2.
    expect(coarse).toBeLessThan(2e-3);
    // A quarter in the limit; below 1e-5 the steps count in which a contact begins or a spring begins to slip.
    expect(fine).toBeLessThan(Math.max(0.4 * coarse, 1e-5));
  });
});

describe('the work of a wall', () => {
  it('does not jump where a stage stops the wall, and nothing of it counts as work of a parameter', () => {
    const simulation = new Simulation(scene(2e-5, { gravity: [0, 0, 0], halfSpaces: [FLOOR, lid(0.05)] }));
    simulation.step(150);
    const before = simulation.energy();
    const force = simulation.halfSpaceLoads()[1]?.z ?? 0;
    simulation.change({ halfSpaces: [{ name: 'lid', motion: 'none' }] });
    const after = simulation.energy();
    // Half a step of the force would be 5e-7 J.
    expect(0.5 * force * 0.05 * 2e-5).toBeGreaterThan(4e-7);
    expect(Math.abs(after.wallWork - before.wallWork)).toBeLessThan(1e-12);
    expect(Math.abs(after.parameterWork)).toBeLessThan(1e-12);
    simulation.step(500);
    expect(Math.abs(simulation.energy().wallWork - before.wallWork)).toBeLessThan(1e-12);
    expect(Math.abs(simulation.energy().balance / before.wallWork)).toBeLessThan(1e-4);
  });

  it('goes on where a stage changes gravity and the time step', () => {
    const simulation = new Simulation(scene(2e-5, { halfSpaces: [{ ...FLOOR, motion: { velocity: [0, 0, 0.1] } }] }));
    simulation.step(150);
    const before = simulation.energy();
    simulation.change({ gravity: [0, 0, -20], timeStep: 1e-5 });
    const after = simulation.energy();
    expect(after.wallWork).toBeCloseTo(before.wallWork, 14);
    expect(after.frictionLoss + after.dampingLoss).toBeCloseTo(before.frictionLoss + before.dampingLoss, 14);
    simulation.step(1000);
    const { balance, wallWork } = simulation.energy();
    expect(Math.abs(balance / wallWork)).toBeLessThan(2e-4);
  });

  it('has the same bits however often it is read, and after a restart', () => {
    const spec = scene(2e-5, { halfSpaces: [{ ...FLOOR, motion: { oscillation: shaking(100, 0.001) } }] });
    const read = new Simulation(spec);
    for (let k = 0; k < 200; k++) {
      read.step();
      read.energy();
    }
    const straight = new Simulation(spec);
    straight.step(120);
    const resumed = Simulation.restore(spec, straight.save());
    resumed.step(80);
    straight.step(80);
    expect(read.energy()).toEqual(straight.energy());
    expect(resumed.energy()).toEqual(straight.energy());
  });
});
