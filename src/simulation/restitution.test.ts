// SPDX-License-Identifier: MIT
/** Test 3 of Chung & Ooi 2011, doi:10.1007/s10035-011-0277-0: the coefficient of restitution that goes in comes out. */
import { describe, expect, it } from 'vitest';
import { FLOOR, spheres } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec, MaterialSpec } from '../contact-laws/law-spec.ts';
import { Simulation } from './simulation.ts';

const RADIUS = 0.0025;
const SPEED = 3.9;
const ALUMINIUM_OXIDE = { density: 4000, youngsModulus: 3.8e11, poissonsRatio: 0.23 };
const CAST_IRON = { density: 7000, youngsModulus: 1e11, poissonsRatio: 0.25 };
/** Forces see velocities half a step late, an error of the first order. */
const STEPS_PER_CONTACT = 20000;

function rebound(grain: Omit<MaterialSpec, 'name'>, law: ContactLawSpec, contactTime: number): number {
  const timeStep = contactTime / STEPS_PER_CONTACT;
  const body = { position: [0, 0, RADIUS + 0.5 * timeStep * SPEED] as const, velocity: [0, 0, -SPEED] as const };
  const simulation = new Simulation(spheres(RADIUS, grain, [body], { timeStep, law, halfSpaces: FLOOR }));
  do simulation.step(STEPS_PER_CONTACT / 4);
  while (simulation.statistics().contacts > 0 || simulation.body(0).velocity.z < 0);
  return simulation.body(0).velocity.z / SPEED;
}

describe.each(['allowed', 'cut'] as const)('restitution with attraction %s', (attraction) => {
  it.each([0.2, 0.4, 0.6, 0.8, 1])('%f comes out of a Hertz impact', (restitution) => {
    const law = { normal: 'hertz', attraction } as const;
    expect(rebound({ ...ALUMINIUM_OXIDE, restitution }, law, 6.104e-6)).toBeCloseTo(restitution, 3);
    expect(rebound({ ...CAST_IRON, restitution }, law, 12.972e-6)).toBeCloseTo(restitution, 3);
  });

  it.each([0.2, 0.6, 1])('%f comes out of a linear impact', (restitution) => {
    const mass = (4 / 3) * Math.PI * RADIUS ** 3 * 4000;
    const stiffness = 1e6;
    const grain = { density: 4000, stiffness, restitution };
    const contactTime = Math.PI * Math.sqrt(mass / stiffness);
    expect(rebound(grain, { normal: 'linear', attraction }, contactTime)).toBeCloseTo(restitution, 3);
  });
});
