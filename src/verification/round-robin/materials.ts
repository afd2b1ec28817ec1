// SPDX-License-Identifier: MIT
/**
 * Materials of the round robin of Dosta et al. 2024: grains M1 and M2, and steel. Softer grains (Young's modulus
 * divided by `softening`) allow longer steps: packings settle with them, and the short forms of the slow scenes keep
 * them.
 */
import type { MaterialPairSpec, MaterialSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

export const MATERIAL_NAMES = ['M1', 'M2', 'steel'] as const;
const POISSONS_RATIO = 0.2;

export function materials(softening: number): MaterialSpec[] {
  const material = (name: string, youngsModulus: number, density: number): MaterialSpec => ({
    name,
    density,
    youngsModulus: youngsModulus / softening,
    poissonsRatio: POISSONS_RATIO,
  });
  return [material('M1', 1e9, 2500), material('M2', 0.5e9, 2000), material('steel', 210e9, 7200)];
}

/** Steel with steel (the ball at a wall) has no published numbers: those of grains with steel are used. */
export const PAIRS: readonly MaterialPairSpec[] = [
  { materials: ['M1', 'M1'], restitution: 0.5, friction: 0.3 },
  { materials: ['M2', 'M2'], restitution: 0.4, friction: 0.4 },
  { materials: ['M1', 'M2'], restitution: 0.45, friction: 0.2 },
  { materials: ['M1', 'steel'], restitution: 0.4, friction: 0.2 },
  { materials: ['M2', 'steel'], restitution: 0.4, friction: 0.2 },
  { materials: ['steel', 'steel'], restitution: 0.4, friction: 0.2 },
];

/** What all scenes share. The law is the one that LIGGGHTS calls `hertz tangential history`. */
export const COMMON = {
  gravity: [0, 0, -9.81],
  law: { normal: 'hertz', tangential: 'mindlin', attraction: 'allowed' },
  pairs: PAIRS,
} as const satisfies Partial<SimulationSpec>;
