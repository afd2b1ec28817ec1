// SPDX-License-Identifier: MIT
/** The case `chung-ooi`: eight impacts of one or two spheres, a common benchmark of DEM codes. */
import type { VerificationCase } from '../verification-case.ts';
import { impactsOfSpinningSpheres } from './angular-velocities.ts';
import { elasticImpacts } from './elastic-impacts.ts';
import { obliqueImpacts } from './oblique-impacts.ts';
import { restitutionTest } from './restitution-test.ts';

export const CHUNG_OOI_CASE: VerificationCase = {
  name: 'chung-ooi',
  title: 'Eight impacts of spheres',
  source:
    'Y. C. Chung, J. Y. Ooi: Benchmark tests for verifying discrete element modelling codes at particle impact ' +
    'level. Granular Matter 13, 2011, doi:10.1007/s10035-011-0277-0.',
  summary:
    'Elastic and damped impacts on a plane and of two spheres, head-on, oblique and with spin, against closed ' +
    'forms and against what public codes store for them.',
  run() {
    return [elasticImpacts(), restitutionTest(), ...obliqueImpacts(), ...impactsOfSpinningSpheres()];
  },
};
