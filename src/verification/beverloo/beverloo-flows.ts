// SPDX-License-Identifier: MIT
/**
 * The discharges to simulate: grains, silos and openings. The short form takes seconds, the full form hours on the CPU
 * or minutes on a GPU.
 */
import type { GrainName } from '../grains.ts';
import type { Silo } from './silo-flow.ts';

/** Beverloo, Leniger & van de Velde 1961: 1.3 to 1.5 for round grains. */
export const EMPTY_RIM = 1.4;

export interface Opening {
  /** In diameters. */
  readonly diameter: number;
  /** s: small openings need a longer time. */
  readonly counted: number;
  readonly silo: Silo;
}

export interface Flow {
  readonly grain: GrainName;
  readonly openings: readonly Opening[];
  /** If k is not known for the shape, it is fitted together with the exponent. */
  readonly rim: number | 'fitted';
  /** Of the exponent, and why. */
  readonly tolerance: number;
  readonly reason: string;
  /** Whether rates must also be steady and follow the law with 5/2 and a single k: only where enough grains pass. */
  readonly isLarge?: true;
}

const SHORT_SILO: Silo = { width: 12, before: 0.06, layers: 14 };
export const SHORT: readonly Flow[] = [
  {
    grain: 'spheres',
    openings: [
      { diameter: 4, counted: 0.25, silo: SHORT_SILO },
      { diameter: 5, counted: 0.15, silo: SHORT_SILO },
      { diameter: 6, counted: 0.1, silo: SHORT_SILO },
      { diameter: 7, counted: 0.1, silo: SHORT_SILO },
    ],
    rim: EMPTY_RIM,
    tolerance: 0.3,
    reason: 'a few dozen grains pass the smallest opening: 15 % of the rate, 0.2 of the exponent',
  },
];

/**
 * Openings at which these shapes flow without clogging, in silos twice as wide as the opening with packings one and a
 * half times as high. So the effect of the walls is the same for all, and no grain falls freely. In packings lower than
 * the opening, rates grow faster than Beverloo's; octahedra under higher packings clog at 6 diameters.
 */
const opening = (diameter: number, counted: number, width: number, layers: number): Opening => ({
  diameter,
  counted,
  silo: { width, layers, before: 0.3 },
});
const OF_SUPERQUADRICS: readonly Opening[] = [
  opening(6, 1.6, 13, 22),
  opening(7.5, 1.2, 15, 28),
  opening(9, 0.8, 18, 33),
  opening(11, 0.5, 22, 40),
];
const OF_OCTAHEDRA: readonly Opening[] = [...OF_SUPERQUADRICS.slice(1), opening(13, 0.4, 26, 48)];
const SPHERE_SILO: Silo = { width: 16, before: 0.2, layers: 20 };
const FITTED = { rim: 'fitted', tolerance: 0.3 } as const;
export const FULL: readonly Flow[] = [
  {
    grain: 'spheres',
    // Spheres clog now and then at 4 diameters, and a clogged silo has no rate.
    openings: [5, 6, 7.5, 9].map((diameter) => ({ diameter, counted: 0.4, silo: SPHERE_SILO })),
    rim: EMPTY_RIM,
    tolerance: 0.15,
    reason: 'some hundreds of grains pass the smallest opening',
  },
  { grain: 'polyhedra', openings: OF_OCTAHEDRA, ...FITTED, reason: 'two deviations, with rates good to 2 %' },
  { grain: 'superquadrics', openings: OF_SUPERQUADRICS, ...FITTED, reason: 'two deviations, with rates good to 2 %' },
];

/**
 * All lengths except those of grains scale with the opening: silos are 2.2 times as wide, packings nearly twice as
 * high, with a free height of 0.4 openings above for the heap of incoming grains.
 */
const large = (diameter: number, before: number, counted: number): Opening => ({
  diameter,
  counted,
  silo: { width: Math.round(2.2 * diameter), layers: 4 * diameter, before, headroom: 0.4 * diameter },
});
/**
 * Some thousand grains pass each of them: rates good to 1 % leave 0.06 for the exponent. The law itself is not good to
 * that: Mankoc et al. (Granular Matter 9, 407 (2007)) follow rates over a range of openings a hundred times as wide as
 * a grain by (1 - exp(-0.051 (D/d - 1)) / 2) (D/d - 1)^(5/2), and at these four openings that has an exponent of 2.75
 * with k found along, and is up to 2.6 % off 5/2 with one k.
 */
const LARGE: readonly Opening[] = [large(12, 0.8, 2.4), large(17, 0.8, 1.6), large(24, 0.8, 1.6)];
/** Octahedra flow intermittently at the smallest opening, close to clogging, so its mean needs a longer time. */
const SMALLEST = { spheres: large(8, 2, 10), polyhedra: large(8, 2, 24), superquadrics: large(8, 2, 10) } as const;
export const FULL_ON_GPU: readonly Flow[] = (['spheres', 'polyhedra', 'superquadrics'] as const).map((grain) => ({
  grain,
  openings: [SMALLEST[grain], ...LARGE],
  ...FITTED,
  isLarge: true,
  reason: 'the law of Mankoc et al. 2007 has 2.75 at these openings; rates good to 1 % add 0.06',
}));
