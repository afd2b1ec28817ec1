// SPDX-License-Identifier: MIT
/** The case `round-robin`: three common bulk processes beside LIGGGHTS. */
import type { VerificationCase } from '../verification-case.ts';
import { besideLiggghts } from './beside-liggghts.ts';
import { FULL_FORMS, SHORT_FORMS } from './short-forms.ts';

export const ROUND_ROBIN_CASE: VerificationCase = {
  name: 'round-robin',
  title: 'Impact, drum and silo beside LIGGGHTS',
  source:
    'M. Dosta et al.: Comparing open-source DEM frameworks for simulations of common bulk processes. Comput. Phys. Commun. 296, 109066 (2024)',
  summary:
    'A steel ball hits a bed, two materials mix in a drum, spheres run out of a silo: the same curves as LIGGGHTS from the same beds.',
  run(setup) {
    return (setup.full ? FULL_FORMS : SHORT_FORMS).map((scene) => besideLiggghts(scene, setup));
  },
};
