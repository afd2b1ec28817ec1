// SPDX-License-Identifier: MIT
/** The case `h2-continuity`: the same force all along a path over a facet, around an edge and down another facet. */

import type { VerificationCase } from '../../verification-case.ts';
import { h2Source } from '../h2-source.ts';
import { constantForce } from './constant-force.ts';

export const H2_CONTINUITY_CASE: VerificationCase = {
  name: 'h2-continuity',
  title: 'A constant force around an edge',
  source: h2Source('section 6.1.2, Figs. 20 and 21'),
  summary: 'A sphere is led along a boundary with one indentation: the force keeps its size and turns with the path.',
  run(setup) {
    return [constantForce(setup)];
  },
};
