// SPDX-License-Identifier: MIT
/** Where the contact points of pairs with a curved body are, and when such an answer may be called converged. */
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, sizeOf } from '../../../tests/support/random-convex-shapes.ts';
import { IDENTITY_POSE, type PoseLike, pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import type { Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { point } from '../../shapes/kinds/point.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { Shape } from '../../shapes/shape.ts';
import { contact } from '../contact.ts';
import { placeBody } from '../family/placed-body.ts';
import { withPoints } from './curved-points.ts';

const BOTH = ['gjk-td', 'gjk-boolean'] as const;

/** Signed distance of a point from a body. */
function off(at: Vector3, shape: Shape, poseOf: PoseLike): number {
  return contact(point({ position: at }), {}, shape, poseOf).distance;
}

const DEEP: readonly [name: string, a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, size: number][] = [
  [
    'a sphere in the middle of an ellipsoid',
    sphere({ radius: 0.05150305638089776 }),
    {},
    ellipsoid({ semiAxes: [0.9237139930017293, 0.3084425115492195, 0.6718148937914521] }),
    {},
    0.1,
  ],
  [
    'two ellipsoids with one centre',
    ellipsoid({ semiAxes: [0.32739371825009583, 1, 0.5] }),
    { orientation: [0.7218880947473815, 0.23197097931625643, -0.04077171949525432, -0.6506955588494922] },
    ellipsoid({ semiAxes: [0.9366240123286843, 0.5, 0.5] }),
    {},
    1,
  ],
  [
    'two cones base to base',
    cone({ radius: 1, height: 0.197477661492303 }),
    { position: [5e-10, -1e-9, 1] },
    cone({ radius: 1, height: 2 }),
    {},
    2,
  ],
  [
    'a cone and a capsule',
    cone({ radius: 2, height: 0.3832765712402761 }),
    {
      position: [5e-16, 0, -0.5],
      orientation: [0.3640110129942742, -0.5912975554870673, -0.2779112300670314, -0.6637985624393371],
    },
    capsule({ radius: 0.43501301826909183, halfLength: 1 }),
    { position: [-1.1927860407158732, 0.7203698316588998, -0.17985097784548998] },
    2.8,
  ],
];

describe.each(BOTH)('the points of %s', (algorithm) => {
  it.each(DEEP)('are on the bodies for %s', (_, a, poseA, b, poseB, size) => {
    const got = contact(a, poseA, b, poseB, { algorithm });
    expect(got.status).toBe('converged');
    expect(off(got.pointOnA, a, poseA)).toBeLessThanOrEqual(1e-6 * size);
    expect(off(got.pointOnB, b, poseB)).toBeLessThanOrEqual(1e-6 * size);
  });

  it('are on both bodies wherever an answer is called converged', () => {
    const random = new Random(311);
    const kinds = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace');
    for (const kindA of kinds) {
      for (const kindB of kinds) {
        const a = randomConvexShape(kindA, random);
        const b = randomConvexShape(kindB, random);
        const poseB = { position: random.unitVector(), orientation: random.rotation() };
        const got = contact(a, {}, b, poseB, { algorithm });
        if (got.status !== 'converged') continue;
        const tolerance = 1e-6 * Math.min(sizeOf(a), sizeOf(b)) + 1e-14;
        expect(off(got.pointOnA, a, {})).toBeLessThanOrEqual(tolerance);
        expect(off(got.pointOnB, b, poseB)).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  it('belong to bounds as close as the smaller whole body asks, not its core', () => {
    const ball = sphere({ radius: 0.5 });
    const beam = superquadric({ semiAxes: [0.5, 2, 10000], n1: 4, n2: 20 });
    const poseB = {
      position: [0, -0.5, 0],
      orientation: [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
    } as const;
    const got = contact(ball, {}, beam, poseB, { algorithm });
    const expected = contact(ball, {}, beam, poseB);
    // Rounding of coordinates of 20000 is added to 1e-9 of a diameter of 1.
    if (got.status === 'converged') expect(got.upper - got.lower).toBeLessThanOrEqual(2e-9);
    expect(got.lower).toBeLessThanOrEqual(expected.upper);
    expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
    expect(got.distance).toBeLessThanOrEqual(expected.upper);
  });
});

describe('an answer whose points are off the bodies', () => {
  const a = placeBody(ellipsoid({ semiAxes: [1, 1, 1] }), IDENTITY_POSE);
  const b = placeBody(box({ halfExtents: [5, 5, 1] }), pose({ position: [0, 0, 3] }));
  const answer = {
    distance: 1,
    normal: { x: 0, y: 0, z: 1 },
    pointOnA: { x: 0, y: 0, z: 1 },
    lower: 1,
    upper: 1,
    status: 'converged',
    gjkIterations: 1,
    epaIterations: 0,
  } as const;

  it('keeps the point of the smaller body and stays converged while the other is on its own', () => {
    const onA = { x: 0, y: 0, z: 1 };
    const aside = withPoints(answer, { onA, onB: { x: 1, y: 0, z: 2 } }, a, b);
    expect(aside).toMatchObject({ status: 'converged', pointOnA: onA });
    const exchanged = withPoints(
      { ...answer, normal: { x: 0, y: 0, z: -1 } },
      { onA: { x: 1, y: 0, z: 2 }, onB: onA },
      b,
      a,
    );
    expect(exchanged).toMatchObject({ status: 'converged', pointOnA: { x: 0, y: 0, z: 2 } });
  });

  it('is bounded', () => {
    const onA = { x: 0, y: 0, z: 0.5 };
    expect(withPoints(answer, { onA, onB: { x: 0, y: 0, z: 2 } }, a, b)).toMatchObject({
      status: 'bounded',
      reason: 'thin',
    });
  });
});
