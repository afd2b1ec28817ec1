// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { eigenSystem } from '../math/symmetric-matrix.ts';
import { convexHull } from './convex-hull.ts';
import { massPropertiesOfPolyhedron, type PolyhedronMassProperties } from './polyhedron-mass-properties.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260102);

function boxPoints(a: number, b: number, c: number): number[] {
  return [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x * a, y * b, z * c])));
}

function ofHull(points: readonly number[]): PolyhedronMassProperties {
  const hull = convexHull(points);
  return massPropertiesOfPolyhedron(hull.vertices, hull.faceOffsets, hull.faceVertices);
}

function rotatedPoints(points: readonly number[], random: Random): number[] {
  const q = random.rotation();
  const result: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const p = rotate(q, { x: points[i], y: points[i + 1], z: points[i + 2] });
    result.push(p.x, p.y, p.z);
  }
  return result;
}

describe('massPropertiesOfPolyhedron', () => {
  it('is the closed form for a box away from the origin', () => {
    // Half extents 1, 2, 3: volume 48, inertia m (b^2 + c^2) / 3.
    const points = boxPoints(1, 2, 3).map((x, i) => x + 10 * (1 + (i % 3)));
    const { volume, centroid, inertia } = ofHull(points);
    expect(volume).toBe(48);
    expect(centroid).toEqual({ x: 10, y: 20, z: 30 });
    expect(inertia.xx).toBeCloseTo((48 * 13) / 3, 10);
    expect(inertia.yy).toBeCloseTo((48 * 10) / 3, 10);
    expect(inertia.zz).toBeCloseTo((48 * 5) / 3, 10);
    for (const value of [inertia.xy, inertia.xz, inertia.yz]) expect(Math.abs(value)).toBeLessThan(1e-12);
  });

  it('is the closed form for the corner tetrahedron', () => {
    // Integrals from the corner: xx 1/60, xy 1/120; about the centroid 1/60 - V/16 = 1/160 and 1/120 - V/16 = -1/480.
    const { volume, centroid, inertia } = ofHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(volume).toBeCloseTo(1 / 6, 15);
    for (const value of [centroid.x, centroid.y, centroid.z]) expect(value).toBeCloseTo(1 / 4, 15);
    for (const value of [inertia.xx, inertia.yy, inertia.zz]) expect(value).toBeCloseTo(1 / 80, 15);
    for (const value of [inertia.xy, inertia.xz, inertia.yz]) expect(value).toBeCloseTo(1 / 480, 15);
  });

  it('keeps its digits for rotated plates and needles a millionth thick', () => {
    const random = new Random(SEED);
    for (const [a, b, c] of [
      [1, 1, 1e-6],
      [1, 1e-6, 1e-6],
    ] as const) {
      for (let i = 0; i < 20; i++) {
        const { volume, inertia } = ofHull(rotatedPoints(boxPoints(a, b, c), random));
        // Rotation rounds coordinates by 1e-16, which is 1e-10 of the thickness, twice for a needle.
        expect(Math.abs(volume / (8 * a * b * c) - 1), `seed ${SEED}`).toBeLessThan(2e-9);
        const largest = eigenSystem(inertia).values[2];
        expect(Math.abs(largest / ((volume * (a * a + b * b)) / 3) - 1), `seed ${SEED}`).toBeLessThan(1e-9);
      }
    }
  });

  it('scales with the third and fifth power and moves with the body', () => {
    const random = new Random(SEED + 1);
    const points = Array.from({ length: 60 }, () => random.normal());
    const reference = ofHull(points);
    for (const exponent of [-60, -9, 40]) {
      const factor = 2 ** exponent;
      const { volume, inertia } = ofHull(points.map((x) => x * factor));
      expect(volume).toBe(reference.volume * factor ** 3);
      expect(inertia.xy).toBe(reference.inertia.xy * factor ** 5);
    }
    const moved = ofHull(points.map((x) => x + 1e6));
    // Moving rounds the coordinates by 1e-10.
    expect(Math.abs(moved.volume - reference.volume)).toBeLessThan(1e-8 * reference.volume);
    expect(Math.abs(moved.inertia.xx - reference.inertia.xx)).toBeLessThan(1e-8 * reference.inertia.xx);
    expect(Math.abs(moved.centroid.x - 1e6 - reference.centroid.x)).toBeLessThan(1e-8);
  });

  it('integrates a mesh that is not convex, with faces that are not', () => {
    // A square block 2 x 2 x 1 without one quarter: volume 3, centroid (5/6, 5/6, 1/2).
    const outline = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
    const vertices: number[] = [];
    for (const z of [0, 1]) for (let i = 0; i < 12; i += 2) vertices.push(outline[i], outline[i + 1], z);
    const loops = [
      [5, 4, 3, 2, 1, 0],
      [6, 7, 8, 9, 10, 11],
    ];
    for (let i = 0; i < 6; i++) loops.push([i, (i + 1) % 6, 6 + ((i + 1) % 6), 6 + i]);
    const offsets = [0];
    for (const loop of loops) offsets.push((offsets.at(-1) as number) + loop.length);
    const { volume, centroid } = massPropertiesOfPolyhedron(vertices, offsets, loops.flat());
    expect(volume).toBeCloseTo(3, 14);
    expect([centroid.x, centroid.y, centroid.z].map((x) => x.toFixed(12))).toEqual(
      [5 / 6, 5 / 6, 1 / 2].map((x) => x.toFixed(12)),
    );
  });

  it('refuses a mesh turned inside out', () => {
    const hull = convexHull(boxPoints(1, 1, 1));
    const reversed = [...hull.faceVertices];
    for (let f = 0; f < 6; f++) reversed.splice(4 * f, 4, ...reversed.slice(4 * f, 4 * f + 4).reverse());
    expect(() => massPropertiesOfPolyhedron(hull.vertices, hull.faceOffsets, reversed)).toThrow(
      'mesh: expected a positive volume, got -8; close the mesh and order each face counter-clockwise from outside',
    );
  });
});
