// SPDX-License-Identifier: MIT
/** What must be kept: momentum to rounding, energy to the order of the scheme, and every loss accounted for. */
import { describe, expect, it } from 'vitest';
import { HERTZ, HERTZ_MINDLIN, heap, LINEAR, spheres } from '../../tests/support/sphere-scene.ts';
import type { ContactLawSpec, MaterialSpec } from '../contact-laws/law-spec.ts';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { BodyView } from './views/simulation-views.ts';

const RADIUS = 0.005;
const GRAIN = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25 };
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * GRAIN.density;

/** A cloud that falls in on itself, without walls and gravity. */
function cloud(
  grain: Omit<MaterialSpec, 'name'>,
  law: ContactLawSpec,
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  const bodies = Array.from({ length: 27 }, (_, k) => {
    const position = [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)].map(
      (c) => (c - 1) * 0.0105 + 1e-5 * Math.sin(c + k),
    );
    const [x = 0, y = 0, z = 0] = position;
    return {
      position: [x, y, z] as const,
      velocity: [-60 * x, -60 * y, -40 * z] as const,
      angularVelocity: [20 * Math.sin(k), 30, 0] as const,
    };
  });
  return spheres(RADIUS, grain, bodies, { timeStep: 1e-6, law, ...more });
}

/** Momentum (3), then angular momentum about the origin (3), of equal spheres. */
function momenta({ count, position, velocity, angularVelocity }: BodyView): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [x = 0, y = 0, z = 0] = position.subarray(3 * k);
    const [u = 0, v = 0, w = 0] = velocity.subarray(3 * k);
    const orbit = [y * w - z * v, z * u - x * w, x * v - y * u];
    for (let axis = 0; axis < 3; axis++) {
      sum[axis] = sum[axis] + MASS * velocity[3 * k + axis];
      const spin = 0.4 * RADIUS * RADIUS * angularVelocity[3 * k + axis];
      sum[3 + axis] = sum[3 + axis] + MASS * (orbit[axis] + spin);
    }
  }
  return sum;
}

describe('free collisions', () => {
  it.each([
    ['Hertz and friction', { ...GRAIN, friction: 0.5, restitution: 0.5 }, HERTZ_MINDLIN],
    [
      'linear springs and rolling',
      { ...GRAIN, stiffness: 1e4, friction: 0.5, rollingFriction: 0.1 },
      { ...LINEAR, rolling: 'model-a' },
    ],
  ] as const)('keep momentum and angular momentum: %s', (_, grain, law) => {
    const simulation = new Simulation(cloud(grain, law));
    const before = momenta(simulation.bodies());
    simulation.step(2000);
    expect(simulation.statistics().contacts).toBeGreaterThan(0);
    const after = momenta(simulation.bodies());
    // All momenta are at most the mass times the largest speed, 0.9 m/s, and the extent; the sums have 27 terms and
    // 2000 steps.
    const scale = 27 * MASS * 0.9;
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(after[axis] - before[axis]) / scale).toBeLessThan(1e-12);
      // Orbital and spin parts are kept as a whole: the two levers add up to the distance. Velocities at the half step
      // turn this into an error of the time step squared.
      expect(Math.abs(after[3 + axis] - before[3 + axis]) / (scale * 0.02)).toBeLessThan(1e-9);
    }
  });
});

describe('the energy balance', () => {
  it.each([
    ['Hertz', GRAIN, HERTZ],
    ['linear', { ...GRAIN, stiffness: 1e4 }, { normal: 'linear' }],
  ] as const)('has no drift in elastic collisions: %s', (_, grain, law) => {
    const simulation = new Simulation(cloud(grain, law));
    const total = simulation.energy().insertedEnergy;
    let worst = 0;
    for (let k = 0; k < 40; k++) {
      simulation.step(250);
      worst = Math.max(worst, Math.abs(simulation.energy().balance) / total);
    }
    // A contact lasts about 300 steps: the scheme's energy swings by the square of the step, 1e-5, and comes back.
    expect(worst).toBeLessThan(2e-5);
    expect(Math.abs(simulation.energy().balance) / total).toBeLessThan(5e-6);
  });

  it.each([
    ['damping', { ...GRAIN, restitution: 0.5 }, HERTZ, {}],
    ['friction', { ...GRAIN, friction: 0.3 }, HERTZ_MINDLIN, {}],
    [
      'friction and damping',
      { ...GRAIN, friction: 0.3, restitution: 0.6 },
      { ...HERTZ_MINDLIN, tangential: 'mindlin-incremental' },
      {},
    ],
    ['linear friction', { ...GRAIN, stiffness: 1e4, friction: 0.3, restitution: 0.7 }, LINEAR, {}],
    [
      'rolling and twisting',
      { ...GRAIN, friction: 0.5, rollingFriction: 0.2, twistingFriction: 0.2 },
      { ...HERTZ_MINDLIN, rolling: 'model-a', twisting: 'model-a' },
      {},
    ],
    ['global damping', GRAIN, HERTZ, { damping: { global: 0.1, viscous: 5 } }],
    [
      'cohesion',
      { ...GRAIN, friction: 0.3, restitution: 0.8, cohesion: 1e5 },
      { ...HERTZ_MINDLIN, cohesion: 'sjkr' },
      {},
    ],
  ] as const)('accounts for the losses of %s', (_, grain, law, more) => {
    const simulation = new Simulation(cloud(grain, law, more));
    simulation.step(10000);
    const energy = simulation.energy();
    const lost = energy.frictionLoss + energy.dampingLoss + energy.rollingLoss + energy.globalDampingLoss;
    expect(lost / energy.insertedEnergy).toBeGreaterThan(0.005);
    // A contact lasts about 300 steps; what is left are changes between sticking and sliding, a step each, and rolling.
    expect(Math.abs(energy.balance) / energy.insertedEnergy).toBeLessThan(1e-3);
  });

  it('closes in a heap between walls, with bodies added and removed', () => {
    const simulation = new Simulation(heap(60));
    simulation.step(3000);
    const id = simulation.addBody({
      shape: 'ball',
      material: 'grain',
      position: [0.02, 0.02, 0.08],
      velocity: [0, 0, -2],
    });
    simulation.step(3000);
    expect(simulation.bodyCount).toBe(61);
    simulation.removeBody(id);
    simulation.step(100);
    const energy = simulation.energy();
    expect(energy.dampingLoss).toBeGreaterThan(0);
    expect(Math.abs(energy.balance) / (energy.frictionLoss + energy.dampingLoss)).toBeLessThan(0.02);
  });
});
