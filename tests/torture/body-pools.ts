// SPDX-License-Identifier: MIT
/** The bodies that pairs are made of, by what they are good for: made once from the seed, placed again and again. */
import { Random } from '../../src/math/random.ts';
import { negate, scale, type Vector3 } from '../../src/math/vector.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import { segment } from '../../src/shapes/kinds/segment.ts';
import { type OutsideBody, outsideBody } from './outside-body.ts';
import { type Redescription, redescribe } from './redescription.ts';
import {
  CONVEX_KINDS,
  decades,
  dyadicPoints,
  inBox,
  makeDyadic,
  makeShape,
  pick,
  polyhedronPoints,
  proportions,
  SOLID_KINDS,
  type Triple,
} from './shape-pool.ts';

const UNIT: Triple = [1, 1, 1];

export const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: -1, z: 0 },
  { x: 0, y: 0, z: 1 },
  { x: 0.6, y: 0.8, z: 0 },
];

export type Bodies = readonly OutsideBody[];

export interface Pools {
  /** By kind: every convex kind, and half-spaces. */
  readonly byKind: ReadonlyMap<string, Bodies>;
  readonly polyhedra: Bodies;
  readonly dyadic: Bodies;
  readonly thin: Readonly<Record<'needle' | 'plate' | 'blade', Bodies>>;
  readonly sized: ReadonlyMap<number, Bodies>;
  readonly farFrame: Bodies;
  /** Boxes with half sizes from 1/4 to 1. */
  readonly boxes: Bodies;
  /** Pairs in one frame that share a vertex, an edge or a face and do not overlap. */
  readonly shared: readonly (readonly [OutsideBody, OutsideBody])[];
  /** Bodies in more than one description: in all proportions; small ones with few vertices; curved ones. */
  readonly described: readonly Redescription[];
  readonly slight: readonly Redescription[];
  readonly curved: readonly Redescription[];
}

function poolOf(count: number, make: () => ReturnType<typeof makeShape>): Bodies {
  return Array.from({ length: count }, () => outsideBody(make()));
}

function scaled(random: Random, factor: number): ReturnType<typeof makeShape> {
  return makeShape(random, pick(random, CONVEX_KINDS), [factor, factor, factor]);
}

/** A hull and another one on the far side of one of its faces that shares one, two or all vertices of it. */
function makeShared(random: Random): readonly [OutsideBody, OutsideBody] {
  const points = random.next() < 0.5 ? dyadicPoints(random) : polyhedronPoints(random);
  const first = polyhedron({ vertices: points });
  const { vertices, faceOffsets, faceVertices, facePlanes } = first.hull;
  const f = random.integer(faceOffsets.length - 1);
  const normal: Triple = [facePlanes[4 * f], facePlanes[4 * f + 1], facePlanes[4 * f + 2]];
  const loop = Array.from(faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]));
  const kept = pick(random, [1, 2, loop.length]);
  const corners = loop.slice(0, kept).map((v): Triple => [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]]);
  const base = corners[0];
  const beyond = Array.from({ length: 4 + random.integer(6) }, (): Triple => {
    const p = inBox(random, UNIT);
    const height = p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2];
    const lift = random.between(0.1, 1) - height;
    return [base[0] + p[0] + lift * normal[0], base[1] + p[1] + lift * normal[1], base[2] + p[2] + lift * normal[2]];
  });
  return [outsideBody(first), outsideBody(polyhedron({ vertices: [...corners, ...beyond] }))];
}

const SIZES = [1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9] as const;

export function makePools(seed: number, size = 1): Pools {
  const random = new Random(seed);
  const n = (count: number): number => Math.max(8, Math.round(count * size));
  const byKind = new Map<string, Bodies>();
  for (const kind of [...CONVEX_KINDS, 'halfSpace' as const]) {
    const count = kind === 'polyhedron' ? 400 : kind === 'superquadric' || kind === 'rounded' ? 250 : 80;
    byKind.set(
      kind,
      poolOf(n(count), () => makeShape(random, kind, proportions(random, 'compact'))),
    );
  }
  const thin = (form: 'needle' | 'plate' | 'blade'): Bodies =>
    poolOf(n(300), () => makeShape(random, pick(random, SOLID_KINDS), proportions(random, form)));
  const sized = new Map(
    SIZES.map((factor): [number, Bodies] => [factor, poolOf(n(150), () => scaled(random, factor))]),
  );
  return {
    byKind,
    polyhedra: [...(byKind.get('polyhedron') ?? []), ...(byKind.get('box') ?? [])],
    dyadic: poolOf(n(300), () => makeDyadic(random)),
    thin: { needle: thin('needle'), plate: thin('plate'), blade: thin('blade') },
    sized,
    farFrame: poolOf(n(100), () => makeFarFrame(random)),
    boxes: poolOf(64, () => box({ halfExtents: [quarters(random), quarters(random), quarters(random)] })),
    shared: Array.from({ length: n(300) }, () => makeShared(random)),
    described: Array.from({ length: n(500) }, () => makeDescribed(random)),
    slight: Array.from({ length: n(250) }, () => makeSlight(random)),
    curved: Array.from({ length: n(150) }, () => {
      const kind = pick(random, ['cylinder', 'tablet', 'cone', 'ellipsoid', 'superquadric'] as const);
      return redescribe(random, makeShape(random, kind, proportions(random, 'compact')), 1);
    }),
  };
}

function makeDescribed(random: Random): Redescription {
  const form = pick(random, ['compact', 'compact', 'compact', 'needle', 'plate', 'blade'] as const);
  const size = random.next() < 0.8 ? 1 : decades(random, -4, 4);
  const [x, y, z] = proportions(random, form, 3);
  const kind = random.next() < 0.04 ? 'halfSpace' : pick(random, CONVEX_KINDS);
  return redescribe(random, makeShape(random, kind, [size * x, size * y, size * z]), size);
}

/**
 * A body of few vertices, about its own origin, that may be small: inside a curved one all directions are then nearly
 * as deep.
 */
function makeSlight(random: Random): Redescription {
  const size = random.next() < 0.5 ? random.between(0.01, 1) : decades(random, -6, -1);
  const half = scale(random.next() < 0.5 ? pick(random, AXES) : random.unitVector(), size);
  const made = (): ReturnType<typeof makeShape> => makeShape(random, pick(random, SLIGHT_KINDS), [size, size, size]);
  const shape = random.next() < 0.4 ? segment({ from: half, to: negate(half) }) : made();
  return redescribe(random, shape, random.next() < 0.5 ? size : 1);
}

const SLIGHT_KINDS = ['point', 'segment', 'facet', 'capsule', 'sphere', 'box'] as const;

function quarters(random: Random): number {
  return (1 + random.integer(4)) / 4;
}

/** A polyhedron described far from its own origin. */
function makeFarFrame(random: Random): ReturnType<typeof makeShape> {
  const far = decades(random, 1, 6);
  const offset = inBox(random, [far, far, far]);
  return polyhedron({
    vertices: polyhedronPoints(random).map((p) => [p[0] + offset[0], p[1] + offset[1], p[2] + offset[2]] as Triple),
  });
}
