// SPDX-License-Identifier: MIT
/** Random convex bodies of the benchmark, one family a kind of shape; each is given about its own centroid. */
import type { Random } from '../math/random.ts';
import { type ConvexHull, convexHull } from '../meshes/convex-hull.ts';
import { massPropertiesOfPolyhedron } from '../meshes/mass-properties.ts';

export interface BenchmarkBody {
  /** x, y, z in turn, in the body's own frame. */
  readonly vertices: readonly number[];
  /** Three vertex numbers each, counter-clockwise seen from outside; engines that want triangles get these. */
  readonly triangles: readonly number[];
  /** Present where every engine may use its own box instead of a hull. */
  readonly halfExtents?: readonly [number, number, number];
}

export interface BodyFamily {
  readonly title: string;
  /** Scale of the bodies against a hull of radius 0.6 to 1; sets the distances of deep overlaps. */
  readonly scale: number;
  readonly create: (random: Random) => BenchmarkBody;
}

/** Random hulls whose faces come nearer to the origin than this are thrown away: they would be slivers. */
const SMALLEST_FACE_OFFSET = 0.1;

function trianglesOf(hull: ConvexHull): number[] {
  const triangles: number[] = [];
  for (let face = 0; face + 1 < hull.faceOffsets.length; face++) {
    const loop = hull.faceVertices.subarray(hull.faceOffsets[face], hull.faceOffsets[face + 1]);
    for (let i = 1; i + 1 < loop.length; i++) triangles.push(loop[0] ?? 0, loop[i] ?? 0, loop[i + 1] ?? 0);
  }
  return triangles;
}

function bodyOf(hull: ConvexHull): BenchmarkBody {
  const { centroid } = massPropertiesOfPolyhedron(hull.vertices, hull.faceOffsets, hull.faceVertices);
  const origin = [centroid.x, centroid.y, centroid.z];
  return {
    vertices: Array.from(hull.vertices, (value, i) => value - (origin[i % 3] ?? 0)),
    triangles: trianglesOf(hull),
  };
}

/** Hull of points on an ellipsoid with semi-axes of 0.6 to 1. */
function randomHull(random: Random, vertexCount: number): BenchmarkBody {
  for (;;) {
    const [a, b, c] = [random.between(0.6, 1), random.between(0.6, 1), random.between(0.6, 1)];
    const points: number[] = [];
    for (let i = 0; i < vertexCount; i++) {
      const u = random.unitVector();
      points.push(a * u.x, b * u.y, c * u.z);
    }
    const hull = convexHull(points);
    const offsets = hull.facePlanes.filter((_, i) => i % 4 === 3);
    const isRound = offsets.every((offset) => offset >= SMALLEST_FACE_OFFSET);
    if (isRound && hull.vertices.length === 3 * vertexCount) return bodyOf(hull);
  }
}

function randomBox(random: Random): BenchmarkBody & { halfExtents: [number, number, number] } {
  const halfExtents: [number, number, number] = [
    random.between(0.3, 0.7),
    random.between(0.3, 0.7),
    random.between(0.3, 0.7),
  ];
  const corners: number[] = [];
  for (let i = 0; i < 8; i++) {
    halfExtents.forEach((extent, axis) => {
      corners.push((i >> axis) & 1 ? extent : -extent);
    });
  }
  const hull = convexHull(corners);
  return { vertices: Array.from(hull.vertices), triangles: trianglesOf(hull), halfExtents };
}

/** Regular polygon of radius `lower` below one of radius `upper`; a pyramid where `upper` is zero. */
function frustum(sides: number, lower: number, upper: number, height: number): BenchmarkBody {
  const points: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / sides;
    points.push(lower * Math.cos(angle), lower * Math.sin(angle), -height / 2);
    if (upper > 0) points.push(upper * Math.cos(angle), upper * Math.sin(angle), height / 2);
  }
  if (upper === 0) points.push(0, 0, height / 2);
  return bodyOf(convexHull(points));
}

const MIX = [frustum(4, 0.7, 0, 1), frustum(8, 0.5, 0.5, 1), frustum(8, 0.6, 0.35, 0.9)];

const hullFamily = (vertexCount: number): BodyFamily => ({
  title: `random hulls of ${vertexCount} vertices`,
  scale: 1,
  create: (random) => randomHull(random, vertexCount),
});

export const FAMILIES: Readonly<Record<string, BodyFamily>> = {
  box: { title: 'boxes, as the box of each engine', scale: 0.5, create: randomBox },
  boxhull: {
    title: 'the same kind of boxes, as hulls of 8 vertices',
    scale: 0.5,
    create: (random) => {
      const { vertices, triangles } = randomBox(random);
      return { vertices, triangles };
    },
  },
  h8: hullFamily(8),
  h16: hullFamily(16),
  h32: hullFamily(32),
  h64: hullFamily(64),
  h256: hullFamily(256),
  mix: {
    title: 'square pyramids, octagonal prisms, octagonal frustums',
    scale: 0.5,
    create: (random) => MIX[random.integer(MIX.length)] as BenchmarkBody,
  },
};
