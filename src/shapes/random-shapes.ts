// SPDX-License-Identifier: MIT
/**
 * Random shapes of about a metre for benchmarks, verification cases and tests: every convex kind, hulls, and the three
 * grains of Feng & Tan 2019. The order of the random numbers is part of recorded results.
 */
import type { Random } from '../math/random.ts';
import { box } from './kinds/box.ts';
import { capsule } from './kinds/capsule.ts';
import { cone } from './kinds/cone.ts';
import { type ConvexPolyhedron, polyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { ellipsoid } from './kinds/ellipsoid.ts';
import { facet } from './kinds/facet.ts';
import { point } from './kinds/point.ts';
import { rounded } from './kinds/rounded.ts';
import { segment } from './kinds/segment.ts';
import { sphere } from './kinds/sphere.ts';
import { superquadric } from './kinds/superquadric.ts';
import { type Tablet, tablet } from './kinds/tablet.ts';
import type { ConvexShape } from './shape.ts';

type Triple = [number, number, number];

export function randomTriple(random: Random, low: number, high: number): Triple {
  return [random.between(low, high), random.between(low, high), random.between(low, high)];
}

/** Points on an ellipsoid about the origin, spread as on a sphere. */
export function pointsOnEllipsoid(random: Random, count: number, [a, b, c]: Readonly<Triple> = [1, 1, 1]): Triple[] {
  return Array.from({ length: count }, () => {
    const u = random.unitVector();
    return [a * u.x, b * u.y, c * u.z];
  });
}

/** Hull of points on an ellipsoid with semi-axes of 0.6 to 1: every point is a vertex. */
export function randomHull(random: Random, vertexCount: number): ConvexPolyhedron {
  for (;;) {
    const [a, b, c] = randomTriple(random, 0.6, 1);
    const found = polyhedron({ vertices: pointsOnEllipsoid(random, vertexCount, [a, b, c]) });
    // All points on one side make a thin body; those are a kind of their own, not a random one.
    if (found.massProperties().volume > 0.05 * (4 / 3) * Math.PI * a * b * c) return found;
  }
}

/** A box or a hull of 4 to 24 vertices, one in four a box. */
export function randomPolyhedron(random: Random): ConvexPolyhedron {
  if (random.next() < 0.25) return boxHull(randomTriple(random, 0.3, 1));
  return randomHull(random, 4 + random.integer(21));
}

/** A box as a polyhedron of eight vertices. */
export function boxHull([hx, hy, hz]: Readonly<Triple>): ConvexPolyhedron {
  const vertices: Triple[] = [];
  for (const x of [-hx, hx]) for (const y of [-hy, hy]) for (const z of [-hz, hz]) vertices.push([x, y, z]);
  return polyhedron({ vertices });
}

/** Sides, radius below, radius above (0 for a pyramid) and height of a frustum of a regular pyramid. */
type Frustum = readonly [sides: number, lower: number, upper: number, height: number];

export function frustumPoints([sides, lower, upper, height]: Frustum): Triple[] {
  const points: Triple[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / sides;
    points.push([lower * Math.cos(angle), lower * Math.sin(angle), -height / 2]);
    if (upper > 0) points.push([upper * Math.cos(angle), upper * Math.sin(angle), height / 2]);
  }
  if (upper === 0) points.push([0, 0, height / 2]);
  return points;
}

/**
 * Square pyramid, octagonal prism and octagonal frustum of Feng & Tan 2019, who give no proportions; these are ours.
 */
export const FENG_TAN_GRAINS = {
  P5: [4, 0.7, 0, 1],
  P16: [8, 0.5, 0.5, 1],
  F16: [8, 0.6, 0.35, 0.9],
} as const satisfies Readonly<Record<string, Frustum>>;

export type GrainName = keyof typeof FENG_TAN_GRAINS;
export const GRAIN_NAMES = Object.keys(FENG_TAN_GRAINS) as readonly GrainName[];

export function fengTanGrain(name: GrainName, scale: number): ConvexPolyhedron {
  const [sides, lower, upper, height] = FENG_TAN_GRAINS[name];
  return polyhedron({ vertices: frustumPoints([sides, scale * lower, scale * upper, scale * height]) });
}

/** One of the grains at a scale of 0.5 to 1.5. */
export function randomGrain(random: Random, name: GrainName): ConvexPolyhedron {
  return fengTanGrain(name, random.between(0.5, 1.5));
}

/** Any of the three grains. */
export function anyGrain(random: Random): ConvexPolyhedron {
  return randomGrain(random, GRAIN_NAMES[random.integer(GRAIN_NAMES.length)]);
}

/** Every kind of shape with a volume; half-spaces have no centre and no portal. */
export const SOLIDS = {
  sphere: (r: Random) => sphere({ radius: r.between(0.2, 1) }),
  box: (r: Random) => box({ halfExtents: randomTriple(r, 0.2, 1) }),
  capsule: (r: Random) => capsule({ radius: r.between(0.2, 0.6), halfLength: r.between(0.2, 1) }),
  cylinder: (r: Random) => cylinder({ radius: r.between(0.2, 1), halfLength: r.between(0.2, 1) }),
  cone: (r: Random) => cone({ radius: r.between(0.3, 1), height: r.between(0.5, 2) }),
  ellipsoid: (r: Random) => ellipsoid({ semiAxes: randomTriple(r, 0.2, 1) }),
  superquadric: (r: Random) =>
    superquadric({ semiAxes: randomTriple(r, 0.3, 1), n1: r.between(2, 8), n2: r.between(2, 8) }),
  polyhedron: (r: Random) => polyhedron({ vertices: pointsOnEllipsoid(r, 4 + r.integer(20)) }),
  rounded: (r: Random) =>
    rounded({ shape: box({ halfExtents: randomTriple(r, 0.2, 1) }), radius: r.between(0.02, 0.3) }),
} satisfies Readonly<Record<string, (random: Random) => ConvexShape>>;

/** Bodies without a volume: a pair of two of them is flat. */
export const THIN_BODIES = {
  point: (r: Random) => point({ position: randomTriple(r, -1, 1) }),
  segment: (r: Random) => segment({ from: randomTriple(r, -1, 0), to: randomTriple(r, 0, 1) }),
  facet: (r: Random) =>
    facet({ vertices: [randomTriple(r, -1, -0.2), randomTriple(r, 0, 0.3), randomTriple(r, 0.5, 1)] }),
} satisfies Readonly<Record<string, (random: Random) => ConvexShape>>;

/** From lenses to long bands, from half balls to nearly flat caps. */
export function randomTablet(r: Random): Tablet {
  const radius = r.between(0.2, 1);
  const bandHeight = r.next() < 0.2 ? 0 : r.between(0.1, 1.5);
  return tablet({ diameter: 2 * radius, bandHeight, capRadius: radius * r.between(1, 5) });
}
