// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { canonicalFacets } from './canonical-facets.ts';
import { facetMesh } from './facet-mesh.ts';
import { PointInMesh } from './point-in-mesh.ts';

/** A cube of half side 1 whose hole is an octahedron |x| + |y| + |z| < 0.5; fronts face away from the solid. */
const VERTICES = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1] as const),
  ...([0, 1, 2, 3, 4, 5] as const).map((k) => {
    const at = [0, 0, 0];
    at[k >> 1] = k & 1 ? 0.5 : -0.5;
    return at as [number, number, number];
  }),
];
const CUBE = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const HOLE = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
  const [x, y, z] = [8 + (k & 1), 10 + ((k >> 1) & 1), 12 + ((k >> 2) & 1)];
  const outward = [k & 1, k & 2, k & 4].filter((bit) => bit === 0).length % 2 === 0;
  return outward ? [x, z, y] : [x, y, z];
});
const SOLID = facetMesh({ vertices: VERTICES, facets: [...CUBE, ...HOLE] });

const isInSolid = (x: number, y: number, z: number): boolean =>
  Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < 1 && Math.abs(x) + Math.abs(y) + Math.abs(z) > 0.5;

describe('points in a closed mesh', () => {
  const inside = new PointInMesh(SOLID);

  it('are those between its shells, whatever the facets are', () => {
    const random = new Random(3);
    for (let k = 0; k < 2000; k++) {
      const [x, y, z] = [0, 0, 0].map(() => random.between(-1.2, 1.2));
      expect(inside.contains(x, y, z)).toBe(isInSolid(x, y, z));
    }
  });

  it('are found where the ray passes through edges and vertices', () => {
    for (const [x, y, z] of [
      [0, 0, 0],
      [0, 0, 0.75],
      [0, 0, -0.75],
      [0, 0, -2],
      [0.25, 0.25, 0.5],
      [0.25, 0, 0],
      [0.5, 0, -0.5],
      [0.75, 0.75, 0],
      [-0.5, 0, 0.25],
    ]) {
      expect(inside.contains(x, y, z)).toBe(isInSolid(x, y, z));
    }
  });

  it('are none beside a mesh, or in one that is flat', () => {
    expect(inside.contains(3, 0, 0)).toBe(false);
    const sheet = { vertices: VERTICES.slice(0, 4), facets: [[0, 1, 3, 2]] };
    expect(new PointInMesh(facetMesh(sheet)).contains(0, 0, 0)).toBe(false);
  });
});

describe('canonical facets', () => {
  it('are the same for any order of vertices and facets', () => {
    const random = new Random(5);
    const renumbered = VERTICES.map((_, k) => k).sort(() => random.between(-1, 1));
    const facets = [...HOLE, ...CUBE].map((loop) => {
      const first = random.integer(loop.length);
      return [...loop.slice(first), ...loop.slice(0, first)].map((v) => renumbered.indexOf(v));
    });
    const shuffled = facetMesh({ vertices: renumbered.map((v) => VERTICES[v]), facets });
    expect(canonicalFacets(shuffled)).toEqual(canonicalFacets(SOLID));
  });
});
