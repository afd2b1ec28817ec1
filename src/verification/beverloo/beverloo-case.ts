// SPDX-License-Identifier: MIT
/** The case `beverloo`: how fast a silo runs out. */
import { GRAIN_NAMES } from '../grains.ts';
import type { VerificationCase } from '../verification-case.ts';
import { beverlooLaw } from './beverloo-law.ts';

export const BEVERLOO_CASE: VerificationCase = {
  name: 'beverloo',
  title: 'Rates of a silo grow as the opening to the power 5/2',
  source:
    'W. A. Beverloo, H. A. Leniger, J. van de Velde: The flow of granular solids through orifices. Chem. Eng. Sci. 15, 260 (1961)',
  summary:
    'Spheres, octahedra and superquadrics run out of a silo through four openings; the exponent of the rate is recovered.',
  onGpu: true,
  parts: GRAIN_NAMES,
  async run(setup) {
    return [await beverlooLaw(setup)];
  },
};
