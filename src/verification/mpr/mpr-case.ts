// SPDX-License-Identifier: MIT
/** The case `mpr`: the guarantees of Minkowski portal refinement, and their limits. */
import type { VerificationCase } from '../verification-case.ts';
import { countPairs } from './random-pair-counts.ts';
import { slidingSphere } from './sliding.ts';
import { exactness, theorems } from './theorems.ts';

export const MPR_CASE: VerificationCase = {
  name: 'mpr',
  title: 'Improved Minkowski portal refinement',
  source:
    'A. Neumayr, M. Otter: Collision handling with variable-step integrators. EOOLT 2017, ' +
    'doi:10.1145/3158191.3158193, sections 3 and 4.',
  summary:
    'The sign of the distance is always right and a gap is bounded from both sides; a depth may be too large, ' +
    'and jumps at sharp edges unless they are rounded.',
  run(setup) {
    const counts = countPairs(setup);
    return [theorems(counts), exactness(counts), slidingSphere()];
  },
};
