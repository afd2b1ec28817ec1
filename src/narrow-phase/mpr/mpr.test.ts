// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, scaledShape } from '../../../tests/support/random-convex-shapes.ts';
import { type PoseLike, pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, distance, length, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { point } from '../../shapes/kinds/point.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { type Contact, contact } from '../contact.ts';
import type { Answer, Search, TraceStep } from '../family/algorithm.ts';
import { placeBody } from '../family/placed-body.ts';
import { mpr } from './mpr.ts';
import { JUMP_AT, SMOOTHING_RADIUS, slidingPair } from './sphere-near-edge.ts';

function solve(a: ConvexShape, poseA: PoseLike, b: ConvexShape, poseB: PoseLike, search: Search = {}): Answer {
  return mpr.solve(placeBody(a, pose(poseA)), placeBody(b, pose(poseB)), search);
}

const cube = box({ halfExtents: [1, 1, 1] });
const ball = sphere({ radius: 1 });

describe('mpr on closed forms', () => {
  it('ends at the first support point of two spheres (TC1), apart and overlapping', () => {
    for (const gap of [3, 0.5, 0, -0.25, -1.5]) {
      const { distance: found, normal, pointOnA, status } = solve(ball, {}, ball, { position: [0, 0, -2 - gap] });
      expect(found).toBeCloseTo(gap, 14);
      expect(normal).toEqual({ x: -0, y: -0, z: -1 });
      expect(distance(pointOnA, { x: 0, y: 0, z: -1 })).toBeLessThan(1e-15);
      expect(status).toBe('converged');
    }
  });

  it('ends on the face that two boxes share (TC2)', () => {
    for (const gap of [2, 0.125, -0.125, -0.5]) {
      const { distance: found, normal, lower, upper } = solve(cube, {}, cube, { position: [0.25, -0.125, 2 + gap] });
      expect(found).toBeCloseTo(gap, 14);
      expect(length(subtract(normal, { x: 0, y: 0, z: 1 }))).toBeLessThan(1e-14);
      expect(lower).toBeLessThanOrEqual(gap);
      expect(upper).toBeGreaterThanOrEqual(gap);
    }
  });

  it('has the distance of two capsules side by side', () => {
    const rod = capsule({ radius: 0.25, halfLength: 2 });
    expect(solve(rod, {}, rod, { position: [1.5, 0, 0] }).distance).toBeCloseTo(1, 9);
    expect(solve(rod, {}, rod, { position: [0.375, 0, 0] }).distance).toBeCloseTo(-0.125, 9);
  });

  it('has points of both bodies, a distance apart along the normal, when they are separated', () => {
    const { distance: gap, normal, pointOnA, lower } = solve(cube, {}, cube, { position: [3, 4, 5] });
    const onB = addScaled(pointOnA, normal, gap);
    expect(Math.max(...[pointOnA.x, pointOnA.y, pointOnA.z].map(Math.abs))).toBeLessThanOrEqual(1 + 1e-14);
    expect(Math.max(Math.abs(onB.x - 3), Math.abs(onB.y - 4), Math.abs(onB.z - 5))).toBeLessThanOrEqual(1 + 1e-14);
    expect(gap).toBeGreaterThanOrEqual(Math.sqrt(1 + 4 + 9) - 1e-14);
    expect(lower).toBeLessThanOrEqual(Math.sqrt(14));
  });
});

/** A random pair of any two kinds, far apart to concentric. */
function randomPair(random: Random): {
  a: ConvexShape;
  b: ConvexShape;
  poseA: PoseLike;
  position: Vector3;
  poseB: PoseLike;
} {
  const kinds = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace');
  const shape = () => randomConvexShape(kinds[random.integer(kinds.length)], random) as ConvexShape;
  const [a, b] = [shape(), shape()];
  const position = scale(random.unitVector(), random.between(0, 2.5));
  return {
    a,
    b,
    poseA: { orientation: random.rotation() },
    position,
    poseB: { position, orientation: random.rotation() },
  };
}

/** Rounding of support points about two metres across, seen through the angle between ray and surface. */
const TOUCHING_TOLERANCE = 1e-12;

/** Theorems 4.1 and 4.2, and that a depth is never too small. Touching within `tolerance` has either sign. */
function expectTheorems(found: Answer, truth: Contact, tolerance: number, context: string): void {
  expect(Math.abs(length(found.normal) - 1), context).toBeLessThan(1e-12);
  if (truth.lower * truth.upper > 0 && Math.abs(truth.distance) > tolerance) {
    expect(Math.sign(found.distance), context).toBe(Math.sign(truth.distance));
  }
  expect(found.lower, context).toBeLessThanOrEqual(truth.upper);
  expect(found.upper, context).toBeGreaterThanOrEqual(truth.lower);
  expect(found.lower, context).toBeLessThanOrEqual(found.distance);
  expect(found.distance, context).toBeLessThanOrEqual(found.upper);
  // The gap of a local search may be too large, and so may its depth.
  if (truth.lower > 0) expect(found.distance, context).toBeGreaterThan(truth.lower - TOUCHING_TOLERANCE);
  if (truth.upper < 0) expect(found.distance, context).toBeLessThan(truth.upper + TOUCHING_TOLERANCE);
}

describe('mpr on random pairs of all kinds', () => {
  it('has the right sign and bounds of the signed distance on either side', { tags: ['long'] }, () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 41));
    let penetrating = 0;
    for (let i = 0; i < 3000; i++) {
      const { a, b, poseA, poseB } = randomPair(random);
      const truth = contact(a, poseA, b, poseB);
      if (truth.distance < 0) penetrating++;
      const context = `seed ${random.seed} pair ${i} ${a.kind} ${b.kind}`;
      expectTheorems(solve(a, poseA, b, poseB), truth, TOUCHING_TOLERANCE, context);
    }
    expect(penetrating).toBeGreaterThan(1000);
  });

  it('has the right sign next to touching', { tags: ['long'] }, () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 42));
    for (let i = 0; i < 400; i++) {
      const { a, b, poseA, poseB, position } = randomPair(random);
      const before = contact(a, poseA, b, poseB);
      for (const gap of [1e-3, -1e-3, 1e-6, -1e-6, 1e-9, -1e-9]) {
        const near = { ...poseB, position: addScaled(position, before.normal, gap - before.distance) };
        const truth = contact(a, poseA, b, near);
        const context = `seed ${random.seed} pair ${i} gap ${gap} ${a.kind} ${b.kind}`;
        expectTheorems(solve(a, poseA, b, near), truth, TOUCHING_TOLERANCE, context);
      }
    }
  });

  it('answers coincident and nearly coincident centres', { tags: ['long'] }, () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 43));
    for (let i = 0; i < 500; i++) {
      const { a, b, poseA, poseB } = randomPair(random);
      const centreA = placeBody(a, pose(poseA)).centre;
      const centreB = placeBody(b, pose({ ...poseB, position: [0, 0, 0] })).centre;
      const apart = scale(random.unitVector(), i % 2 === 0 ? 0 : 10 ** random.between(-17, -3));
      const placement = { ...poseB, position: add(subtract(centreA, centreB), apart) };
      const context = `seed ${random.seed} pair ${i} ${a.kind} ${b.kind}`;
      expectTheorems(solve(a, poseA, b, placement), contact(a, poseA, b, placement), TOUCHING_TOLERANCE, context);
    }
  });

  it('has no preferred scale: a power of two changes no digit, another factor no bound', { tags: ['long'] }, () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 44));
    for (let i = 0; i < 300; i++) {
      const { a, b, poseA, poseB, position } = randomPair(random);
      const here = solve(a, poseA, b, poseB);
      const resized = (factor: number) =>
        [scaledShape(a, factor), scaledShape(b, factor), { ...poseB, position: scale(position, factor) }] as const;
      const context = `seed ${random.seed} pair ${i} ${a.kind} ${b.kind}`;
      const [bigA, bigB, bigPose] = resized(2 ** 30);
      expect(solve(bigA as ConvexShape, poseA, bigB as ConvexShape, bigPose).distance, context).toBe(
        here.distance * 2 ** 30,
      );
      for (const factor of [1e-9, 1e9]) {
        const [otherA, otherB, otherPose] = resized(factor);
        const there = solve(otherA as ConvexShape, poseA, otherB as ConvexShape, otherPose);
        const truth = contact(otherA, poseA, otherB, otherPose);
        expect(there.lower, context).toBeLessThanOrEqual(truth.upper);
        expect(there.upper, context).toBeGreaterThanOrEqual(truth.lower);
        if (Math.abs(truth.distance) > TOUCHING_TOLERANCE * factor) {
          expect(Math.sign(there.distance), context).toBe(Math.sign(truth.distance));
        }
      }
    }
  });
});

describe('mpr where the paper raises an error', () => {
  it('gives concentric bodies a depth and calls them deep', () => {
    const egg = ellipsoid({ semiAxes: [3, 2, 1] });
    const { distance: depth, status, reason, lower, upper } = solve(egg, {}, egg, {});
    expect([status, reason]).toEqual(['bounded', 'deep']);
    expect(depth).toBeLessThanOrEqual(-2 + 1e-12);
    expect(depth).toBeGreaterThan(-6);
    expect(lower).toBeLessThanOrEqual(-2);
    expect(upper).toBeGreaterThanOrEqual(-2);
  });

  it('measures flat differences, which it calls thin where its bounds stay open', () => {
    const rod = segment({ from: [-1, 0, 0], to: [1, 0, 0] });
    const above = solve(rod, {}, rod, { position: [0.5, 0.25, 0] });
    expect(above.lower).toBeLessThanOrEqual(0.25);
    expect(above.upper).toBeGreaterThanOrEqual(0.25);
    expect(above.lower).toBeGreaterThan(0);
    const crossing = solve(rod, {}, rod, { position: [0.5, 0, 0] });
    expect(Math.abs(crossing.distance)).toBeLessThan(1e-12);
    const dot = point({ position: [0, 0, 0] });
    expect(solve(dot, {}, dot, { position: [0, 3, 4] })).toMatchObject({ distance: 5, status: 'converged' });
    expect(solve(dot, {}, dot, {})).toMatchObject({ distance: -0, status: 'converged' });
    const beside = solve(rod, {}, dot, { position: [0.5, 1e-3, 0] });
    expect(beside.lower).toBeGreaterThan(0);
    if (beside.status === 'bounded') expect(beside.reason).toBe('thin');
  });

  it('keeps true bounds when it is cut short', () => {
    const egg = ellipsoid({ semiAxes: [3, 2, 1] });
    for (const position of [
      [2, 1, 1],
      [4, 2, 1],
      [3.5, 2.5, 1],
    ] as const) {
      const truth = contact(egg, {}, ball, { position });
      for (const iterationLimit of [0, 1, 2, 5]) {
        const found = solve(egg, {}, ball, { position }, { iterationLimit });
        expect([found.status, found.reason]).toEqual(['bounded', 'iteration-limit']);
        expect(found.lower).toBeLessThanOrEqual(truth.upper);
        expect(found.upper).toBeGreaterThanOrEqual(truth.lower);
        expect(found.distance * truth.distance).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('handles needles', () => {
    const needle = box({ halfExtents: [1, 1e-6, 1e-6] });
    for (const position of [
      [0, 1.5e-6, 0],
      [1.9, 1e-7, 1e-7],
      [0.5, 3e-6, 0],
      [2.5, 0, 1e-6],
    ] as const) {
      for (const orientation of [
        [1, 0, 0, 0],
        [1, 0, 0, 1],
        [1, 0, 0, 1e-5],
      ] as const) {
        const placement = { position, orientation } as PoseLike;
        expectTheorems(
          solve(needle, {}, needle, placement),
          contact(needle, {}, needle, placement),
          1e-15,
          `${position}`,
        );
      }
    }
  });
});

describe('the steps of mpr', () => {
  it('are portals of B - A whose planes come no nearer than the answer', () => {
    const steps: TraceStep[] = [];
    const egg = ellipsoid({ semiAxes: [3, 2, 1] });
    const placement = { position: [3, 2, 1] as const };
    const found = solve(egg, {}, ball, placement, { trace: (step) => steps.push(step) });
    const phases = steps.map((step) => (step.kind === 'portal' ? step.phase : step.kind));
    expect(phases.filter((phase) => phase === 'discovery')).toHaveLength(found.gjkIterations);
    expect(phases.filter((phase) => phase === 'refinement')).toHaveLength(found.epaIterations + 1);
    for (const { kind, algorithm, points, distance: bound } of steps) {
      expect([kind, algorithm, points.length]).toEqual(['portal', 'mpr', 3]);
      expect(bound).toBeLessThanOrEqual(contact(egg, {}, ball, placement).upper);
    }
  });
});

describe('a sphere sliding under the top of a box', () => {
  /** Largest change of the depth between places 0.0025 apart. */
  function largestStep(smoothing: number): number {
    let largest = 0;
    let before = Number.NaN;
    for (let i = 0; i <= 100; i++) {
      const { a, b, poseB } = slidingPair(1.8 + 0.0025 * i, smoothing);
      const { distance: depth } = solve(a, {}, b, poseB);
      largest = Math.max(largest, Number.isNaN(before) ? 0 : Math.abs(depth - before));
      before = depth;
    }
    return largest;
  }

  it('jumps where the ray passes a sharp edge, to the distance of the edge', () => {
    expect(largestStep(0)).toBeGreaterThan(0.03);
    const { a, b, poseB } = slidingPair(JUMP_AT);
    // Centre to edge, 0.098 by 0.049, and the radius.
    expect(solve(a, {}, b, poseB).distance).toBeCloseTo(-(0.049 * Math.sqrt(5) + 0.001), 6);
    expect(contact(a, {}, b, poseB).distance).toBeCloseTo(-0.05, 12);
  });

  it('moves no faster than twice the sphere where the edge is rounded', () => {
    expect(largestStep(SMOOTHING_RADIUS)).toBeLessThan(2 * 0.0025);
  });

  it('is hardly changed by a tiny rounding', () => {
    const { b, poseB } = slidingPair(1.5);
    const sharp = solve(cube, {}, b, { ...poseB, position: [0.2, 0.1, 0.951] });
    const smooth = solve(rounded({ shape: cube, radius: 1e-6 }), {}, b, { ...poseB, position: [0.2, 0.1, 0.951] });
    expect(smooth.distance).toBeCloseTo(sharp.distance - 1e-6, 9);
  });
});

describe('mpr on bodies that touch', () => {
  it('has a normal along which they touch, where the portal all but holds the origin', () => {
    const a = box({ halfExtents: [0.5, 1, 1] });
    const b = box({ halfExtents: [2, 2, 1] });
    const found = solve(a, {}, b, { position: [1.5, 1, 1], orientation: [0.5, 0.5, 0.5, 0.5] });
    expect(Math.abs(found.distance)).toBeLessThan(1e-14);
    expect(distance(found.normal, { x: 1, y: 0, z: 0 })).toBeLessThan(1e-14);
  });

  it('has bounds that hold where the tetrahedron behind the portal is a sliver', () => {
    const beam = superquadric({ semiAxes: [0.5, 0.5, 10000], n1: 8, n2: 4 });
    const poseA: PoseLike = { position: [-1.034218741580844, 1.33294134773314, 1.636843697167933] };
    const poseB: PoseLike = {
      position: [0.46215938443749327, -0.6941636479608426, 0.582108119702612],
      orientation: [-0.23384519294888506, 0.28598060497767014, -0.8090739430032591, -0.4570895689735913],
    };
    const big = sphere({ radius: 2 });
    const found = solve(big, poseA, beam, poseB);
    const { lower, upper } = contact(big, poseA, beam, poseB);
    expect(found.lower).toBeLessThanOrEqual(upper);
    expect(found.upper).toBeGreaterThanOrEqual(lower);
  });
});
