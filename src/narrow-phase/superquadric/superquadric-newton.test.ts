// SPDX-License-Identifier: MIT
/** The search behind superquadric-newton: hard pairs, both builds of the kernel, order, unit and place. */
import { describe, expect, it } from 'vitest';
import { type Kernel, typescriptKernel, wasmKernel } from '../../kernel/kernel.ts';
import { pose } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, isFiniteVector, length, negate, scale, subtract } from '../../math/vector.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { type Superquadric, superquadric } from '../../shapes/kinds/superquadric.ts';
import { type Contact, contact, type TraceStep } from '../contact.ts';
import { placeBody } from '../family/placed-body.ts';
import { solveSuperquadrics } from './superquadric-newton.ts';

const seed = Number(process.env.TEST_SEED ?? 32);
const algorithm = 'superquadric-newton';

function randomSuperquadric(random: Random, size: number, aspect: number, most: number): Superquadric {
  const semiAxis = (): number => size * 10 ** random.between(-aspect, 0);
  return superquadric({
    semiAxes: [semiAxis(), semiAxis(), semiAxis()],
    n1: random.between(2, most),
    n2: random.between(2, most),
  });
}

function expectSound(got: Contact, expected: Contact): void {
  expect(Number.isFinite(got.distance) && isFiniteVector(got.normal)).toBe(true);
  expect(isFiniteVector(got.pointOnA) && isFiniteVector(got.pointOnB)).toBe(true);
  expect(length(got.normal)).toBeCloseTo(1, 12);
  expect(got.lower).toBeLessThanOrEqual(expected.upper);
  expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
}

/** Sizes of both, distance of the centres as a part of the sum of the largest semi-axes, proportions and exponents. */
const KINDS: readonly [name: string, size: number, reach: readonly [number, number], aspect: number, most: number][] = [
  ['bodies', 1, [0.05, 1.3], 0.7, 20],
  ['needles and plates of 1:100', 1, [0.05, 1.3], 2, 20],
  ['a grain 1e-6 as large', 1e-6, [0.05, 1.1], 0.7, 20],
  ['bodies nearly concentric', 1, [1e-10, 1e-2], 0.7, 20],
  ['bodies up to 1,000 sizes apart', 1, [1, 1000], 0.7, 20],
  ['ellipsoids', 1, [0.05, 1.3], 1, 2],
];

describe(`superquadric-newton, seed ${seed}`, () => {
  it.each(KINDS)('converges to sound answers for %s', (_, size, [low, high], aspect, most) => {
    const random = new Random(seed);
    for (let i = 0; i < 250; i++) {
      const a = randomSuperquadric(random, 1, aspect, most);
      const b = randomSuperquadric(random, size, aspect, most);
      const reach = (1 + size) * Math.exp(random.between(Math.log(low), Math.log(high)));
      const poseB = { position: scale(random.unitVector(), reach), orientation: random.rotation() };
      const got = contact(a, { orientation: random.rotation() }, b, poseB, { algorithm });
      expect(got.status, `pair ${i}`).toBe('converged');
      expect(got.epaIterations, `pair ${i}`).toBe(0);
    }
  });

  it('has sound answers, proven or not, for exponents from 1.01 to 100 and proportions to 1:10,000', () => {
    const random = new Random(seed);
    for (let i = 0; i < 250; i++) {
      const semiAxis = (): number => 10 ** random.between(-4, 0);
      const exponent = (): number => (i % 2 === 0 ? random.between(1.01, 2) : 10 ** random.between(0.01, 2));
      const shape = () =>
        superquadric({ semiAxes: [semiAxis(), semiAxis(), semiAxis()], n1: exponent(), n2: exponent() });
      const [a, b] = [shape(), shape()];
      const poseB = { position: scale(random.unitVector(), random.between(0.01, 1)), orientation: random.rotation() };
      expectSound(contact(a, {}, b, poseB, { algorithm }), contact(a, {}, b, poseB));
    }
  });

  it.each([
    [
      { semiAxes: [0.00178, 0.00332, 0.0268], n1: 93.2, n2: 90.7 } as const,
      { semiAxes: [0.204, 0.535, 0.000186], n1: 44.3, n2: 51.4 } as const,
      { position: [-0.661, 0.725, 0.349], orientation: [-0.46, 0.684, -0.362, -0.436] } as const,
    ],
    [
      { semiAxes: [0.00561, 0.317, 0.000101], n1: 22.4, n2: 83.4 } as const,
      { semiAxes: [0.00307, 0.000534, 0.000113], n1: 75.8, n2: 36.7 } as const,
      { position: [-0.0714, -0.071, 0.123], orientation: [0.825, -0.446, -0.275, 0.213] } as const,
    ],
  ])('goes through spheres where the search from the centre line does not end: %j', (a, b, poseB) => {
    const got = contact(superquadric(a), {}, superquadric(b), poseB, { algorithm });
    expect(got.epaIterations).toBeGreaterThan(0);
    expect(got.status).toBe('converged');
    expectSound(got, contact(superquadric(a), {}, superquadric(b), poseB));
  });

  it('has a sound answer where every normal is as good: identical, concentric and nearly concentric bodies', () => {
    const blocky = superquadric({ semiAxes: [1, 2, 3], n1: 5, n2: 9 });
    const round = ellipsoid({ semiAxes: [1, 2, 3] });
    const ball = sphere({ radius: 1 });
    for (const [a, b] of [
      [blocky, blocky],
      [blocky, round],
      [round, round],
      [ball, ball],
      [ball, blocky],
      [ball, superquadric({ semiAxes: [1e-6, 1e-6, 1e-8], n1: 20, n2: 2 })],
    ] as const) {
      for (const offset of [0, 1e-320, 1e-200, 1e-16, 1e-13, 1e-11, 1e-9, 1e-7]) {
        const poseB = { position: [offset, -offset, 0] as const };
        const got = contact(a, {}, b, poseB, { algorithm });
        expectSound(got, contact(a, {}, b, poseB));
        expect(got.distance).toBeLessThan(0);
        if (offset < 1e-15) expect(got.reason === 'deep' || got.status === 'converged').toBe(true);
      }
    }
    const same = contact(blocky, {}, blocky, {}, { algorithm });
    expect(same.status).toBe('bounded');
    expect(same.distance).toBe(-2);
  });

  it.each([
    [
      'a speck of 1e-30, deep in a plate, whose levels overflow',
      { semiAxes: [1e-6, 1, 1], n1: 2, n2: 20 } as const,
      { semiAxes: [1e-30, 1e-30, 1e-36], n1: 100, n2: 3 } as const,
      [6.1e-12, -2.5e-13, 7.9e-12] as const,
    ],
    [
      'a needle of 1:1e11 that reaches into a plate by its thickness',
      { semiAxes: [0.2, 1, 1e-4], n1: 79, n2: 20 } as const,
      { semiAxes: [10, 1e-10, 1e-10], n1: 1.5, n2: 100 } as const,
      [1, 1, 0] as const,
    ],
    [
      'plates of 1e-12 that cross',
      { semiAxes: [4, 1, 1e-12], n1: 20, n2: 2 } as const,
      { semiAxes: [1, 1e-12, 4], n1: 20, n2: 2 } as const,
      [0, 0, -1] as const,
    ],
  ])('has a sound answer for %s', (_, a, b, position) => {
    const got = contact(superquadric(a), {}, superquadric(b), { position }, { algorithm });
    const expected = contact(superquadric(a), {}, superquadric(b), { position });
    expectSound(got, expected);
    if (got.status === 'converged') expect(got.distance < 0).toBe(expected.distance < 0);
  });

  it('gives the same bits as TypeScript and as WebAssembly', { tags: ['long'] }, () => {
    const random = new Random(seed);
    for (let i = 0; i < 400; i++) {
      const a = placeBody(randomSuperquadric(random, 1, 2, 20), pose({ orientation: random.rotation() }));
      const b = placeBody(
        i % 3 === 0 ? sphere({ radius: 0.4 }) : randomSuperquadric(random, 1, 2, 20),
        pose({ position: scale(random.unitVector(), random.between(0, 2)), orientation: random.rotation() }),
      );
      expect(solveSuperquadrics(wasmKernel as Kernel, a, b, {})).toEqual(
        solveSuperquadrics(typescriptKernel, a, b, {}),
      );
    }
  });

  it('gives the same bits in either order and in other units, and does not depend on the place', () => {
    const random = new Random(seed);
    for (let i = 0; i < 100; i++) {
      const [a, b] = [randomSuperquadric(random, 1, 1, 12), randomSuperquadric(random, 1, 1, 12)];
      const poseA = { position: scale(random.unitVector(), 0.5), orientation: random.rotation() };
      const poseB = { position: scale(random.unitVector(), 0.8), orientation: random.rotation() };
      const one = contact(a, poseA, b, poseB, { algorithm });
      const other = contact(b, poseB, a, poseA, { algorithm });
      expect({ ...other, normal: negate(other.normal), pointOnA: other.pointOnB, pointOnB: other.pointOnA }).toEqual(
        one,
      );
      // A power of two changes no bit of a number; sizes end at 1e50. The order of the pair may change, since it is
      // that of a hash.
      for (const factor of [2 ** -150, 2 ** 150]) {
        const scaled = ({ semiAxes, n1, n2 }: Superquadric) =>
          superquadric({ semiAxes: scale(semiAxes, factor), n1, n2 });
        const larger = contact(
          scaled(a),
          { ...poseA, position: scale(poseA.position, factor) },
          scaled(b),
          { ...poseB, position: scale(poseB.position, factor) },
          { algorithm },
        );
        expect(Math.abs(larger.distance / factor - one.distance)).toBeLessThan(1e-12);
      }
      const far = { x: 1e6, y: -2e6, z: 3e6 };
      const away = contact(
        a,
        { ...poseA, position: add(poseA.position, far) },
        b,
        { ...poseB, position: add(poseB.position, far) },
        { algorithm },
      );
      // What the coordinates have lost at 1e6.
      expect(Math.abs(away.distance - one.distance)).toBeLessThan(1e-8);
    }
  });

  it('has no answer for other bodies, rounded ones included', () => {
    const ball = sphere({ radius: 1 });
    for (const other of [
      capsule({ radius: 1, halfLength: 1 }),
      rounded({ shape: ellipsoid({ semiAxes: [1, 2, 3] }), radius: 0.1 }),
    ]) {
      expect(contact(ball, {}, other, { position: [1, 0, 0] }, { algorithm }).status).toBe('unsupported');
    }
  });

  it('is bounded, and sound, where its steps are too few', () => {
    const random = new Random(seed);
    let bounded = 0;
    for (let i = 0; i < 50; i++) {
      const [a, b] = [randomSuperquadric(random, 1, 1, 20), randomSuperquadric(random, 1, 1, 20)];
      const poseB = { position: scale(random.unitVector(), random.between(0.1, 2)), orientation: random.rotation() };
      for (const iterationLimit of [1, 2, 4]) {
        const got = contact(a, {}, b, poseB, { algorithm, iterationLimit });
        expect(got.gjkIterations).toBeLessThanOrEqual(iterationLimit);
        expectSound(got, contact(a, {}, b, poseB));
        if (got.status === 'bounded') {
          bounded++;
          expect(got.reason).toBe('iteration-limit');
        }
      }
    }
    expect(bounded).toBeGreaterThan(50);
  });

  it('traces points that come nearer, the last of them x0 with the normal of the answer', () => {
    const steps: TraceStep[] = [];
    const a = superquadric({ semiAxes: [1, 0.4, 0.7], n1: 8, n2: 3 });
    const b = superquadric({ semiAxes: [0.5, 0.9, 0.6], n1: 4, n2: 6 });
    const placedB = pose({ position: [0.9, 0.5, 0.6], orientation: [0.9, 0.1, 0.3, 0.2] });
    const trace = (step: TraceStep): void => {
      if (step.kind === 'newton') steps.push(step);
    };
    const got = contact(a, {}, b, placedB, { algorithm, trace });
    expect(steps).toHaveLength(got.gjkIterations + 1);
    const last = steps.at(-1) as TraceStep;
    expect(last.normal).toEqual(got.normal);
    expect(Math.abs(last.distance - got.lower)).toBeLessThan(1e-12);
    const levelAt = ({ points: [point] }: TraceStep): number => {
      const inB = inverseRotate(placedB.orientation, subtract(point, placedB.position));
      return Math.max(a.insideOutside(point), b.insideOutside(inB));
    };
    for (const [k, step] of steps.slice(1).entries()) {
      expect(levelAt(step)).toBeLessThan(levelAt(steps[k]) + 1e-12);
    }
    expect(levelAt(last)).toBeLessThan(levelAt(steps[0]) - 0.01);
  });
});
