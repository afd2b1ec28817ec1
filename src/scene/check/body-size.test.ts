// SPDX-License-Identifier: MIT
/** Sizes of bodies: the ball around each of them holds the body, and is no larger than that around its box. */
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../../tests/support/random-convex-shapes.ts';
import { Random } from '../../math/random.ts';
import { distance, dot } from '../../math/vector.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import { bodySizeOf } from './body-size.ts';

const DUMB_BELL = compound(
  [-1, 1].map((z) => ({ shape: cylinder({ radius: 0.75, halfLength: 1 }), pose: { position: [0, 0, z] } })),
);

describe('the ball around a body', () => {
  it.each<[string, BodyShapeSpec, number]>([
    // To its rim: half the diameter and half the band.
    [
      'tablet',
      { name: 'pill', convex: tablet({ diameter: 8, bandHeight: 2.5, capRadius: 7 }) },
      Math.sqrt(16 + 1.5625),
    ],
    ['capsule', { name: 'rod', convex: capsule({ radius: 1, halfLength: 2 }) }, 3],
    ['cylinder', { name: 'drum', convex: cylinder({ radius: 3, halfLength: 4 }) }, 5],
    ['ellipsoid', { name: 'egg', convex: ellipsoid({ semiAxes: [1, 2, 3] }) }, 3],
    // The ball of a piece reaches 1.25 from its centre, which is 1 above the middle.
    ['compound', { name: 'pair', compound: DUMB_BELL }, 2.25],
    [
      'clump',
      {
        name: 'twin',
        clump: {
          spheres: [
            { centre: [-1, 0, 0], radius: 1 },
            { centre: [1, 0, 0], radius: 1 },
          ],
        },
      },
      2,
    ],
  ])('of a %s is not that around its box', (_, spec, radius) => {
    expect(bodySizeOf(spec).ballRadius).toBeCloseTo(radius, 6);
  });

  it.each(SHAPE_KINDS.filter((kind) => kind !== 'halfSpace'))('holds a random %s', (kind) => {
    const random = new Random(5);
    const shape = randomConvexShape(kind, random) as ConvexShape;
    const piece = { shape, pose: { position: random.unitVector(), orientation: random.rotation() } };
    const both = compound([{ shape }, piece]);
    for (const spec of [{ convex: shape }, { compound: both }]) {
      const { ballCentre, ballRadius, shape: body } = bodySizeOf({ name: kind, ...spec });
      const { min, max } = body.boundingBox();
      expect(ballRadius).toBeLessThanOrEqual(distance(min, max) / 2);
      for (let i = 0; i < 50; i++) {
        const direction = random.unitVector();
        const far = dot(body.support(direction), direction) - dot(ballCentre, direction);
        expect(far).toBeLessThanOrEqual(ballRadius * (1 + 1e-12));
      }
    }
  });
});
