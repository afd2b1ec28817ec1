// SPDX-License-Identifier: MIT
/** The case `agreement`: runs every algorithm on the same pairs and compares the results. */
import type { VerificationCase } from '../verification-case.ts';
import { hardKinds } from './hard-kinds.ts';
import { overlappingPairs } from './overlapping-pairs.ts';

export const AGREEMENT_CASE: VerificationCase = {
  name: 'agreement',
  title: 'All algorithms on the same pairs',
  source: 'Our own comparison; the default algorithm with its certified bounds is the truth.',
  summary:
    'Exact algorithms must agree to rounding; local searches must never report too small a depth, and how often ' +
    'they report too large a one is counted.',
  run: (setup) => [...overlappingPairs(setup), hardKinds(setup)],
};
