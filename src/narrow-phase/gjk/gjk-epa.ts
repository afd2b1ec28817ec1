// SPDX-License-Identifier: MIT
/**
 * GJK with signed volumes for the gap, EPA for the depth: the readable form of the kernel's default, for traces. The
 * kernel does not record its steps, and its simplices may differ where support points tie.
 */
import { depthByExpansion } from '../epa/depth-answer.ts';
import type { ContactAlgorithm } from '../family/algorithm.ts';
import { closedExactly } from './answer-bounds.ts';
import { gjkOfPair } from './classical-gjk.ts';
import { separatedAnswer } from './separated-answer.ts';
import { signedVolumes } from './signed-volumes.ts';

const NAME = 'gjk-epa';

export const gjkEpa: ContactAlgorithm = {
  name: NAME,
  onCores: true,
  bodies: 'convex',
  solve(a, b, search) {
    const found = gjkOfPair(a, b, signedVolumes, NAME, search);
    if (found.state === 'contact') return depthByExpansion(found.simplex, a, b, search, NAME, found.steps);
    return closedExactly(separatedAnswer(found, a, b), a, b, search, NAME);
  },
};
