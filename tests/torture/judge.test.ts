// SPDX-License-Identifier: MIT
/** The judge is only worth what it notices: good answers pass, and every field that is tampered with is named. */
import { describe, expect, it } from 'vitest';
import { type PoseLike, pose } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { length, scale } from '../../src/math/vector.ts';
import { type Contact, contact } from '../../src/narrow-phase/contact.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { cylinder } from '../../src/shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { halfSpace } from '../../src/shapes/kinds/half-space.ts';
import { point } from '../../src/shapes/kinds/point.ts';
import { sphere } from '../../src/shapes/kinds/sphere.ts';
import { superquadric } from '../../src/shapes/kinds/superquadric.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { probeUpper } from './bound-refutation.ts';
import { LOW } from './double-double.ts';
import { findings, gapAlong, gapError, type Pair } from './judge.ts';
import { outsideBody } from './outside-body.ts';

function pairOf(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike): Pair {
  return { a: outsideBody(a), poseA: pose(poseA), b: outsideBody(b), poseB: pose(poseB) };
}

const APART = pairOf(box({ halfExtents: [1, 1, 1] }), {}, box({ halfExtents: [1, 1, 1] }), { position: [4, 0, 0] });

/** Two unit boxes, faces 2 apart. */
const GOOD: Contact = {
  distance: 2,
  normal: { x: 1, y: 0, z: 0 },
  pointOnA: { x: 1, y: 0, z: 0 },
  pointOnB: { x: 3, y: 0, z: 0 },
  point: { x: 2, y: 0, z: 0 },
  lower: 2 - 1e-15,
  upper: 2 + 1e-15,
  type: 'f-f',
  status: 'converged',
  gjkIterations: 1,
  epaIterations: 0,
};

describe('the judge', () => {
  it('lets a good answer pass', () => {
    expect(findings(APART, GOOD)).toEqual([]);
  });

  it.each<[string, Partial<Contact>]>([
    ['finite', { distance: Number.NaN }],
    ['finite', { point: { x: 2, y: Number.POSITIVE_INFINITY, z: 0 } }],
    ['normal', { normal: { x: 1 + 1e-14, y: 0, z: 0 } }],
    ['order', { distance: 2.5, pointOnB: { x: 3.5, y: 0, z: 0 } }],
    ['points', { pointOnB: { x: 3, y: 1e-13, z: 0 } }],
    ['lower', { lower: 2 + 1e-15, upper: 2 + 2e-15, distance: 2 + 1e-15 }],
    ['status', { status: 'bounded', reason: 'deep' }],
    ['width', { lower: 1.99 }],
    ['pointOnA', { pointOnA: { x: 1, y: 1.1, z: 0 }, pointOnB: { x: 3, y: 1.1, z: 0 } }],
    ['lower', { normal: { x: 0.8, y: 0.6, z: 0 } }],
  ])('notices what is wrong with %s', (name, change) => {
    expect(findings(APART, { ...GOOD, ...change }).map((finding) => finding.split(':')[0])).toContain(name);
  });

  it.each([
    [-1.9743986070401093e-17, -2.2217517876703226e-17, -2.181726426377876e-18],
    [-1.7454628729208576e-18, 2.8851693482556674e-18, 2.3796180255908443e-19],
    [2.3557702764254375e-17, 4.1606705400098413e-17, 2.54936036186899e-17],
  ])('knows a gap of points far from their own origin to its own rounding, no worse: [%s, %s, %s]', (x, y, z) => {
    const far = { x: 124.4878806884344, y: 189.64037463604512, z: 356.34249816752424 };
    const pair = pairOf(point({ position: far }), { position: scale(far, -1) }, point(), { position: { x, y, z } });
    // The first point is at the origin of the world: this distance has no cancellation.
    const truth = Math.sqrt(x * x + y * y + z * z);
    const miss = Math.abs(gapAlong(pair, x / truth, y / truth, z / truth) - truth);
    expect(miss).toBeGreaterThan(16 * 2 ** -52 * truth);
    expect(miss).toBeLessThanOrEqual(gapError(pair));
    expect(gapError(pair)).toBeLessThan(2 ** -97 * length(far));
    expect(findings(pair, contact(pair.a.shape, pair.poseA, pair.b.shape, pair.poseB))).toEqual([]);
  });

  it('notices an upper bound below a gap that another direction shows', () => {
    const pair = pairOf(box({ halfExtents: [1, 2, 3] }), {}, box({ halfExtents: [1, 2, 3] }), {
      position: [0.5, 0, 0],
    });
    const normal = { x: 0.96, y: 0.28, z: 0 };
    const random = new Random(1);
    expect(probeUpper(pair, { ...GOOD, normal, upper: -2.2 }, random)).toContain('upper: -2.2 is below');
    expect(probeUpper(pair, { ...GOOD, normal, upper: -1.5 }, random)).toBeUndefined();
  });
});

describe('the gap along a direction', () => {
  const turned = { orientation: [1, 2, -3, 4], position: [0.3, -0.2, 0.1] } as const;

  it.each<[string, Shape]>([
    ['box', box({ halfExtents: [1, 2, 3] })],
    ['cylinder', cylinder({ radius: 0.7, halfLength: 1.3 })],
    ['ellipsoid', ellipsoid({ semiAxes: [0.3, 1, 2] })],
    ['superquadric', superquadric({ semiAxes: [0.3, 1, 2], n1: 1.05, n2: 20 })],
  ])('of a %s agrees with the support points of the shape', (_, shape) => {
    const ball = sphere({ radius: 0.5 });
    const pair = pairOf(shape, turned, ball, { position: [5, 0, 0] });
    // R^T (1, 0, 0) for the quaternion (1, 2, -3, 4)/sqrt(30), by hand: (-20, -20, 10)/30.
    const own = { x: -20 / 30, y: -20 / 30, z: 10 / 30 };
    const p = shape.support(own);
    const expected = 5 - 0.5 - 0.3 - (own.x * p.x + own.y * p.y + own.z * p.z);
    expect(gapAlong(pair, 1, 0, 0)).toBeCloseTo(expected, 13);
  });

  it('carries digits beyond float64', () => {
    const pair = pairOf(sphere({ radius: 1 }), { position: [1e8, 0, 0] }, sphere({ radius: 1 }), {
      position: [1e8 + 3, 2 ** -60, 0],
    });
    const high = gapAlong(pair, 0.6, 0.8, 0);
    // 0.6 and 0.8 as float64 and the length of that vector: worked out in exact rational arithmetic.
    expect(high).toBeCloseTo(-0.2, 14);
    expect(Math.abs(LOW[0])).toBeLessThan(1e-16);
  });

  it('of a half-space is its distance, whatever the direction', () => {
    const floor = halfSpace({ normal: [0, 0, 1], offset: 2 });
    const pair = pairOf(floor, { position: [9, 9, 1] }, sphere({ radius: 0.25 }), { position: [0, 0, 4] });
    expect(gapAlong(pair, 0, 0, 1)).toBe(0.75);
    expect(gapAlong(pair, 0, 1, 0)).toBe(0.75);
  });
});
