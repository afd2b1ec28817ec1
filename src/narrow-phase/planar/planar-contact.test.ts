// SPDX-License-Identifier: MIT
/** The oracle-free contract of a contact on random pairs of every planar kind, closed forms, and hard cases. */
import { describe, expect, it } from 'vitest';
import {
  PLANAR_KINDS,
  planarSize,
  randomPlanarShape,
  randomPolygon,
  scaledPlanarShape,
} from '../../../tests/support/random-planar-shapes.ts';
import { type PlanarPose, planarPose } from '../../math/planar-pose.ts';
import { Random } from '../../math/random.ts';
import { disc } from '../../shapes/planar/disc.ts';
import { ellipse } from '../../shapes/planar/ellipse.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { roundedPlanar } from '../../shapes/planar/rounded-planar.ts';
import { type PlanarContact, type PlanarTraceStep, planarContact } from './planar-contact.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260602);
const PAIRS_PER_KIND = 50;
const box = (x: number, y: number) =>
  polygon({ vertices: [[x, y] as const, [-x, y] as const, [x, -y] as const, [-x, -y] as const] });

/** Reach of a placed shape along the unit vector at `angle`. */
function reach(shape: PlanarShape, pose: PlanarPose, x: number, y: number): number {
  const c = Math.cos(pose.angle);
  const s = Math.sin(pose.angle);
  const p = shape.support({ x: c * x + s * y, y: c * y - s * x });
  return x * (pose.position.x + c * p.x - s * p.y) + y * (pose.position.y + s * p.x + c * p.y);
}

function gap(a: PlanarShape, poseA: PlanarPose, b: PlanarShape, poseB: PlanarPose, x: number, y: number): number {
  return -reach(b, poseB, -x, -y) - reach(a, poseA, x, y);
}

interface Case {
  readonly a: PlanarShape;
  readonly poseA: PlanarPose;
  readonly b: PlanarShape;
  readonly poseB: PlanarPose;
  readonly size: number;
}

function randomCase(kindA: string, kindB: string, random: Random): Case {
  const a = randomPlanarShape(kindA, random);
  const b = randomPlanarShape(kindB, random);
  const spread = [0.1, 1, 2, 4][random.integer(4)];
  const at = (): PlanarPose =>
    planarPose({
      position: [random.between(-spread, spread), random.between(-spread, spread)],
      angle: random.next() < 0.3 ? 0 : random.between(-4, 4),
    });
  return { a, poseA: at(), b, poseB: at(), size: Math.min(planarSize(a), planarSize(b)) };
}

function expectContract(one: Case, got: PlanarContact): void {
  const { a, poseA, b, poseB, size } = one;
  const { distance, normal, pointOnA, pointOnB, lower, upper } = got;
  expect(got.status).toBe('converged');
  expect(lower <= distance && distance <= upper).toBe(true);
  expect(upper - lower).toBeLessThanOrEqual(1.001e-9 * size);
  expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 14);
  const error = Math.hypot(
    pointOnB.x - pointOnA.x - distance * normal.x,
    pointOnB.y - pointOnA.y - distance * normal.y,
  );
  expect(error).toBeLessThanOrEqual(1e-14);
  expect(Math.abs(gap(a, poseA, b, poseB, normal.x, normal.y) - distance)).toBeLessThanOrEqual(1e-14);
  let offBody = 0;
  let larger = 0;
  for (let k = 0; k < 720; k++) {
    const x = Math.cos((2 * Math.PI * k) / 720);
    const y = Math.sin((2 * Math.PI * k) / 720);
    const reachA = reach(a, poseA, x, y);
    const reachB = reach(b, poseB, x, y);
    offBody = Math.max(offBody, x * pointOnA.x + y * pointOnA.y - reachA, x * pointOnB.x + y * pointOnB.y - reachB);
    larger = Math.max(larger, gap(a, poseA, b, poseB, x, y) - distance);
  }
  expect(offBody).toBeLessThanOrEqual(1e-13);
  // No direction shows a larger gap: this is what makes it the distance and not just a bound.
  expect(larger).toBeLessThanOrEqual(1e-14);
}

const kindPairs = PLANAR_KINDS.flatMap((a, i) => PLANAR_KINDS.slice(i).map((b) => [a, b] as const));

describe.each(kindPairs)('%s against %s', (kindA, kindB) => {
  const random = new Random(SEED + PLANAR_KINDS.indexOf(kindA) * 10 + PLANAR_KINDS.indexOf(kindB));
  const cases = Array.from({ length: PAIRS_PER_KIND }, () => randomCase(kindA, kindB, random));

  it('is the largest gap, at points of both bodies', () => {
    for (const one of cases) expectContract(one, planarContact(one.a, one.poseA, one.b, one.poseB));
  });

  it('gives the same bits in either order', () => {
    for (const { a, poseA, b, poseB } of cases) {
      const got = planarContact(a, poseA, b, poseB);
      expect(planarContact(b, poseB, a, poseA)).toEqual({
        ...got,
        normal: { x: 0 - got.normal.x, y: 0 - got.normal.y },
        pointOnA: got.pointOnB,
        pointOnB: got.pointOnA,
      });
    }
  });

  it('touches after moving B by its distance, and overlaps or gapes a little beside that', () => {
    for (const { a, poseA, b, poseB, size } of cases) {
      const { distance, normal } = planarContact(a, poseA, b, poseB);
      for (const extra of [-1e-3 * size, 0, 1e-3 * size]) {
        const by = extra - distance;
        const position: [number, number] = [poseB.position.x + by * normal.x, poseB.position.y + by * normal.y];
        const moved = planarContact(a, poseA, b, { position, angle: poseB.angle });
        // The normal still shows the gap `extra`, so the distance is no less; apart it is no more either.
        expect(moved.distance - extra).toBeGreaterThanOrEqual(-1e-13 - 1e-11 * size);
        if (extra >= 0) expect(moved.distance - extra).toBeLessThanOrEqual(1e-13 + 1e-11 * size);
      }
    }
  });

  it('scales with the bodies', () => {
    for (const factor of [1e-9, 1e9, 2 ** -120]) {
      for (const { a, poseA, b, poseB, size } of cases.slice(0, 20)) {
        const scaled = ({ position, angle }: PlanarPose): PlanarPose =>
          planarPose({ position: [position.x * factor, position.y * factor], angle });
        const { distance } = planarContact(a, poseA, b, poseB);
        const got = planarContact(
          scaledPlanarShape(a, factor),
          scaled(poseA),
          scaledPlanarShape(b, factor),
          scaled(poseB),
        );
        expect(Math.abs(got.distance / factor - distance)).toBeLessThanOrEqual(1e-12 * size + 1e-14);
        expect(got.status).toBe('converged');
      }
    }
  });

  it('does not care where in the world it is', () => {
    for (const { a, poseA, b, poseB } of cases.slice(0, 20)) {
      // Multiples of 2^-20 move by 2^30 without rounding.
      const snapped = ({ position, angle }: PlanarPose, by: number): PlanarPose =>
        planarPose({
          position: [Math.round(position.x * 2 ** 20) / 2 ** 20 + by, Math.round(position.y * 2 ** 20) / 2 ** 20 - by],
          angle,
        });
      const near = planarContact(a, snapped(poseA, 0), b, snapped(poseB, 0));
      const far = planarContact(a, snapped(poseA, 2 ** 30), b, snapped(poseB, 2 ** 30));
      expect(far).toMatchObject({ distance: near.distance, normal: near.normal, lower: near.lower, upper: near.upper });
    }
  });
});

describe('planarContact', () => {
  it('knows two discs', () => {
    const got = planarContact(disc({ radius: 1 }), {}, disc({ radius: 2 }), { position: [3, 4] });
    expect(got).toMatchObject({
      distance: 2,
      normal: { x: 0.6, y: 0.8 },
      type: 'v-v',
      gjkIterations: 0,
      epaIterations: 0,
    });
    expect(got.pointOnA).toEqual({ x: 0.6, y: 0.8 });
    expect(planarContact(disc({ radius: 1 }), {}, disc({ radius: 2 }), {})).toMatchObject({
      distance: -3,
      normal: { x: 1, y: 0 },
      status: 'converged',
    });
  });

  it('takes an ellipse with equal axes for a disc', () => {
    const round = ellipse({ semiAxes: [1, 1] });
    const got = planarContact(round, {}, ellipse({ semiAxes: [2, 2] }), { position: [0.5, 0], angle: 1 });
    expect(got).toMatchObject({ distance: -2.5, normal: { x: 1, y: 0 }, epaIterations: 0 });
  });

  it.each([1e-3, 1e-6, 1e-9, 1e-12])('certifies concentric ellipses whose axes differ by %f', (difference) => {
    const almost = ellipse({ semiAxes: [1 + difference, 1] });
    const got = planarContact(almost, {}, almost, { angle: 0.5 });
    // Two ellipses turned by 0.5: the shortest way out lies between both short axes, at a quarter radian from each.
    const width = 2 * Math.sqrt(Math.cos(0.25) ** 2 + ((1 + difference) * Math.sin(0.25)) ** 2);
    expect(got.status).toBe('converged');
    // Where the axes differ by less than what is promised, any direction will do.
    expect(Math.abs(got.distance + width)).toBeLessThanOrEqual(Math.max(1e-14, 1e-23 / difference));
    expect(got.lower <= -width && -width <= got.upper).toBe(true);
  });

  it('knows an ellipse against the edge of a box, and the ends of its axes', () => {
    const shape = ellipse({ semiAxes: [2, 1] });
    expect(planarContact(box(1, 1), {}, shape, { position: [4, 0] })).toMatchObject({ type: 'v-e' });
    expect(planarContact(box(1, 1), {}, shape, { position: [4, 0] }).distance).toBeCloseTo(1, 14);
    expect(planarContact(box(3, 3), {}, shape, { position: [0, 3.5] }).distance).toBeCloseTo(-0.5, 14);
    expect(planarContact(shape, {}, disc({ radius: 1 }), { position: [0, 5] }).distance).toBeCloseTo(3, 14);
    expect(planarContact(shape, {}, disc({ radius: 0.25 }), { position: [0, 0.25] }).distance).toBeCloseTo(-1, 12);
  });

  it('puts the contact point of parallel edges at the middle of their common part', () => {
    const table = box(2, 0.5);
    const brick = box(1, 0.5);
    for (const angle of [0, Math.PI / 2, 1]) {
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const at = (x: number, y: number) => ({ position: [c * x - s * y, s * x + c * y] as const, angle });
      const got = planarContact(table, at(0, 0), brick, at(1.5, 0.9));
      expect(got.type).toBe('e-e');
      expect(got.distance).toBeCloseTo(-0.1, 14);
      // The edges share x from 0.5 to 2 at y = 0.5 and 0.4.
      const expected = at(1.25, 0.45).position;
      expect(got.point.x).toBeCloseTo(expected[0], 14);
      expect(got.point.y).toBeCloseTo(expected[1], 14);
    }
  });

  it('does not let the point of parallel edges jump while one slides along', () => {
    let before = Number.NaN;
    for (let step = 0; step <= 400; step++) {
      const { point, type } = planarContact(box(2, 0.5), {}, box(1, 0.5), { position: [-2 + step / 100, 0.9] });
      expect(type).toBe('e-e');
      if (step > 0) expect(Math.abs(point.x - before)).toBeLessThanOrEqual(0.0100001);
      before = point.x;
    }
  });

  it('names corners that touch at a point v-v, turned or not', () => {
    for (const angle of [0, 0.3, Math.PI / 4]) {
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const got = planarContact(box(1, 1), { angle }, box(1, 1), { position: [2 * (c - s), 2 * (s + c)], angle });
      expect(Math.abs(got.distance)).toBeLessThanOrEqual(1e-15);
      expect(got.type).toBe('v-v');
      expect(got.point.x).toBeCloseTo(c - s, 14);
    }
  });

  it('decides by integers where float64 cannot: the sign of a gap of one unit in the last place', () => {
    const low = polygon({
      vertices: [
        [0, 0],
        [3, 0.1],
        [1.5, -1],
      ],
    });
    // The line through (0, 0) and (3, 0.1) has no float64 point at x = 1: 0.1/3 lies between two.
    const above = 0.03333333333333334;
    const below = 0.0333333333333333;
    const spike = (y: number) =>
      polygon({
        vertices: [
          [1, y],
          [0.5, 2],
          [1.5, 2],
        ],
      });
    const gapped = planarContact(low, {}, spike(above), {});
    const buried = planarContact(low, {}, spike(below), {});
    expect(gapped.distance).toBeGreaterThan(0);
    expect(gapped.lower).toBeGreaterThan(0);
    expect(buried.distance).toBeLessThan(0);
    expect(buried.upper).toBeLessThan(0);
  });

  it('is right for needles, large ratios and far origins', () => {
    const needle = polygon({
      vertices: [
        [-1, -1e-12],
        [1, 0],
        [-1, 1e-12],
      ],
    });
    const got = planarContact(needle, { angle: 0.7 }, box(1, 1), { position: [1.5, 1.25], angle: 0.1 });
    expect(got.status).toBe('converged');
    expect(got.upper - got.lower).toBeLessThanOrEqual(1e-12 * 2 + 1e-14);
    const speck = polygon({
      vertices: [
        [0, 0],
        [1e-9, 0],
        [0, 1e-9],
      ],
    });
    const onSpeck = planarContact(box(1, 1), {}, speck, { position: [1 - 5e-10, 0.25] });
    expect(Math.abs(onSpeck.distance + 5e-10)).toBeLessThanOrEqual(1e-16);
    const farOff = polygon({
      vertices: [
        [1e6, 1e6],
        [1e6 + 1, 1e6],
        [1e6, 1e6 + 1],
      ],
    });
    expect(planarContact(farOff, {}, farOff, { position: [1.5, 0] }).distance).toBe(0.5);
    expect(planarContact(farOff, { position: [-1e6, -1e6] }, box(1, 1), { position: [-1.25, 0.5] }).distance).toBe(
      0.25,
    );
  });

  it('answers polygons of many vertices in a few steps', () => {
    const ring = polygon({
      vertices: Array.from(
        { length: 20_000 },
        (_, i) => [Math.cos((Math.PI * i) / 1e4), Math.sin((Math.PI * i) / 1e4)] as const,
      ),
    });
    const apart = planarContact(ring, {}, ring, { position: [2.5, 0.25] });
    expect(apart.gjkIterations).toBeLessThan(40);
    expect(apart.distance).toBeCloseTo(Math.hypot(2.5, 0.25) - 2, 7);
    const inside = planarContact(ring, {}, ring, { position: [0.5, 0.25] });
    expect(inside.epaIterations).toBeLessThan(200);
    expect(inside.distance).toBeCloseTo(Math.hypot(0.5, 0.25) - 2, 7);
  });

  it('reports each step, with bounds that close and points of the difference', () => {
    const steps: PlanarTraceStep[] = [];
    const a = randomPolygon(new Random(3));
    const { epaIterations, gjkIterations } = planarContact(
      a,
      {},
      a,
      { position: [0.5, 0.25] },
      { trace: (s) => steps.push(s) },
    );
    expect(steps.filter(({ algorithm }) => algorithm === 'epa')).toHaveLength(epaIterations);
    expect(steps.filter(({ algorithm }) => algorithm === 'gjk').length).toBeLessThanOrEqual(gjkIterations);
    for (const { lower, upper, points, normal } of steps) {
      expect(lower).toBeLessThanOrEqual(upper);
      expect(points.length).toBeGreaterThan(0);
      expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 12);
    }
    const swapped: PlanarTraceStep[] = [];
    planarContact(a, { position: [0.5, 0.25] }, a, {}, { trace: (s) => swapped.push(s) });
    expect(swapped.map(({ normal }) => normal)).toEqual(
      steps.map(({ normal }) => ({ x: 0 - normal.x, y: 0 - normal.y })),
    );
  });

  it('refuses what is no planar shape and poses that are not finite', () => {
    const shape = box(1, 1);
    expect(() => planarContact({ kind: 'sphere' } as never, {}, shape, {})).toThrow('a: expected a planar shape');
    expect(() => planarContact(shape, {}, shape, { angle: Number.NaN })).toThrow('poseB.angle');
  });

  it('rounds: margins are added to the core', () => {
    const soft = roundedPlanar({ shape: box(1, 1), radius: 0.5 });
    expect(planarContact(soft, {}, soft, { position: [4, 0] })).toMatchObject({ distance: 1, type: 'e-e' });
    expect(planarContact(soft, {}, soft, { position: [5, 6] }).distance).toBe(4);
  });
});
