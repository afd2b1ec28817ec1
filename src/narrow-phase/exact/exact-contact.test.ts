// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { type ExactContact, exactContact } from './exact-contact.ts';

const seed = Number(process.env.TEST_SEED ?? 20260106);
type Triple = readonly [number, number, number];

function box(half: Triple, centre: Triple = [0, 0, 0]): Float64Array {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
  return Float64Array.from(corners.flat(), (bit, i) => centre[i % 3] + (2 * bit - 1) * half[i % 3]);
}

function contact(a: ArrayLike<number>, b: ArrayLike<number>, start?: Triple): ExactContact {
  return exactContact({ vertices: Float64Array.from(a) }, { vertices: Float64Array.from(b) }, start);
}

/** Everything but the number of steps, which depends on the start. */
function answer({ iterations: _, ...rest }: ExactContact) {
  return rest;
}

/** pointOnB = pointOnA + distance normal, to the rounding of the coordinates. */
function expectJoined(result: ExactContact, size: number, label = ''): void {
  for (let k = 0; k < 3; k++) {
    const step = result.pointOnB[k] - result.pointOnA[k];
    // Half a unit of the last place for each point, and 2 for distance * normal.
    expect(Math.abs(step - result.distance * result.normal[k]), label).toBeLessThanOrEqual(size * 2 ** -51);
  }
}

const UNIT = box([1, 1, 1]);

describe('the exact contact of two boxes', () => {
  it.each<[string, Float64Array, Float64Array, number, Triple, number[], number[]]>([
    ['a gap between faces', UNIT, box([1, 1, 1], [4, 0.5, 0]), 2, [1, 0, 0], [1, 3, 5, 7], [0, 2, 4, 6]],
    ['a gap between edges', UNIT, box([1, 1, 1], [5, 6, 0]), 5, [0.6, 0.8, 0], [3, 7], [0, 4]],
    ['a gap between vertices', UNIT, box([1, 1, 1], [3, 4, 4]), 3, [1 / 3, 2 / 3, 2 / 3], [7], [0]],
    ['touching faces', UNIT, box([1, 1, 1], [2, 0.5, 0.25]), 0, [1, 0, 0], [1, 3, 5, 7], [0, 2, 4, 6]],
    ['touching edges', UNIT, box([1, 1, 1], [2, 2, 0.25]), 0, [1, 0, 0], [1, 3, 5, 7], [0, 2, 4, 6]],
    ['touching vertices', UNIT, box([1, 1, 1], [2, 2, 2]), 0, [1, 0, 0], [1, 3, 5, 7], [0, 2, 4, 6]],
    ['a shallow overlap', UNIT, box([1, 1, 1], [0, 0, -1.75]), -0.25, [0, 0, -1], [0, 1, 2, 3], [4, 5, 6, 7]],
    ['concentric', UNIT, box([3, 2, 4]), -3, [0, 1, 0], [2, 3, 6, 7], [0, 1, 4, 5]],
    ['coincident', UNIT, UNIT, -2, [1, 0, 0], [1, 3, 5, 7], [0, 2, 4, 6]],
    ['contained off the middle', UNIT, box([8, 8, 8], [0, 0, 3]), -6, [0, 0, 1], [4, 5, 6, 7], [0, 1, 2, 3]],
    ['size 1 : 1e6', UNIT, box([1e6, 1e6, 1e6], [1e6 + 1.5, 3, 7]), 0.5, [1, 0, 0], [1, 3, 5, 7], [0, 2, 4, 6]],
  ])('is right for %s', (_, a, b, distance, normal, featureA, featureB) => {
    const result = contact(a, b);
    expect(result.distance).toBe(distance);
    expect(result.normal).toEqual(normal);
    expect([...result.featureA]).toEqual(featureA);
    expect([...result.featureB]).toEqual(featureB);
    expectJoined(result, 2e6);
    expect(contact(b, a).distance).toBe(distance);
  });

  it('is bounded by the exact value when they touch, and by one unit of the last place otherwise', () => {
    const touching = contact(UNIT, box([1, 1, 1], [2, 0, 0]));
    expect([touching.lower, touching.upper]).toEqual([0, 0]);
    const apart = contact(UNIT, box([1, 1, 1], [3, 3, 3]));
    expect(apart.distance).toBe(Math.sqrt(3));
    expect(apart.lower).toBeLessThan(apart.distance);
    expect(apart.upper).toBeGreaterThan(apart.distance);
    expect(apart.upper - apart.lower).toBeLessThanOrEqual(4 * 2 ** -52);
  });
});

describe('the exact contact of flat and degenerate bodies', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  it.each<[string, number[], number[], number, Triple]>([
    ['two points', [1, 2, 3], [1, 2, 5], 2, [0, 0, 1]],
    ['one point twice', [1, 2, 3], [1, 2, 3], 0, [1, 0, 0]],
    ['a point over a triangle', [1, 1, 3], triangle, 3, [0, 0, -1]],
    ['a point in a triangle', [1, 1, 0], triangle, 0, [0, 0, 1]],
    ['crossing segments, apart', [-1, 0, 0, 1, 0, 0], [0, -1, 1, 0, 1, 1], 1, [0, 0, 1]],
    ['crossing segments, touching', [-1, 0, 0, 1, 0, 0], [0, -1, 0, 0, 1, 0], 0, [0, 0, 1]],
    ['overlapping segments of one line', [0, 0, 0, 4, 0, 0], [1, 0, 0, 9, 0, 0], 0, [0, 0, 1]],
    ['coplanar triangles that overlap', triangle, [1, 1, 0, 5, 1, 0, 1, 5, 0], 0, [0, 0, 1]],
    ['coplanar triangles apart', triangle, [-3, 0, 0, -5, 1, 0, -5, -1, 0], 3, [-1, 0, 0]],
    // B - A is the triangle swept over a height of 1, the origin in the middle of it.
    ['a segment through a triangle', [1, 1, -0.5, 1, 1, 0.5], triangle, -0.5, [0, 0, 1]],
  ])('is right for %s', (_, a, b, distance, normal) => {
    const result = contact(a, b);
    expect(result.distance).toBe(distance);
    expect(result.normal.map(Math.abs)).toEqual(normal.map(Math.abs));
    if (distance > 0) expect(result.normal).toEqual(normal);
    expectJoined(result, 10);
    expect(contact(b, a).distance).toBe(distance);
  });

  it('ignores duplicate, interior and coplanar vertices but lists them as features', () => {
    const crowded = [...UNIT, 1, 1, 1, 0, 0, 0, 1, 0, 0];
    const result = contact(crowded, box([1, 1, 1], [1.5, 0, 0]));
    expect(result.distance).toBe(-0.5);
    expect([...result.featureA]).toEqual([1, 3, 5, 7, 8, 10]);
  });

  it('is right for needles crossing at a hair', () => {
    // Square needles of half-width 2^-30 along x and y; their axes are 2^-29 apart in z, so they touch.
    const h = 2 ** -30;
    expect(contact(box([1, h, h]), box([h, 1, h], [0, 0, 2 * h])).distance).toBe(0);
    const hair = 2 ** -80;
    expect(
      contact(
        box([1, h, h]),
        box([h, 1, h], [0, 0, 2 * h]).map((x, i) => (i === 2 ? x - hair : x)),
      ).distance,
    ).toBeLessThan(0);
    expect(contact(box([1, h, h]), box([h, 1, h], [0, 0, 2 * h + 2 ** -52])).distance).toBe(2 ** -52);
  });
});

describe('the exact contact on all scales', () => {
  it('holds over the whole range of float64', () => {
    const tiny = Number.MIN_VALUE;
    expect(contact([0, 0, 0], [3 * tiny, 4 * tiny, 0]).distance).toBe(5 * tiny);
    const huge = 2 ** 1022;
    const far = contact([-huge, 0, 0], [huge, 0, 0]);
    expect(far.distance).toBe(2 ** 1023);
    const beyond = contact([-Number.MAX_VALUE, 0, 0], [Number.MAX_VALUE, 0, 0]);
    expect(beyond.distance).toBe(Number.POSITIVE_INFINITY);
    expect(beyond.lower).toBe(Number.MAX_VALUE);
  });

  it('says that its bounds are open when the search for the depth ends at its limit, and they hold', () => {
    const a = { vertices: Float64Array.of(-1, -1, -1, 3, -1, -1, -1, 3, -1, -1, -1, 3, 1, 1, 1, 2, 0, 1) };
    const b = { vertices: Float64Array.of(0, 0, 0, 1, 0.2, 0, 0.1, 1, 0, 0, 0.3, 1, 0.9, 0.8, 0.7) };
    const closed = exactContact(a, b);
    const open = exactContact(a, b, undefined, 0);
    expect([closed.isClosed, open.isClosed]).toEqual([true, false]);
    expect(open.lower).toBeLessThanOrEqual(closed.distance);
    expect(open.upper).toBeGreaterThanOrEqual(closed.distance);
    expect(open.upper).toBeGreaterThan(open.lower);
  });

  it('widens the bounds when coordinates are finer than the grid', () => {
    const result = contact([0, 0, 0, 1, 0, 0], [0, 2 ** -400, 0, 1, 2 ** -400, 0]);
    expect(result.lower).toBeLessThanOrEqual(2 ** -400);
    expect(result.upper).toBeGreaterThanOrEqual(2 ** -400);
    expect(result.upper - result.lower).toBeLessThan(2 ** -180);
  });

  it('knows nothing about coordinates that are not finite', () => {
    const result = contact([0, 0, Number.NaN], [1, 2, 3]);
    expect(result.distance).toBeNaN();
    expect([result.lower, result.upper]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(contact([], [1, 2, 3]).distance).toBeNaN();
  });
});

function randomPair(random: Random): [Float64Array, Float64Array] {
  const count = 1 + random.integer(16);
  // Multiples of 2^-40 below 2^3, so that the integer translation below is exact; stretched to slabs and needles.
  const stretch = [0, 1, 2].map(() => 2 ** -(random.integer(3) * 10));
  const coordinate = (_: unknown, i: number) => Math.round(random.between(-1, 1) * 2 ** 40 * stretch[i % 3]) * 2 ** -40;
  const a = Float64Array.from({ length: 3 * count }, coordinate);
  const reach = random.integer(3) * Math.round(random.next() * 2 ** 40) * 2 ** -40;
  const b = Float64Array.from({ length: 3 * (1 + random.integer(16)) }, coordinate);
  return [a, b.map((x, i) => (i % 3 === 0 ? x + reach : x))];
}

describe('the exact contact of random pairs', () => {
  const pairs = (check: (a: Float64Array, b: Float64Array, random: Random, label: string) => void) => {
    const random = new Random(seed);
    for (let k = 0; k < 150; k++) {
      const [a, b] = randomPair(random);
      check(a, b, random, `seed ${seed}, pair ${k}`);
    }
  };

  it('does not depend on the start direction, to the bit', () => {
    pairs((a, b, random, label) => {
      const { x, y, z } = random.unitVector();
      expect(answer(contact(a, b, [x, y, z])), label).toEqual(answer(contact(a, b)));
      expect(answer(contact(a, b, [0, 0, 0])), label).toEqual(answer(contact(a, b)));
    });
  });

  it('has the same distance for B and A, to the bit', () => {
    pairs((a, b, _, label) => {
      const [ab, ba] = [contact(a, b), contact(b, a)];
      expect([ba.distance, ba.lower, ba.upper], label).toEqual([ab.distance, ab.lower, ab.upper]);
      if (ab.distance > 0) expect(ba.normal, label).toEqual(ab.normal.map((c) => 0 - c));
    });
  });

  it('scales with powers of two and moves with integers, to the bit', () => {
    pairs((a, b, random, label) => {
      const base = answer(contact(a, b));
      const factor = 2 ** (random.integer(1200) - 600);
      const scaled = contact(
        a.map((x) => x * factor),
        b.map((x) => x * factor),
      );
      expect(scaled.normal, label).toEqual(base.normal);
      expect(scaled.distance, label).toBe(base.distance * factor);
      expect(scaled.pointOnA, label).toEqual(base.pointOnA.map((x) => x * factor));
      const shift = [random.integer(2000) - 1000, random.integer(2000) - 1000, random.integer(2000) - 1000];
      const move = (x: number, i: number) => x + shift[i % 3];
      const moved = contact(a.map(move), b.map(move));
      expect([moved.distance, moved.lower, moved.upper], label).toEqual([base.distance, base.lower, base.upper]);
      expect(moved.normal, label).toEqual(base.normal);
      expect([moved.featureA, moved.featureB], label).toEqual([base.featureA, base.featureB]);
    });
  });

  it('joins its points by distance times normal, and the points lie between the extremes of their features', () => {
    pairs((a, b, _, label) => {
      const result = contact(a, b);
      expectJoined(result, 4, label);
      for (const [vertices, feature, point] of [
        [a, result.featureA, result.pointOnA],
        [b, result.featureB, result.pointOnB],
      ] as const) {
        for (let axis = 0; axis < 3; axis++) {
          const values = [...feature].map((i) => vertices[3 * i + axis]);
          // The points are rounded, by half a unit of the last place at most.
          expect(point[axis], label).toBeGreaterThanOrEqual(Math.min(...values) - 2 ** -52);
          expect(point[axis], label).toBeLessThanOrEqual(Math.max(...values) + 2 ** -52);
        }
      }
    });
  });
});

interface Case {
  readonly id: string;
  readonly A: number[][];
  readonly B: number[][];
  readonly d: number;
  readonly scale: number;
}

const fixtures = new URL('../../../fixtures/', import.meta.url);

describe('the exact contact of the reference pairs', () => {
  const files = readdirSync(fixtures).filter((name) => /^poly3d_.*\.jsonl$/.test(name));

  it.each(files)('is the reference distance to the bit: %s', (file) => {
    const lines = readFileSync(new URL(file, fixtures), 'utf8').trim().split('\n');
    for (const { id, A, B, d, scale } of lines.map((line) => JSON.parse(line) as Case)) {
      const result = contact(A.flat(), B.flat());
      expect(result.distance, id).toBe(d);
      expect(result.lower, id).toBeLessThanOrEqual(d);
      expect(result.upper, id).toBeGreaterThanOrEqual(d);
      const [x, y, z] = result.normal;
      const along = (vertices: number[][]) => vertices.map(([p = 0, q = 0, r = 0]) => x * p + y * q + z * r);
      const size = Math.max(...[...A, ...B].flat().map(Math.abs), scale);
      // Rounding of float64 dot products, relative to the coordinates.
      expect(Math.abs(Math.min(...along(B)) - Math.max(...along(A)) - d), id).toBeLessThanOrEqual(size * 2 ** -50);
      expectJoined(result, size, id);
    }
  });

  it('is the published overlap of the nine situations', () => {
    const cases = JSON.parse(readFileSync(new URL('nine-situations.json', fixtures), 'utf8')) as {
      readonly name: string;
      readonly A: number[][];
      readonly B: number[][];
      readonly overlap: number;
      readonly normal: Triple;
    }[];
    expect(cases).toHaveLength(9);
    for (const { name, A, B, overlap, normal } of cases) {
      const result = contact(A.flat(), B.flat());
      // The table prints 15 decimals, two of them rounded to 14.
      expect(Math.abs(result.distance - overlap), name).toBeLessThan(1e-14);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(result.normal[k] - normal[k]), name).toBeLessThan(1e-14);
      }
    }
  });
});

describe('the exact contact of coaxial prisms', () => {
  /**
   * The depth is all but the same in every direction around the axis, and the caps are facets of as many corners as
   * sides.
   */
  it('is found in as many expansions as there are sides, a few times over', () => {
    const sides = 600;
    const prism = Array.from({ length: 2 * sides }, (_, i) => {
      const angle = (2 * Math.PI * (i >> 1)) / sides;
      return [Math.cos(angle), Math.sin(angle), i & 1 ? 1 : -1];
    }).flat();
    const { distance, iterations } = contact(prism, prism);
    expect(distance).toBeCloseTo(-2 * Math.cos(Math.PI / sides), 14);
    expect(iterations).toBeLessThan(6 * sides);
  });
});
