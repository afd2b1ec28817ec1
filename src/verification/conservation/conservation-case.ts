// SPDX-License-Identifier: MIT
/** The case `conservation`: momentum and angular momentum to rounding, energy to the square of the step. */
import type { VerificationCase } from '../verification-case.ts';
import { energyOverStep, keptMomenta } from './kept.ts';

export const CONSERVATION_CASE: VerificationCase = {
  name: 'conservation',
  title: 'Momentum, angular momentum and energy of free collisions',
  source: 'Our own; central differences after Santasusana et al. 2016, eqs. 7 to 12, doi:10.1007/s40571-016-0109-4.',
  summary:
    'Clouds of spheres, of clumps and of boxes and superquadrics fall in on themselves: what is kept whatever the contacts do, and how far the energy of elastic ones swings for a given step.',
  run(setup) {
    return [keptMomenta(setup), energyOverStep(setup)];
  },
};
