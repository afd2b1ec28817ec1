// SPDX-License-Identifier: MIT
/**
 * Contact points where the support points are no help: edges as short as rounding, flat sides of ellipses, fans of
 * edges.
 */
import { describe, expect, it } from 'vitest';
import { planarSize } from '../../../tests/support/random-planar-shapes.ts';
import type { PlanarPoseLike } from '../../math/planar-pose.ts';
import type { Vector2 } from '../../math/planar-vector.ts';
import { Random } from '../../math/random.ts';
import { disc } from '../../shapes/planar/disc.ts';
import { ellipse } from '../../shapes/planar/ellipse.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { type PlanarContact, planarContact } from './planar-contact.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260611);

interface Body {
  readonly shape: PlanarShape;
  readonly pose: PlanarPoseLike;
}

const at = (shape: PlanarShape, x: number, y: number, angle = 0): Body => ({
  shape,
  pose: { position: [x, y], angle },
});

/** How far a point of the world lies outside or inside the outline of a body. */
function off({ shape, pose }: Body, { x, y }: Vector2): number {
  return Math.abs(planarContact(disc({ radius: 1e-45 }), { position: [x, y] }, shape, pose).distance);
}

function contactOf(a: Body, b: Body): PlanarContact {
  return planarContact(a.shape, a.pose, b.shape, b.pose);
}

/** Both points on their outlines to `tolerance` of the smaller body and some roundings of the larger one. */
function expectOnBoth(a: Body, b: Body, tolerance: number): void {
  const got = contactOf(a, b);
  const allowed =
    tolerance * Math.min(planarSize(a.shape), planarSize(b.shape)) +
    2 ** -48 * Math.max(planarSize(a.shape), planarSize(b.shape));
  expect(got.status).toBe('converged');
  expect(off(a, got.pointOnA)).toBeLessThanOrEqual(allowed);
  expect(off(b, got.pointOnB)).toBeLessThanOrEqual(allowed);
}

const unitSquare = polygon({
  vertices: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
});

describe('contact points', () => {
  it('are finite where an edge is shorter than the rounding of the other body', () => {
    const needle = polygon({
      vertices: [
        [0, 0],
        [1, 0],
        [1, 1e-14],
      ],
    });
    const bar = polygon({
      vertices: [
        [527, 0.3],
        [963, 0],
        [-964, 0],
        [-508, -0.3],
      ],
    });
    const a = at(needle, -0.5, -0.5, Math.PI);
    const b = at(bar, 0, 0);
    // The short edge runs along the normal: a corner, not an edge.
    expect(contactOf(a, b).type).toBe('v-e');
    expectOnBoth(a, b, 1e-12);
  });

  it('lie at the sharper body where the other is the flat side of an ellipse', () => {
    const wedge = polygon({
      vertices: [
        [1, -0.005201395135372877],
        [1, 0.5],
        [-0.2874729470349848, 0],
      ],
    });
    const quarter = Math.PI / 4;
    const pairs: [Body, Body][] = [
      [
        at(unitSquare, -0.06546494131907821, 0, Math.PI / 2),
        at(ellipse({ semiAxes: [1e-12, 1000] }), 0.9594025472179055, 0.5578332133591175, 5.109223218541592),
      ],
      [
        at(ellipse({ semiAxes: [0.5, 1e6] }), -0.5676887882873416, -0.5, quarter),
        at(wedge, -0.203426880761981, -2, quarter),
      ],
      [at(ellipse({ semiAxes: [1000, 0.77] }), 0, 0), at(ellipse({ semiAxes: [0.001, 1e6] }), 0.3, 0.7, 1.1)],
    ];
    for (const [a, b] of pairs) {
      expectOnBoth(a, b, 1e-9);
      expectOnBoth(b, a, 1e-9);
    }
  });

  it('lie beside an edge that is parallel to the flat side of an ellipse', () => {
    const corner = polygon({
      vertices: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
    });
    const angle = 0.5235987755982988;
    const needle = at(ellipse({ semiAxes: [1000, 1e-9] }), 1.625346191227436, 1.3775477223098278, angle);
    expectOnBoth(needle, at(corner, 0, 0, angle), 1e-9);
  });

  it('belong to the edge that faces the other body on needles of many almost parallel edges', () => {
    const random = new Random(SEED);
    const fan = (): PlanarShape =>
      polygon({
        vertices: Array.from({ length: 24 }, () => {
          const angle = random.between(0, 2 * Math.PI);
          return [Math.cos(angle), 1e-12 * Math.sin(angle)] as const;
        }),
      });
    const others = [fan, () => unitSquare, () => disc({ radius: 0.3 })];
    for (let i = 0; i < 300; i++) {
      const place = (shape: PlanarShape): Body =>
        at(shape, random.between(-1, 1), random.between(-1, 1), [0, 1e-9, 0.5235987755982988][random.integer(3)]);
      const other = others[random.integer(3)] as () => PlanarShape;
      expectOnBoth(place(fan()), place(other()), 1e-12);
    }
  });

  it('say so where an ellipse and a fan of edges leave them open', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 300; i++) {
      const fan = polygon({
        vertices: Array.from({ length: 24 }, () => {
          const angle = random.between(0, 2 * Math.PI);
          return [1e-12 * Math.cos(angle), Math.sin(angle)] as const;
        }),
      });
      const round = ellipse({ semiAxes: [10 ** random.between(-7, 0), 0.5] });
      const a = at(fan, random.between(-1, 1), random.between(-1, 1), 1e-9);
      const b = at(round, random.between(-1, 1), random.between(-1, 1), random.integer(2) * 0.7);
      if (contactOf(a, b).status === 'converged') expectOnBoth(a, b, 1e-9);
    }
  });

  it('lie in the middle of an edge that a vertex within rounding of it divides', () => {
    const divided = polygon({
      vertices: [
        [0, 0],
        [0.5, -1e-15],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    });
    const got = contactOf(at(unitSquare, 0, -1.5), at(divided, 0, 0));
    expect(got).toMatchObject({ type: 'e-e', status: 'converged' });
    expect(got.point.x).toBe(0.5);
    const plank = ellipse({ semiAxes: [0.3663208137266338, 0.001] });
    expectOnBoth(
      at(plank, 1.1671259123831987, -1.4464700007811189, 503602.7794703841),
      at(divided, 0.171395608689636, -0.5, 0.6082873861771076),
      1e-9,
    );
  });

  it('are on an edge of a needle both of whose sides are level within rounding', () => {
    const sliver = polygon({
      vertices: [
        [0, 0],
        [1, 0],
        [1, 1e-12],
      ],
    });
    const ground = polygon({
      vertices: [
        [-1e4, -1],
        [1e4, -1],
        [1e4, 0],
        [-1e4, 0],
      ],
    });
    const got = contactOf(at(sliver, 3, 0.5), at(ground, 0, 0));
    expect(got).toMatchObject({ type: 'e-e', distance: 0.5, pointOnA: { x: 3.5, y: 0.5 } });
  });

  it('lie beside a long edge that a small ellipse faces from far away', () => {
    const needle = polygon({
      vertices: [
        [-1e-12, -1],
        [1e-12, -1],
        [1e-12, 1],
        [-1e-12, 1],
      ],
    });
    const a = at(needle, 1, 0.5);
    const b = at(ellipse({ semiAxes: [1e-6, 1e-9] }), 0, -0.5, Math.PI / 4);
    expect(contactOf(a, b).type).toBe('v-e');
    expectOnBoth(a, b, 1e-9);
  });
});
