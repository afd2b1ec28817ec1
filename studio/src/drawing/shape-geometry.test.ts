// SPDX-License-Identifier: MIT
/** Drawn surfaces are closed, turned outwards, on the shape, and enclose its volume. */
import { describe, expect, it } from 'vitest';
import { shapeFromJson } from '../../../src/contact.ts';
import { shapeEdges, shapeGeometry } from './shape-geometry.ts';
import { shapeSurface } from './shape-surface.ts';
import { type Surface, vectorAt } from './surface.ts';

const box = { box: { halfExtents: [1, 2, 3] } };
const tetrahedron = {
  polyhedron: {
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
};
const SOLIDS: readonly [string, object, number | undefined][] = [
  ['sphere', { sphere: { radius: 2 } }, undefined],
  ['box', box, 12],
  ['capsule', { capsule: { radius: 1, halfLength: 2 } }, undefined],
  ['cylinder', { cylinder: { radius: 1, halfLength: 2 } }, 128],
  ['cone', { cone: { radius: 1, height: 2 } }, 64],
  ['ellipsoid', { ellipsoid: { semiAxes: [1, 2, 3] } }, undefined],
  ['superquadric', { superquadric: { semiAxes: [1, 2, 3], n1: 8, n2: 3 } }, undefined],
  ['pointed superquadric', { superquadric: { semiAxes: [1, 1, 1], n1: 1.1, n2: 1.1 } }, undefined],
  ['polyhedron', tetrahedron, 6],
  ['rounded', { rounded: { shape: box, radius: 0.5 } }, undefined],
  ['compound', { compound: [{ shape: box }, { shape: tetrahedron, pose: { position: [9, 0, 0] } }] }, 18],
];

const DETAIL = 64;
const REACH = 10;
/** Chords of 64 segments leave out less than this share of the volume; the rounded body's grid is coarser. */
const VOLUME_TOLERANCE = 0.01;

function volumeOf({ positions, triangles }: Surface): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [p, q, r] = [0, 1, 2].map((k) => vectorAt(positions, 3 * triangles[i + k]));
    if (p === undefined || q === undefined || r === undefined) continue;
    sum += p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x);
  }
  return sum / 6;
}

/** Directed edges, by position, that have no partner: none on a closed surface. */
function openEdges({ positions, triangles }: Surface): number {
  const position = (v: number): string =>
    positions
      .slice(3 * v, 3 * v + 3)
      .map((c) => (Math.round(c * 1e9) + 0) / 1e9)
      .join(' ');
  const count = new Map<string, number>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [from, to] = [position(triangles[i + k]), position(triangles[i + ((k + 1) % 3)])];
      const [key, sign] = from < to ? [`${from}|${to}`, 1] : [`${to}|${from}`, -1];
      count.set(key, (count.get(key) ?? 0) + sign);
    }
  }
  return [...count.values()].filter((sum) => sum !== 0).length;
}

describe.each(SOLIDS)('the drawing of a %s', (_, json, edgeCount) => {
  const shape = shapeFromJson(json);
  const surface = shapeSurface(shape, DETAIL, REACH);

  it('is closed and encloses its volume', () => {
    const { volume } = shape.massProperties();
    expect(openEdges(surface)).toBe(0);
    expect(Math.abs(volumeOf(surface) / volume - 1)).toBeLessThan(VOLUME_TOLERANCE);
  });

  it('has unit normals on the outer side of its triangles', () => {
    const { positions, normals, triangles } = surface;
    let leastHeight = Infinity;
    let worstLength = 0;
    for (let i = 0; i < triangles.length; i += 3) {
      const [p, q, r] = [0, 1, 2].map((k) => vectorAt(positions, 3 * triangles[i + k]));
      if (p === undefined || q === undefined || r === undefined) continue;
      const face = {
        x: (q.y - p.y) * (r.z - p.z) - (q.z - p.z) * (r.y - p.y),
        y: (q.z - p.z) * (r.x - p.x) - (q.x - p.x) * (r.z - p.z),
        z: (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x),
      };
      for (const k of [0, 1, 2]) {
        const n = vectorAt(normals, 3 * triangles[i + k]);
        worstLength = Math.max(worstLength, Math.abs(Math.hypot(n.x, n.y, n.z) - 1));
        leastHeight = Math.min(leastHeight, n.x * face.x + n.y * face.y + n.z * face.z);
      }
    }
    expect(worstLength).toBeLessThan(1e-12);
    expect(leastHeight).toBeGreaterThanOrEqual(0);
  });

  it('has the edges of the shape', () => {
    expect(edgeCount === undefined ? surface.lines.length : surface.lines.length / 6).toBe(edgeCount ?? 0);
    expect(shapeEdges(json as never, DETAIL) === undefined).toBe(edgeCount === undefined);
  });
});

describe('drawings of what has no volume', () => {
  it('are a disc on the plane of a half-space', () => {
    const { positions } = shapeSurface(shapeFromJson({ halfSpace: { normal: [0, 0.6, 0.8], offset: 2 } }), 64, 5);
    for (let i = 0; i < positions.length; i += 3) {
      const { x, y, z } = vectorAt(positions, i);
      expect(0.6 * y + 0.8 * z).toBeCloseTo(2, 12);
      expect(Math.hypot(x, y - 1.2, z - 1.6)).toBeCloseTo(5, 12);
    }
  });

  it('are two sides of a facet, a line for a segment, a small ball for a point', () => {
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    expect(shapeGeometry({ facet: { vertices: corners } }, 8).index?.count).toBe(6);
    const segment = { segment: { from: [0, 0, 0], to: [1, 0, 0] } };
    expect(shapeGeometry(segment, 8).index?.count).toBe(0);
    expect(shapeEdges(segment, 8)?.getAttribute('position').count).toBe(2);
    const ball = shapeGeometry({ point: { position: [1, 2, 3] } }, 8);
    ball.computeBoundingSphere();
    const [x, y, z] = ball.boundingSphere?.center.toArray() ?? [];
    expect([x, y, z].map((c) => Math.fround(c ?? 0))).toEqual([1, expect.closeTo(2, 6), 3]);
  });

  it('are the facets of a mesh with their loops', () => {
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ];
    const mesh = { mesh: { vertices, facets: [[0, 1, 2, 3]] } };
    expect(shapeGeometry(mesh, 8).index?.count).toBe(6);
    expect(shapeEdges(mesh, 8)?.getAttribute('position').count).toBe(8);
  });
});
