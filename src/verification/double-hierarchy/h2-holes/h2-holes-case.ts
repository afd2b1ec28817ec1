// SPDX-License-Identifier: MIT
/** The case `h2-holes`: spheres come to rest on several edges or corners at once. */

import type { VerificationCase } from '../../verification-case.ts';
import { h2Source } from '../h2-source.ts';
import { spheresAtRest } from './spheres-at-rest.ts';

export const H2_HOLES_CASE: VerificationCase = {
  name: 'h2-holes',
  title: 'Three spheres come to rest in three holes',
  source: h2Source('section 6.1.3, Table 7, Figs. 22 and 23'),
  summary:
    'Damped spheres fall into a triangle, a square and a plus, too small for them, and rest on all edges or corners of the rim.',
  run(setup) {
    return [spheresAtRest(setup)];
  },
};
