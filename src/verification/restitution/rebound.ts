// SPDX-License-Identifier: MIT
/** Rebound speed of a sphere from a rigid plane, relative to its impact speed. */

import { massOfSphere } from '../../simulation/set-up.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { ContactLawSpec, MaterialSpec } from '../../simulation/simulation-spec.ts';
import { FLOOR, hertzImpact, spheres } from '../sphere-scene.ts';

const RADIUS = 0.0025;
const SPEED = 3.9;
export const ALUMINIUM_OXIDE = { density: 4000, youngsModulus: 3.8e11, poissonsRatio: 0.23 };
export const CAST_IRON = { density: 7000, youngsModulus: 1e11, poissonsRatio: 0.25 };
/** Of the linear law, chosen so that the contact lasts about as long as with the other two. */
export const SPRING = { density: 4000, stiffness: 1e6 };
/** Dashpots see velocities half a step old: an error of the first order. */
export const STEPS_PER_CONTACT = 20000;

/** Time of an elastic contact with the plane. */
function contactTime({ density, stiffness, youngsModulus = 0, poissonsRatio = 0 }: Omit<MaterialSpec, 'name'>) {
  const mass = massOfSphere(RADIUS, density);
  if (stiffness !== undefined) return Math.PI * Math.sqrt(mass / stiffness);
  return hertzImpact({ mass, radius: RADIUS, modulus: youngsModulus / (1 - poissonsRatio ** 2) }, SPEED).duration;
}

/** Undefined if the sphere does not rebound within ten contact times. */
export function rebound(
  grain: Omit<MaterialSpec, 'name'>,
  law: ContactLawSpec,
  steps = STEPS_PER_CONTACT,
): number | undefined {
  const timeStep = contactTime(grain) / steps;
  const body = { position: [0, 0, RADIUS + 0.5 * timeStep * SPEED] as const, velocity: [0, 0, -SPEED] as const };
  const simulation = new Simulation(spheres(RADIUS, grain, [body], { timeStep, law, halfSpaces: [FLOOR] }));
  for (let k = 0; k < 40; k++) {
    simulation.step(Math.ceil(steps / 4));
    const { z } = simulation.body(0).velocity;
    if (z > 0 && simulation.statistics().contacts === 0) return z / SPEED;
  }
  return undefined;
}
