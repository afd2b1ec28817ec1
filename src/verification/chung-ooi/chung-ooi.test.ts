// SPDX-License-Identifier: MIT
/**
 * The closed forms beside which the case puts our numbers, against values with 50 digits, and one impact of each kind.
 */
import { describe, expect, it } from 'vitest';
import { equalAndOpposite, onPlane } from './angular-velocities.ts';
import { collide, slidingLimit, slidingThroughout, slipOf } from './colliding-balls.ts';
import { ELASTIC_TESTS, elasticImpact } from './elastic-impacts.ts';
import { testFour } from './oblique-impacts.ts';

describe('the closed form of Hertz', () => {
  it.each([
    [0, 274.1127e-6, 10696.889, 40.339456e-6],
    [1, 368.30403e-6, 7108.2413, 54.201005e-6],
    [2, 49.717175e-6, 11369.858, 731.65664e-6],
    [3, 52.123288e-6, 7232.681, 767.06591e-6],
  ])('has the right value for test %i', (index, depth, force, duration) => {
    const test = ELASTIC_TESTS[index];
    if (test === undefined) throw new Error('no such test');
    const { expected, ours } = elasticImpact(test, 400);
    expect(expected.depth / depth).toBeCloseTo(1, 7);
    expect(expected.force / force).toBeCloseTo(1, 7);
    expect(expected.duration / duration).toBeCloseTo(1, 7);
    // 400 steps: an error of the square of that.
    expect((ours?.depth ?? 0) / depth).toBeCloseTo(1, 4);
    expect((ours?.duration ?? 0) / duration).toBeCloseTo(1, 4);
  });
});

describe('the closed form of sliding', () => {
  it.each([
    [45, 0.81784, 502.3456],
    [60, 0.894829875, 355.212],
    [80, 0.9678802772, 123.3638],
  ])('has the right value at %f degrees', (degrees, kept, spin) => {
    const collision = testFour(degrees);
    const { first } = slidingThroughout(collision);
    expect(first.along / collision.first.along).toBeCloseTo(kept, 5);
    expect(first.spin / spin).toBeCloseTo(1, 6);
    expect(slipOf(collision.first)).toBeGreaterThan(slidingLimit(collision));
  });

  it('is that of a spinning sphere on a plane', () => {
    const after = collide(onPlane(10));
    const closed = slidingThroughout(onPlane(10));
    expect((after?.first.along ?? 0) / closed.first.along).toBeCloseTo(1, 2);
    expect(after?.restitution).toBeCloseTo(0.5, 3);
  });
});

describe('two equal spheres that roll on each other', () => {
  it('keep their spins', () => {
    const { first, second } = equalAndOpposite(3);
    const after = collide(equalAndOpposite(3));
    expect([after?.first.spin, after?.second?.spin]).toEqual([first.spin, second?.spin]);
  });
});
