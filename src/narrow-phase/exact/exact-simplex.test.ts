// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { DifferencePoint } from './exact-difference.ts';
import { nearestOnSimplex, weightsOfOrigin } from './exact-simplex.ts';
import { dot } from './exact-vector.ts';
import { roundQuotient } from './rounding.ts';

type Triple = readonly [number, number, number];

function simplex(...points: Triple[]): DifferencePoint[] {
  return points.map(([x, y, z], index) => ({ a: index, b: index, w: { x: BigInt(x), y: BigInt(y), z: BigInt(z) } }));
}

/** Indices of the vertices that carry the nearest point, and that point. */
function nearest(...points: Triple[]): { carried: number[]; point: number[] } {
  const result = nearestOnSimplex(simplex(...points));
  const { x, y, z } = result.direction;
  const squared = dot(result.direction, result.direction);
  const component = (c: bigint) => (squared === 0n ? 0 : roundQuotient(c * result.offset, squared, 0));
  return { carried: result.points.map((p) => p.a).sort(), point: [component(x), component(y), component(z)] };
}

describe('the nearest point of a segment', () => {
  it.each<[string, Triple, Triple, number[], number[]]>([
    ['is the first end', [1, 1, 0], [5, 2, 0], [0], [1, 1, 0]],
    ['is the second end', [5, 2, 0], [1, 1, 0], [1], [1, 1, 0]],
    ['is the first end when the origin projects exactly on it', [0, 2, 0], [3, 2, 0], [0], [0, 2, 0]],
    ['lies inside', [-1, 2, 0], [3, 2, 0], [0, 1], [0, 2, 0]],
    ['lies inside, at a rational point', [1, 0, 0], [0, 2, 0], [0, 1], [0.8, 0.4, 0]],
    ['is the origin', [-1, -2, -3], [2, 4, 6], [0, 1], [0, 0, 0]],
  ])('%s', (_, p, q, carried, point) => {
    expect(nearest(p, q)).toEqual({ carried, point });
  });
});

describe('the nearest point of a triangle', () => {
  // The triangle (0,0), (4,0), (0,4) in the plane z = 1, moved so that the origin is over (-x, -y).
  const at = (x: number, y: number): [Triple, Triple, Triple] => [
    [x, y, 1],
    [x + 4, y, 1],
    [x, y + 4, 1],
  ];
  it.each<[string, [Triple, Triple, Triple], number[], number[]]>([
    ['is the first vertex', at(1, 2), [0], [1, 2, 1]],
    ['is the second vertex', at(-6, 1), [1], [-2, 1, 1]],
    ['is the third vertex', at(1, -6), [2], [1, -2, 1]],
    ['lies on the first edge', at(-2, 3), [0, 1], [0, 3, 1]],
    ['lies on the second edge', at(-4, -4), [1, 2], [-2, -2, 1]],
    ['lies on the third edge', at(3, -2), [0, 2], [3, 0, 1]],
    ['lies inside, the origin below', at(-1, -1), [0, 1, 2], [0, 0, 1]],
  ])('%s', (_, points, carried, point) => {
    expect(nearest(...points)).toEqual({ carried, point });
    const below = points.map(([x, y, z]): Triple => [x, y, -z]) as [Triple, Triple, Triple];
    expect(nearest(...below)).toEqual({ carried, point: [point[0], point[1], -point[2]] });
  });

  it('is the origin when it lies in the triangle, on an edge or at a vertex', () => {
    expect(nearest([-1, -1, 0], [3, -1, 0], [-1, 3, 0])).toEqual({ carried: [0, 1, 2], point: [0, 0, 0] });
    expect(nearest([-1, 0, 0], [3, 0, 0], [-1, 3, 0])).toEqual({ carried: [0, 1], point: [0, 0, 0] });
    expect(nearest([0, 0, 0], [3, 0, 0], [-1, 3, 0])).toEqual({ carried: [0], point: [0, 0, 0] });
  });

  it('is right for a needle that float64 takes for a segment', () => {
    const big = 2 ** 52;
    expect(nearest([-big, 1, 0], [big, 1, 0], [big, 2, 0])).toEqual({ carried: [0, 1], point: [0, 1, 0] });
    expect(nearest([-big, -1, 1], [big, -1, 1], [0, big, 1])).toEqual({ carried: [0, 1, 2], point: [0, 0, 1] });
  });
});

describe('the nearest point of a tetrahedron', () => {
  // Corner at (0,0,0) with legs of 6 along the axes, moved by (x, y, z).
  const at = (x: number, y: number, z: number): [Triple, Triple, Triple, Triple] => [
    [x, y, z],
    [x + 6, y, z],
    [x, y + 6, z],
    [x, y, z + 6],
  ];
  it.each<[string, Triple, number[], number[]]>([
    ['is a vertex of the corner', [1, 2, 3], [0], [1, 2, 3]],
    ['is a vertex at the end of a leg', [-9, 1, 1], [1], [-3, 1, 1]],
    ['lies on a leg', [-2, 1, 3], [0, 1], [0, 1, 3]],
    ['lies on a far edge', [-6, -6, 1], [1, 2], [-3, -3, 1]],
    ['lies on a face of the corner', [-1, -2, 3], [0, 1, 2], [0, 0, 3]],
    ['lies on the far face', [-3, -3, -3], [1, 2, 3], [-1, -1, -1]],
    ['is the origin inside', [-1, -1, -1], [0, 1, 2, 3], [0, 0, 0]],
    ['is the origin on a face', [-1, -1, 0], [0, 1, 2, 3], [0, 0, 0]],
    ['is the origin at a vertex', [0, 0, 0], [0, 1, 2, 3], [0, 0, 0]],
  ])('%s, for both orientations', (_, [x, y, z], carried, point) => {
    expect(nearest(...at(x, y, z))).toEqual({ carried, point });
    const [p, q, r, s] = at(x, y, z);
    const swapped = nearest(q, p, r, s);
    expect(swapped.point).toEqual(point);
    expect(swapped.carried).toEqual(carried.map((k) => (k === 0 ? 1 : k === 1 ? 0 : k)).sort());
  });
});

describe('the weights of the origin', () => {
  it('are one for a point and split a segment and a triangle in the right ratio', () => {
    expect(weightsOfOrigin(simplex([0, 0, 0]))).toEqual([1n]);
    const [p, q] = weightsOfOrigin(simplex([-1, -1, 0], [3, 3, 0])) as [bigint, bigint];
    expect(p).toBe(3n * q);
    const [a, b, c] = weightsOfOrigin(simplex([-1, -1, 0], [3, -1, 0], [-1, 3, 0])) as [bigint, bigint, bigint];
    expect([a, b]).toEqual([2n * c, c]);
  });
});
