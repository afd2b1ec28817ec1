// SPDX-License-Identifier: MIT
/** Small scenes of spheres for the tests of the simulator. */
import { Random } from '../../src/math/random.ts';
import type { ContactLawSpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';
import { FLOOR as RIGID_FLOOR, spheres, WALL } from '../../src/verification/sphere-scene.ts';

export const HERTZ: ContactLawSpec = { normal: 'hertz' };
export const HERTZ_MINDLIN: ContactLawSpec = { normal: 'hertz', tangential: 'mindlin' };
export const LINEAR: ContactLawSpec = { normal: 'linear', tangential: 'linear' };

export { spheres, WALL };

/** The floor z = 0, rigid, as the only wall. */
export const FLOOR = [RIGID_FLOOR];

/**
 * A loose heap of spheres in a box of half-spaces, with gravity: collisions, sliding and rolling within a few hundred
 * steps.
 */
export function heap(count: number, more: Partial<SimulationSpec> = {}, seed = 7): SimulationSpec {
  const random = new Random(seed);
  const side = Math.ceil(Math.cbrt(count));
  const spacing = 0.0115;
  const width = side * spacing;
  const bodies = Array.from({ length: count }, (_, k) => {
    const cell = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)] as const;
    const jitter = (): number => random.between(-0.0004, 0.0004);
    return {
      shape: k % 3 === 0 ? 'small' : 'ball',
      position: [
        (cell[0] + 0.5) * spacing + jitter(),
        (cell[1] + 0.5) * spacing + jitter(),
        (cell[2] + 0.5) * spacing + jitter(),
      ] as const,
      velocity: [random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-1, 0)] as const,
      angularVelocity: [random.between(-30, 30), 0, random.between(-30, 30)] as const,
    };
  });
  const grain = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.6, friction: 0.4 };
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'wall',
  });
  const spec = spheres(0.005, grain, bodies, { timeStep: 2e-6, gravity: [0, 0, -9.81], law: HERTZ_MINDLIN, ...more });
  return {
    halfSpaces: [
      wall('floor', [0, 0, 1], 0),
      wall('west', [1, 0, 0], 0),
      wall('east', [-1, 0, 0], -width),
      wall('south', [0, 1, 0], 0),
      wall('north', [0, -1, 0], -width),
    ],
    ...spec,
    shapes: [
      { name: 'ball', sphere: { radius: 0.005 } },
      { name: 'small', sphere: { radius: 0.004 } },
    ],
  };
}
