// SPDX-License-Identifier: MIT
/** What a softer ball does to adhesion by JKR: docs/theory/contact-laws.md. */
import { describe, expect, it } from 'vitest';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';

const [RADIUS, DENSITY, REAL_MODULUS, REAL_WORK] = [5e-4, 2500, 5e9, 0.05];
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
const POISSON = 0.25;
/** 0.3315 (2 pi)^(5/3): the energy of a contact from its beginning to where it breaks, in w^(5/3) R^(4/3) E*^(-2/3). */
const BREAKING = 7.092;

/** Of a ball and a wall of the same material. */
const effective = (modulus: number): number => modulus / (2 * (1 - POISSON ** 2));

/** Below this speed an elastic ball sticks. */
function stickingSpeed(modulus: number, work: number): number {
  const energy = BREAKING * Math.cbrt((work ** 5 * RADIUS ** 4) / effective(modulus) ** 2);
  return Math.sqrt((2 * energy) / MASS);
}

function impact(modulus: number, work: number, speed: number): Simulation {
  const contact = 2.87 * (MASS ** 2 / (RADIUS * effective(modulus) ** 2 * speed)) ** 0.2;
  const timeStep = contact / 400;
  const spec: SimulationSpec = {
    timeStep,
    gravity: [0, 0, 0],
    law: { normal: 'hertz', cohesion: 'jkr' },
    materials: [
      {
        name: 'm',
        density: DENSITY,
        youngsModulus: modulus,
        poissonsRatio: POISSON,
        restitution: 1,
        cohesion: work,
      },
    ],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: [
      { shape: 'ball', material: 'm', position: [0, 0, RADIUS + 0.37 * speed * timeStep], velocity: [0, 0, -speed] },
    ],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'm' }],
  };
  const simulation = new Simulation(spec);
  simulation.step(3200);
  return simulation;
}

describe('an elastic ball under JKR', () => {
  it.each([
    ['with its real modulus', REAL_MODULUS, REAL_WORK],
    ['100 times as soft, with the same work of adhesion', REAL_MODULUS / 100, REAL_WORK],
    ['100 times as soft, with a work of adhesion scaled by 100^(-2/5)', REAL_MODULUS / 100, REAL_WORK * 0.01 ** 0.4],
  ])('%s sticks below the speed of the closed form', (_, modulus, work) => {
    const speed = stickingSpeed(modulus, work);
    expect(impact(modulus, work, 0.98 * speed).contacts().count).toBe(1);
    const free = impact(modulus, work, 1.02 * speed);
    expect(free.contacts().count).toBe(0);
    // What is left of the energy is what breaking did not take.
    expect((free.body(0).velocity.z / speed) ** 2).toBeCloseTo(1.02 ** 2 - 1, 2);
  });

  it('has the same sticking speed when w grows with the modulus to the power 2/5', () => {
    const scaled = stickingSpeed(REAL_MODULUS / 100, REAL_WORK * 0.01 ** 0.4);
    expect(scaled / stickingSpeed(REAL_MODULUS, REAL_WORK)).toBeCloseTo(1, 12);
    expect(stickingSpeed(REAL_MODULUS / 100, REAL_WORK) / stickingSpeed(REAL_MODULUS, REAL_WORK)).toBeCloseTo(
      100 ** (1 / 3),
      9,
    );
  });
});
