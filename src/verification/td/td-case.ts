// SPDX-License-Identifier: MIT
/** The case `td`: three algorithms for overlapping polyhedra, compared with their classical forms. */
import type { VerificationCase } from '../verification-case.ts';
import { tableTwo } from './algorithm-times.ts';
import { classicalFailures } from './classical-failures.ts';
import { answerSituations } from './situation-answers.ts';
import { figureEleven, tableOne } from './situation-table.ts';
import { stepBound } from './step-bound.ts';

export const TD_CASE: VerificationCase = {
  name: 'td',
  title: 'GJK-TD, Nezami and Cundall in nine situations',
  source:
    'Y. Descantes, F. Tricoire, P. Richard: Classical contact detection algorithms for 3D DEM simulations: ' +
    'drawbacks and solutions. Computers and Geotechnics, 2019, doi:10.1016/j.compgeo.2019.103134.',
  summary:
    'Nine overlapping pairs of polyhedra, answered by three revised algorithms to the printed digits, and four ' +
    'of them by the classical ones, which fail as the paper says. How fast each is here, beside the published ' +
    'ratios.',
  run(setup) {
    const answered = answerSituations();
    return [
      tableOne(answered),
      figureEleven(answered),
      classicalFailures(),
      tableTwo(answered, setup),
      stepBound(setup),
    ];
  },
};
