// SPDX-License-Identifier: MIT
/** First touch of moving bodies: closed forms, and for every pair of shapes that nothing touches before it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, sizeOf } from '../../tests/support/random-convex-shapes.ts';
import { InvalidOptionError, InvalidPoseError, UnsupportedPairError } from '../errors.ts';
import { Random } from '../math/random.ts';
import { addScaled, negate, scale, type Vector3 } from '../math/vector.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { facet } from '../shapes/kinds/facet.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { point } from '../shapes/kinds/point.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import { type Motion, poseAt, rigidMotion } from './constant-motion.ts';
import { contact } from './contact.ts';
import { IMPACT_TOLERANCE, timeOfImpact } from './time-of-impact.ts';

const ball = sphere({ radius: 1 });
const cube = box({ halfExtents: [1, 1, 1] });
const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
const rod = box({ halfExtents: [5, 0.5, 0.5] });

describe('the time of impact', () => {
  it.each<[string, Shape, Motion, Shape, Motion, number]>([
    [
      'balls head on',
      ball,
      { linearVelocity: [1, 0, 0] },
      ball,
      { pose: { position: [7, 0, 0] }, linearVelocity: [-1, 0, 0] },
      2.5,
    ],
    // Centres 2 apart at height 1: sqrt(3) along the way.
    [
      'balls off centre',
      ball,
      { linearVelocity: [2, 0, 0] },
      ball,
      { pose: { position: [10, 1, 0] } },
      (10 - Math.sqrt(3)) / 2,
    ],
    ['a falling cube', cube, { pose: { position: [0, 0, 5] }, linearVelocity: [3, 0, -2] }, floor, {}, 2],
    ['a rising floor', cube, { pose: { position: [0, 0, 5] } }, floor, { linearVelocity: [0, 0, 0.5] }, 8],
    // Its end comes down to z = 0 where 5 sin(t) + 0.5 cos(t) = 2.5.
    [
      'a rod that turns onto the floor',
      rod,
      { pose: { position: [0, 0, 2.5] }, angularVelocity: [0, 1, 0] },
      floor,
      {},
      Math.asin(2.5 / Math.sqrt(25.25)) - Math.atan2(0.5, 5),
    ],
    // The spinning ball is a ball.
    [
      'a spinning ball',
      ball,
      { linearVelocity: [1, 0, 0], angularVelocity: [3, 50, 7] },
      cube,
      { pose: { position: [5, 0, 0] } },
      3,
    ],
    [
      'a point on a turning facet',
      point(),
      { pose: { position: [-1, 0, 0] }, linearVelocity: [1, 0, 0] },
      facet({
        vertices: [
          [0, -1, -1],
          [0, 1, -1],
          [0, 0, 1],
        ],
      }),
      { angularVelocity: [3, 0, 0] },
      1,
    ],
    ['two points', point(), { pose: { position: [-1, 2, 3] }, linearVelocity: [1, -2, -3] }, point(), {}, 1],
    [
      'bodies a million metres away',
      cube,
      { pose: { position: [1e6, 1e6, 1e6] }, linearVelocity: [1, 0, 0] },
      cube,
      { pose: { position: [1e6 + 5, 1e6, 1e6] } },
      3,
    ],
  ])('of %s', (_, a, motionA, b, motionB, expected) => {
    const hit = timeOfImpact(a, motionA, b, motionB, { duration: 20 });
    expect(hit?.status).toBe('impact');
    expect(hit?.time).toBeLessThanOrEqual(expected * (1 + 1e-15));
    expect(hit?.time).toBeGreaterThan(expected - 2e-8);
    expect(hit?.contact.distance).toBeLessThanOrEqual(1e-8);
  });

  it('is 0 for bodies that overlap or touch at the start, whatever their motion', () => {
    const away: Motion = { pose: { position: [1.5, 0, 0] }, linearVelocity: [9, 0, 0] };
    expect(timeOfImpact(cube, {}, ball, away, { duration: 1 })).toMatchObject({ status: 'impact', time: 0 });
    const touching: Motion = { pose: { position: [2, 0, 0] }, linearVelocity: [9, 0, 0] };
    expect(timeOfImpact(cube, {}, ball, touching, { duration: 1 })?.time).toBe(0);
  });

  it.each<[string, Shape, Motion, Shape, Motion]>([
    ['move apart', ball, { linearVelocity: [-1, 0, 0] }, ball, { pose: { position: [3, 0, 0] } }],
    ['move on parallel lines', cube, { linearVelocity: [5, 0, 0] }, cube, { pose: { position: [10, 2.001, 0] } }],
    ['meet too late', ball, { linearVelocity: [1, 0, 0] }, ball, { pose: { position: [12.001, 0, 0] } }],
    ['slide above the floor', cube, { pose: { position: [0, 0, 1.000001] }, linearVelocity: [5, 3, 0] }, floor, {}],
    ['turn beside each other', rod, { angularVelocity: [0, 0, 9] }, cube, { pose: { position: [7, 0, 0] } }],
    ['stand still', rod, {}, cube, { pose: { position: [7, 0, 0] } }],
  ])('is undefined when the bodies %s', (_, a, motionA, b, motionB) => {
    expect(timeOfImpact(a, motionA, b, motionB, { duration: 10 })).toBeUndefined();
  });

  it('is never that of a thin body tunnelled through', () => {
    const wall = box({ halfExtents: [1e-6, 10, 10] });
    const bullet = sphere({ radius: 1e-3 });
    const hit = timeOfImpact(
      bullet,
      { pose: { position: [-500, 0, 0] }, linearVelocity: [1e4, 0, 0] },
      wall,
      {},
      { duration: 1 },
    );
    expect(hit?.time).toBeCloseTo((500 - 1e-3 - 1e-6) / 1e4, 12);
  });

  it('takes the first of all pieces, turning about the body', () => {
    // A dumbbell turning about its middle: the outer ball at distance 3 reaches the plane x = 2.5 at sin = 1/2.
    const dumbbell = compound([
      { shape: ball, pose: { position: [0, 3, 0] } },
      { shape: ball, pose: { position: [0, -3, 0] } },
    ]);
    const wall = halfSpace({ normal: [-1, 0, 0], offset: -2.5 });
    const hit = timeOfImpact(dumbbell, { angularVelocity: [0, 0, -1] }, wall, {}, { duration: 5 });
    expect(hit?.time).toBeCloseTo(Math.PI / 6, 8);
    expect(hit?.contact.pointOnB.x).toBeCloseTo(2.5, 8);
  });

  it('says how far it came when the steps run out', () => {
    // A blade that passes a ball within 2 % of its length, some hundred times.
    const hit = timeOfImpact(
      box({ halfExtents: [5, 0.05, 0.05] }),
      { angularVelocity: [0, 0, 10] },
      ball,
      { pose: { position: [6.02, 0, 0] } },
      { duration: 100 },
    );
    expect(hit?.status).toBe('iteration-limit');
    expect(hit?.time).toBeGreaterThan(10);
    expect(hit?.contact.lower).toBeGreaterThan(0);
  });

  it('is as close as asked for', () => {
    const motion: Motion = { pose: { position: [5, 0.3, 0.2] }, angularVelocity: [0, 1, 2] };
    for (const tolerance of [1e-3, 1e-6, 1e-9]) {
      const hit = timeOfImpact(cube, { linearVelocity: [1, 0, 0] }, capsule({ radius: 0.5, halfLength: 1 }), motion, {
        duration: 10,
        tolerance,
      });
      expect(hit?.contact.distance).toBeLessThanOrEqual(2 * tolerance);
      expect(hit?.contact.distance).toBeGreaterThan(0);
    }
  });

  it.each<[string, () => unknown, new (...args: never[]) => Error, RegExp]>([
    [
      'a duration that is not finite',
      () => timeOfImpact(ball, {}, ball, {}, { duration: Infinity }),
      InvalidOptionError,
      /options.duration/,
    ],
    [
      'a tolerance of 0',
      () => timeOfImpact(ball, {}, ball, {}, { duration: 1, tolerance: 0 }),
      InvalidOptionError,
      /options.tolerance/,
    ],
    [
      'a velocity that is not finite',
      () => timeOfImpact(ball, { linearVelocity: [Number.NaN, 0, 0] }, ball, {}, { duration: 1 }),
      InvalidOptionError,
      /motionA.linearVelocity.*NaN/,
    ],
    [
      'a pose that is not finite',
      () => timeOfImpact(ball, {}, ball, { pose: { position: [0, Infinity, 0] } }, { duration: 1 }),
      InvalidPoseError,
      /motionB.pose.position/,
    ],
    [
      'a half-space that turns',
      () => timeOfImpact(ball, {}, floor, { angularVelocity: [1, 0, 0] }, { duration: 1 }),
      InvalidOptionError,
      /motionB.angularVelocity: .*box/,
    ],
    [
      'two half-spaces',
      () => timeOfImpact(floor, {}, floor, {}, { duration: 1 }),
      UnsupportedPairError,
      /halfSpace against halfSpace/,
    ],
  ])('refuses %s', (_, ask, kind, message) => {
    expect(ask).toThrow(kind);
    expect(ask).toThrow(message);
  });

  it('lets a half-space turn about its own normal', () => {
    const fall: Motion = { pose: { position: [0, 0, 2] }, linearVelocity: [0, 0, -1] };
    expect(timeOfImpact(ball, fall, floor, { angularVelocity: [0, 0, 4] }, { duration: 2 })?.time).toBeCloseTo(1, 12);
  });
});

const KINDS = [...SHAPE_KINDS, 'compound'];
const PAIRS = KINDS.flatMap((a, i) => KINDS.slice(i).map((b): [string, string] => [a, b])).filter(
  ([a, b]) => a !== 'halfSpace' || b !== 'halfSpace',
);

function randomShape(kind: string, random: Random): Shape {
  if (kind !== 'compound') return randomConvexShape(kind, random);
  return compound(
    ['box', 'capsule'].map((piece) => ({
      shape: randomConvexShape(piece, random) as ConvexShape,
      pose: { position: random.unitVector(), orientation: random.rotation() },
    })),
  );
}

function randomVector(random: Random, size: number): Vector3 {
  return scale(random.unitVector(), size * random.next());
}

describe.each(PAIRS)('a moving %s and %s', (kindA, kindB) => {
  it('are apart until the time of impact and touch then, either way round', () => {
    fc.assert(
      fc.property(fc.integer(), (n) => {
        const random = new Random(n);
        const a = randomShape(kindA, random);
        const b = randomShape(kindB, random);
        const spin = (kind: string): Vector3 => randomVector(random, kind === 'halfSpace' ? 0 : 5);
        const towards = random.unitVector();
        const motionA: Motion = {
          pose: { position: randomVector(random, 1), orientation: random.rotation() },
          linearVelocity: addScaled(randomVector(random, 1), towards, 2),
          angularVelocity: spin(kindA),
        };
        const motionB: Motion = {
          pose: { position: scale(towards, random.between(2, 6)), orientation: random.rotation() },
          linearVelocity: randomVector(random, 1),
          angularVelocity: spin(kindB),
        };
        const duration = 3;
        const hit = timeOfImpact(a, motionA, b, motionB, { duration });
        const at = (time: number) =>
          contact(a, poseAt(rigidMotion(motionA, 'a'), time), b, poseAt(rigidMotion(motionB, 'b'), time));
        // Given up only where the query's own bounds stay open.
        if (hit?.status === 'iteration-limit') expect(hit.contact.status).toBe('bounded');
        if (hit?.status === 'impact' && hit.time > 0) {
          const size = Math.min(...[a, b].map((shape) => (shape.kind === 'point' ? 10 : sizeOf(shape))));
          expect(at(hit.time).lower).toBeLessThanOrEqual(IMPACT_TOLERANCE * size + 1e-12);
          expect(at(hit.time).upper).toBeGreaterThanOrEqual(0);
        }
        if (hit?.time !== 0) {
          for (let k = 0; k < 30; k++) expect(at(((hit?.time ?? duration) * k) / 30).upper).toBeGreaterThan(0);
        }
        const back = timeOfImpact(b, motionB, a, motionA, { duration });
        expect(back?.time).toBe(hit?.time);
        expect(back?.contact.normal).toEqual(hit && negate(hit.contact.normal));
      }),
      { numRuns: 10 },
    );
  });
});
