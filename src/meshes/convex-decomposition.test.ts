// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { type ConvexDecomposition, convexDecomposition } from './convex-decomposition.ts';
import type { ConvexHull } from './convex-hull.ts';
import { layeredSolid, type OutlinePoint } from './layered-solid.ts';
import { asHole, circleOutline, gearOutline } from './outlines.ts';
import { massPropertiesOfPolyhedron } from './polyhedron-mass-properties.ts';

/** Volumes of a few pieces: sums of a few hundred products. */
const VOLUME_ROUNDING = 1e-14;

const square = (half: number): OutlinePoint[] => [
  [-half, -half],
  [half, -half],
  [half, half],
  [-half, half],
];
const loop = (...flat: readonly number[]): OutlinePoint[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
const prism = (...loops: OutlinePoint[][]) => layeredSolid(0, [{ loops, to: 1 }]);

const L = prism(loop(0, 0, 2, 0, 2, 1, 1, 1, 1, 3, 0, 3));
const U = prism(loop(0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2));
const CROSS = prism(loop(1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1));
const FRAME = prism(square(2), asHole(square(1)));
const HOLLOW = layeredSolid(0, [
  { loops: [square(2)], to: 1 },
  { loops: [square(2), asHole(square(1))], to: 2 },
  { loops: [square(2)], to: 3 },
]);
const RING = prism(circleOutline(2, 12), asHole(circleOutline(1, 12)));
const STAR = prism(circleOutline(1, 10).map(([x, y], i): OutlinePoint => (i % 2 === 0 ? [x, y] : [0.4 * x, 0.4 * y])));
const GEAR = prism(gearOutline({ teeth: 9, rootRadius: 1, tipRadius: 1.3 }));

function volumeOf({ vertices, faceOffsets, faceVertices }: ConvexHull): number {
  return massPropertiesOfPolyhedron(vertices, faceOffsets, faceVertices).volume;
}

function sumOf({ pieces }: ConvexDecomposition): number {
  return pieces.reduce((sum, piece) => sum + volumeOf(piece), 0);
}

function expectExact(made: ConvexDecomposition, volume: number): void {
  expect(made.isWithinTolerance).toBe(true);
  expect(Math.abs(made.volumeError)).toBeLessThan(VOLUME_ROUNDING);
  expect(Math.abs(made.volume / volume - 1)).toBeLessThan(VOLUME_ROUNDING);
  expect(Math.abs(sumOf(made) / volume - 1)).toBeLessThan(VOLUME_ROUNDING);
}

describe('convex decomposition, exact', () => {
  it.each([
    ['a box stays whole', prism(square(1)), 1, 4],
    ['an L has two pieces', L, 2, 4],
    ['a U has three', U, 3, 5],
    ['a cross has three', CROSS, 3, 5],
    ['a frame has four', FRAME, 4, 12],
    ['a box with a cavity has six', HOLLOW, 6, 44],
  ] as const)('%s', { tags: ['long'] }, (_, mesh, count, volume) => {
    const made = convexDecomposition(mesh, { tolerance: 0 });
    expect(made.pieces).toHaveLength(count);
    expectExact(made, volume);
    expect(made.largestDeviation.upper).toBe(0);
  });

  it('a ring of straight sides has one piece for each', () => {
    const made = convexDecomposition(RING, { tolerance: 0 });
    expect(made.pieces).toHaveLength(12);
    // Area of a regular polygon: n r^2 sin(2 pi / n) / 2.
    expectExact(made, 6 * (4 - 1) * Math.sin(Math.PI / 6));
    expect(made.largestDeviation.upper).toBeLessThan(1e-12);
  });

  it('a star and a gear come apart at their notches', () => {
    const star = convexDecomposition(STAR, { tolerance: 0 });
    // Five notches, of which a cut resolves two at most.
    expect(star.pieces.length).toBeGreaterThanOrEqual(4);
    expect(star.pieces.length).toBeLessThanOrEqual(5);
    expectExact(star, 5 * 0.4 * Math.sin(Math.PI / 5));
    const gear = convexDecomposition(GEAR, { tolerance: 0 });
    expect(gear.pieces).toHaveLength(10);
    expect(Math.abs(gear.volumeError)).toBeLessThan(VOLUME_ROUNDING);
  });

  it('bodies that hang on each other by a corner or not at all are pieces of one list', () => {
    const two = layeredSolid(0, [{ loops: [square(1), square(1).map(([x, y]): OutlinePoint => [x + 3, y])], to: 1 }]);
    const made = convexDecomposition(two, { tolerance: 0 });
    expect(made.pieces).toHaveLength(2);
    expectExact(made, 8);
  });

  it('keeps counts and errors in any unit, place and orientation', { tags: ['long'] }, () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 3));
    for (const [mesh, count] of [
      [L, 2],
      [HOLLOW, 6],
      [GEAR, 10],
    ] as const) {
      for (const [scale, offset] of [
        [1, 0],
        [1e-20, 0],
        [1e20, 0],
        [0.3, 100],
      ] as const) {
        const turn = random.rotation();
        const vertices = mesh.vertices.slice();
        for (let i = 0; i < vertices.length; i += 3) {
          const { x, y, z } = rotate(turn, { x: vertices[i], y: vertices[i + 1], z: vertices[i + 2] });
          vertices.set([scale * (x + offset), scale * (y - offset), scale * (z + 2 * offset)], i);
        }
        const made = convexDecomposition({ vertices, facets: mesh.facets }, { tolerance: 0 });
        expect(made.pieces.length, `scale ${scale}, offset ${offset}`).toBe(count);
        // Coordinates at an offset of 200 sizes have that many times the rounding.
        expect(Math.abs(made.volumeError)).toBeLessThan(VOLUME_ROUNDING * (1 + 10 * offset));
        expect(made.isWithinTolerance).toBe(true);
      }
    }
  });
});

describe('convex decomposition, within a tolerance', () => {
  it('keeps to the tolerance with fewer pieces', { tags: ['long'] }, () => {
    const made = convexDecomposition(RING, { tolerance: 0.05 });
    expect(made.pieces.length).toBeLessThan(12);
    expect(made.volumeError).toBeLessThanOrEqual(0.05);
    expect(made.volumeError).toBeGreaterThan(0);
    expect(sumOf(made) / made.volume - 1).toBeCloseTo(made.volumeError, 12);
  });

  it('bounds how far a hull stands off: closed forms', () => {
    for (const [mesh, distance] of [
      // Half the width of the slot; where both arms are equally far; the middle of the hole.
      [U, 0.5],
      [L, 2 / 3],
      [FRAME, 1],
    ] as const) {
      const { largestDeviation, pieces, isWithinTolerance } = convexDecomposition(mesh, { pieces: 1 });
      expect(pieces).toHaveLength(1);
      expect(isWithinTolerance).toBe(false);
      expect(largestDeviation.lower).toBeLessThanOrEqual(distance);
      expect(largestDeviation.upper).toBeGreaterThanOrEqual(distance);
      expect(largestDeviation.upper).toBeLessThan(1.2 * distance);
    }
  });

  it('has at most the pieces asked for, and says what that costs', { tags: ['long'] }, () => {
    const made = convexDecomposition(GEAR, { pieces: 4, tolerance: 0 });
    expect(made.pieces.length).toBeLessThanOrEqual(4);
    expect(made.isWithinTolerance).toBe(false);
    expect(made.volumeError).toBeGreaterThan(0.01);
    expect(made.volumeError).toBeLessThan(0.5);
  });

  it('gives the same pieces to the bit again', { tags: ['long'] }, () => {
    const [one, two] = [0, 1].map(() => convexDecomposition(GEAR, { tolerance: 0.02 }));
    expect(one).toEqual(two);
  });
});

describe('convex decomposition of unions', () => {
  it('parts random unions of boxes without loss', { tags: ['long'] }, async () => {
    const { default: load } = await import('manifold-3d');
    const module = await load();
    module.setup();
    const { Manifold } = module;
    const random = new Random(Number(process.env.TEST_SEED ?? 11));
    for (let trial = 0; trial < 5; trial++) {
      let body = Manifold.cube([1, 1, 1]);
      for (let i = 0; i < 2; i++) {
        const size = [0, 1, 2].map(() => 0.3 + 0.7 * random.next()) as [number, number, number];
        const at = [0, 1, 2].map(() => random.next()) as [number, number, number];
        const turn: [number, number, number] =
          trial % 2 === 0 ? [0, 0, 0] : [40 * random.next(), 30 * random.next(), 0];
        body = body.add(Manifold.cube(size).rotate(turn).translate(at));
      }
      const { vertProperties, triVerts, numProp } = body.getMesh();
      expect(numProp).toBe(3);
      const facets = Array.from({ length: triVerts.length / 3 }, (_, t) => [...triVerts.subarray(3 * t, 3 * t + 3)]);
      const mesh = { vertices: Float64Array.from(vertProperties), facets };
      const made = convexDecomposition(mesh, { tolerance: 1e-3 });
      // Its vertices are single precision; its own volume is computed before they are rounded.
      expect(Math.abs(made.volume / body.volume() - 1), `trial ${trial}`).toBeLessThan(1e-5);
      expect(made.isWithinTolerance, `trial ${trial}: ${made.volumeError}`).toBe(true);
      const union = Manifold.union(
        made.pieces.map(({ vertices }) =>
          Manifold.hull(
            Array.from(
              { length: vertices.length / 3 },
              (_, v) => [...vertices.subarray(3 * v, 3 * v + 3)] as [number, number, number],
            ),
          ),
        ),
      );
      // Pieces cover the body, and hold no more than they say.
      expect(body.subtract(union).volume(), `trial ${trial}`).toBeLessThan(1e-6);
      expect(union.subtract(body).volume()).toBeLessThan(made.volumeError * made.volume + 1e-6);
    }
  });
});

describe('meshes that bound no solid', () => {
  const { vertices, facets } = prism(square(1));
  it.each([
    ['open', { vertices, facets: facets.slice(1) }, 'open-edge', /close the holes/],
    ['inside out', { vertices, facets: facets.map((facet) => facet.toReversed()) }, 'inward', /inside out/],
    ['one facet turned', { vertices, facets: facets.map((f, i) => (i === 0 ? f.toReversed() : f)) }, 'flipped', /turn/],
    ['a facet given twice', { vertices, facets: [...facets, facets[0]] }, 'duplicate-facet', /copies/],
    ['nothing', { vertices, facets: [] }, 'no-facets', /at least one facet/],
  ] as const)('%s', { tags: ['long'] }, (_, mesh, code, message) => {
    expect(() => convexDecomposition(mesh, {}, 'part.obj')).toThrow(expect.objectContaining({ code }));
    expect(() => convexDecomposition(mesh, {}, 'part.obj')).toThrow(message);
  });

  it('bodies that pass through each other, or lie in each other', () => {
    const moved = (shift: number, scale: number) => ({
      vertices: Float64Array.from([...vertices, ...vertices.map((x, i) => scale * x + (i % 3 === 0 ? shift : 0.1))]),
      facets: [...facets, ...facets.map((facet) => facet.map((p) => p + vertices.length / 3))],
    });
    expect(() => convexDecomposition(moved(0.7, 1))).toThrow(expect.objectContaining({ code: 'self-intersection' }));
    expect(() => convexDecomposition(moved(0, 0.3))).toThrow(expect.objectContaining({ code: 'nested' }));
  });

  it('coordinates that are not finite, and options out of range', () => {
    const wrong = vertices.slice();
    wrong[4] = Number.NaN;
    expect(() => convexDecomposition({ vertices: wrong, facets })).toThrow(/finite/);
    expect(() => convexDecomposition({ vertices, facets }, { pieces: 0 })).toThrow(/pieces: expected an integer >= 1/);
    expect(() => convexDecomposition({ vertices, facets }, { tolerance: Number.NaN })).toThrow(/tolerance/);
  });
});
