// SPDX-License-Identifier: MIT
/** The case `h2-limits`: what the Double Hierarchy Method leaves open, measured. */
import type { VerificationCase } from '../../verification-case.ts';
import { concaveTransition } from './concave-transition.ts';
import { orderOfFacets } from './printed-elimination.ts';
import { slidingHistory } from './sliding-history.ts';

export const H2_LIMITS_CASE: VerificationCase = {
  name: 'h2-limits',
  title: 'Limits of the Double Hierarchy Method',
  source:
    'M. Santasusana, J. Irazábal, E. Oñate, J. M. Carbonell: The Double Hierarchy Method. Comp. Part. Mech. 2016, doi:10.1007/s40571-016-0109-4, sections 5.2 and 7.',
  summary:
    'The force that appears at once in concave transitions, the work that friction loses across facets and how to keep it, and the order of the facets.',
  run(setup) {
    return [concaveTransition(), slidingHistory(), orderOfFacets(setup)];
  },
};
