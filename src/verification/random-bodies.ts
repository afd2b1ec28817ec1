// SPDX-License-Identifier: MIT
/**
 * Random bodies of about a metre for the cases: hulls, the three kinds of Feng & Tan 2019, and every convex kind of
 * shape.
 */
import type { Random } from '../math/random.ts';
import { toTriple } from '../math/vector.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { cone } from '../shapes/kinds/cone.ts';
import { type ConvexPolyhedron, polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { facet } from '../shapes/kinds/facet.ts';
import { point } from '../shapes/kinds/point.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { segment } from '../shapes/kinds/segment.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../shapes/shape.ts';

function triple(random: Random, low: number, high: number): [number, number, number] {
  return [random.between(low, high), random.between(low, high), random.between(low, high)];
}

/** Hull of points on an ellipsoid with semi-axes of 0.6 to 1: every point is a vertex. */
export function randomHull(random: Random, vertexCount: number): ConvexPolyhedron {
  for (;;) {
    const [a, b, c] = triple(random, 0.6, 1);
    const vertices = new Float64Array(3 * vertexCount);
    for (let i = 0; i < vertexCount; i++) {
      const u = random.unitVector();
      vertices.set([a * u.x, b * u.y, c * u.z], 3 * i);
    }
    const found = polyhedron({ vertices });
    // All points on one side make a thin body; those are a kind of their own, not a random one.
    if (found.massProperties().volume > 0.05 * (4 / 3) * Math.PI * a * b * c) return found;
  }
}

/** A box or a hull of 4 to 24 vertices, one in four a box. */
export function randomPolyhedron(random: Random): ConvexPolyhedron {
  if (random.next() < 0.25) return boxHull(triple(random, 0.3, 1));
  return randomHull(random, 4 + random.integer(21));
}

/** A box as a polyhedron of eight vertices. */
export function boxHull([hx, hy, hz]: readonly [number, number, number]): ConvexPolyhedron {
  const vertices: [number, number, number][] = [];
  for (const x of [-hx, hx]) for (const y of [-hy, hy]) for (const z of [-hz, hz]) vertices.push([x, y, z]);
  return polyhedron({ vertices });
}

/** Regular polygon of radius `lower` below one of radius `upper`; a pyramid where `upper` is zero. */
export function frustum(sides: number, lower: number, upper: number, height: number): ConvexPolyhedron {
  const vertices: [number, number, number][] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / sides;
    vertices.push([lower * Math.cos(angle), lower * Math.sin(angle), -height / 2]);
    if (upper > 0) vertices.push([upper * Math.cos(angle), upper * Math.sin(angle), height / 2]);
  }
  if (upper === 0) vertices.push([0, 0, height / 2]);
  return polyhedron({ vertices });
}

/** Square pyramid, octagonal prism and octagonal frustum at a scale of 0.5 to 1.5; the paper gives no proportions. */
export const GRAINS: Readonly<Record<'P5' | 'P16' | 'F16', (random: Random) => ConvexPolyhedron>> = {
  P5: (random) => frustumOf(random, 4, 0.7, 0, 1),
  P16: (random) => frustumOf(random, 8, 0.5, 0.5, 1),
  F16: (random) => frustumOf(random, 8, 0.6, 0.35, 0.9),
};

function frustumOf(random: Random, sides: number, lower: number, upper: number, height: number): ConvexPolyhedron {
  const s = random.between(0.5, 1.5);
  return frustum(sides, s * lower, s * upper, s * height);
}

export type SolidKind = keyof typeof SOLIDS;

/** Every kind of shape with a volume; half-spaces have no centre and no portal. */
export const SOLIDS = {
  sphere: (r: Random) => sphere({ radius: r.between(0.2, 1) }),
  box: (r: Random) => box({ halfExtents: triple(r, 0.2, 1) }),
  capsule: (r: Random) => capsule({ radius: r.between(0.2, 0.6), halfLength: r.between(0.2, 1) }),
  cylinder: (r: Random) => cylinder({ radius: r.between(0.2, 1), halfLength: r.between(0.2, 1) }),
  cone: (r: Random) => cone({ radius: r.between(0.3, 1), height: r.between(0.5, 2) }),
  ellipsoid: (r: Random) => ellipsoid({ semiAxes: triple(r, 0.2, 1) }),
  superquadric: (r: Random) => superquadric({ semiAxes: triple(r, 0.3, 1), n1: r.between(2, 8), n2: r.between(2, 8) }),
  polyhedron: (r: Random) =>
    polyhedron({ vertices: Array.from({ length: 4 + r.integer(20) }, () => toTriple(r.unitVector())) }),
  rounded: (r: Random) => rounded({ shape: box({ halfExtents: triple(r, 0.2, 1) }), radius: r.between(0.02, 0.3) }),
} satisfies Readonly<Record<string, (random: Random) => ConvexShape>>;

/** Bodies without a volume: a pair of two of them is flat. */
export const THIN_BODIES = {
  point: (r: Random) => point({ position: triple(r, -1, 1) }),
  segment: (r: Random) => segment({ from: triple(r, -1, 0), to: triple(r, 0, 1) }),
  facet: (r: Random) => facet({ vertices: [triple(r, -1, -0.2), triple(r, 0, 0.3), triple(r, 0.5, 1)] }),
} satisfies Readonly<Record<string, (random: Random) => ConvexShape>>;
