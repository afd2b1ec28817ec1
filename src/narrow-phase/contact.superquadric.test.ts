// SPDX-License-Identifier: MIT
/**
 * The two ends of the exponents: with 2 a superquadric is an ellipsoid, whose answers are known; as they grow it fills
 * its box, from inside, by no more than its corners leave out. Between them lie places so flat that the support point
 * runs across them.
 */
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, sizeOf } from '../../tests/support/random-convex-shapes.ts';
import type { Pose } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { distance, dot, length, normalise, scale, subtract, type Vector3 } from '../math/vector.ts';
import { box } from '../shapes/kinds/box.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { point } from '../shapes/kinds/point.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import { contact } from './contact.ts';

const SEED = Number(process.env.TEST_SEED ?? 88);
const PAIRS = 300;
/** Of bodies about a metre across: what is promised of the distance. */
const TOLERANCE = 1e-12;

type Triple = readonly [number, number, number];

function randomPose(random: Random, spread: number): Pose {
  return { position: scale(random.unitVector(), spread * random.next()), orientation: random.rotation() };
}

/** Aspect ratios to 100. */
function randomAxes(random: Random): Triple {
  const axis = (): number => 10 ** random.between(-2, 0);
  return [axis(), axis(), axis()];
}

describe(`a superquadric with exponents 2, seed ${SEED}`, () => {
  it('is a sphere where its semi-axes are equal', () => {
    const random = new Random(SEED);
    for (let i = 0; i < PAIRS; i++) {
      const r = random.between(0.1, 1);
      const round = superquadric({ semiAxes: [r, r, r], n1: 2, n2: 2 });
      const radius = random.between(0.1, 1);
      const poseA = randomPose(random, 2);
      const poseB = randomPose(random, 2);
      const apart = length(subtract(poseB.position, poseA.position));
      const ball = contact(round, poseA, sphere({ radius }), poseB);
      expect(Math.abs(ball.distance - (apart - r - radius)), `pair ${i}`).toBeLessThanOrEqual(TOLERANCE);
      const n = random.unitVector();
      const floor = contact(halfSpace({ normal: n, offset: 0.25 }), {}, round, poseB);
      expect(Math.abs(floor.distance - (dot(n, poseB.position) - 0.25 - r))).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  it('has the distance of an ellipsoid from a half-space', () => {
    const random = new Random(SEED);
    for (let i = 0; i < PAIRS; i++) {
      const semiAxes = randomAxes(random);
      const at = randomPose(random, 2);
      const normal = random.unitVector();
      const c = contact(halfSpace({ normal, offset: 0.5 }), {}, superquadric({ semiAxes, n1: 2, n2: 2 }), at);
      const n = inverseRotate(at.orientation, normal);
      const reach = Math.hypot(semiAxes[0] * n.x, semiAxes[1] * n.y, semiAxes[2] * n.z);
      const expected = dot(normal, at.position) - 0.5 - reach;
      expect(Math.abs(c.distance - expected), `pair ${i}`).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  it.each(SHAPE_KINDS)('answers as the ellipsoid does against a %s', (kind) => {
    const random = new Random(SEED);
    for (let i = 0; i < PAIRS / 3; i++) {
      const semiAxes = randomAxes(random);
      const other = randomConvexShape(kind, random);
      const poseA = randomPose(random, 1);
      const poseB = randomPose(random, 2);
      const size = Math.min(2 * Math.max(...semiAxes), sizeOf(other));
      const round = contact(ellipsoid({ semiAxes }), poseA, other, poseB);
      const same = contact(superquadric({ semiAxes, n1: 2, n2: 2 }), poseA, other, poseB);
      // Rounding of coordinates up to 5 is not the smaller body's.
      const allowed = TOLERANCE * size + 64 * Number.EPSILON;
      expect(Math.abs(same.distance - round.distance), `pair ${i}`).toBeLessThanOrEqual(allowed);
    }
  });
});

describe(`a superquadric with growing exponents, seed ${SEED}`, () => {
  const EXPONENTS = [2, 3, 5, 8, 13, 20, 40, 70, 100];

  it.each(SHAPE_KINDS)(
    'comes nearer to a %s, never nearer than its box, and within what its corners leave out',
    (kind) => {
      const random = new Random(SEED);
      for (let i = 0; i < PAIRS / 6; i++) {
        const semiAxes = randomAxes(random);
        const other = randomConvexShape(kind, random);
        const poseA = randomPose(random, 1);
        const poseB = randomPose(random, 2);
        const limit = contact(box({ halfExtents: semiAxes }), poseA, other, poseB).distance;
        const rounding = TOLERANCE * Math.min(2 * Math.max(...semiAxes), sizeOf(other)) + 64 * Number.EPSILON;
        let before = Infinity;
        for (const n of EXPONENTS) {
          const c = contact(superquadric({ semiAxes, n1: n, n2: n }), poseA, other, poseB);
          const where = `pair ${i}, exponent ${n}`;
          expect(c.status, where).toBe('converged');
          expect(c.distance, where).toBeLessThanOrEqual(before + rounding);
          expect(c.distance, where).toBeGreaterThanOrEqual(limit - rounding);
          // The box shrunk by 3^(1/n) has its corners on the superquadric.
          const leftOut = (1 - 3 ** (-1 / n)) * Math.hypot(...semiAxes);
          expect(c.distance - limit, where).toBeLessThanOrEqual(leftOut + rounding);
          before = c.distance;
        }
      }
    },
  );
});

describe(`points over the flat places of superquadrics, seed ${SEED}`, () => {
  /**
   * How far a point of the kind's surface may be off it, of the body: the contact is known to rounding, not to the
   * promised 1e-9 only.
   */
  const ON_BODY = 1e-13;

  function offSurface(p: Vector3, [a, b, c]: Triple, n: number): number {
    const sum = Math.abs(p.x / a) ** n + Math.abs(p.y / b) ** n + Math.abs(p.z / c) ** n;
    return Math.abs(sum ** (1 / n) - 1);
  }

  it('lie on the body and under the point that they belong to', () => {
    const random = new Random(SEED);
    for (let i = 0; i < PAIRS; i++) {
      const n = random.between(2, 100);
      const semiAxes: Triple = [random.between(0.5, 1), random.between(0.5, 1), random.between(0.5, 1)];
      const body = superquadric({ semiAxes, n1: n, n2: n });
      // Over the middle half of the top, inside and outside.
      const [a, b, c] = semiAxes;
      const position = {
        x: a * random.between(-0.5, 0.5),
        y: b * random.between(-0.5, 0.5),
        z: c * random.between(0.9, 1.3),
      };
      const { pointOnA, pointOnB, normal, distance: d } = contact(body, {}, point({ position }), {});
      const where = `pair ${i}, exponent ${n}`;
      expect(offSurface(pointOnA, semiAxes, n), where).toBeLessThanOrEqual(ON_BODY);
      expect(distance(pointOnB, position), where).toBeLessThanOrEqual(ON_BODY);
      // The gradient there is the normal.
      const [x, y, z] = [pointOnA.x / a, pointOnA.y / b, pointOnA.z / c];
      const gradient = normalise({
        x: (Math.sign(x) * Math.abs(x) ** (n - 1)) / a,
        y: (Math.sign(y) * Math.abs(y) ** (n - 1)) / b,
        z: (Math.sign(z) * Math.abs(z) ** (n - 1)) / c,
      });
      expect(distance(gradient, normal), where).toBeLessThanOrEqual(100 * ON_BODY);
      expect(Math.abs(d)).toBeLessThanOrEqual(c);
    }
  });
});
