// SPDX-License-Identifier: MIT
/**
 * Shapes to torture the query with: every kind, in every proportion, from a seed. Made once and placed again and again.
 */
import type { Random } from '../../src/math/random.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { capsule } from '../../src/shapes/kinds/capsule.ts';
import { cone } from '../../src/shapes/kinds/cone.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../src/shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { facet } from '../../src/shapes/kinds/facet.ts';
import { halfSpace } from '../../src/shapes/kinds/half-space.ts';
import { point } from '../../src/shapes/kinds/point.ts';
import { rounded } from '../../src/shapes/kinds/rounded.ts';
import { segment } from '../../src/shapes/kinds/segment.ts';
import { sphere } from '../../src/shapes/kinds/sphere.ts';
import { superquadric } from '../../src/shapes/kinds/superquadric.ts';
import { tablet } from '../../src/shapes/kinds/tablet.ts';
import { pointsOnEllipsoid, randomTriple, SOLIDS } from '../../src/shapes/random-shapes.ts';
import type { ConvexShape, Shape, ShapeKind } from '../../src/shapes/shape.ts';

export type Triple = readonly [number, number, number];

/** Kinds whose proportions can be chosen. */
const SOLID_NAMES: readonly (keyof typeof SOLIDS | 'tablet')[] = [
  ...(Object.keys(SOLIDS) as (keyof typeof SOLIDS)[]),
  'tablet',
];
export const SOLID_KINDS = SOLID_NAMES.filter((kind) => kind !== 'sphere');

export const CONVEX_KINDS: readonly ShapeKind[] = ['sphere', ...SOLID_KINDS, 'point', 'segment', 'facet'];

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)];
}

/** 10^between(low, high). */
export function decades(random: Random, low: number, high: number): number {
  return 10 ** random.between(low, high);
}

/** Cap radius over radius: from half balls to caps that are all but flat. */
const CAP_FLATNESS = [1, 1 + 1e-12, 1 + 1e-7, 1.001, 1.1, 1.5, 2, 3, 10, 100, 1000] as const;
const EXPONENTS = [1.01, 1.05, 1.2, 1.5, 2, 2.5, 4, 8, 20, 100] as const;

/** A shape of the kind that fills about the box of half sizes `size`. */
export function makeShape(random: Random, kind: ShapeKind, size: Triple): Shape {
  const [x, y, z] = size.map((s) => s * random.between(0.4, 1)) as unknown as Triple;
  switch (kind) {
    case 'sphere':
      return sphere({ radius: x });
    case 'box':
      return box({ halfExtents: [x, y, z] });
    case 'capsule':
      return capsule({ radius: x, halfLength: z });
    case 'cylinder':
      return cylinder({ radius: x, halfLength: z });
    case 'tablet': {
      const bandHeight = random.next() < 0.2 ? 0 : 2 * z;
      const flatness = pick(random, CAP_FLATNESS);
      if (random.next() < 0.3) return tablet({ diameter: 2 * x, bandHeight, capHeight: x / flatness });
      return tablet({ diameter: 2 * x, bandHeight, capRadius: flatness * x });
    }
    case 'cone':
      return cone({ radius: x, height: 2 * z });
    case 'ellipsoid':
      return ellipsoid({ semiAxes: [x, y, z] });
    case 'superquadric':
      return superquadric({ semiAxes: [x, y, z], n1: pick(random, EXPONENTS), n2: pick(random, EXPONENTS) });
    case 'polyhedron':
      return polyhedron({ vertices: polyhedronPoints(random).map((p) => [p[0] * x, p[1] * y, p[2] * z] as Triple) });
    case 'point':
      return random.next() < 0.5 ? point() : point({ position: inBox(random, size) });
    case 'segment':
      return segment({ from: inBox(random, size), to: inBox(random, size) });
    case 'facet':
      return makeFacet(random, size);
    case 'rounded': {
      const inner = makeShape(
        random,
        pick(
          random,
          CONVEX_KINDS.filter((k) => k !== 'rounded'),
        ),
        size,
      );
      const smallest = Math.min(...size);
      const radius = smallest * (random.next() < 0.2 ? decades(random, -12, 3) : decades(random, -3, 0.5));
      return rounded({ shape: inner as ConvexShape, radius });
    }
    case 'halfSpace':
      return makeHalfSpace(random, size);
    case 'compound':
      throw new Error('compounds are made of these shapes');
  }
}

function makeHalfSpace(random: Random, size: Triple): Shape {
  const n = random.unitVector();
  const axis = pick(random, [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [3, 0, 4],
  ] as const);
  const normal = random.next() < 0.5 ? n : axis;
  return halfSpace({ normal, offset: random.next() < 0.3 ? 0 : random.between(-1, 1) * size[0] });
}

export function inBox(random: Random, size: Triple): Triple {
  return [random.between(-1, 1) * size[0], random.between(-1, 1) * size[1], random.between(-1, 1) * size[2]];
}

/** A regular polygon, stretched, in a coordinate plane or along two random axes. */
function makeFacet(random: Random, size: Triple): Shape {
  const count = 3 + random.integer(6);
  const { w, x, y, z } = random.next() < 0.4 ? { w: 1, x: 0, y: 0, z: 0 } : random.rotation();
  // First two columns of the rotation.
  const u: Triple = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
  const v: Triple = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
  const vertices = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const c = size[0] * Math.cos(angle);
    const s = size[1] * Math.sin(angle);
    return [c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2]] as Triple;
  });
  return facet({ vertices });
}

function onCube(random: Random): Triple {
  const p = randomTriple(random, -1, 1);
  p[random.integer(3)] = random.next() < 0.5 ? -1 : 1;
  return p;
}

/** Every coordinate off by up to 1e-16 to 1e-7: faces that are nearly flat, points that are nearly one. */
function shaken(random: Random, points: readonly Triple[]): Triple[] {
  const jitter = decades(random, -16, -7);
  return points.map((p) => p.map((c) => c + jitter * random.between(-1, 1)) as unknown as Triple);
}

function ring(count: number, radius: number, z: number, phase = 0): Triple[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + phase)) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  });
}

/**
 * At least four points that span the unit box: hulls that bodies of rock, blocks and columns have, and degenerate
 * inputs.
 */
export function polyhedronPoints(random: Random): Triple[] {
  const sides = 3 + random.integer(10);
  const cube: Triple[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
  switch (random.integer(14)) {
    case 0:
      return Array.from({ length: 5 + random.integer(12) }, () => inBox(random, [1, 1, 1]));
    case 1:
      return pointsOnEllipsoid(random, 4 + random.integer(4));
    case 2:
      return pointsOnEllipsoid(random, 8 + random.integer(56));
    case 3:
      return dyadicPoints(random);
    case 4:
      return [...ring(sides, 1, -1), ...ring(sides, 1, 1)];
    case 5:
      return [...ring(sides, 1, -1), [0, 0, 1]];
    case 6:
      return [...ring(sides, 1, -1), ...ring(sides, random.between(0.2, 0.9), 1)];
    case 7:
      return shaken(random, cube);
    case 8:
      return shaken(random, [...cube, ...cube, ...cube]);
    case 9:
      return [...ring(sides, 1, 0), [0, 0, 1], [0, 0, -1]];
    case 10: {
      // Round caps that are flat but for rounding: a vertex on the rim may be higher than its neighbours and not the
      // highest.
      const count = random.next() < 0.3 ? 100 + random.integer(100) : 50 + random.integer(60);
      const prism = [...ring(count, 1, -1), ...ring(count, 1, 1)];
      return random.next() < 0.5 ? prism : shaken(random, prism);
    }
    case 12: {
      // Welded badly: many vertices twice, an edge of no length between them.
      const once = pointsOnEllipsoid(random, 60 + random.integer(120));
      const jitter = decades(random, -16, -13);
      return once.flatMap((p) => [p, [p[0] + jitter * random.next(), p[1], p[2] - jitter * random.next()] as Triple]);
    }
    case 11:
      return shaken(random, [...cube, ...Array.from({ length: 60 }, () => onCube(random))]);
    default:
      return pointsOnEllipsoid(random, 100 + random.integer(200));
  }
}

/** Points with coordinates k/4, not all in one plane: faces and edges in exact positions. */
export function dyadicPoints(random: Random): Triple[] {
  const coordinate = (): number => (random.integer(9) - 4) / 4;
  const corners: Triple[] = [
    [-1, -1, -1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ];
  const extra = Array.from({ length: random.integer(12) }, () => [coordinate(), coordinate(), coordinate()] as Triple);
  return [...corners, ...extra];
}

/** A solid or flat shape whose coordinates are short binary fractions. */
export function makeDyadic(random: Random): Shape {
  const size = (): number => (1 + random.integer(8)) / 4;
  switch (random.integer(6)) {
    case 0:
    case 1:
      return box({ halfExtents: [size(), size(), size()] });
    case 2:
    case 3:
      return polyhedron({ vertices: dyadicPoints(random) });
    case 4:
      return facet({
        vertices: [
          [0, 0, 0],
          [size(), 0, 0],
          [size(), size(), 0],
        ],
      });
    default:
      return makeShape(random, pick(random, ['sphere', 'point', 'capsule', 'segment'] as const), [1, 1, 1]);
  }
}

/** Proportions: three half sizes with the largest 1. */
export function proportions(random: Random, form: 'compact' | 'needle' | 'plate' | 'blade', most = 6): Triple {
  const thin = decades(random, -most, -1);
  const thinner = thin * decades(random, -most / 2, 0);
  switch (form) {
    case 'compact':
      return randomTriple(random, 0.3, 1);
    case 'needle':
      return [thin, thin, 1];
    case 'plate':
      return [1, 1, thin];
    case 'blade':
      return [thin, thinner, 1];
  }
}
