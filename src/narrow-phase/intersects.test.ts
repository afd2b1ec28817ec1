// SPDX-License-Identifier: MIT
/** `intersects` and `distance` are `contact` with less to say, and sooner: same answers over every pair of shapes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { InvalidOptionError, UnsupportedPairError } from '../errors.ts';
import type { Pose } from '../math/pose.ts';
import { Random } from '../math/random.ts';
import { addScaled, scale } from '../math/vector.ts';
import { box } from '../shapes/kinds/box.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import { contact } from './contact.ts';
import { ContactCache } from './contact-cache.ts';
import { distance } from './distance.ts';
import { intersects } from './intersects.ts';

const KINDS = [...SHAPE_KINDS, 'compound'];
const PAIRS = KINDS.flatMap((a, i) => KINDS.slice(i).map((b): [string, string] => [a, b])).filter(
  ([a, b]) => a !== 'halfSpace' || b !== 'halfSpace',
);

function randomPose(random: Random, spread: number): Pose {
  return { position: scale(random.unitVector(), spread * random.next()), orientation: random.rotation() };
}

function randomShape(kind: string, random: Random): Shape {
  if (kind !== 'compound') return randomConvexShape(kind, random);
  const pieces = ['box', 'sphere', 'cone'].map((piece) => ({
    shape: randomConvexShape(piece, random) as ConvexShape,
    pose: randomPose(random, 1),
  }));
  return compound(pieces);
}

function forRandomPairs(
  kindA: string,
  kindB: string,
  check: (a: Shape, poseA: Pose, b: Shape, poseB: Pose, random: Random) => void,
): void {
  fc.assert(
    fc.property(fc.integer(), (n) => {
      const random = new Random(n);
      const a = randomShape(kindA, random);
      const b = randomShape(kindB, random);
      check(a, randomPose(random, 1), b, randomPose(random, 4 * random.next()), random);
    }),
    { numRuns: 20 },
  );
}

describe.each(PAIRS)('%s and %s', (kindA, kindB) => {
  it('intersect exactly when their distance is not positive', () => {
    forRandomPairs(kindA, kindB, (a, poseA, b, poseB) => {
      const { distance: apart, normal } = contact(a, poseA, b, poseB);
      // As they are, and moved along the normal to a gap and an overlap far smaller than the bodies.
      for (const gap of [apart, 1e-6, -1e-6]) {
        const position = addScaled(poseB.position, normal, gap - apart);
        const there = { position, orientation: poseB.orientation };
        const { lower, upper } = contact(a, poseA, b, there);
        if (lower > 0) expect(intersects(a, poseA, b, there)).toBe(false);
        if (upper < 0) expect(intersects(a, poseA, b, there)).toBe(true);
        expect(intersects(b, there, a, poseA)).toBe(intersects(a, poseA, b, there));
      }
    });
  });

  it('have the distance of contact, or Infinity beyond maxDistance', () => {
    forRandomPairs(kindA, kindB, (a, poseA, b, poseB, random) => {
      const { distance: apart, lower } = contact(a, poseA, b, poseB);
      expect(distance(a, poseA, b, poseB)).toBe(apart);
      const maxDistance = 2 * random.next();
      expect(distance(a, poseA, b, poseB, { maxDistance })).toBe(lower > maxDistance ? Infinity : apart);
    });
  });
});

describe('intersects', () => {
  const cube = box({ halfExtents: [1, 1, 1] });

  it('counts touching bodies', () => {
    expect(intersects(cube, {}, cube, { position: [2, 0, 0] })).toBe(true);
    expect(intersects(cube, {}, cube, { position: [2, 2, 2] })).toBe(true);
    expect(intersects(cube, {}, cube, { position: [2 + 2 ** -50, 0, 0] })).toBe(false);
    expect(intersects(sphere({ radius: 1 }), {}, sphere({ radius: 2 }), { position: [0, 3, 0] })).toBe(true);
  });

  it('answers the same with a warm start', () => {
    const cache = new ContactCache();
    for (let x = 1.5; x < 2.5; x += 1 / 64) {
      expect(intersects(cube, {}, cube, { position: [x, 0.3, 0.4] }, { cache })).toBe(x <= 2);
    }
  });

  it('sees the hole of a ring of pieces', () => {
    const side = box({ halfExtents: [0.5, 2, 0.5] });
    const ring = compound([
      { shape: side, pose: { position: [-1.5, 0, 0] } },
      { shape: side, pose: { position: [1.5, 0, 0] } },
    ]);
    const ball = sphere({ radius: 0.9 });
    expect(intersects(ring, {}, ball, {})).toBe(false);
    expect(intersects(ring, {}, ball, { position: [0.2, 0, 0] })).toBe(true);
    expect(distance(ring, {}, ball, {})).toBeCloseTo(0.1, 15);
  });

  it('refuses two half-spaces, naming what it takes', () => {
    const plane = halfSpace({ normal: [0, 0, 1], offset: 0 });
    expect(() => intersects(plane, {}, plane, {})).toThrow(UnsupportedPairError);
    expect(() => distance(plane, {}, plane, {})).toThrow(/halfSpace against halfSpace.*sphere, box/);
  });
});

describe('distance', () => {
  it.each([-1, Number.NaN])('refuses maxDistance %s', (maxDistance) => {
    const ball = sphere({ radius: 1 });
    expect(() => distance(ball, {}, ball, {}, { maxDistance })).toThrow(InvalidOptionError);
  });
});
