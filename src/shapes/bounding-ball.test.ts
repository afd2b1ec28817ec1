// SPDX-License-Identifier: MIT
/** Balls around convex shapes: they hold them, and are not much larger than they must be. */
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { distance } from '../math/vector.ts';
import { box } from './kinds/box.ts';
import { capsule } from './kinds/capsule.ts';
import { cone } from './kinds/cone.ts';
import { polyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { ellipsoid } from './kinds/ellipsoid.ts';
import { facet } from './kinds/facet.ts';
import { point } from './kinds/point.ts';
import { rounded } from './kinds/rounded.ts';
import { segment } from './kinds/segment.ts';
import { sphere } from './kinds/sphere.ts';
import { superquadric } from './kinds/superquadric.ts';
import type { ConvexShape } from './shape.ts';

const random = new Random(7);
const cloud = Array.from({ length: 14 }, () => {
  const { x, y, z } = random.unitVector();
  return [x + 5, 0.6 * y, z - 3] as const;
});
const CORNERS = [
  [0, 0, 0],
  [2, 0, 1],
  [0, 1, 1],
] as const;
const SHAPES: readonly ConvexShape[] = [
  sphere({ radius: 2 }),
  box({ halfExtents: [1, 2, 3] }),
  capsule({ radius: 1, halfLength: 2 }),
  cylinder({ radius: 1, halfLength: 2 }),
  cone({ radius: 1, height: 3 }),
  cone({ radius: 3, height: 1 }),
  ellipsoid({ semiAxes: [1, 3, 2] }),
  ...[1.2, 2, 3, 20].map((n) => superquadric({ semiAxes: [1, 2, 3], n1: n, n2: 2.5 })),
  ...[1.2, 2, 3, 20].map((n) => superquadric({ semiAxes: [1, 2, 3], n1: 4, n2: n })),
  polyhedron({ vertices: cloud }),
  rounded({ shape: box({ halfExtents: [1, 2, 3] }), radius: 0.5 }),
  segment({ from: [1, 0, 0], to: [3, 1, 0] }),
  facet({ vertices: CORNERS }),
  point({ position: [1, 2, 3] }),
];
/** Support points are rounded in their last digits, those of superquadrics in a few more. */
const ROUNDING = 1e-12;
/** What the iteration over vertices leaves, and what 20,000 random directions miss of a superquadric's corner. */
const WASTE = 0.05;

describe('the ball around a shape', () => {
  it.each(SHAPES.map((shape) => [shape.kind, shape] as const))('holds a %s and hardly more', (_, shape) => {
    const { centre, radius } = shape.boundingBall();
    let farthest = 0;
    for (let k = 0; k < 20_000; k++)
      farthest = Math.max(farthest, distance(shape.support(random.unitVector()), centre));
    expect(farthest).toBeLessThanOrEqual(radius * (1 + ROUNDING));
    expect(farthest).toBeGreaterThanOrEqual(radius * (1 - WASTE));
  });
});
