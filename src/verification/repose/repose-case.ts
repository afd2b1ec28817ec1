// SPDX-License-Identifier: MIT
/** The case `repose`: how steep grains lie. */
import type { VerificationCase } from '../verification-case.ts';
import { reposeAngles } from './repose-angles.ts';

export const REPOSE_CASE: VerificationCase = {
  name: 'repose',
  title: 'Grains lie steeper with more friction',
  source:
    'our own; the trend: Y. C. Zhou, B. H. Xu, A. B. Yu, P. Zulli: An experimental and numerical study of the angle of repose of coarse spheres. Powder Technol. 125, 45 (2002)',
  summary:
    'Spheres, octahedra and superquadrics in a slowly turning drum; the dynamic angle of repose against friction, with the spread over seeds.',
  run(setup) {
    return [reposeAngles(setup)];
  },
};
