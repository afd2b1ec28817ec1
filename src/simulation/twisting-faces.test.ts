// SPDX-License-Identifier: MIT
/**
 * Friction of the overlap-volume and pressure-field laws against twisting: a spring k_t R^2 / 2 while it sticks, the
 * torque 2/3 mu F R while it slips. R is the radius of the disc in place of the face.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { box } from '../shapes/kinds/box.ts';
import type { Simulation } from './simulation.ts';

const HALF = 0.05;
const DENSITY = 2000;
const GRAVITY = 9.81;
const STIFFNESS = 4e8;
const FRICTION = 0.5;
const AREA = 4 * HALF * HALF;
const MASS = DENSITY * AREA * 2 * HALF;
const INERTIA = (2 / 3) * MASS * HALF * HALF;

type Law = 'overlap-volume' | 'pressure-field';

/** The disc of equal area, or that of R^2 = 2 <r^2> over the face, where the pressure is uniform. */
const RADIUS: Readonly<Record<Law, number>> = {
  'overlap-volume': Math.sqrt(AREA / Math.PI),
  'pressure-field': Math.sqrt(AREA / 3),
};

/** A of a cube is its face, so that S^2 / A is the area too; F^2 / (2 E) of the pressure field is the same. */
const twistStiffness = (radius: number): number => (2 / 7) * STIFFNESS * AREA * 0.5 * radius * radius;
const mostTorque = (radius: number): number => (2 / 3) * FRICTION * MASS * GRAVITY * radius;

/** A cube that lies on the floor, where the pressure bears its weight, and turns about the vertical. */
function turning(normal: Law, rate: number, restitution: number, timeStep: number): Simulation {
  const sunk = (MASS * GRAVITY) / (STIFFNESS * AREA);
  return start({
    timeStep,
    gravity: [0, 0, -GRAVITY],
    law: { normal, tangential: 'linear' },
    materials: [{ name: 'stone', density: DENSITY, stiffness: STIFFNESS, friction: FRICTION, restitution }],
    shapes: [{ name: 'cube', convex: box({ halfExtents: [HALF, HALF, HALF] }) }],
    bodies: [{ shape: 'cube', material: 'stone', position: [0, 0, HALF - sunk], angularVelocity: [0, 0, rate] }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }],
  });
}

describe.each(['overlap-volume', 'pressure-field'] as const)('a cube that twists on a floor, law %s', (law) => {
  it('is turned back by friction that sticks', () => {
    const stiffness = twistStiffness(RADIUS[law]);
    const frequency = Math.sqrt(stiffness / INERTIA);
    const rate = (0.5 * mostTorque(RADIUS[law]) * frequency) / stiffness;
    const steps = 200;
    const simulation = turning(law, rate, 1, Math.PI / frequency / steps);
    simulation.step(steps / 2);
    // A contact that begins counts the way of the step before it: one step ahead.
    expect(Math.abs(simulation.body(0).angularVelocity.z) / rate).toBeLessThan((1.1 * Math.PI) / steps);
    simulation.step(steps / 2);
    expect(simulation.body(0).angularVelocity.z / rate).toBeCloseTo(-1, 3);
    const { balance, elastic } = simulation.energy();
    expect(Math.abs(balance) / elastic).toBeLessThan(1e-4);
  });

  it('is slowed down evenly by friction that slips, and then lies still', () => {
    const time = 0.05;
    const rate = (2 * time * mostTorque(RADIUS[law])) / INERTIA;
    const simulation = turning(law, rate, 0.3, 1e-4);
    simulation.step(Math.round(time / 1e-4));
    expect(simulation.body(0).angularVelocity.z / rate).toBeCloseTo(0.5, 2);
    const { balance, frictionLoss } = simulation.energy();
    expect(Math.abs(balance) / frictionLoss).toBeLessThan(1e-3);
    simulation.step(3000);
    // What is left is below rounding of the rate it had.
    expect(Math.abs(simulation.body(0).angularVelocity.z) / rate).toBeLessThan(1e-15);
  });
});
