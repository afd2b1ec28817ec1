// SPDX-License-Identifier: MIT
/**
 * The case `bonds`: chains and lattices of bonded spheres beside closed forms: a cantilever, frequencies, large turns,
 * breakage by speed, and elastic moduli.
 */
import type { VerificationCase } from '../verification-case.ts';
import { breaking } from './breaking-section.ts';
import { cantilever } from './cantilever-section.ts';
import { frequencies } from './frequency-section.ts';
import { lattices } from './lattice-section.ts';
import { largeTurns } from './turning-section.ts';

export const BONDS_CASE: VerificationCase = {
  name: 'bonds',
  title: 'Bonds with breakage',
  source: 'Closed forms of beams, chains and lattices; Potyondy & Cundall 2004 (doi:10.1016/j.ijrmms.2004.09.011).',
  summary: 'A chain of bonds is a beam, turns as far as it likes, and breaks at its strength with its energy booked.',
  run({ full }) {
    return [cantilever(), frequencies(), largeTurns(full), breaking(), lattices()];
  },
};
