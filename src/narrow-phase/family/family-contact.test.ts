// SPDX-License-Identifier: MIT
/** What holds for every algorithm of the family behind `contact`: order, place, bounds, trace, degenerate input. */
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../../tests/support/random-convex-shapes.ts';
import type { PoseLike } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, distance, isFiniteVector, length, negate } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { point } from '../../shapes/kinds/point.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';
import { compoundContacts } from '../compound-contacts.ts';
import { type Algorithm, type Contact, contact, type TraceStep } from '../contact.ts';
import { FAMILY } from './algorithm-registry.ts';
import { FAMILY_NAMES } from './family-names.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const line = segment({ from: [-1, 0, 0], to: [1, 0, 0] });
const triangle = facet({
  vertices: [
    [-1, -1, 0],
    [1, -1, 0],
    [0, 1, 0],
  ],
});
const origin = point({ position: [0, 0, 0] });
const tetrahedron = (size: number) =>
  polyhedron({
    vertices: [
      [0, 0, 0],
      [size, 0, 0],
      [0, size, 0],
      [0, 0, size],
    ],
  });
const blocky = superquadric({ semiAxes: [1, 0.9, 0.8], n1: 6, n2: 4 });
const cubeOf = (size: number) => box({ halfExtents: [size, size, size] });

const DEGENERATE: readonly [name: string, a: Shape, b: Shape, poseB: PoseLike][] = [
  ['the same body twice', cube, cube, {}],
  ['concentric boxes', cube, box({ halfExtents: [2, 3, 4] }), {}],
  ['boxes touching at a face', cube, cube, { position: [2, 0, 0] }],
  ['boxes touching at an edge', cube, cube, { position: [2, 2, 0] }],
  ['boxes touching at a corner', cube, cube, { position: [2, 2, 2] }],
  ['boxes a rounding apart', cube, cube, { position: [2 + 1e-15, 0.5, 0] }],
  ['two points in one place', origin, origin, {}],
  ['two points', origin, origin, { position: [1, 2, 2] }],
  ['a point at a corner', origin, cube, { position: [1, 1, 1] }],
  ['a point on a face', origin, cube, { position: [1, 0.3, 0.2] }],
  ['a point at the centre', origin, cube, {}],
  ['segments in line', line, line, { position: [0.5, 0, 0] }],
  ['segments that cross', line, line, { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }],
  ['parallel segments', line, line, { position: [0.5, 1, 0] }],
  ['facets in a plane', triangle, triangle, { position: [0.2, 0.2, 0] }],
  ['facets that cross', triangle, triangle, { orientation: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] }],
  ['a facet in a box', triangle, cube, {}],
  ['needles that cross', box({ halfExtents: [1, 1e-6, 1e-6] }), box({ halfExtents: [1e-6, 1, 1e-6] }), {}],
  [
    'plates in a plane',
    box({ halfExtents: [1, 1, 1e-9] }),
    box({ halfExtents: [1, 1, 1e-9] }),
    { position: [0.3, 0.1, 0] },
  ],
  ['bodies of 1e-9', cubeOf(1e-9), tetrahedron(1e-9), { position: [0.5e-9, 0.2e-9, 0] }],
  ['bodies of 1e9', cubeOf(1e9), tetrahedron(1e9), { position: [0.5e9, 0.2e9, 0] }],
  ['a speck at a box', cube, tetrahedron(1e-12), { position: [1 - 0.3e-12, 0, 0] }],
  ['a long way apart', cube, cube, { position: [1e12, 0, 0] }],
  ['spheres in one place', sphere({ radius: 1 }), sphere({ radius: 1 }), {}],
  ['a sphere in a box', sphere({ radius: 0.1 }), cube, { position: [0.3, 0, 0] }],
  [
    'crossed capsules',
    capsule({ radius: 0.2, halfLength: 1 }),
    capsule({ radius: 0.2, halfLength: 1 }),
    { orientation: [1, 1, 0, 0] },
  ],
  [
    'cylinders on one axis',
    cylinder({ radius: 1, halfLength: 1 }),
    cylinder({ radius: 1, halfLength: 1 }),
    { position: [0, 0, 1.9] },
  ],
  ['the same ellipsoid twice', ellipsoid({ semiAxes: [1, 2, 3] }), ellipsoid({ semiAxes: [1, 2, 3] }), {}],
  ['the same superquadric twice', blocky, blocky, {}],
  ['concentric superquadrics', blocky, superquadric({ semiAxes: [2, 1, 3], n1: 3, n2: 12 }), {}],
  ['a sphere in a superquadric', sphere({ radius: 0.1 }), blocky, { position: [0.3, 0, 0] }],
  [
    'a speck at a superquadric',
    blocky,
    ellipsoid({ semiAxes: [1e-12, 2e-12, 1e-12] }),
    { position: [1 - 1e-12, 0, 0] },
  ],
  ['superquadrics a long way apart', blocky, blocky, { position: [1e12, 3, 0] }],
  [
    'rounded boxes',
    rounded({ shape: cube, radius: 0.1 }),
    rounded({ shape: cube, radius: 0.1 }),
    { position: [2.1, 0.3, 0] },
  ],
];

/** Bodies that an algorithm has answers for. */
interface Samples {
  readonly random: readonly [kindA: string, kindB: string];
  readonly a: Shape;
  readonly b: Shape;
  readonly piece: Shape;
  /** What is asked against pieces, where it is not another piece; it is (2.5, 0.25, 0) away, and the gap is this. */
  readonly other?: Shape;
  readonly pieceGap: number;
}

const POLYHEDRA: Samples = { random: ['polyhedron', 'box'], a: cube, b: tetrahedron(2), piece: cube, pieceGap: 0.5 };
const SAMPLES: Readonly<Record<string, Samples>> = {
  convex: POLYHEDRA,
  polyhedral: POLYHEDRA,
  superquadric: {
    random: ['superquadric', 'ellipsoid'],
    a: blocky,
    b: ellipsoid({ semiAxes: [0.7, 0.9, 1.3] }),
    piece: sphere({ radius: 1 }),
    pieceGap: Math.sqrt(2.5 ** 2 + 0.25 ** 2) - 2,
  },
  'polyhedron-superquadric': {
    random: ['polyhedron', 'superquadric'],
    a: cube,
    b: blocky,
    piece: cube,
    other: sphere({ radius: 1 }),
    pieceGap: 0.5,
  },
};

function expectSound(got: Contact, expected: Contact): void {
  if (got.status === 'unsupported') return;
  expect(Number.isFinite(got.distance)).toBe(true);
  expect(length(got.normal)).toBeCloseTo(1, 12);
  expect(isFiniteVector(got.pointOnA) && isFiniteVector(got.pointOnB)).toBe(true);
  expect(got.lower).toBeLessThanOrEqual(got.distance);
  expect(got.upper).toBeGreaterThanOrEqual(got.distance);
  expect(got.lower).toBeLessThanOrEqual(expected.upper);
  expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
}

describe.each(FAMILY_NAMES)('%s', (algorithm) => {
  const samples = SAMPLES[FAMILY[algorithm].bodies];

  it.each(DEGENERATE)('has a sound answer for %s', (_, a, b, poseB) => {
    expectSound(contact(a, {}, b, poseB, { algorithm }), contact(a, {}, b, poseB));
  });

  it('has a sound answer however few steps it is allowed', () => {
    const random = new Random(199);
    for (let n = 0; n < 20; n++) {
      const a = randomConvexShape(samples.random[0], random);
      const b = randomConvexShape(samples.random[samples.other ? 1 : 0], random);
      const poseB = { position: { x: 2.4 * random.next(), y: 0.1, z: 0 }, orientation: random.rotation() };
      for (const iterationLimit of [1, 2, 3, 5, 8]) {
        expectSound(contact(a, {}, b, poseB, { algorithm, iterationLimit }), contact(a, {}, b, poseB));
      }
    }
  });

  it('gives the same bits with the bodies exchanged', () => {
    const random = new Random(201);
    for (let n = 0; n < 20; n++) {
      const a = randomConvexShape(samples.random[0], random);
      const b = randomConvexShape(samples.random[1], random);
      const poseA = { position: random.unitVector(), orientation: random.rotation() };
      const poseB = { position: random.unitVector(), orientation: random.rotation() };
      const steps: TraceStep[] = [];
      const exchangedSteps: TraceStep[] = [];
      const one = contact(a, poseA, b, poseB, { algorithm, trace: (step) => steps.push(step) });
      const other = contact(b, poseB, a, poseA, { algorithm, trace: (step) => exchangedSteps.push(step) });
      expect({ ...other, normal: negate(other.normal), pointOnA: other.pointOnB, pointOnB: other.pointOnA }).toEqual(
        one,
      );
      expect(exchangedSteps.map(({ normal }) => negate(normal))).toEqual(steps.map(({ normal }) => normal));
    }
  });

  it('does not depend on the place in the world', () => {
    const poseB = { position: { x: 1.5, y: 0.25, z: 0.5 }, orientation: new Random(203).rotation() };
    const far = { x: 2 ** 20, y: -(2 ** 19), z: 2 ** 21 };
    const near = contact(samples.a, {}, samples.b, poseB, { algorithm });
    const away = contact(
      samples.a,
      { position: far },
      samples.b,
      { ...poseB, position: add(poseB.position, far) },
      { algorithm },
    );
    // The sum of the positions is exact; what is left is which of the bodies is first.
    expect(away.distance).toBeCloseTo(near.distance, 13);
    expect(distance(away.normal, near.normal)).toBeLessThan(1e-7);
  });

  it('has a sound answer or none for every kind of body', { tags: ['long'] }, () => {
    const random = new Random(207);
    for (const kindA of SHAPE_KINDS) {
      for (const kindB of SHAPE_KINDS) {
        const a = randomConvexShape(kindA, random);
        const b = randomConvexShape(kindB, random);
        const poseB = { position: random.unitVector(), orientation: random.rotation() };
        const got = contact(a, {}, b, poseB, { algorithm });
        if (a.kind === 'halfSpace' || b.kind === 'halfSpace') expect(got.status).toBe('unsupported');
        else expectSound(got, contact(a, {}, b, poseB));
        if (FAMILY[algorithm].bodies === 'convex' && ![kindA, kindB].includes('halfSpace')) {
          expect(got.status).not.toBe('unsupported');
        }
      }
    }
  });
  it('traces its steps as plain data', () => {
    const steps: TraceStep[] = [];
    const poseB = { position: [0.5, 0.4, 0.3] as const };
    contact(samples.a, {}, samples.b, poseB, { algorithm, trace: (step) => steps.push(step) });
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) {
      expect(step.algorithm).toBe(algorithm);
      expect(['simplex', 'face', 'portal', 'plane', 'newton', 'exact', 'answer']).toContain(step.kind);
      expect(length(step.normal)).toBeCloseTo(1, 9);
      expect(step.points.every(isFiniteVector)).toBe(true);
      expect(structuredClone(step)).toEqual(step);
    }
  });

  it('takes the nearest pieces of a compound', () => {
    const piece = samples.piece as ConvexShape;
    const pair = compound([{ shape: piece }, { shape: piece, pose: { position: [5, 0, 0] } }]);
    const other = samples.other ?? piece;
    const got = contact(pair, {}, other, { position: [2.5, 0.25, 0] }, { algorithm });
    expect(got.distance).toBeCloseTo(samples.pieceGap, 8);
    const deep = contact(pair, {}, other, { position: [1.5, 0.25, 0] }, { algorithm });
    expectSound(deep, contact(pair, {}, other, { position: [1.5, 0.25, 0] }));
  });
});

describe('contact with an algorithm of the family', () => {
  it.each(['gjk-johnson', 'gjk-signed-volumes'] as const)(
    'is converged for compounds by %s only where no other pair of pieces may be deeper',
    (algorithm) => {
      const pieces = compound([
        { shape: cylinder({ radius: 0.5, halfLength: 0.06803276222199202 }), pose: { position: [-0.5, 0.3865, 0.5] } },
        { shape: sphere({ radius: 0.7622698791790754 }), pose: { position: [-0.5, -0.5, -0.09404405811801553] } },
        { shape: box({ halfExtents: [2, 0.5, 2] }), pose: { position: [-1, 0.05592907126992941, 1] } },
      ]);
      const block = box({ halfExtents: [1, 0.5, 0.551309201354161] });
      const got = contact(block, {}, pieces, {}, { algorithm });
      expect(got.upper - got.lower).toBeGreaterThan(0.1);
      expect(got.status).toBe('bounded');
      expect(got.reason).toBeDefined();
    },
  );

  it('has points that are the distance along the normal apart', () => {
    const {
      pointOnA,
      pointOnB,
      normal,
      distance: d,
      point: middle,
    } = contact(
      sphere({ radius: 1 }),
      {},
      capsule({ radius: 0.5, halfLength: 1 }),
      { position: [1.2, 0.3, 0.1] },
      { algorithm: 'gjk-td' },
    );
    expect(distance(pointOnB, addScaled(pointOnA, normal, d))).toBeLessThan(1e-15);
    expect(distance(middle, addScaled(pointOnA, normal, d / 2))).toBeLessThan(1e-15);
    expect(d).toBeCloseTo(Math.sqrt(1.2 ** 2 + 0.3 ** 2) - 1.5, 14);
  });

  it('has the one contact point for a manifold', () => {
    const got = contact(cube, {}, cube, { position: [1.5, 0, 0] }, { algorithm: 'gjk-td', manifold: true });
    expect(got.manifold).toEqual([{ pointOnA: got.pointOnA, pointOnB: got.pointOnB, distance: got.distance }]);
  });

  it('traces the default without changing its answer', () => {
    const poseB = { position: [0.5, 0.2, 0.1] as const };
    const steps: TraceStep[] = [];
    const traced = contact(cube, {}, tetrahedron(2), poseB, { trace: (step) => steps.push(step) });
    expect(traced).toEqual(contact(cube, {}, tetrahedron(2), poseB));
    expect(new Set(steps.map((step) => step.algorithm))).toEqual(new Set(['gjk-epa']));
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['simplex', 'face', 'answer']));
  });

  it('refuses names and limits that do not exist, and queries that have one algorithm only', () => {
    const ask =
      (algorithm: string, iterationLimit = 10) =>
      () =>
        contact(cube, {}, cube, {}, { algorithm: algorithm as Algorithm, iterationLimit });
    expect(ask('magic')).toThrow(/options\.algorithm: expected one of gjk-epa, .*gjk-td.*, got "magic"/);
    expect(ask('toString')).toThrow(/expected one of/);
    for (const limit of [0, -1, 1.5, Number.NaN])
      expect(ask('gjk-td', limit)).toThrow(/iterationLimit: expected an integer > 0/);
    expect(() => compoundContacts(cube, {}, cube, {}, { algorithm: 'gjk-td' } as object)).toThrow(
      /options\.algorithm: only contact\(\) has this option/,
    );
  });

  it('has no answer for half-spaces', () => {
    const ground = halfSpace({ normal: [0, 0, 1], offset: 0 });
    const pair = compound([{ shape: cube }, { shape: cube, pose: { position: [5, 0, 0] } }]);
    for (const algorithm of FAMILY_NAMES) {
      for (const other of [cube, pair, ground, sphere({ radius: 1 })]) {
        for (const [a, b] of [
          [ground, other],
          [other, ground],
        ] as const) {
          const got = contact(a, {}, b, {}, { algorithm, manifold: true, trace: () => undefined });
          expect(got.status).toBe('unsupported');
        }
      }
    }
  });
});
