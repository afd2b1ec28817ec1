// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { type ExactBody, ExactSupport } from './exact-support.ts';
import { dot, type ExactVector } from './exact-vector.ts';
import { chooseGrid, type Grid } from './integer-grid.ts';

const seed = Number(process.env.TEST_SEED ?? 20260103);

function supportOf(body: ExactBody): ExactSupport {
  return new ExactSupport(body, chooseGrid(body.vertices, body.vertices) as Grid);
}

function maximisersByTrial(support: ExactSupport, direction: ExactVector): number[] {
  const values = Array.from({ length: support.count }, (_, i) => dot(direction, support.vertex(i)));
  const [largest] = [...values].sort((p, q) => (p > q ? -1 : 1));
  return values.flatMap((value, i) => (value === largest ? [i] : []));
}

/**
 * Rings of points around z with poles: facets are planar quadrilaterals and triangles, edges run along and across the
 * rings.
 */
function globe(rings: number, perRing: number): ExactBody {
  const vertices: number[] = [];
  const rows: number[][] = [];
  const index = (ring: number, k: number) => ring * perRing + ((k + perRing) % perRing);
  const south = rings * perRing;
  for (let ring = 0; ring < rings; ring++) {
    const latitude = ((ring + 1) / (rings + 1) - 0.5) * Math.PI;
    for (let k = 0; k < perRing; k++) {
      const longitude = (2 * Math.PI * k) / perRing;
      vertices.push(
        Math.cos(latitude) * Math.cos(longitude),
        Math.cos(latitude) * Math.sin(longitude),
        Math.sin(latitude),
      );
      rows.push([
        index(ring, k - 1),
        index(ring, k + 1),
        ring > 0 ? index(ring - 1, k) : south,
        ring < rings - 1 ? index(ring + 1, k) : south + 1,
      ]);
    }
  }
  vertices.push(0, 0, -1, 0, 0, 1);
  rows.push(Array.from({ length: perRing }, (_, k) => k));
  rows.push(Array.from({ length: perRing }, (_, k) => index(rings - 1, k)));
  return withNeighbours(vertices, rows);
}

/** A prism with two flat caps of `sides` vertices. */
function prism(sides: number): ExactBody {
  const vertices: number[] = [];
  const rows: number[][] = [];
  for (let k = 0; k < 2 * sides; k++) {
    const cap = k < sides ? 0 : sides;
    vertices.push(Math.cos((2 * Math.PI * k) / sides), Math.sin((2 * Math.PI * k) / sides), cap > 0 ? 1 : -1);
    rows.push([cap + ((k + 1) % sides), cap + ((k + sides - 1) % sides), (k + sides) % (2 * sides)]);
  }
  return withNeighbours(vertices, rows);
}

function withNeighbours(vertices: number[], rows: number[][]): ExactBody {
  const vertexOffsets = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    vertexOffsets[i + 1] = vertexOffsets[i] + row.length;
  });
  return { vertices: Float64Array.from(vertices), vertexOffsets, vertexNeighbours: Int32Array.from(rows.flat()) };
}

function rotated(body: ExactBody, random: Random, offset: number): ExactBody {
  const rotation = random.rotation();
  const vertices = new Float64Array(body.vertices.length);
  for (let i = 0; i < vertices.length; i += 3) {
    const [x = 0, y = 0, z = 0] = body.vertices.subarray(i, i + 3);
    const turned = rotate(rotation, { x, y, z });
    vertices.set([turned.x + offset, turned.y, turned.z], i);
  }
  return { ...body, vertices };
}

describe('the exact support', () => {
  it('tells vertices apart that have the same float64 dot product', () => {
    const support = supportOf({ vertices: Float64Array.of(1, 0, 0, 1, 2 ** -80, 0, 1, -(2 ** -80), 0) });
    const direction = { x: 1n << 60n, y: 1n, z: 0n };
    expect(support.maximum(direction)).toBe(1);
    expect([...support.maximisers(direction)]).toEqual([1]);
  });

  it('returns every vertex of a tie, ascending, and the first of them as the maximum', () => {
    const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [(i & 1) + 1e6, (i >> 1) & 1, i >> 2]);
    const support = supportOf({ vertices: Float64Array.from([...cube, 1e6 + 1, 0, 0]) });
    expect([...support.maximisers({ x: 1n, y: 0n, z: 0n })]).toEqual([1, 3, 5, 7, 8]);
    expect([...support.maximisers({ x: 1n, y: -1n, z: 0n })]).toEqual([1, 5, 8]);
    expect(support.maximum({ x: 1n, y: -1n, z: 0n })).toBe(1);
  });

  it('agrees with trying every vertex exactly, far from the origin and for near ties', () => {
    const random = new Random(seed);
    for (let k = 0; k < 200; k++) {
      const tiny = 2 ** -random.integer(52);
      const offset = random.integer(2) * 1e6;
      const vertices = Float64Array.from({ length: 90 }, () => offset + random.integer(3) + tiny * random.integer(3));
      const support = supportOf({ vertices });
      const component = () => BigInt(random.integer(2 ** 53)) * BigInt(random.integer(3) - 1);
      const direction = { x: component(), y: component(), z: component() };
      expect([...support.maximisers(direction)], `seed ${seed}, body ${k}`).toEqual(
        maximisersByTrial(support, direction),
      );
    }
  });

  it('climbs rotated and rounded bodies to the exact maximum, over facets that are no longer flat', () => {
    const random = new Random(seed);
    for (const body of [globe(12, 20), prism(150)]) {
      for (let k = 0; k < 60; k++) {
        const moved = rotated(body, random, random.integer(2) * 1e5);
        const support = supportOf(moved);
        const [p = 0, q = 0, r = 0] = [0, 1, 2].map(() => random.integer(support.count));
        // Normals through three vertices give plateaus; through neighbours they are facet normals.
        const from = support.vertex(p);
        const first = support.vertex(k % 2 ? q : (p + 1) % support.count);
        const second = support.vertex(k % 2 ? r : (p + 2) % support.count);
        const e = { x: first.x - from.x, y: first.y - from.y, z: first.z - from.z };
        const f = { x: second.x - from.x, y: second.y - from.y, z: second.z - from.z };
        const normal = { x: e.y * f.z - e.z * f.y, y: e.z * f.x - e.x * f.z, z: e.x * f.y - e.y * f.x };
        if (dot(normal, normal) === 0n) continue;
        expect([...support.maximisers(normal)], `seed ${seed}, turn ${k}`).toEqual(maximisersByTrial(support, normal));
      }
    }
  });
});
