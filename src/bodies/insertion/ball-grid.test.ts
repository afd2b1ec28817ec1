// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { distance, type Vector3 } from '../../math/vector.ts';
import { BallGrid, NO_PERIODS, type Periods } from './ball-grid.ts';

interface Ball {
  readonly centre: Vector3;
  readonly radius: number;
}

/** Radii over three decades, small ones more often; centres about `middle`. */
function randomBalls(random: Random, count: number, middle: number): Ball[] {
  return Array.from({ length: count }, () => ({
    centre: {
      x: middle + random.between(-1, 1),
      y: random.between(-1, 1),
      z: random.between(-1, 1),
    },
    radius: 0.4 * 10 ** (-3 * random.next() ** 0.5),
  }));
}

/** Every ball and every image, measured one by one. */
function overlapsAny(balls: readonly Ball[], { centre, radius }: Ball, { period }: Periods): boolean {
  const shifts = (length: number): number[] => (length < Infinity ? [-2, -1, 0, 1, 2].map((k) => k * length) : [0]);
  return balls.some((ball) =>
    shifts(period.x).some((x) =>
      shifts(period.y).some((y) =>
        shifts(period.z).some((z) => {
          const image = { x: ball.centre.x + x, y: ball.centre.y + y, z: ball.centre.z + z };
          return distance(image, centre) < radius + ball.radius;
        }),
      ),
    ),
  );
}

describe('balls in cells', () => {
  it.each<[string, Periods, number]>([
    ['in open space', NO_PERIODS, 0],
    ['far from the origin', NO_PERIODS, 1e6],
    ['in a space that repeats itself', { min: { x: -0.9, y: 5, z: 0 }, period: { x: 1.7, y: 1.8, z: Infinity } }, 0],
  ])('overlap a further one where measuring all finds it: %s', { tags: ['long'] }, (_, periods, middle) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const random = new Random(seed);
        const grid = new BallGrid(periods);
        const balls = randomBalls(random, 150, middle);
        for (const { centre, radius } of balls) grid.add(centre, radius);
        for (const ball of randomBalls(random, 40, middle)) {
          expect(grid.overlaps(ball.centre, ball.radius)).toBe(overlapsAny(balls, ball, periods));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('leave a gap of rounding to a ball that touches', () => {
    const grid = new BallGrid();
    grid.add({ x: 0.1, y: 0, z: 0 }, 0.1);
    expect(grid.overlaps({ x: 0.3, y: 0, z: 0 }, 0.1)).toBe(true);
    expect(grid.overlaps({ x: 0.3 + 1e-11, y: 0, z: 0 }, 0.1)).toBe(false);
  });

  it('are found at any distance from the origin, and answered at any size', () => {
    const grid = new BallGrid();
    grid.add({ x: 1e40, y: 0, z: 0 }, 1e-3);
    grid.add({ x: 0, y: 0, z: 0 }, 1e-300);
    expect(grid.overlaps({ x: 1e40, y: 0, z: 0 }, 1e-3)).toBe(true);
    expect(grid.overlaps({ x: 0, y: 0, z: 0 }, 1e40)).toBe(true);
    expect(grid.overlaps({ x: 1, y: 0, z: 0 }, 0.9)).toBe(false);
  });
});
