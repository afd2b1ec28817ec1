// SPDX-License-Identifier: MIT
/**
 * Friction of the overlap-volume law against twisting: a spring k_t R^2 / 2 while it sticks, the torque 2/3 mu F R
 * while it slips, R the disc of the area.
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
const RADIUS = Math.sqrt(AREA / Math.PI);
/** A of a cube is its face, so that S^2 / A is the area too. */
const TWIST_STIFFNESS = (2 / 7) * STIFFNESS * AREA * 0.5 * RADIUS * RADIUS;
const MOST = (2 / 3) * FRICTION * MASS * GRAVITY * RADIUS;

/** A cube that lies on the floor, where the pressure bears its weight, and turns about the vertical. */
function turning(rate: number, restitution: number, timeStep: number): Simulation {
  const sunk = (MASS * GRAVITY) / (STIFFNESS * AREA);
  return start({
    timeStep,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'overlap-volume', tangential: 'linear' },
    materials: [{ name: 'stone', density: DENSITY, stiffness: STIFFNESS, friction: FRICTION, restitution }],
    shapes: [{ name: 'cube', convex: box({ halfExtents: [HALF, HALF, HALF] }) }],
    bodies: [{ shape: 'cube', material: 'stone', position: [0, 0, HALF - sunk], angularVelocity: [0, 0, rate] }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }],
  });
}

describe('a cube that twists on a floor', () => {
  it('is turned back by friction that sticks', () => {
    const frequency = Math.sqrt(TWIST_STIFFNESS / INERTIA);
    const rate = (0.5 * MOST * frequency) / TWIST_STIFFNESS;
    const steps = 200;
    const simulation = turning(rate, 1, Math.PI / frequency / steps);
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
    const rate = (2 * time * MOST) / INERTIA;
    const simulation = turning(rate, 0.3, 1e-4);
    simulation.step(Math.round(time / 1e-4));
    expect(simulation.body(0).angularVelocity.z / rate).toBeCloseTo(0.5, 2);
    const { balance, frictionLoss } = simulation.energy();
    expect(Math.abs(balance) / frictionLoss).toBeLessThan(1e-3);
    simulation.step(3000);
    // What is left is below rounding of the rate it had.
    expect(Math.abs(simulation.body(0).angularVelocity.z) / rate).toBeLessThan(1e-15);
  });
});
