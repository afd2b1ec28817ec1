// SPDX-License-Identifier: MIT
/** Dashpots of contacts with faces: restitution, rest of thin bodies, and energy that adds up, at usual time steps. */
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { fromAxisAngle } from '../math/quaternion.ts';
import { box } from '../shapes/kinds/box.ts';
import type { Simulation } from './simulation.ts';
import type { BodySpec, SimulationSpec } from './simulation-spec.ts';

const SIZE = 0.01;
const X = { x: 1, y: 0, z: 0 };

interface Given {
  readonly normal: 'pressure-field' | 'overlap-volume';
  readonly halfExtents: readonly [number, number, number];
  readonly restitution: number;
  readonly friction?: number;
  readonly gravity?: number;
  /** Of the critical time step. */
  readonly share: number;
}

/** One body on a floor. */
function oneBody(given: Given, body: Omit<BodySpec, 'shape' | 'material'>): Simulation {
  const { normal, halfExtents, restitution, friction = 0, gravity = 0, share } = given;
  const spec: SimulationSpec = {
    timeStep: 1e-6,
    gravity: [0, 0, -gravity],
    law: { normal, ...(friction > 0 && { tangential: 'linear' }) },
    materials: [{ name: 'stone', density: 2500, stiffness: 1e10, restitution, friction }],
    shapes: [{ name: 'body', convex: box({ halfExtents }) }],
    bodies: [{ shape: 'body', material: 'stone', ...body }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }],
  };
  return start({ ...spec, timeStep: share * start(spec).criticalTimeStep() });
}

describe.each(['pressure-field', 'overlap-volume'] as const)('dashpots of faces by the law %s', (normal) => {
  it.each([
    [0.2, 0.01, 2e-4],
    [0.5, 0.01, 2e-4],
    [0.8, 0.01, 2e-4],
    [1, 0.01, 2e-4],
    [0.2, 0.03, 1e-3],
    [0.5, 0.03, 1e-3],
    [0.8, 0.03, 1e-3],
    [1, 0.03, 1e-3],
  ])('give a restitution of %f at %f of the critical step', (restitution, share, tolerance) => {
    // Heights that put the first touch anywhere in a step.
    for (const height of [1e-8, 5e-7, 1.3e-6]) {
      const simulation = oneBody(
        { normal, halfExtents: [SIZE, SIZE, SIZE], restitution, share },
        { position: [0, 0, SIZE + height], velocity: [0, 0, -0.5] },
      );
      simulation.step(Math.round(4 / share));
      expect(simulation.statistics().contacts).toBe(0);
      // An error of the second order in the step.
      expect(Math.abs(simulation.body(0).velocity.z / 0.5 - restitution)).toBeLessThan(tolerance);
    }
  });

  it('let a stack with a restitution of 0.1 come to rest at a tenth of the critical step', () => {
    const spec: SimulationSpec = {
      timeStep: 1e-6,
      gravity: [0, 0, -9.81],
      law: { normal },
      materials: [{ name: 'stone', density: 2500, stiffness: 1e10, restitution: 0.1 }],
      shapes: [{ name: 'body', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }],
      bodies: Array.from({ length: 6 }, (_, k) => ({
        shape: 'body',
        material: 'stone',
        position: [0, 0, (2 * k + 1) * SIZE] as const,
      })),
      halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }],
    };
    const simulation = start({ ...spec, timeStep: 0.1 * start(spec).criticalTimeStep() });
    simulation.step(3000);
    // Each box has two dashpots. If they used the gain of the last step, they would shake the stack for ever.
    const { balance, dampingLoss, kinetic } = simulation.energy();
    expect(Math.abs(balance)).toBeLessThan(0.05 * dampingLoss);
    expect(kinetic).toBeLessThan(1e-15);
  });

  it('let a needle of 20:1 fall on its face and come to rest', () => {
    const simulation = oneBody(
      { normal, halfExtents: [SIZE, SIZE / 20, SIZE / 20], restitution: 0.3, friction: 0.5, gravity: 9.81, share: 0.1 },
      { position: [0, 0, (1.1 * SIZE) / 20], orientation: fromAxisAngle(X, 0.04) },
    );
    simulation.step(Math.round(0.05 / simulation.spec.timeStep));
    const { velocity, angularVelocity } = simulation.body(0);
    expect(Math.hypot(velocity.x, velocity.y, velocity.z)).toBeLessThan(1e-9);
    expect(Math.hypot(angularVelocity.x, angularVelocity.y, angularVelocity.z)).toBeLessThan(1e-6);
  });

  it('lose what is missing, to the second order in the step', () => {
    const errors = [0.1, 0.025].map((share) => {
      const simulation = oneBody(
        { normal, halfExtents: [SIZE, 0.5 * SIZE, 0.3 * SIZE], restitution: 0.4, share },
        {
          position: [0, 0, 1.05 * SIZE],
          orientation: fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.7),
          velocity: [0.3, 0.1, -1],
          angularVelocity: [20, -10, 5],
        },
      );
      simulation.step(Math.round(0.02 / simulation.spec.timeStep));
      const { balance, dampingLoss } = simulation.energy();
      return Math.abs(balance) / dampingLoss;
    });
    expect(errors[0]).toBeLessThan(1e-3);
    expect(errors[1]).toBeLessThan(errors[0] / 6);
  });
});
