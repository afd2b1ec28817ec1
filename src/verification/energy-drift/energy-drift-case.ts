// SPDX-License-Identifier: MIT
/** The case `energy-drift`: drift of the energy over many elastic collisions, by law and shape. */
import type { VerificationCase } from '../verification-case.ts';
import { energyDrift } from './drift-by-law.ts';
import { driftByStep } from './drift-by-step.ts';

export const ENERGY_DRIFT_CASE: VerificationCase = {
  name: 'energy-drift',
  title: 'Energy of elastic bodies in a box',
  source:
    'Our own; energy-conserving contact after Y. T. Feng and D. R. J. Owen: A 2D polygon/polygon contact model. ' +
    'Eng. Comput. 21, 2004, doi:10.1108/02644400410519785.',
  summary:
    'Eight bodies without friction and damping fly about in a box: boxes keep their energy with the law of ' +
    'overlap volumes, superquadrics with Hertz’s; with linear springs on the depth it wanders with the square ' +
    'of the step, and on boxes goes astray.',
  run(setup) {
    return [energyDrift(setup), driftByStep(setup)];
  },
};
