// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { addScaled, interpolate, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { edgeWeights, nodalWeights, vertexOf } from './nodal-weights.ts';

const seed = Number(process.env.TEST_SEED ?? 32);

function meanOf(mesh: FacetMesh, weights: readonly number[]): Vector3 {
  return weights.reduce<Vector3>((sum, weight, k) => addScaled(sum, vertexOf(mesh, k), weight), ZERO_VECTOR);
}

function expectShares(mesh: FacetMesh, weights: readonly number[], point: Vector3, tolerance: number): void {
  expect(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1)).toBeLessThan(1e-15);
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
  expect(length(subtract(meanOf(mesh, weights), point))).toBeLessThan(tolerance);
}

/** One facet with the given corners in the plane z = x / 2 - y. */
function polygonMesh(corners: readonly (readonly [number, number])[]): FacetMesh {
  const vertices = corners.map(([x, y]) => [x, y, x / 2 - y] as [number, number, number]);
  return facetMesh({ vertices, facets: [corners.map((_, k) => k)] });
}

/** Corners on an ellipse, at random angles: as irregular as convex polygons get. */
function randomPolygon(random: Random, count: number): FacetMesh {
  const angles = Array.from({ length: count }, () => random.between(0, 2 * Math.PI)).sort((a, b) => a - b);
  return polygonMesh(angles.map((angle) => [3 * Math.cos(angle), Math.sin(angle)] as const));
}

/** A random mean of the vertices. */
function randomPoint(mesh: FacetMesh, random: Random): Vector3 {
  const count = mesh.facetVertices.length;
  const shares = Array.from({ length: count }, () => random.next() ** 4);
  const sum = shares.reduce((a, b) => a + b, 0);
  return meanOf(
    mesh,
    shares.map((share) => share / sum),
  );
}

describe(`weights of the vertices, seed ${seed}`, () => {
  it.each([3, 4, 5, 8, 30])('of random facets with %i vertices sum to 1 and keep the point', (count) => {
    const random = new Random(seed);
    for (let k = 0; k < 300; k++) {
      const mesh = randomPolygon(random, count);
      const point = randomPoint(mesh, random);
      // Short sides make thin triangles with the point, whose areas are known to rounding over their height.
      expectShares(mesh, nodalWeights(mesh, 0, point), point, 2e-12);
    }
  });

  it('are linear along the edges and one at the vertices', () => {
    const random = new Random(seed);
    for (const count of [3, 4, 7]) {
      const mesh = randomPolygon(random, count);
      for (let k = 0; k < count; k++) {
        const next = (k + 1) % count;
        for (const t of [0, 1e-9, 0.25, 1]) {
          const expected = Array.from({ length: count }, (_, i) => (i === k ? 1 - t : i === next ? t : 0));
          const point = interpolate(vertexOf(mesh, k), vertexOf(mesh, next), t);
          for (const weights of [nodalWeights(mesh, 0, point), edgeWeights(mesh, 0, k, point)]) {
            weights.forEach((weight, i) => {
              // The areas of a thin triangle are known to rounding over its height.
              expect(Math.abs(weight - expected[i])).toBeLessThan(1e-11);
            });
          }
        }
      }
    }
  });

  it('keep the point of a trapezium, where those of eq. 28 do not', () => {
    const mesh = polygonMesh([
      [0, 0],
      [2, 0],
      [1, 1],
      [0, 1],
    ]);
    const point = { x: 0.5, y: 0.5, z: -0.25 };
    expectShares(mesh, nodalWeights(mesh, 0, point), point, 1e-15);
  });

  it('are the products of coordinates in a rectangle', () => {
    const mesh = polygonMesh([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    const weights = nodalWeights(mesh, 0, { x: 0.25, y: 0.5, z: -0.375 });
    [0.375, 0.125, 0.125, 0.375].forEach((expected, k) => {
      expect(weights[k]).toBeCloseTo(expected, 15);
    });
  });

  it('keep the point in slivers', () => {
    const random = new Random(seed);
    for (const height of [1e-3, 1e-7, 1e-11]) {
      const mesh = polygonMesh([
        [0, 0],
        [1, 0],
        [random.between(-0.5, 1.5), height],
      ]);
      for (let k = 0; k < 50; k++) {
        const point = randomPoint(mesh, random);
        expectShares(mesh, nodalWeights(mesh, 0, point), point, 1e-14);
      }
    }
  });

  it('leave out vertices within a straight side', () => {
    const mesh = polygonMesh([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [0, 1],
    ]);
    const onSide = { x: 1.5, y: 0, z: 0.75 };
    expect(nodalWeights(mesh, 0, onSide)).toEqual([0.25, 0, 0.75, 0, 0]);
    const inside = { x: 1, y: 0.5, z: 0 };
    expectShares(mesh, nodalWeights(mesh, 0, inside), inside, 1e-15);
  });

  it('do not depend on the scale', () => {
    const random = new Random(seed);
    const mesh = randomPolygon(random, 6);
    const point = randomPoint(mesh, random);
    const expected = nodalWeights(mesh, 0, point);
    for (const factor of [2 ** -150, 2 ** 150]) {
      const scaled = facetMesh({ vertices: mesh.vertices.map((x) => factor * x), facets: [[0, 1, 2, 3, 4, 5]] });
      expect(nodalWeights(scaled, 0, scale(point, factor))).toEqual(expected);
    }
  });
});
