// SPDX-License-Identifier: MIT
/** The case `h2-sliding`: sliding becomes rolling, whatever the plane is made of. */

import type { VerificationCase } from '../../verification-case.ts';
import { h2Source } from '../h2-source.ts';
import { slidingToRolling } from './sliding-to-rolling.ts';

export const H2_SLIDING_CASE: VerificationCase = {
  name: 'h2-sliding',
  title: 'From sliding to rolling',
  source: h2Source('section 6.1.4, eqs. 33 to 39, Tables 7 and 8, Figs. 24 and 25'),
  summary:
    'A sphere slides on a plane until it rolls: the closed form with friction at the contact point, the same on one quadrilateral, on 80 triangles and on a half-space.',
  run(setup) {
    return [slidingToRolling(setup)];
  },
};
