// SPDX-License-Identifier: MIT
/**
 * Section 6.1.3, Table 7 and Figs. 22 and 23: three spheres fall on holes that are too small for them and come to rest
 * on the rims.
 */
import { Simulation } from '../../../simulation/simulation.ts';
import { spheres } from '../../sphere-scene.ts';
import { plateWithHole, plateWithPlus } from '../h2-meshes.ts';
import { UNDER_GRAVITY } from '../same-motion.ts';

export const RADIUS = 0.3;
/** Distance of the rims from the middles: of the sides, and of the inner corners of the plus. */
const DISTANCE = 0.2;
const GRAIN = { density: 100, youngsModulus: 1e6, poissonsRatio: 0.2, friction: 0.3, restitution: 0.4 };
const GRAVITY = 9.81;
const PLATE = 0.8;
/** Holes, their middles along x, and how many edges or corners of the rim hold the sphere. */
export const HOLES = [
  { name: 'triangle, 3 edges', x: -2, holds: 3, mesh: plateWithHole(3, DISTANCE, PLATE) },
  { name: 'square, 4 edges', x: 0, holds: 4, mesh: plateWithHole(4, DISTANCE, PLATE) },
  { name: 'plus, 4 corners', x: 2, holds: 4, mesh: plateWithPlus(DISTANCE, 0.6, PLATE) },
] as const;
/** Initial positions: slightly off the centres, so that the spheres meet the sides of the rims one after the other. */
const OFF = [0.005, 0.002] as const;

interface Looks {
  readonly times: readonly number[];
  /** Speed of each sphere at each time. */
  readonly speeds: readonly (readonly number[])[];
  /** Final positions relative to the centres of the holes. */
  readonly ends: readonly {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly contacts: number;
    readonly spin: number;
  }[];
}

/** Height of the centre of a sphere that rests on all edges or corners of a hole alike. */
export function restingHeight(holds: number): number {
  const mass = (4 / 3) * Math.PI * RADIUS ** 3 * GRAIN.density;
  const stiffness = (4 / 3) * (GRAIN.youngsModulus / (1 - GRAIN.poissonsRatio ** 2)) * Math.sqrt(RADIUS);
  let low = 0;
  let high = Math.sqrt(RADIUS ** 2 - DISTANCE ** 2);
  for (let k = 0; k < 80; k++) {
    const height = (low + high) / 2;
    const distance = Math.hypot(DISTANCE, height);
    const lift = holds * stiffness * Math.max(0, RADIUS - distance) ** 1.5 * (height / distance);
    if (lift > mass * GRAVITY) low = height;
    else high = height;
  }
  return high;
}

export function fallIntoHoles(timeStep: number, duration: number, looks: number): Looks {
  const bodies = HOLES.map(({ x }) => ({ position: [x + OFF[0], OFF[1], 1] as const }));
  const simulation = new Simulation({
    ...spheres(RADIUS, GRAIN, bodies, { timeStep, ...UNDER_GRAVITY }),
    meshes: HOLES.map(({ name, mesh, x }) => ({ name, mesh, material: 'wall', position: [x, 0, 0] as const })),
  });
  const times: number[] = [];
  const speeds: number[][] = HOLES.map(() => []);
  for (let k = 0; k < looks; k++) {
    simulation.step(Math.round(duration / timeStep / looks));
    times.push(simulation.time);
    speeds.forEach((list, id) => {
      const { x, y, z } = simulation.body(id).velocity;
      list.push(Math.sqrt(x * x + y * y + z * z));
    });
  }
  const { idA, count } = simulation.contacts();
  const ends = HOLES.map(({ x: middle }, id) => {
    const { position, angularVelocity } = simulation.body(id);
    const contacts = [...idA.subarray(0, count)].filter((each) => each === id).length;
    return {
      x: position.x - middle,
      y: position.y,
      z: position.z,
      contacts,
      spin: Math.hypot(angularVelocity.x, angularVelocity.y, angularVelocity.z),
    };
  });
  return { times, speeds, ends };
}
