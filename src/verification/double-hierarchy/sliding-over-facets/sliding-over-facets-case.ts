// SPDX-License-Identifier: MIT
/** The case `sliding-over-facets`: how a plane is cut into facets does not matter. */
import type { VerificationCase } from '../../verification-case.ts';
import { overFacets } from './over-facets.ts';

export const SLIDING_OVER_FACETS_CASE: VerificationCase = {
  name: 'sliding-over-facets',
  title: 'Sliding over a thousand facets of one plane',
  source:
    'Our own, for the claim of the Double Hierarchy Method (doi:10.1007/s40571-016-0109-4, section 5) and for all bodies.',
  summary:
    'Spheres, boxes and superquadrics slide, roll and turn on a plane cut into a thousand facets, slivers and needles among them, as on one plane.',
  run(setup) {
    return [overFacets(setup)];
  },
};
