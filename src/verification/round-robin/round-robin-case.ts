// SPDX-License-Identifier: MIT
/** The case `round-robin`: three common bulk processes compared with LIGGGHTS. */
import { ScreeError } from '../../errors.ts';
import type { Section, VerificationCase } from '../verification-case.ts';
import { besideLiggghts } from './beside-liggghts.ts';
import { FULL_FORMS, SHORT_FORMS } from './published-scenes.ts';

export const ROUND_ROBIN_CASE: VerificationCase = {
  name: 'round-robin',
  title: 'Impact, drum and silo beside LIGGGHTS',
  source:
    'M. Dosta et al.: Comparing open-source DEM frameworks for simulations of common bulk processes. Comput. ' +
    'Phys. Commun. 296, 109066 (2024)',
  summary:
    'A steel ball hits a bed, two materials mix in a drum, spheres run out of a silo: the same curves as ' +
    'LIGGGHTS from the same beds.',
  onGpu: true,
  parts: FULL_FORMS.map(({ name }) => name),
  async run(setup) {
    const { full, part } = setup;
    const scenes = (full ? FULL_FORMS : SHORT_FORMS).filter(({ name }) => part === undefined || part === name);
    if (scenes.length === 0) throw new ScreeError('no-short-form', `round-robin: ${part} runs with --full only`);
    const sections: Section[] = [];
    for (const scene of scenes) sections.push(await besideLiggghts(scene, setup));
    return sections;
  },
};
