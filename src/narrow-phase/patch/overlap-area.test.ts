// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { randomPolygon } from '../../../tests/support/random-planar-shapes.ts';
import { planarPose, transformPlanarPoint } from '../../math/planar-pose.ts';
import { Random } from '../../math/random.ts';
import { disc } from '../../shapes/planar/disc.ts';
import { ellipse } from '../../shapes/planar/ellipse.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { planarContact } from '../planar/planar-contact.ts';
import { hasOverlapArea, overlapArea } from './overlap-area.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260605);
const square = polygon({
  vertices: [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ],
});

describe('overlapArea', () => {
  it('of two squares is a rectangle, and the gradient its sides', () => {
    const got = overlapArea(square, {}, square, { position: [1.5, 0.5] });
    expect(got.area).toBeCloseTo(0.75, 15);
    expect(got.gradient.x).toBeCloseTo(-1.5, 15);
    expect(got.gradient.y).toBeCloseTo(-0.5, 15);
  });

  it('is the smaller body where the larger holds it, with no force', () => {
    const small = polygon({
      vertices: [
        [0, 0],
        [0.5, 0],
        [0, 0.5],
      ],
    });
    const { area, gradient } = overlapArea(square, {}, small, {});
    expect(area).toBe(0.125);
    expect(gradient).toEqual({ x: 0, y: 0 });
    expect(overlapArea(small, {}, disc({ radius: 2 }), {}).area).toBeCloseTo(0.125, 15);
    expect(overlapArea(square, {}, disc({ radius: 0.5 }), {}).area).toBeCloseTo(Math.PI / 4, 14);
    expect(overlapArea(disc({ radius: 2 }), {}, disc({ radius: 1 }), { position: [0.5, 0] })).toEqual({
      area: Math.PI,
      gradient: { x: 0, y: 0 },
    });
  });

  it('is nothing for bodies apart or touching, and all of two that coincide', () => {
    const far = { position: [4, 0] as const };
    const round = disc({ radius: 1 });
    for (const [a, b] of [
      [square, square],
      [square, round],
      [round, square],
      [round, round],
    ] as const) {
      expect(overlapArea(a, {}, b, far)).toEqual({
        area: 0,
        gradient: { x: expect.closeTo(0, 12), y: expect.closeTo(0, 12) },
      });
    }
    expect(overlapArea(square, {}, square, { position: [2, 0] }).area).toBeCloseTo(0, 15);
    expect(overlapArea(square, { angle: 0.3 }, square, { angle: 0.3 }).area).toBeCloseTo(4, 14);
  });

  it('of two discs keeps its digits in a thin lens', () => {
    // Both segments of unit circles: height e/2, area 4/3 sqrt(2 h) h to leading order, so 2 * (4/3) h sqrt(2 h).
    const e = 2 ** -30;
    const h = e / 2;
    const { area, gradient } = overlapArea(disc({ radius: 1 }), {}, disc({ radius: 1 }), { position: [2 - e, 0] });
    expect(area / ((8 / 3) * h * Math.sqrt(2 * h))).toBeCloseTo(1, 8);
    expect(gradient.x / (-2 * Math.sqrt(2 * h))).toBeCloseTo(1, 8);
    // Radii 1 at distance 1: 2 pi/3 - sqrt(3)/2.
    const { area: lens } = overlapArea(disc({ radius: 1 }), {}, disc({ radius: 1 }), { position: [0, 1] });
    expect(lens).toBeCloseTo((2 * Math.PI) / 3 - Math.sqrt(3) / 2, 14);
  });

  it('of a disc and an edge keeps its digits in a thin segment', () => {
    // A segment of height h of the unit disc: 4/3 h sqrt(2 h) to leading order.
    const h = 2 ** -30;
    for (const [a, b, x] of [
      [square, disc({ radius: 1 }), 2 - h],
      [disc({ radius: 1 }), square, h - 2],
    ] as const) {
      const { area, gradient } = overlapArea(a, {}, b, { position: [x, 0.25] });
      expect(area / ((4 / 3) * h * Math.sqrt(2 * h))).toBeCloseTo(1, 8);
      expect(Math.abs(gradient.x) / (2 * Math.sqrt(2 * h))).toBeCloseTo(1, 8);
    }
  });

  it('has the gradient that finite differences show, for every kind of pair', () => {
    const random = new Random(SEED);
    const make = (): PlanarShape =>
      random.next() < 0.4 ? disc({ radius: random.between(0.3, 1) }) : randomPolygon(random);
    let checked = 0;
    while (checked < 400) {
      const a = make();
      const b = make();
      const at = (spread: number) =>
        planarPose({
          position: [random.between(-spread, spread), random.between(-spread, spread)],
          angle: random.between(-4, 4),
        });
      const poseA = at(0.2);
      const poseB = at(1);
      if (planarContact(a, poseA, b, poseB).distance > -0.01) continue;
      checked++;
      const { area, gradient } = overlapArea(a, poseA, b, poseB);
      expect(area).toBeGreaterThan(0);
      const step = 1e-5;
      const moved = (x: number, y: number): number => {
        const position = [poseB.position.x + x, poseB.position.y + y] as const;
        return overlapArea(a, poseA, b, { position, angle: poseB.angle }).area;
      };
      // Within the step a corner may bend the gradient, and a chord that just appears grows like a square root.
      expect(Math.abs((moved(step, 0) - moved(-step, 0)) / (2 * step) - gradient.x)).toBeLessThanOrEqual(2e-4);
      expect(Math.abs((moved(0, step) - moved(0, -step)) / (2 * step) - gradient.y)).toBeLessThanOrEqual(2e-4);
      const back = overlapArea(b, poseB, a, poseA);
      expect(back.area).toBeCloseTo(area, 13);
      expect(back.gradient.x).toBeCloseTo(-gradient.x, 12);
      expect(back.gradient.y).toBeCloseTo(-gradient.y, 12);
    }
  });

  it('of polygons is the area of the hull of common corners and crossings', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 100; i++) {
      const a = randomPolygon(random, 8);
      const b = randomPolygon(random, 8);
      const poseB = planarPose({ position: [random.between(-0.5, 0.5), 0], angle: random.between(-4, 4) });
      const cornersA = a.vertices;
      const cornersB = b.vertices.map((v) => transformPlanarPoint(poseB, v));
      type Corners = typeof cornersA;
      const side = (p: Corners[0], q: Corners[0], x: Corners[0]): number =>
        (q.x - p.x) * (x.y - p.y) - (q.y - p.y) * (x.x - p.x);
      const edges = (corners: Corners) => corners.map((p, k) => [p, corners[(k + 1) % corners.length]] as const);
      const within = (corners: Corners, x: Corners[0]): boolean => edges(corners).every(([p, q]) => side(p, q, x) >= 0);
      const points = [...cornersA.filter((x) => within(cornersB, x)), ...cornersB.filter((x) => within(cornersA, x))];
      for (const [p, q] of edges(cornersA)) {
        for (const [r, s] of edges(cornersB)) {
          const u = side(r, s, p);
          const v = side(r, s, q);
          const part = u / (u - v);
          const x = { x: p.x + part * (q.x - p.x), y: p.y + part * (q.y - p.y) };
          if (u * v < 0 && side(p, q, r) * side(p, q, s) < 0) points.push(x);
        }
      }
      expect(overlapArea(a, {}, b, poseB).area).toBeCloseTo(polygon({ vertices: points }).areaProperties().area, 13);
    }
  });

  it('is continuous where edges almost coincide, and where a corner lies on the circle', () => {
    const random = new Random(SEED + 2);
    const offsets = [0, 1e-15, 1e-12, 0.5, 1, 2];
    for (let i = 0; i < 1000; i++) {
      const small = 10 ** random.between(-18, -5);
      const angle = i % 2 === 0 ? 0 : random.between(-3, 3);
      const x = offsets[random.integer(offsets.length)];
      const y = offsets[random.integer(offsets.length)];
      const position = transformPlanarPoint(planarPose({ angle }), { x, y });
      const { area } = overlapArea(square, { angle }, square, { position, angle: angle + small });
      expect(Math.abs(area - (2 - x) * (2 - y))).toBeLessThanOrEqual(10 * small + 1e-13);
      // A disc through the corners of the square, and one whose circle passes a corner of it from inside.
      const around = disc({ radius: Math.SQRT2 * (1 + (random.integer(3) - 1) * small) });
      expect(Math.abs(overlapArea(square, { angle }, around, {}).area - 4)).toBeLessThanOrEqual(10 * small + 1e-13);
      const inner = disc({ radius: 1 + (random.integer(3) - 1) * small });
      expect(Math.abs(overlapArea(square, { angle }, inner, {}).area - Math.PI)).toBeLessThanOrEqual(
        10 * small + 1e-13,
      );
      const beside = planarPose({ position: transformPlanarPoint(planarPose({ angle }), { x: 1, y: 1 }), angle });
      // The corner at the origin on the unit circle about (0, 1) or (1, 1): known sectors.
      const quarter = overlapArea(
        disc({ radius: 1 }),
        { position: transformPlanarPoint(planarPose({ angle }), { x: 0, y: 1 + small }) },
        square,
        beside,
      );
      expect(Math.abs(quarter.area - Math.PI / 2)).toBeLessThanOrEqual(10 * small + 1e-13);
    }
  });

  it('of two equal discs, almost concentric, is that of one less a strip', () => {
    const round = disc({ radius: 1 });
    for (const d of [1e-320, 1e-300, 1e-15, 1e-12, 1e-8]) {
      const { area, gradient } = overlapArea(round, {}, round, { position: [d, 0] });
      // pi r^2 - 2 r d + O(d^3), whose derivative is the chord.
      expect(Math.abs(area - (Math.PI - 2 * d))).toBeLessThanOrEqual(1e-15);
      expect(Math.abs(gradient.x + 2)).toBeLessThanOrEqual(1e-15);
      expect(gradient.y + 0).toBe(0);
    }
  });

  it('of a thin body in one a million times larger is its area, in either order', () => {
    const pentagon = polygon({
      vertices: Array.from(
        { length: 5 },
        (_, i) => [1e6 * Math.cos(0.4 * Math.PI * i), 1e6 * Math.sin(0.4 * Math.PI * i)] as const,
      ),
    });
    const thin = polygon({
      vertices: [
        [0, 0],
        [1, 0],
        [0.3, 1e-9],
      ],
    });
    const poseA = { position: [0, -0.5] as const, angle: 0.52 };
    const poseB = { position: [0, 1] as const };
    expect(overlapArea(pentagon, poseA, thin, poseB)).toEqual({
      area: expect.closeTo(5e-10, 20),
      gradient: { x: 0, y: 0 },
    });
    expect(overlapArea(thin, poseB, pentagon, poseA).area).toBeCloseTo(5e-10, 20);
  });

  it('gives the same area and the opposite gradient in the other order, to the bit, where edges coincide too', () => {
    const corner = polygon({
      vertices: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
    });
    const random = new Random(SEED + 3);
    for (let i = 0; i < 200; i++) {
      const a = random.next() < 0.5 ? corner : randomPolygon(random);
      const b = random.next() < 0.5 ? corner : square;
      const at = { position: [random.integer(2) * 0.25, -0.4881416601128876] as const, angle: random.integer(2) };
      const there = overlapArea(a, {}, b, at);
      const back = overlapArea(b, at, a, {});
      expect(back.area).toBe(there.area);
      expect(back.gradient).toEqual({ x: 0 - there.gradient.x, y: 0 - there.gradient.y });
    }
  });

  it('of polygons of thousands of edges is that of discs', () => {
    const ring = polygon({
      vertices: Array.from({ length: 4000 }, (_, i) => {
        const angle = (Math.PI * i) / 2000;
        return [Math.cos(angle), Math.sin(angle)] as const;
      }),
    });
    const { area } = overlapArea(ring, {}, ring, { position: [0.5, 0] });
    const { area: lens } = overlapArea(disc({ radius: 1 }), {}, disc({ radius: 1 }), { position: [0.5, 0] });
    // An inscribed polygon of n edges lacks (2 pi / n)^2 / 6 of the area.
    expect(area / lens).toBeCloseTo(1, 5);
  });

  it('refuses what it does not know', () => {
    const oval = ellipse({ semiAxes: [1, 2] });
    expect(hasOverlapArea(square, oval)).toBe(false);
    expect(hasOverlapArea(square, disc({ radius: 1 }))).toBe(true);
    expect(() => overlapArea(square, {}, oval, {})).toThrow('overlapArea: polygon against ellipse is not supported');
  });
});
