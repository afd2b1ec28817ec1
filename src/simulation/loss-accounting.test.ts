// SPDX-License-Identifier: MIT
/**
 * Losses are the work of dashpots and friction between two forces. Taken at the velocity of the half step before, they
 * would be wrong by the order of the step, always to the same side, and the balance would drift; taken as the mean over
 * the way between, by its square.
 */
import { describe, expect, it } from 'vitest';
import { FLOOR, HERTZ, HERTZ_MINDLIN, heap, LINEAR, spheres } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec, MaterialSpec } from '../contact-laws/law-spec.ts';
import { box } from '../shapes/kinds/box.ts';
import { Simulation } from './simulation.ts';
import type { EnergyBalance } from './views/simulation-views.ts';

const RADIUS = 0.005;
const GRAIN = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, stiffness: 1e4 };
/** Of the oblique impact below, about. */
const CONTACT_TIME = 3e-4;

/** The balance after one oblique impact of a spinning sphere on the floor, over the energy it came with. */
function impactBalance(grain: Partial<MaterialSpec>, law: ContactLawSpec, steps: number): number {
  const timeStep = CONTACT_TIME / steps;
  const body = {
    position: [0, 0, RADIUS + 0.37 * timeStep] as const,
    velocity: [0.6, 0, -1] as const,
    angularVelocity: [40, 0, 30] as const,
  };
  const spec = spheres(RADIUS, { ...GRAIN, ...grain }, [body], { timeStep, law, halfSpaces: FLOOR });
  const simulation = new Simulation(spec);
  simulation.step(4 * steps);
  expect(simulation.statistics().contacts).toBe(0);
  const { balance, insertedEnergy, dampingLoss, frictionLoss } = simulation.energy();
  expect((dampingLoss + frictionLoss) / insertedEnergy).toBeGreaterThan(0.05);
  return Math.abs(balance) / insertedEnergy;
}

describe('the balance of one impact', () => {
  it.each([
    ['damping, cut off', { restitution: 0.5 }, HERTZ],
    ['damping, linear', { restitution: 0.5 }, { normal: 'linear' }],
    ['friction', { friction: 0.3 }, HERTZ_MINDLIN],
    ['friction, incremental', { friction: 0.3 }, { normal: 'hertz', tangential: 'mindlin-incremental' }],
    ['friction, linear', { friction: 0.1 }, LINEAR],
    ['both', { friction: 0.3, restitution: 0.6 }, HERTZ_MINDLIN],
  ] as const)('is far below the first order of the step: %s', (_, grain, law) => {
    // A step is 1 / 50 of the contact: losses at velocities half a step old would leave 6e-4 to 5e-3 of the energy.
    expect(impactBalance(grain, law, 50)).toBeLessThan(5e-4);
  });
});

describe('the balance of bodies that run down a slope through periodic sides', () => {
  it('has the potential energy that each gains where it comes in again', () => {
    const period = 8 * RADIUS;
    const spec = spheres(RADIUS, { ...GRAIN, friction: 0.3, restitution: 0.5 }, [], {
      timeStep: 1e-5,
      law: LINEAR,
      halfSpaces: FLOOR,
      gravity: [6, 0, -7],
      domain: { min: [0, 0, -0.01], max: [period, period, 0.1], periodic: [true, true, false] },
    });
    const at = (shape: string, x: number, y: number) =>
      ({ shape, material: 'grain', position: [x * RADIUS, y * RADIUS, RADIUS], velocity: [0.5, -0.1, 0] }) as const;
    const simulation = new Simulation({
      ...spec,
      shapes: [
        ...(spec.shapes ?? []),
        { name: 'brick', convex: box({ halfExtents: [RADIUS, 0.8 * RADIUS, 0.6 * RADIUS] }) },
        {
          name: 'twin',
          clump: {
            spheres: [
              { centre: [0, 0, 0], radius: RADIUS },
              { centre: [0.5 * RADIUS, 0, 0], radius: 0.8 * RADIUS },
            ],
          },
        },
      ],
      bodies: [at('ball', 1, 1), at('brick', 1, 3.5), at('twin', 4, 1), at('ball', 4, 4)],
    });
    simulation.step(20000);
    const { balance, wallWork, frictionLoss, kinetic } = simulation.energy();
    // They have fallen through several periods.
    const weight = (4 / 3) * Math.PI * RADIUS ** 3 * GRAIN.density * 6;
    expect(wallWork).toBeGreaterThan(4 * weight * period);
    expect(Math.abs(balance)).toBeLessThan(1e-3 * (frictionLoss + kinetic));
    const resumed = Simulation.restore(simulation.spec, simulation.save());
    expect(resumed.energy().wallWork).toBe(wallWork);
  });
});

describe('the balance of a box that falls on its corners', () => {
  it('closes, whatever share of the contact each corner has', { tags: ['long'] }, () => {
    const halfExtents = [RADIUS, 0.8 * RADIUS, 0.6 * RADIUS] as const;
    const body = { position: [0, 0, 0.02] as const, orientation: [1, 0.2, 0.1, 0.05] as const };
    const grain = { ...GRAIN, friction: 0.3, restitution: 0.5 };
    const spec = spheres(RADIUS, grain, [body], {
      timeStep: 4e-6,
      law: LINEAR,
      halfSpaces: FLOOR,
      gravity: [0, 0, -9.81],
    });
    const simulation = new Simulation({ ...spec, shapes: [{ name: 'ball', convex: box({ halfExtents }) }] });
    simulation.step(50_000);
    const { balance, dampingLoss, frictionLoss } = simulation.energy();
    expect(Math.abs(balance) / (dampingLoss + frictionLoss)).toBeLessThan(2e-3);
  });
});

describe('the balance of many impacts', () => {
  it('does not drift where the floor shakes', { tags: ['long'] }, () => {
    const still = heap(100, { timeStep: 5e-6 });
    const shaken = { oscillation: { direction: [0, 0, 1], amplitude: 5e-4, frequency: 60 } } as const;
    const halfSpaces = (still.halfSpaces ?? []).map((wall, k) => (k === 0 ? { ...wall, motion: shaken } : wall));
    const simulation = new Simulation({ ...still, halfSpaces });
    const open = ({ balance, frictionLoss, dampingLoss }: EnergyBalance): number =>
      balance / (frictionLoss + dampingLoss);
    for (let k = 0; k < 4; k++) {
      simulation.step(5000);
      // Losses at velocities half a step old would leave 7e-3.
      expect(Math.abs(open(simulation.energy()))).toBeLessThan(1e-3);
    }
  });
});
