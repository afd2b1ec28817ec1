// SPDX-License-Identifier: MIT
/** The case `h2-drop`: a soft sphere bounces alike on a facet, an edge and a vertex. */

import type { VerificationCase } from '../../verification-case.ts';
import { h2Source } from '../h2-source.ts';
import { bounces } from './bounces.ts';

export const H2_DROP_CASE: VerificationCase = {
  name: 'h2-drop',
  title: 'A sphere falls on a facet, an edge and a vertex',
  source: h2Source('section 6.1.1, Table 6, Figs. 18 and 19'),
  summary:
    'The same vertical motion on a half-space, on planes of one and of many facets, on a ridge and on an apex; no force across; the height of the start after each bounce; force, indentation and duration in closed form.',
  run(setup) {
    return [bounces(setup)];
  },
};
