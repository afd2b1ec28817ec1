// SPDX-License-Identifier: MIT
/**
 * Section 6.1.4, eqs. 33 to 39 and Table 8: a sphere slides on a plane until it rolls, on several boundaries that all
 * represent the same plane.
 */
import { Simulation } from '../../../simulation/simulation.ts';
import type { SimulationSpec } from '../../../simulation/simulation-spec.ts';
import { spheres } from '../../sphere-scene.ts';
import { onePlane, triangledPlane } from '../h2-meshes.ts';
import { UNDER_GRAVITY } from '../same-motion.ts';

export const RADIUS = 0.3;
export const SPEED = 5;
const FRICTION = 0.3;
const GRAVITY = 9.81;
const GRAIN = { density: 100, youngsModulus: 1e6, poissonsRatio: 0.2, friction: FRICTION, restitution: 0.4 };
/** Indentation under its own weight on a plane of the sphere's material. */
export const INDENTATION = 0.00439827281;

type Walls = Pick<SimulationSpec, 'meshes' | 'halfSpaces'>;

export const PLANES: Readonly<Record<string, Walls>> = {
  'half-space': { halfSpaces: [{ name: 'plane', normal: [0, 0, 1], offset: 0, material: 'grain' }] },
  '1 quadrilateral': { meshes: [{ name: 'plane', mesh: onePlane(10, 2), material: 'grain' }] },
  '80 triangles': { meshes: [{ name: 'plane', mesh: triangledPlane(20, 2, 10, 2), material: 'grain' }] },
};

export interface Sliding {
  readonly time: number;
  readonly x: number;
  readonly v: number;
  readonly spin: number;
}

/** The closed form with friction at the lever arm R - indentation; without indentation, that of the paper. */
export function closedForm(time: number, indentation: number): Sliding {
  const lever = RADIUS - indentation;
  const kappa = (lever * lever) / (0.4 * RADIUS * RADIUS);
  const rolling = (SPEED * kappa) / (1 + kappa);
  const end = (SPEED - rolling) / (FRICTION * GRAVITY);
  const slid = Math.min(time, end);
  const x = SPEED * slid - 0.5 * FRICTION * GRAVITY * slid * slid + rolling * (time - slid);
  const spin = (2.5 * lever * FRICTION * GRAVITY * slid) / (RADIUS * RADIUS);
  return { time, x, v: SPEED - FRICTION * GRAVITY * slid, spin };
}

export function slidingSpec(walls: Walls, timeStep: number): SimulationSpec {
  const body = { position: [0, 0, RADIUS - INDENTATION] as const, velocity: [SPEED, 0, 0] as const };
  return spheres(RADIUS, GRAIN, [body], { timeStep, ...UNDER_GRAVITY, ...walls });
}

/** One second, sampled `looks` times. */
export function slide(walls: Walls, timeStep: number, looks: number): Sliding[] {
  const simulation = new Simulation(slidingSpec(walls, timeStep));
  return Array.from({ length: looks }, () => {
    simulation.step(Math.round(1 / timeStep / looks));
    const { position, velocity, angularVelocity } = simulation.body(0);
    return { time: simulation.time, x: position.x, v: velocity.x, spin: angularVelocity.y };
  });
}
