// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { add, cross, distance, length, scale, subtract } from '../math/vector.ts';
import { displacedPoint, displacementAt } from './prescribed-motion.ts';

const MOTION = {
  velocity: [1, 2, 3],
  rotation: { axis: [0, 1, 1], through: [1, 0, 0], rate: 2 },
  oscillation: { direction: [0, 0, 5], amplitude: 0.1, frequency: 3, phase: 0.4 },
  from: 0.5,
  until: 1.5,
} as const;
const POINT = { x: 0.3, y: -0.2, z: 0.7 };

describe('a prescribed motion', () => {
  it('has the velocity of its displacement', () => {
    const h = 1e-6;
    const before = displacedPoint(displacementAt(MOTION, 0.9 - h), POINT);
    const after = displacedPoint(displacementAt(MOTION, 0.9 + h), POINT);
    const now = displacementAt(MOTION, 0.9);
    const arm = subtract(displacedPoint(now, POINT), add(now.pivot, now.translation));
    const velocity = add(now.velocity, cross(now.angularVelocity, arm));
    expect(distance(velocity, scale(subtract(after, before), 0.5 / h))).toBeLessThan(1e-8);
  });

  it('rests before and after, where it began and where it ended', () => {
    expect(distance(displacedPoint(displacementAt(MOTION, 0.2), POINT), POINT)).toBeLessThan(1e-15);
    const end = displacedPoint(displacementAt(MOTION, 1.5 - 1e-12), POINT);
    expect(distance(displacedPoint(displacementAt(MOTION, 9), POINT), end)).toBeLessThan(1e-9);
    expect(length(displacementAt(MOTION, 9).velocity)).toBe(0);
    expect(length(displacementAt(MOTION, 0.2).angularVelocity)).toBe(0);
  });
});
