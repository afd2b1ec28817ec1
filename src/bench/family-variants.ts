// SPDX-License-Identifier: MIT
/** Every algorithm of the family on a set of pairs: `contact` with that algorithm, one call a pair. */
import type { Pose } from '../math/pose.ts';
import { ALGORITHMS, type Algorithm, contact } from '../narrow-phase/contact.ts';
import type { Shape } from '../shapes/shape.ts';
import { firstPairs, type PairSet } from './pair-set.ts';
import { ANSWER_STRIDE } from './score.ts';
import { createShape, type PreparedVariant } from './scree-variants.ts';

/** They are written for reading and take tens of microseconds to milliseconds: a few pairs tell as much as two thousand. */
const FAMILY_PAIRS = 100;
const DEFAULT: Algorithm = 'gjk-epa';

function familyVariant(all: PairSet, algorithm: Algorithm): PreparedVariant {
  const set = firstPairs(all, FAMILY_PAIRS);
  const shapes = set.bodies.map(createShape);
  const poses = shapes.map((_, i): Pose => {
    const [x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = set.poses.slice(7 * i, 7 * i + 7);
    return { position: { x, y, z }, orientation: { w, x: qx, y: qy, z: qz } };
  });
  const answers = new Float64Array((ANSWER_STRIDE * shapes.length) / 2);
  return {
    pass: () => {
      for (let i = 0; i < shapes.length; i += 2) {
        const { distance, normal } = contact(
          shapes[i] as Shape,
          poses[i] as Pose,
          shapes[i + 1] as Shape,
          poses[i + 1] as Pose,
          { algorithm },
        );
        answers.set([distance, normal.x, normal.y, normal.z], (ANSWER_STRIDE * i) / 2);
      }
    },
    answers: () => answers,
    moved: () => set,
  };
}

export const FAMILY_VARIANTS: Readonly<Record<string, (set: PairSet) => PreparedVariant>> = Object.fromEntries(
  ALGORITHMS.filter((name) => name !== DEFAULT).map((name) => [name, (set: PairSet) => familyVariant(set, name)]),
);
