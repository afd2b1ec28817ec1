// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { randomGrain, randomHull, randomPolyhedron, SOLIDS, THIN_BODIES } from '../shapes/random-shapes.ts';
import { ask, extentOf, pairAnywhere, pairAtDistance, pairs, reachOf } from './random-pairs.ts';

describe('random bodies', () => {
  it('have the number of vertices that is asked for', () => {
    const random = new Random(1);
    expect(randomHull(random, 12).hull.vertices).toHaveLength(36);
    expect(randomGrain(random, 'P5').hull.vertices).toHaveLength(15);
    expect(randomGrain(random, 'P16').hull.vertices).toHaveLength(48);
    expect(randomGrain(random, 'F16').hull.vertices).toHaveLength(48);
  });

  it('are within the ball of their reach', () => {
    const random = new Random(2);
    for (const make of Object.values({ ...SOLIDS, ...THIN_BODIES })) {
      const shape = make(random);
      const { x, y, z } = shape.support(random.unitVector());
      expect(Math.sqrt(x * x + y * y + z * z)).toBeLessThanOrEqual(reachOf(shape) * (1 + 1e-12));
      expect(extentOf(shape)).toBeLessThanOrEqual(2 * reachOf(shape));
    }
  });
});

describe('random pairs', () => {
  it.each([-0.2, -0.01, 0.05])('are placed at %s of the size', (part) => {
    const random = new Random(3);
    const next = () => pairAtDistance(randomPolyhedron(random), randomPolyhedron(random), random, part);
    for (const pair of pairs(10, next)) {
      // Pairs are placed to 1e-3 of the wanted distance.
      expect(Math.abs(ask(pair).distance / pair.size / part - 1)).toBeLessThan(1.1e-3);
    }
  });

  it('are the same for the same seed', () => {
    const made = (): unknown =>
      pairAnywhere(SOLIDS.box(new Random(5)), SOLIDS.cone(new Random(6)), new Random(7)).poseB;
    expect(made()).toEqual(made());
  });
});
