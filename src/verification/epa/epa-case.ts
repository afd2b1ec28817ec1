// SPDX-License-Identifier: MIT
/** The case `epa`: contact by the Minkowski difference, in 2D and in 3D. */
import type { VerificationCase } from '../verification-case.ts';
import { ellipseStates, entranceBlock, polygonStates } from './contact-states.ts';
import { fourConfigurations } from './four-configurations.ts';
import { typeFrequencies } from './type-frequencies.ts';
import { updateCounts } from './update-counts.ts';

export const EPA_CASE: VerificationCase = {
  name: 'epa',
  title: 'Minkowski difference, GJK and EPA',
  source:
    'Y. T. Feng, Y. Tan: On Minkowski difference-based contact detection in discrete/discontinuous modelling of ' +
    'convex polygons/polyhedra. Engineering Computations, 2019.',
  summary:
    'Contact states by the place of the origin, the entrance block by sliding, what small motions do to the ' +
    'contact features, and how many updates GJK and EPA need.',
  run: (setup) => [
    polygonStates(),
    ellipseStates(),
    entranceBlock(),
    fourConfigurations(),
    typeFrequencies(setup),
    updateCounts(setup),
  ],
};
