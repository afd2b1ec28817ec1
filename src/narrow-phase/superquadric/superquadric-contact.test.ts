// SPDX-License-Identifier: MIT
/** The contact point of two superquadrics against closed forms, and what it must be for any two. */
import { describe, expect, it } from 'vitest';
import type { Pose } from '../../math/pose.ts';
import { inverseRotate, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, distance, dot, length, negate, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { type Superquadric, superquadric } from '../../shapes/kinds/superquadric.ts';
import { contact } from '../contact.ts';
import { ContactCache } from '../contact-cache.ts';
import { type SuperquadricBody, superquadricContact } from './superquadric-contact.ts';

const seed = Number(process.env.TEST_SEED ?? 31);
/** Closed forms: thousands of roundings of bodies about a metre across. */
const EXACT = 1e-12;

function expectNear(got: Vector3, expected: Vector3, tolerance = EXACT): void {
  expect(distance(got, expected)).toBeLessThan(tolerance);
}

function randomSuperquadric(random: Random, least = 2, most = 20): Superquadric {
  const size = (): number => 10 ** random.between(-0.7, 0);
  return superquadric({
    semiAxes: [size(), size(), size()],
    n1: random.between(least, most),
    n2: random.between(least, most),
  });
}

function randomPose(random: Random, reach: number): Pose {
  return { position: scale(random.unitVector(), reach), orientation: random.rotation() };
}

/** Gradient of F in world axes, and F, at a world point. */
function functionAt(
  shape: Superquadric,
  pose: Pose,
  point: Vector3,
): { readonly value: number; readonly normal: Vector3 } {
  const own = inverseRotate(pose.orientation, subtract(point, pose.position));
  const gradient = rotate(pose.orientation, shape.gradient(own));
  return { value: shape.insideOutside(own), normal: scale(gradient, 1 / length(gradient)) };
}

describe(`the contact point of two superquadrics, seed ${seed}`, () => {
  it.each([
    [1, 2, 2.5],
    [1, 2, 0.2],
    [1, 2, 7],
    [1e-6, 1, 1 + 1e-7],
    [3, 1e-3, 1e3],
  ])('divides the centre line of spheres of radius %d and %d, %d apart, as their radii', (radiusA, radiusB, apart) => {
    const random = new Random(seed);
    const u = random.unitVector();
    const poseA = { position: [0.3, -0.2, 0.1] as const };
    const positionB = addScaled({ x: 0.3, y: -0.2, z: 0.1 }, u, apart);
    const bodies: readonly [SuperquadricBody, SuperquadricBody][] = [
      [sphere({ radius: radiusA }), sphere({ radius: radiusB })],
      [
        superquadric({ semiAxes: [radiusA, radiusA, radiusA], n1: 2, n2: 2 }),
        ellipsoid({ semiAxes: [radiusB, radiusB, radiusB] }),
      ],
    ];
    for (const [a, b] of bodies) {
      const got = superquadricContact(a, poseA, b, { position: positionB, orientation: random.rotation() });
      const tolerance = EXACT * (apart + radiusA + radiusB);
      const x0 = addScaled({ x: 0.3, y: -0.2, z: 0.1 }, u, (apart * radiusA) / (radiusA + radiusB));
      expectNear(got.contactPoint, x0, tolerance);
      expect(Math.abs(got.distance - (apart - radiusA - radiusB))).toBeLessThan(tolerance);
      expectNear(got.normal, u);
      expectNear(got.pointOnA, addScaled({ x: 0.3, y: -0.2, z: 0.1 }, u, radiusA), tolerance);
      expectNear(got.pointOnB, addScaled(positionB, u, -radiusB), tolerance);
      expect(got.inContact).toBe(apart < radiusA + radiusB);
      expect(got.status).toBe('converged');
    }
  });

  it('divides the centre line of parallel bodies of one form as their sizes', () => {
    const random = new Random(seed);
    for (let i = 0; i < 200; i++) {
      const [x, y, z] = [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)];
      // Both gauges are the one norm over the size, so that the triangle inequality says where they are least.
      const [n1, n2] = i % 2 === 0 ? [2, 2] : [random.between(2, 8), random.between(2, 8)];
      const size = 10 ** random.between(-2, 1);
      const orientation = random.rotation();
      const c = scale(random.unitVector(), (1 + size) * random.between(0.05, 2));
      const a = superquadric({ semiAxes: [x, y, z], n1, n2 });
      const b = superquadric({ semiAxes: [size * x, size * y, size * z], n1, n2 });
      const got = superquadricContact(a, { orientation }, b, { position: c, orientation });
      const x0 = scale(c, 1 / (1 + size));
      // On flat sides many points are nearly as good: the gauge there is even to its eighth power.
      expectNear(got.contactPoint, x0, n1 === 2 ? EXACT * (1 + length(c)) : 1e-3 * (1 + length(c)));
      const own = inverseRotate(orientation, x0);
      const gauge = a.gauge(own);
      expect(Math.abs(got.functionA - (gauge ** n1 - 1))).toBeLessThan(EXACT * n1 * (1 + gauge ** n1));
      const g = rotate(orientation, a.gradient(own));
      expectNear(got.contactNormal, scale(g, 1 / length(g)), n1 === 2 ? EXACT : 1e-9);
    }
  });

  it('is where FA = FB, not where the bodies have grown alike', () => {
    // On the z axis F = z^4 - 1 and (L - z)^2 - 1: z^2 = L - z.
    for (const L of [0.5, 1.5, 2, 3, 50]) {
      const got = superquadricContact(
        superquadric({ semiAxes: [1, 1, 1], n1: 4, n2: 3 }),
        {},
        superquadric({ semiAxes: [1, 1, 1], n1: 2, n2: 2.5 }),
        { position: [0, 0, L] },
      );
      const z = (Math.sqrt(1 + 4 * L) - 1) / 2;
      expectNear(got.contactPoint, { x: 0, y: 0, z }, 1e-11 * L);
      expect(Math.abs(got.functionA - (z ** 4 - 1))).toBeLessThan(1e-11 * (1 + z ** 4));
      expect(got.distance).toBeCloseTo(L - 2, 11);
      expect(got.inContact).toBe(L < 2);
    }
  });

  it('has opposite gradients and equal functions, and no neighbour is better', () => {
    const random = new Random(seed);
    for (let i = 0; i < 400; i++) {
      const a = randomSuperquadric(random);
      const b = randomSuperquadric(random);
      const poseA = randomPose(random, 1);
      const poseB = {
        position: add(poseA.position, scale(random.unitVector(), random.between(0.2, 2.4))),
        orientation: random.rotation(),
      };
      const got = superquadricContact(a, poseA, b, poseB);
      const [atA, atB] = [functionAt(a, poseA, got.contactPoint), functionAt(b, poseB, got.contactPoint)];
      // The world costs some roundings, which exponents of 20 magnify.
      const scaleOf = 1 + Math.abs(atA.value);
      expect(Math.abs(atA.value - atB.value)).toBeLessThan(1e-11 * scaleOf);
      expect(Math.abs(got.functionA - atA.value)).toBeLessThan(1e-11 * scaleOf);
      expectNear(atA.normal, negate(atB.normal), 1e-7);
      expectNear(got.contactNormal, atA.normal, 1e-7);
      if (got.inContact) expect(got.normal).toEqual(got.contactNormal);
      const level = Math.max(atA.value, atB.value);
      for (let k = 0; k < 6; k++) {
        const other = addScaled(got.contactPoint, random.unitVector(), 10 ** random.between(-4, -1));
        const there = Math.max(functionAt(a, poseA, other).value, functionAt(b, poseB, other).value);
        expect(there).toBeGreaterThan(level - 1e-11 * scaleOf);
      }
    }
  });

  it('has its points on both surfaces, the distance along the normal apart', () => {
    const random = new Random(seed + 1);
    for (let i = 0; i < 400; i++) {
      const [a, b] = [randomSuperquadric(random), randomSuperquadric(random)];
      const poseA = randomPose(random, 1);
      const poseB = {
        position: add(poseA.position, scale(random.unitVector(), random.between(0.1, 6))),
        orientation: random.rotation(),
      };
      const { pointOnA, pointOnB, normal, distance: d, inContact } = superquadricContact(a, poseA, b, poseB);
      expect(distance(pointOnB, addScaled(pointOnA, normal, d))).toBeLessThan(1e-15 * (1 + Math.abs(d)));
      expect(Math.abs(a.gauge(inverseRotate(poseA.orientation, subtract(pointOnA, poseA.position))) - 1)).toBeLessThan(
        1e-13,
      );
      expect(Math.abs(b.gauge(inverseRotate(poseB.orientation, subtract(pointOnB, poseB.position))) - 1)).toBeLessThan(
        1e-13,
      );
      expect(d < 0).toBe(inContact);
    }
  });

  it('tells contact from none as the default does', { tags: ['long'] }, () => {
    const random = new Random(seed);
    let contacts = 0;
    for (let i = 0; i < 1500; i++) {
      const [a, b] = [randomSuperquadric(random), randomSuperquadric(random)];
      const poseA = randomPose(random, 1);
      const poseB = {
        position: add(poseA.position, scale(random.unitVector(), random.between(0.05, 2))),
        orientation: random.rotation(),
      };
      const got = superquadricContact(a, poseA, b, poseB);
      const expected = contact(a, poseA, b, poseB);
      contacts += got.inContact ? 1 : 0;
      if (got.inContact) expect(expected.lower).toBeLessThan(0);
      else expect(expected.upper).toBeGreaterThan(0);
      expect(got.lower).toBeLessThanOrEqual(expected.upper);
      expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
      expect(got.status).toBe('converged');
      // Along its normal the bodies overlap by no less than along the best one.
      if (got.inContact) expect(got.lower).toBeLessThanOrEqual(expected.upper);
    }
    expect(contacts).toBeGreaterThan(500);
  });

  it('begins warm where the last query of the pair ended, and ends at the same point in fewer steps', () => {
    const random = new Random(seed);
    let [cold, warm] = [0, 0];
    for (let i = 0; i < 60; i++) {
      const [a, b] = [randomSuperquadric(random), randomSuperquadric(random)];
      const poseB = randomPose(random, random.between(0.3, 1.3));
      const along = random.unitVector();
      const cache = new ContactCache();
      for (let step = 0; step < 4; step++) {
        const moved = { ...poseB, position: addScaled(poseB.position, along, 1e-3 * step) };
        const kept = superquadricContact(a, {}, b, moved, { cache });
        const fresh = superquadricContact(a, {}, b, moved);
        expect(kept.isWarm).toBe(step > 0);
        expect(fresh.isWarm).toBe(false);
        expect(Math.abs(kept.distance - fresh.distance)).toBeLessThan(1e-12);
        // contact() takes the same cache; exchanged, it begins anew once.
        expect(contact(a, {}, b, moved, { algorithm: 'superquadric-newton', cache }).gjkIterations).toBeLessThanOrEqual(
          kept.gjkIterations,
        );
        if (step === 0) continue;
        cold += fresh.gjkIterations;
        warm += kept.gjkIterations;
      }
    }
    expect(warm).toBeLessThan(0.7 * cold);
  });

  it('shares a cache with the default algorithm without harm to either', () => {
    const random = new Random(seed);
    for (let i = 0; i < 40; i++) {
      const [a, b] = [randomSuperquadric(random), sphere({ radius: random.between(0.2, 1) })];
      const cache = new ContactCache();
      for (let step = 0; step < 4; step++) {
        const poseB = randomPose(random, random.between(0.3, 2));
        const kept = superquadricContact(a, {}, b, poseB, { cache });
        expect(Math.abs(kept.distance - superquadricContact(a, {}, b, poseB).distance)).toBeLessThan(1e-12);
        expect(Math.abs(contact(a, {}, b, poseB, { cache }).distance - contact(a, {}, b, poseB).distance)).toBeLessThan(
          1e-9,
        );
        expect(contact(b, {}, sphere({ radius: 1 }), poseB, { cache }).status).toBe('converged');
      }
    }
  });

  it('refuses other shapes and limits that are none', () => {
    const cube = box({ halfExtents: [1, 1, 1] });
    const ball = sphere({ radius: 1 });
    expect(() => superquadricContact(cube as unknown as SuperquadricBody, {}, ball, {})).toThrow(
      'a: expected a superquadric, an ellipsoid or a sphere, got a box; contact() takes every shape',
    );
    expect(() => superquadricContact(ball, {}, cube as unknown as SuperquadricBody, {})).toThrow(/^b: expected/);
    expect(() => superquadricContact(ball, {}, ball, {}, { iterationLimit: 0 })).toThrow(/iterationLimit/);
    expect(dot(superquadricContact(ball, {}, ball, { position: [1, 0, 0] }).normal, { x: 1, y: 0, z: 0 })).toBe(1);
  });
});
