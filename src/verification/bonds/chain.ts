// SPDX-License-Identifier: MIT
/** A chain of touching spheres along x whose first one is fixed, with bonds between neighbours. */
import type { BondRule } from '../../bonds/bond-rule.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

export const RADIUS = 0.005;
export const LENGTH = 2 * RADIUS;
export const DENSITY = 2500;
export const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
export const INERTIA = 0.4 * MASS * RADIUS ** 2;
/** Of the bonds, Pa. */
export const MODULUS = 1e9;
export const AREA = Math.PI * RADIUS ** 2;
/** Second moment of area, m4. */
export const SECOND_MOMENT = (Math.PI * RADIUS ** 4) / 4;
/** Euler-Bernoulli, no dashpots. */
export const BEAM: BondRule = { youngsModulus: MODULUS, shearDeformation: false, damping: 0 };
/** s; about a third of what the fastest mode allows. */
export const TIME_STEP = 4e-6;

/** Spheres 0 to `bonds`; `bodies` overrides single ones by number. */
export function chain(
  bonds: number,
  bond: BondRule,
  more: Partial<SimulationSpec> = {},
  bodies: Readonly<Record<number, Partial<BodySpec>>> = {},
): SimulationSpec {
  return {
    timeStep: TIME_STEP,
    gravity: [0, 0, 0],
    materials: [{ name: 'rock', density: DENSITY, youngsModulus: MODULUS, poissonsRatio: 0.3 }],
    law: { normal: 'hertz' },
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: Array.from({ length: bonds + 1 }, (_, k) => ({
      shape: 'ball',
      material: 'rock',
      position: [LENGTH * k, 0, 0] as const,
      fixed: k === 0,
      ...bodies[k],
    })),
    // Spheres of a bent chain may come near others than their neighbours.
    bonds: [{ ...bond, list: Array.from({ length: bonds }, (_, k) => [k, k + 1] as const) }],
    ...more,
  };
}
