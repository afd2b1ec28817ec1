// SPDX-License-Identifier: MIT
/**
 * The case `same-bits`: a run has the same bits for any number of threads, and when it is saved and restored on the
 * way.
 */
import type { VerificationCase } from '../verification-case.ts';
import { sameBits } from './interrupted-runs.ts';

export const SAME_BITS_CASE: VerificationCase = {
  name: 'same-bits',
  title: 'The same bits on one thread and two, and through interruptions',
  source: 'Our own.',
  summary:
    'Shaken heaps of spheres, clumps and boxes between half-spaces, and of spheres and clumps on a mesh, run straight, on two threads, in TypeScript, and saved and restored again and again: every position, velocity and energy to the last bit.',
  run(setup) {
    return [sameBits('boxes', setup), sameBits('mesh', setup)];
  },
};
