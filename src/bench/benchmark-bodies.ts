// SPDX-License-Identifier: MIT
/**
 * Random convex bodies of the benchmark, one family for each kind of shape; each body has its centroid at the origin.
 */
import type { Random } from '../math/random.ts';
import { type ConvexHull, convexHull } from '../meshes/convex-hull.ts';
import { massPropertiesOfPolyhedron } from '../meshes/polyhedron-mass-properties.ts';
import { box } from '../shapes/kinds/box.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { type SuperquadricParameters, superquadric } from '../shapes/kinds/superquadric.ts';
import {
  FENG_TAN_GRAINS,
  frustumPoints,
  type GrainName,
  pointsOnEllipsoid,
  randomTriple,
} from '../shapes/random-shapes.ts';
import type { ConvexShape } from '../shapes/shape.ts';

export interface BenchmarkBody {
  /** x, y, z triples, in the frame of the body. */
  readonly vertices: readonly number[];
  /** Three vertex numbers each, counter-clockwise seen from outside, for engines that need triangles. */
  readonly triangles: readonly number[];
  /** Present where every engine may use its own box instead of a hull. */
  readonly halfExtents?: readonly [number, number, number];
  /** Present if the body is a superquadric; the vertices are then points of its surface. */
  readonly superquadric?: SuperquadricParameters;
}

export function createShape(body: BenchmarkBody): ConvexShape {
  if (body.superquadric) return superquadric(body.superquadric);
  return body.halfExtents
    ? box({ halfExtents: body.halfExtents })
    : polyhedron({ vertices: Float64Array.from(body.vertices) });
}

interface BodyFamily {
  readonly title: string;
  /** Scale of the bodies against a hull of radius 0.6 to 1; sets the distances of deep overlaps. */
  readonly scale: number;
  readonly create: (random: Random) => BenchmarkBody;
  /** Depth of shallow and gap of near pairs relative to the size, if it is not 0.5 to 1.5 %. */
  readonly nearness?: readonly [number, number];
  /** Pairs of the full set, if they are fewer than 2000: large hulls take long to build. */
  readonly pairCount?: number;
  /** The family whose bodies these are in another form: pair by pair the same shapes and orientations. */
  readonly sameAs?: string;
}

/** Random hulls whose faces come nearer to the origin than this are thrown away: they would be slivers. */
const SMALLEST_FACE_OFFSET = 0.1;

function trianglesOf(hull: ConvexHull): number[] {
  const triangles: number[] = [];
  for (let face = 0; face + 1 < hull.faceOffsets.length; face++) {
    const loop = hull.faceVertices.subarray(hull.faceOffsets[face], hull.faceOffsets[face + 1]);
    for (let i = 1; i + 1 < loop.length; i++) triangles.push(loop[0], loop[i], loop[i + 1]);
  }
  return triangles;
}

function bodyOf(hull: ConvexHull): BenchmarkBody {
  const { centroid } = massPropertiesOfPolyhedron(hull.vertices, hull.faceOffsets, hull.faceVertices);
  const origin = [centroid.x, centroid.y, centroid.z];
  return {
    vertices: Array.from(hull.vertices, (value, i) => value - origin[i % 3]),
    triangles: trianglesOf(hull),
  };
}

/** Hull of points on an ellipsoid with semi-axes of 0.6 to 1. */
function randomHull(random: Random, vertexCount: number): BenchmarkBody {
  for (;;) {
    const hull = convexHull(pointsOnEllipsoid(random, vertexCount, randomTriple(random, 0.6, 1)).flat());
    const offsets = hull.facePlanes.filter((_, i) => i % 4 === 3);
    const isRound = offsets.every((offset) => offset >= SMALLEST_FACE_OFFSET);
    if (isRound && hull.vertices.length === 3 * vertexCount) return bodyOf(hull);
  }
}

function randomBox(random: Random): BenchmarkBody & { halfExtents: [number, number, number] } {
  const halfExtents = randomTriple(random, 0.3, 0.7);
  const corners: number[] = [];
  for (let i = 0; i < 8; i++) {
    halfExtents.forEach((extent, axis) => {
      corners.push((i >> axis) & 1 ? extent : -extent);
    });
  }
  const hull = convexHull(corners);
  return { vertices: Array.from(hull.vertices), triangles: trianglesOf(hull), halfExtents };
}

function grain(name: GrainName): BenchmarkBody {
  return bodyOf(convexHull(frustumPoints(FENG_TAN_GRAINS[name]).flat()));
}

/** Points that a random cell has around it, on a lattice of 5 x 5 x 5, each up to this far from its place. */
const CELL_JITTER = 0.45;

/**
 * The Voronoi cell of a point among others: the dual of the hull of its neighbours' mirror images, mostly 20 to 30
 * vertices.
 */
export function randomCell(random: Random): BenchmarkBody {
  const shift = (): number => random.between(-CELL_JITTER, CELL_JITTER);
  const centre = [shift(), shift(), shift()];
  const poles: number[] = [];
  for (let k = 0; k < 125; k++) {
    const cell = [(k % 5) - 2, (Math.floor(k / 5) % 5) - 2, Math.floor(k / 25) - 2];
    const offset = cell.map((offset, axis) => offset + shift() - centre[axis]);
    if (cell.every((offset) => offset === 0)) continue;
    const squared = offset.reduce((sum, x) => sum + x * x, 0);
    // The plane half way, |way| / 2 from the centre, has its pole at twice the inverse of that.
    poles.push(...offset.map((x) => (2 * x) / squared));
  }
  const { facePlanes } = convexHull(poles);
  const corners: number[] = [];
  for (let f = 0; f < facePlanes.length; f += 4) {
    const offset = facePlanes[f + 3];
    for (let c = 0; c < 3; c++) corners.push(facePlanes[f + c] / offset);
  }
  return bodyOf(convexHull(corners));
}

/** Directions spread evenly over the sphere: a spiral by the golden angle. */
function evenDirections(count: number): { x: number; y: number; z: number }[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count;
    const radius = Math.sqrt(1 - z * z);
    return { x: radius * Math.cos(golden * i), y: radius * Math.sin(golden * i), z };
  });
}

const SURFACE_POINTS = 500;
const DIRECTIONS = evenDirections(SURFACE_POINTS);

/** Semi-axes of 0.5 to 1, exponents of 2 to 8; 500 points of the surface. */
function randomSuperquadric(random: Random): BenchmarkBody & { superquadric: SuperquadricParameters } {
  const [a, b, c] = randomTriple(random, 0.5, 1);
  const [n1, n2] = [random.between(2, 8), random.between(2, 8)];
  const vertices = DIRECTIONS.flatMap(({ x, y, z }) => {
    const across = (Math.abs(x / a) ** n2 + Math.abs(y / b) ** n2) ** (n1 / n2);
    const gauge = (across + Math.abs(z / c) ** n1) ** (1 / n1);
    return [x / gauge, y / gauge, z / gauge];
  });
  return { vertices, triangles: [], superquadric: { semiAxes: [a, b, c], n1, n2 } };
}

/** As deep as grains of a simulation overlap, and as far apart. */
const GRAIN_NEARNESS = [0.001, 0.05] as const;

/** P5, P16 and F16 of the literature: five, sixteen and sixteen vertices. */
export const squarePyramid = (): BenchmarkBody => grain('P5');
export const octagonalPrism = (): BenchmarkBody => grain('P16');
export const octagonalFrustum = (): BenchmarkBody => grain('F16');
const MIX = [squarePyramid(), octagonalPrism(), octagonalFrustum()];

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
  h256: { ...hullFamily(256), pairCount: 500 },
  mix: {
    title: 'square pyramids, octagonal prisms, octagonal frustums',
    scale: 0.5,
    create: (random) => MIX[random.integer(MIX.length)],
  },
  sq: {
    title: 'superquadrics',
    scale: 1,
    create: randomSuperquadric,
    nearness: GRAIN_NEARNESS,
    pairCount: 200,
  },
  sqhull: {
    title: 'the same superquadrics as hulls of 500 points of their surface',
    scale: 1,
    create: (random) => bodyOf(convexHull(randomSuperquadric(random).vertices)),
    nearness: GRAIN_NEARNESS,
    pairCount: 200,
    sameAs: 'sq',
  },
};
