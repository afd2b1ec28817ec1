// SPDX-License-Identifier: MIT
/** The case `restitution`: the coefficient of restitution that goes in comes out, in both ways to end a contact. */
import type { VerificationCase } from '../verification-case.ts';
import { restitutionOut, restitutionOverStep } from './restitution-out.ts';

export const RESTITUTION_CASE: VerificationCase = {
  name: 'restitution',
  title: 'Restitution in and out',
  source:
    'Our own; damping after Tsuji, Tanaka & Ishida 1992, Antypov & Elliott 2011 and Schwager & Pöschel 2007, doi:10.1007/s10035-007-0065-z.',
  summary:
    'A sphere meets a plane with restitution 0.2 to 1: Hertz and linear law, attraction at the end of the contact allowed and cut off, each with the damping that belongs to it.',
  run() {
    return [restitutionOut(), restitutionOverStep()];
  },
};
