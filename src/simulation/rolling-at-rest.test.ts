// SPDX-License-Identifier: MIT
/**
 * Rolling model A near rest. Every contact limits its own torque. If each contact applied the whole torque that stops
 * its pair in one step, the contacts of a body together would reverse its spin. The bodies would then shake for ever,
 * and the energy balance would drift.
 */
import { describe, expect, it } from 'vitest';
import { FLOOR, HERTZ_MINDLIN, LINEAR, spheres } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec } from '../contact-laws/law-spec.ts';
import { box } from '../shapes/kinds/box.ts';
import { Simulation } from './simulation.ts';

const RADIUS = 0.005;
const GRAIN = {
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  stiffness: 1e4,
  restitution: 0.3,
  friction: 0.5,
  rollingFriction: 0.3,
  twistingFriction: 0.3,
};
const MODEL_A = { rolling: 'model-a', twisting: 'model-a' } as const;

/** A cubic lattice of 3 by 3 by 3 spheres between walls, pressed together: inner spheres have six contacts. */
function packing(law: ContactLawSpec): Simulation {
  const step = 1.99 * RADIUS;
  const positions = Array.from({ length: 27 }, (_, k) => ({
    position: [step * (k % 3), step * (Math.floor(k / 3) % 3), step * Math.floor(k / 9)] as const,
    angularVelocity: [(k % 5) - 2, (k % 3) - 1, (k % 7) - 3] as const,
  }));
  const walls = [0, 1, 2].flatMap((axis) => {
    const unit = (sign: number): [number, number, number] => [0, 1, 2].map((k) => (k === axis ? sign : 0)) as never;
    return [
      { name: `low ${axis}`, normal: unit(1), offset: -0.995 * RADIUS, material: 'wall' },
      { name: `high ${axis}`, normal: unit(-1), offset: -(2 * step + 0.995 * RADIUS), material: 'wall' },
    ];
  });
  return new Simulation(
    spheres(RADIUS, GRAIN, positions, { timeStep: 1e-5, law: { ...law, ...MODEL_A }, halfSpaces: walls }),
  );
}

describe('a packing with rolling model A', () => {
  it.each([
    ['Hertz and Mindlin', HERTZ_MINDLIN],
    ['linear', LINEAR],
  ] as const)('comes to rest, and its balance closes: %s', (_, law) => {
    const simulation = packing(law);
    const start = simulation.energy();
    simulation.step(500);
    const early = simulation.energy();
    simulation.step(2500);
    const late = simulation.energy();
    expect(late.rotational).toBeLessThan(1e-6 * start.rotational);
    // The losses are at most twice the energy of the spin after the first steps. Torques that reverse spins would lose
    // more than 100 times that.
    expect(Math.abs(late.balance - early.balance)).toBeLessThan(1e-5 * start.rotational);
  });
});

describe('a thin rod that rests on its face with rolling model A', () => {
  it('comes to rest: its torque is bounded by its own inertia, not by that of the ball around it', () => {
    const [halfLength, half] = [0.05, 0.003];
    const simulation = new Simulation({
      ...spheres(RADIUS, GRAIN, [], {
        timeStep: 1e-5,
        gravity: [0, 0, -9.81],
        law: { ...LINEAR, ...MODEL_A },
        halfSpaces: FLOOR,
      }),
      shapes: [{ name: 'rod', convex: box({ halfExtents: [halfLength, half, half] }) }],
      bodies: [
        {
          shape: 'rod',
          material: 'grain',
          position: [0, 0, half - 1e-6],
          angularVelocity: [0.5, 0, 0],
        },
      ],
    });
    simulation.step(3000);
    const early = simulation.energy();
    simulation.step(2000);
    const late = simulation.energy();
    // Of the energy that it takes to lift the rod by its half width.
    const lift = late.potential;
    expect(late.rotational).toBeLessThan(1e-9 * lift);
    expect(Math.abs(late.balance - early.balance)).toBeLessThan(1e-9 * lift);
  });
});
