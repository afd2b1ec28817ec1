// SPDX-License-Identifier: MIT
/**
 * What holds for any polyhedron and superquadric: sign, bounds, order, place, turn, both builds of the kernel,
 * degenerate input.
 */
import { describe, expect, it } from 'vitest';
import { compose, type PoseLike, pose } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { distance, isFiniteVector, length, negate, scale, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Contact, contact } from '../contact.ts';
import { PENG_HANLEY_LAYOUT, pengHanleyBatch } from './peng-hanley-batch.ts';

const seed = Number(process.env.TEST_SEED ?? 2019);
const NAMES = ['peng-hanley', 'peng-hanley-as-printed'] as const;
/** The sign of a distance smaller than this part of the size is rounding. */
const SIGN_TOLERANCE = 1e-12;

/** A part of the longest axis, down to a twentieth. */
const part = (random: Random): number => 20 ** -random.next();

function randomSuperquadric(random: Random): Shape {
  const semiAxes = [part(random), part(random), part(random)] as const;
  const kind = random.integer(4);
  if (kind === 0) return sphere({ radius: semiAxes[0] });
  if (kind === 1) return ellipsoid({ semiAxes });
  return superquadric({ semiAxes, n1: random.between(2, 20), n2: random.between(2, 20) });
}

function randomSolid(random: Random): Shape {
  const [x, y, z] = [part(random), part(random), part(random)];
  if (random.next() < 0.25) return box({ halfExtents: [x, y, z] });
  return polyhedron({ vertices: pointsOnEllipsoid(random, 4 + random.integer(21), [x, y, z]) });
}

interface Pair {
  readonly a: Shape;
  readonly poseA: { readonly position: Vector3; readonly orientation: ReturnType<Random['rotation']> };
  readonly b: Shape;
  readonly poseB: { readonly position: Vector3; readonly orientation: ReturnType<Random['rotation']> };
}

function randomPair(random: Random): Pair {
  return {
    a: randomSolid(random),
    poseA: { position: { x: 0, y: 0, z: 0 }, orientation: random.rotation() },
    b: randomSuperquadric(random),
    poseB: { position: scale(random.unitVector(), 1.8 * random.next()), orientation: random.rotation() },
  };
}

function expectSound(found: Contact, exact: Contact): void {
  expect(Number.isFinite(found.distance)).toBe(true);
  expect(length(found.normal)).toBeCloseTo(1, 12);
  expect(isFiniteVector(found.pointOnA) && isFiniteVector(found.pointOnB)).toBe(true);
  expect(found.lower).toBeLessThanOrEqual(found.distance);
  expect(found.upper).toBeGreaterThanOrEqual(found.distance);
  expect(found.lower).toBeLessThanOrEqual(exact.upper);
  expect(found.upper).toBeGreaterThanOrEqual(exact.lower);
}

/** Right sign, and a depth that is never too small. */
function expectRight(found: Contact, exact: Contact, size: number): void {
  if (exact.lower > SIGN_TOLERANCE * size) expect(found.distance).toBeGreaterThan(0);
  if (exact.upper < -SIGN_TOLERANCE * size) expect(found.distance).toBeLessThan(0);
  if (found.distance < 0) expect(found.distance).toBeLessThanOrEqual(exact.upper + SIGN_TOLERANCE * size);
  expect(found.case).toBeDefined();
  if (found.case !== 8 && Math.abs(exact.distance) > SIGN_TOLERANCE * size)
    expect((found.case as number) % 2 === 0).toBe(exact.distance < 0);
}

describe(`any polyhedron and superquadric, seed ${seed}`, () => {
  it('has the right sign, bounds that hold, and no depth that is too small', { tags: ['long'] }, () => {
    const random = new Random(seed);
    for (let i = 0; i < 1500; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const exact = contact(a, poseA, b, poseB);
      const found = contact(a, poseA, b, poseB, { algorithm: 'peng-hanley' });
      expectSound(found, exact);
      expectRight(found, exact, 2);
      expectSound(contact(a, poseA, b, poseB, { algorithm: 'peng-hanley-as-printed' }), exact);
    }
  });

  it('gives the same bits with the bodies exchanged', { tags: ['long'] }, () => {
    const random = new Random(seed + 1);
    for (let i = 0; i < 200; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      for (const algorithm of NAMES) {
        const one = contact(a, poseA, b, poseB, { algorithm });
        const other = contact(b, poseB, a, poseA, { algorithm });
        expect({ ...other, normal: negate(other.normal), pointOnA: other.pointOnB, pointOnB: other.pointOnA }).toEqual(
          one,
        );
      }
    }
  });

  it('does not depend on where and how turned the pair is', () => {
    const random = new Random(seed + 2);
    for (let i = 0; i < 300; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const move = pose({ position: scale(random.unitVector(), 10), orientation: random.rotation() });
      const [movedA, movedB] = [compose(move, pose(poseA)), compose(move, pose(poseB))];
      const one = contact(a, poseA, b, poseB, { algorithm: 'peng-hanley' });
      const other = contact(a, movedA, b, movedB, { algorithm: 'peng-hanley' });
      // Where a decision is within rounding another case may end the search; random pairs are not that close.
      expect(other.case).toBe(one.case);
      // A move by 10 costs 1e-15 in each coordinate; the points of flat superquadrics magnify it by their exponents and
      // aspect.
      expect(other.distance).toBeCloseTo(one.distance, 9);
      expect(distance(other.normal, rotate(move.orientation, one.normal))).toBeLessThan(1e-6);
    }
  });

  it('scales with the bodies', () => {
    const plain = contact(
      box({ halfExtents: [1, 2, 3] }),
      {},
      sphere({ radius: 1 }),
      { position: [1.6, 2.6, 0] },
      {
        algorithm: 'peng-hanley',
      },
    );
    // Powers of two: to the bit.
    for (const k of [2 ** -130, 2 ** 130]) {
      const scaled = contact(
        box({ halfExtents: [k, 2 * k, 3 * k] }),
        {},
        sphere({ radius: k }),
        { position: [1.6 * k, 2.6 * k, 0] },
        { algorithm: 'peng-hanley' },
      );
      expect(scaled.distance).toBe(k * plain.distance);
      expect(scaled.case).toBe(plain.case);
    }
  });
});

const cube = box({ halfExtents: [1, 1, 1] });
const ball = sphere({ radius: 1 });
const random = new Random(1000);
const stone = polyhedron({ vertices: pointsOnEllipsoid(random, 502) });

const DEGENERATE: readonly [name: string, a: Shape, b: Shape, poseB: PoseLike][] = [
  ['coincident centres', cube, ball, {}],
  ['a centre on a face', cube, ball, { position: [1, 0.3, 0.2] }],
  ['a centre on an edge', cube, ball, { position: [1, 1, 0.2] }],
  ['a centre at a vertex', cube, ball, { position: [1, 1, 1] }],
  ['a touch at a face', cube, ball, { position: [2, 0.3, 0.2] }],
  ['a touch at an edge', cube, ball, { position: [1.6, 1.8, 0] }],
  ['a touch at a vertex', cube, sphere({ radius: 3 }), { position: [2, 3, 3] }],
  ['equally many sides', cube, ball, { position: [1.7, 1.7, 1.7] }],
  ['a huge sphere', cube, sphere({ radius: 1e6 }), { position: [1e6 + 0.5, 0.2, 0.1] }],
  ['a huge sphere at a corner', cube, sphere({ radius: 1e6 }), { position: [577350, 577350, 577350] }],
  ['a speck', cube, superquadric({ semiAxes: [1e-6, 2e-6, 1e-6], n1: 4, n2: 8 }), { position: [1 + 5e-7, 0, 0] }],
  ['a speck at an edge', cube, sphere({ radius: 1e-6 }), { position: [1 + 5e-7, 1 + 5e-7, 0] }],
  ['a needle across', cube, ellipsoid({ semiAxes: [10, 1e-6, 1e-6] }), { position: [0, 1, 0] }],
  ['a needle beside', cube, ellipsoid({ semiAxes: [10, 1e-6, 1e-6] }), { position: [0, 1.1, 1.1] }],
  [
    'a needle that cuts a corner',
    cube,
    ellipsoid({ semiAxes: [5, 1e-6, 1e-6] }),
    { position: [1, 0.8, 0], orientation: [0.9, 0, 0, 0.4] },
  ],
  ['a disc', cube, ellipsoid({ semiAxes: [3, 3, 1e-6] }), { position: [0.5, 0.5, 1] }],
  [
    'a block with parallel faces',
    cube,
    superquadric({ semiAxes: [1, 1, 1], n1: 100, n2: 100 }),
    { position: [1.99, 0.5, 0] },
  ],
  [
    'an octahedron, nearly',
    cube,
    superquadric({ semiAxes: [1, 1, 1], n1: 1.01, n2: 1.01 }),
    { position: [1.2, 1.2, 0] },
  ],
  ['a plate', box({ halfExtents: [1, 1, 1e-9] }), ball, { position: [0.2, 0.1, 0.9] }],
  ['a thousand faces', stone, superquadric({ semiAxes: [0.5, 0.7, 0.3], n1: 5, n2: 3 }), { position: [1.2, 0.3, 0.2] }],
  ['a thousand faces beside', stone, ball, { position: [1.4, 1.4, 1.4] }],
  [
    'a small world',
    box({ halfExtents: [1e-40, 1e-40, 1e-40] }),
    sphere({ radius: 1e-40 }),
    { position: [1.6e-40, 1.6e-40, 0] },
  ],
  [
    'a large world',
    box({ halfExtents: [1e40, 1e40, 1e40] }),
    sphere({ radius: 1e40 }),
    { position: [1.6e40, 1.6e40, 0] },
  ],
];

describe.each(NAMES)('%s', (algorithm) => {
  it.each(DEGENERATE)('has a sound answer for %s', (_, a, b, poseB) => {
    const exact = contact(a, {}, b, poseB);
    const found = contact(a, {}, b, poseB, { algorithm });
    expectSound(found, exact);
    const [low, high] = [a, b].map(
      (shape) => shape.kind !== 'compound' && shape.kind !== 'halfSpace' && shape.boundingBox().max.x,
    ) as [number, number];
    if (algorithm === 'peng-hanley') expectRight(found, exact, Math.max(low, high));
  });
});

describe('the two builds of the kernel', () => {
  it('give the same bits in a batch, and those of single queries', { tags: ['long'] }, () => {
    const source = new Random(seed + 3);
    const pairs = Array.from({ length: 400 }, () => randomPair(source));
    const shapes = pairs.flatMap(({ a, b }) => [a, b]);
    const poses = Float64Array.from(
      pairs.flatMap(({ poseA, poseB }) =>
        [pose(poseA), pose(poseB)].flatMap(({ position: p, orientation: q }) => [p.x, p.y, p.z, q.w, q.x, q.y, q.z]),
      ),
    );
    // Every other pair in the other order.
    const numbers = Int32Array.from(pairs.flatMap((_, i) => (i % 2 === 0 ? [2 * i, 2 * i + 1] : [2 * i + 1, 2 * i])));
    for (const asPrinted of [false, true]) {
      const [fast, slow] = (['webassembly', 'typescript'] as const).map((kernel) =>
        pengHanleyBatch({ shapes, poses, pairs: numbers, asPrinted, kernel }),
      ) as [Float64Array, Float64Array];
      expect(fast).toEqual(slow);
      const { stride, distance: at, case: ended, status } = PENG_HANLEY_LAYOUT;
      pairs.forEach(({ a, poseA, b, poseB }, i) => {
        const single = contact(a, poseA, b, poseB, { algorithm: NAMES[asPrinted ? 1 : 0] });
        expect(fast[stride * i + at]).toBeCloseTo(single.distance, 9);
        expect(fast[stride * i + ended]).toBe(single.case ?? 0);
        expect(fast[stride * i + status]).toBe(single.status === 'converged' ? 0 : 1);
      });
    }
  });

  it('have no answer for other bodies', () => {
    const poses = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0);
    const answer = pengHanleyBatch({ shapes: [cube, cube], poses, pairs: Int32Array.of(0, 1) });
    expect(answer[PENG_HANLEY_LAYOUT.status]).toBe(2);
  });
});
