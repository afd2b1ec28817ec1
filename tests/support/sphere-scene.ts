// SPDX-License-Identifier: MIT
/** Small scenes of spheres for the tests of the simulator. */
import type { BodySpec, ContactLawSpec, MaterialSpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';

export const HERTZ: ContactLawSpec = { normal: 'hertz' };
export const HERTZ_MINDLIN: ContactLawSpec = { normal: 'hertz', tangential: 'mindlin' };
export const LINEAR: ContactLawSpec = { normal: 'linear', tangential: 'linear' };
export const WALL: MaterialSpec = { name: 'wall', density: 1, rigid: true };

/** Spheres of one radius and material 'grain', no gravity, no walls unless `more` says so. */
export function spheres(
  radius: number,
  grain: Omit<MaterialSpec, 'name'>,
  bodies: readonly Partial<BodySpec>[],
  more: Partial<SimulationSpec> & { readonly timeStep: number },
): SimulationSpec {
  return {
    gravity: [0, 0, 0],
    law: HERTZ,
    materials: [{ name: 'grain', ...grain }, WALL],
    shapes: [{ name: 'ball', sphere: { radius } }],
    bodies: bodies.map((body) => ({ shape: 'ball', material: 'grain', position: [0, 0, 0], ...body })),
    ...more,
  };
}

/** The floor z = 0, rigid. */
export const FLOOR = [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wall' }] as const;
