// SPDX-License-Identifier: MIT
/** The case `phsq`: contact of a polyhedron and a superquadric by six cases (Peng & Hanley 2019). */
import type { VerificationCase } from '../verification-case.ts';
import { contactFigures } from './contact-figures.ts';
import { flowchartErrors } from './flowchart-errors.ts';
import { searchFigures } from './search-figures.ts';
import { signAgreement } from './sign-agreement.ts';
import { tableOne } from './sphere-cube-cases.ts';
import { timeByCase } from './time-by-case.ts';

export const PHSQ_CASE: VerificationCase = {
  name: 'phsq',
  title: 'Polyhedron and superquadric by six cases',
  source:
    'D. Peng, K. J. Hanley: Contact detection between convex polyhedra and superquadrics in discrete element ' +
    'codes, 2019.',
  summary:
    'Spheres around a cube end in the published cases as often as the volumes say, and none is wrong. On other ' +
    'bodies the flowchart as printed misses contacts and finds false ones; repaired, its sign is always that of ' +
    'the exact query.',
  run(setup) {
    return [
      tableOne(setup),
      searchFigures(),
      contactFigures(),
      flowchartErrors(),
      signAgreement(setup),
      timeByCase(setup),
    ];
  },
};
