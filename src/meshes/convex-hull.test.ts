// SPDX-License-Identifier: MIT
import { orient3d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { type ConvexHull, convexHull } from './convex-hull.ts';
import { COPLANAR_TOLERANCE } from './facet-merging.ts';

type Triple = [number, number, number];

const SEED = Number(process.env.TEST_SEED ?? 20260101);

function box(a: number, b: number, c: number): Triple[] {
  return [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Triple => [x * a, y * b, z * c])));
}

function prism(sides: number, radius: number, halfHeight: number): Triple[] {
  return Array.from({ length: sides }, (_, i) => (2 * Math.PI * i) / sides).flatMap((angle) =>
    [-halfHeight, halfHeight].map((z): Triple => [radius * Math.cos(angle), radius * Math.sin(angle), z]),
  );
}

function rotated(points: readonly Triple[], random: Random): Triple[] {
  const q = random.rotation();
  return points.map(([x, y, z]): Triple => {
    const p = rotate(q, { x, y, z });
    return [p.x, p.y, p.z];
  });
}

function moved(points: readonly Triple[], x: number, y: number, z: number): Triple[] {
  return points.map((p): Triple => [p[0] + x, p[1] + y, p[2] + z]);
}

function scaled(points: readonly Triple[], factor: number): Triple[] {
  return points.map((p): Triple => [p[0] * factor, p[1] * factor, p[2] * factor]);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

function gaussianCloud(count: number, random: Random): Triple[] {
  return Array.from({ length: count }, (): Triple => [random.normal(), random.normal(), random.normal()]);
}

function counts(hull: ConvexHull): { vertices: number; edges: number; faces: number } {
  return { vertices: hull.vertices.length / 3, edges: hull.edges.length / 4, faces: hull.faceOffsets.length - 1 };
}

function loopOf(hull: ConvexHull, face: number): number[] {
  return [...hull.faceVertices.slice(hull.faceOffsets[face], hull.faceOffsets[face + 1])];
}

function vertexOf(hull: ConvexHull, v: number): Triple {
  return [...hull.vertices.slice(3 * v, 3 * v + 3)] as Triple;
}

/** Height of p over the plane through the vertices a, b, c, and the rounding bound of that number. */
function heightOver([a, b, c]: [Triple, Triple, Triple], p: Triple): number {
  const u = b.map((x, k) => x - a[k]) as Triple;
  const v = c.map((x, k) => x - a[k]) as Triple;
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return -orient3d(...a, ...b, ...c, ...p) / Math.hypot(...n);
}

function extentOf(points: readonly Triple[]): number {
  const sides = [0, 1, 2].map((k) => {
    const values = points.map((p) => p[k]);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.hypot(...sides);
}

/** All that must hold of a hull, whatever the points. */
function checkHull(points: readonly Triple[], hull: ConvexHull, label: string): void {
  const { vertices, edges, faces } = counts(hull);
  expect(vertices - edges + faces, `${label}: Euler's formula`).toBe(2);
  const extent = extentOf(points);
  for (let f = 0; f < faces; f++) {
    const loop = loopOf(hull, f);
    expect(loop[0], `${label}: loop starts at its lowest vertex`).toBe(Math.min(...loop));
    checkPlane(points, hull, f, loop, extent, label);
  }
  checkAdjacency(hull, label);
  for (let v = 0; v < vertices; v++) {
    expect(vertexOf(hull, v), `${label}: coordinates of the source`).toEqual(
      points[hull.sourceIndex[v]]?.map((x) => x + 0),
    );
    if (v > 0) expect(isBefore(vertexOf(hull, v - 1), vertexOf(hull, v)), `${label}: vertices sorted`).toBe(true);
  }
}

function checkPlane(
  points: readonly Triple[],
  hull: ConvexHull,
  f: number,
  loop: number[],
  extent: number,
  label: string,
): void {
  const [nx, ny, nz] = [...hull.facePlanes.slice(4 * f, 4 * f + 3)] as Triple;
  // Three roundings of a component of at most one.
  expect(Math.abs(Math.hypot(nx, ny, nz) - 1), `${label}: unit normal`).toBeLessThan(4e-16);
  const origin = vertexOf(hull, loop[0]);
  const height = (p: Triple): number => nx * (p[0] - origin[0]) + ny * (p[1] - origin[1]) + nz * (p[2] - origin[2]);
  // The merge may move the surface by the tolerance; the height itself is rounded by a few 1e-16 of the extent.
  const allowed = (COPLANAR_TOLERANCE + 2e-15) * extent;
  let highest = Number.NEGATIVE_INFINITY;
  for (const p of points) highest = Math.max(highest, height(p));
  expect(highest, `${label}: points outside face ${f}`).toBeLessThanOrEqual(allowed);
  for (const v of loop) {
    expect(Math.abs(height(vertexOf(hull, v))), `${label}: vertex off its face`).toBeLessThanOrEqual(allowed);
  }
  if (loop.length === 3) {
    const triangle = loop.map((v) => vertexOf(hull, v)) as [Triple, Triple, Triple];
    const merged = points.some((p) => heightOver(triangle, p) > COPLANAR_TOLERANCE * extent);
    expect(merged, `${label}: a point sees the triangle ${f}`).toBe(false);
  }
  loop.forEach((v, i) => {
    const a = vertexOf(hull, loop.at(i - 1) as number);
    const b = vertexOf(hull, v);
    const c = vertexOf(hull, loop[(i + 1) % loop.length]);
    const u = b.map((x, k) => x - a[k]) as Triple;
    const w = c.map((x, k) => x - b[k]) as Triple;
    const turn = nx * (u[1] * w[2] - u[2] * w[1]) + ny * (u[2] * w[0] - u[0] * w[2]) + nz * (u[0] * w[1] - u[1] * w[0]);
    // Corners turn left; the product is rounded by a few 1e-16 of the two lengths.
    expect(turn, `${label}: reflex corner`).toBeGreaterThan(-1e-15 * Math.hypot(...u) * Math.hypot(...w));
  });
}

function checkAdjacency(hull: ConvexHull, label: string): void {
  const { vertices, edges, faces } = counts(hull);
  const halfEdges = new Map<string, number>();
  const facesAt: number[][] = Array.from({ length: vertices }, () => []);
  const neighboursAt: number[][] = Array.from({ length: vertices }, () => []);
  for (let f = 0; f < faces; f++) {
    const loop = loopOf(hull, f);
    loop.forEach((v, i) => {
      halfEdges.set(`${v},${loop[(i + 1) % loop.length]}`, f);
      facesAt[v]?.push(f);
      neighboursAt[v]?.push(loop[(i + 1) % loop.length]);
    });
  }
  expect(halfEdges.size, `${label}: each directed edge once`).toBe(2 * edges);
  for (let e = 0; e < edges; e++) {
    const [v0, v1, left, right] = [...hull.edges.slice(4 * e, 4 * e + 4)] as [number, number, number, number];
    expect(v0, label).toBeLessThan(v1);
    expect([halfEdges.get(`${v0},${v1}`), halfEdges.get(`${v1},${v0}`)], `${label}: faces of an edge`).toEqual([
      left,
      right,
    ]);
    if (e > 0) {
      const before = [...hull.edges.slice(4 * e - 4, 4 * e - 2)] as [number, number];
      expect(before[0] < v0 || (before[0] === v0 && before[1] < v1), `${label}: edges sorted`).toBe(true);
    }
  }
  for (let v = 0; v < vertices; v++) {
    const neighbours = [...hull.vertexNeighbours.slice(hull.vertexOffsets[v], hull.vertexOffsets[v + 1])];
    const around = [...hull.vertexFaces.slice(hull.vertexFaceOffsets[v], hull.vertexFaceOffsets[v + 1])];
    expect(neighbours, `${label}: neighbours`).toEqual(neighboursAt[v]?.sort((a, b) => a - b));
    expect(around, `${label}: faces around a vertex`).toEqual(facesAt[v]);
    expect(neighbours.length, `${label}: degree`).toBeGreaterThanOrEqual(3);
  }
}

function isBefore(a: Triple, b: Triple): boolean {
  for (let k = 0; k < 3; k++) if (a[k] !== b[k]) return a[k] < b[k];
  return false;
}

function hullOf(points: readonly Triple[]): ConvexHull {
  return convexHull(points.flat());
}

const BOX_COUNTS = { vertices: 8, edges: 12, faces: 6 };

/** A cube with duplicate, edge-midpoint, face-centre and interior points. */
const DEGENERATE_CUBE: Triple[] = [
  ...box(1, 1, 1),
  ...box(1, 1, 1),
  [0, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
  [-1, 0.5, -1],
  [0, 0, 1],
  [0.5, 0.25, 1],
  [-1, 0, 0],
  [0, 0, 0],
  [0.1, 0.2, 0.3],
];

describe('convexHull of hand-made points', () => {
  it('gives the arrays of a tetrahedron as documented', () => {
    const hull = convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    // Sorted: 0 = (0,0,0), 1 = (0,0,1), 2 = (0,1,0), 3 = (1,0,0).
    expect([...hull.vertices]).toEqual([0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0]);
    expect([...hull.sourceIndex]).toEqual([0, 3, 2, 1]);
    expect([...hull.faceOffsets]).toEqual([0, 3, 6, 9, 12]);
    expect([...hull.faceVertices]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
    expect([...hull.edges]).toEqual([0, 1, 0, 2, 0, 2, 1, 0, 0, 3, 2, 1, 1, 2, 0, 3, 1, 3, 3, 2, 2, 3, 1, 3]);
    expect([...hull.vertexNeighbours]).toEqual([1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]);
    expect([...hull.vertexFaces]).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 3, 1, 2, 3]);
    expect([...hull.facePlanes.slice(0, 4)]).toEqual([-1, 0, 0, 0]);
    const third = 1 / Math.sqrt(3);
    for (const value of hull.facePlanes.slice(12)) expect(value).toBeCloseTo(third, 15);
  });

  it('reduces a cube with duplicate, collinear, coplanar and interior points to 8 vertices', () => {
    const hull = hullOf(DEGENERATE_CUBE);
    expect(counts(hull)).toEqual(BOX_COUNTS);
    checkHull(DEGENERATE_CUBE, hull, 'degenerate cube');
  });

  it('reduces a grid of points to its corners', () => {
    const side = [0, 1, 2, 3, 4, 5, 6];
    const grid = side.flatMap((x) => side.flatMap((y) => side.map((z): Triple => [x, y, z])));
    const hull = hullOf(grid);
    expect(counts(hull)).toEqual(BOX_COUNTS);
    checkHull(grid, hull, 'grid');
  });

  it('reports the lowest input index of a repeated point', () => {
    const points = [...box(1, 1, 1).reverse(), ...box(1, 1, 1)];
    expect(Math.max(...hullOf(points).sourceIndex)).toBe(7);
  });

  it('returns 0 for a coordinate of -0', () => {
    const hull = convexHull([-0, -0, -0, 1, -0, 0, 0, 1, -0, 0, 0, 1]);
    expect([...hull.vertices].some((x) => Object.is(x, -0))).toBe(false);
  });

  it('keeps a vertex that stands a millionth of a millionth out of a face', () => {
    const points = [...box(1, 1, 1), [0, 0, 1 + 1e-12] as Triple];
    const hull = hullOf(points);
    expect(counts(hull)).toEqual({ vertices: 9, edges: 16, faces: 9 });
    checkHull(points, hull, 'pyramid on a cube');
  });

  it('drops a vertex that stands out of a face by less than the tolerance', () => {
    expect(counts(hullOf([...box(1, 1, 1), [0, 0, 1 + 2 ** -52]]))).toEqual(BOX_COUNTS);
  });

  it('makes one face of the noisy cap of a prism with many sides', () => {
    const random = new Random(SEED);
    for (const sides of [5, 50, 500]) {
      const points = rotated(prism(sides, 1, 0.7), random);
      const hull = hullOf(points);
      expect(counts(hull), `seed ${SEED}`).toEqual({ vertices: 2 * sides, edges: 3 * sides, faces: sides + 2 });
    }
  });

  it('does not flatten a dense smooth cap whose facets are coplanar one by one', { tags: ['long'] }, () => {
    // Rings of 20 points on a cap whose sagitta is 5000 tolerances: neighbours are coplanar within it, the cap is not.
    const cap: Triple[] = [[0, 0, -1]];
    for (let ring = 0; ring <= 20; ring++) {
      const r = (1e-5 * ring) / 20;
      for (let i = 0; i < 20; i++) {
        const angle = (2 * Math.PI * (i + (ring % 2) / 2)) / 20;
        cap.push([r * Math.cos(angle), r * Math.sin(angle), Math.sqrt(1 - r * r)]);
      }
    }
    cap.push(...box(0.5, 0.5, 0.5));
    checkHull(cap, hullOf(cap), 'cap');
  });
});

describe('convexHull of rotated, scaled and distant bodies', () => {
  it('makes 6 quadrilaterals of a rotated box with rounded coordinates', { tags: ['long'] }, () => {
    const random = new Random(SEED);
    for (let i = 0; i < 200; i++) {
      const sides = [random.between(0.1, 3), random.between(0.1, 3), random.between(0.1, 3)] as Triple;
      const points = rotated(box(...sides), random);
      const hull = hullOf(points);
      expect(counts(hull), `seed ${SEED}, box ${i}`).toEqual(BOX_COUNTS);
      checkHull(points, hull, `seed ${SEED}, box ${i}`);
    }
  });

  it('makes 6 quadrilaterals of rotated plates and needles down to 1e-9 of their length', { tags: ['long'] }, () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 200; i++) {
      const thin = 10 ** random.between(-9, -2);
      const points = rotated(box(1, i % 2 === 0 ? 1 : thin, thin), random);
      const hull = hullOf(points);
      expect(counts(hull), `seed ${SEED}, thin ${thin}`).toEqual(BOX_COUNTS);
      checkHull(points, hull, `seed ${SEED}, thin ${thin}`);
    }
  });

  it('drops duplicate, edge, face and interior points of a rotated box', { tags: ['long'] }, () => {
    const random = new Random(SEED + 2);
    for (let i = 0; i < 100; i++) {
      const points = rotated(DEGENERATE_CUBE, random);
      const hull = hullOf(points);
      expect(counts(hull), `seed ${SEED}`).toEqual(BOX_COUNTS);
      checkHull(points, hull, `seed ${SEED}`);
    }
  });

  it('gives the same faces at any scale that is a power of two', () => {
    const random = new Random(SEED + 3);
    const points = rotated([...box(1, 0.3, 2), ...gaussianCloud(20, random)], random);
    const reference = hullOf(points);
    for (const exponent of [-1000, -300, -30, 30, 300, 1000]) {
      const hull = hullOf(scaled(points, 2 ** exponent));
      expect(hull.faceVertices).toEqual(reference.faceVertices);
      expect(hull.edges).toEqual(reference.edges);
      const normals = (h: ConvexHull): number[] => [...h.facePlanes].filter((_, i) => i % 4 !== 3);
      expect(normals(hull)).toEqual(normals(reference));
    }
  });

  it('is sound at scales 1e-9 and 1e9', () => {
    const random = new Random(SEED + 4);
    for (const factor of [1e-9, 1e9]) {
      const points = scaled(rotated(box(1, 2, 3), random), factor);
      const hull = hullOf(points);
      expect(counts(hull)).toEqual(BOX_COUNTS);
      checkHull(points, hull, `scale ${factor}`);
    }
  });

  it('is exact for the rounded coordinates of a body a million sizes away', { tags: ['long'] }, () => {
    const random = new Random(SEED + 5);
    for (let i = 0; i < 50; i++) {
      const points = moved(gaussianCloud(40, random), 1e6, -1e6, 1e6);
      checkHull(points, hullOf(points), `seed ${SEED}, far ${i}`);
    }
    expect(counts(hullOf(moved(box(1, 2, 4), 1e6, -1e6, 1e6)))).toEqual(BOX_COUNTS);
  });

  it('takes a plate of thickness 1e-9 and even 1e-13 of its extent as a body', () => {
    for (const thin of [1e-9, 1e-13]) {
      expect(counts(hullOf(box(1, 1, thin)))).toEqual(BOX_COUNTS);
      const points = rotated(box(1, 1, thin), new Random(SEED + 6));
      checkHull(points, hullOf(points), `plate ${thin}`);
    }
  });
});

describe('convexHull of random points', () => {
  it('contains every point, is closed and convex, and does not depend on the order of the points', {
    tags: ['long'],
  }, () => {
    const random = new Random(SEED + 7);
    for (let i = 0; i < 150; i++) {
      const cloud = gaussianCloud(4 + random.integer(80), random);
      const rounding = i % 3;
      const points =
        rounding === 0 ? cloud : cloud.map((p) => p.map((x) => Math.round(x * 2 * rounding) / 2 / rounding) as Triple);
      if (rounding !== 0) points.push(...box(0.5, 1, 1), ...points.slice(0, 5));
      const turned = i % 2 === 0 ? points : rotated(points, random);
      const label = `seed ${SEED}, cloud ${i}`;
      const hull = hullOf(turned);
      checkHull(turned, hull, label);
      const other = hullOf(shuffled(turned, random));
      const { sourceIndex: _, ...arrays } = hull;
      expect(other, label).toMatchObject(arrays);
    }
  });

  it('has the volume that another library finds', async () => {
    const { default: load } = await import('manifold-3d');
    const { massPropertiesOfPolyhedron } = await import('./polyhedron-mass-properties.ts');
    const wasm = await load();
    wasm.setup();
    const random = new Random(SEED + 8);
    for (let i = 0; i < 40; i++) {
      const points = gaussianCloud(10 + random.integer(300), random);
      const hull = hullOf(points);
      const { volume } = massPropertiesOfPolyhedron(hull.vertices, hull.faceOffsets, hull.faceVertices);
      const other = wasm.Manifold.hull(points);
      // Manifold merges vertices and simplifies within its own tolerance of about 1e-12 of the size.
      expect(Math.abs(volume - other.volume()) / volume, `seed ${SEED}, cloud ${i}`).toBeLessThan(1e-9);
      other.delete();
    }
  });

  it('finds all vertices of points on a sphere', () => {
    const random = new Random(SEED + 9);
    const points = Array.from({ length: 5000 }, () => random.unitVector()).map((p): Triple => [p.x, p.y, p.z]);
    const hull = hullOf(points);
    expect(counts(hull).vertices).toBe(5000);
    expect(counts(hull).faces).toBe(2 * 5000 - 4);
  });
});
