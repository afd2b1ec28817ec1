// SPDX-License-Identifier: MIT
/** The case `h2-mixer`: 29,559 spheres in a rotary mixer. */

import type { VerificationCase } from '../../verification-case.ts';
import { h2Source } from '../h2-source.ts';
import { mixerCosts } from './mixer-costs.ts';
import { runMixer } from './mixer-run.ts';
import { mixing } from './mixing.ts';

export const H2_MIXER_CASE: VerificationCase = {
  name: 'h2-mixer',
  title: 'A rotary mixer',
  source: h2Source('section 6.2, Tables 9 and 10, Figs. 26 to 30'),
  summary:
    'Helical ribbons stir 29,559 spheres for 20 s: energies that add up, what a step costs, and how many facets are looked at.',
  run(setup) {
    const end = runMixer(setup);
    try {
      return [...mixing(setup, end), ...mixerCosts(setup, end)];
    } finally {
      end.simulation.dispose();
    }
  },
};
