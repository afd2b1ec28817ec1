// SPDX-License-Identifier: MIT
/** The case `resting`: bodies with faces lie still. */
import type { VerificationCase } from '../verification-case.ts';
import { boxesAtRest } from './boxes-at-rest.ts';

export const RESTING_CASE: VerificationCase = {
  name: 'resting',
  title: 'Boxes at rest',
  source: 'Our own.',
  summary:
    'Ten boxes on each other, by the depth of the overlap and by its volume, and one on floors of facets: they lie still, without drift.',
  run(setup) {
    return [boxesAtRest(setup)];
  },
};
