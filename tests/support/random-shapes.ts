// SPDX-License-Identifier: MIT
/** Random convex shapes of every kind, about a metre across, and the same shape in another unit. */
import type { Random } from '../../src/math/random.ts';
import type { Vector3 } from '../../src/math/vector.ts';
import { type Box, box } from '../../src/shapes/kinds/box.ts';
import { capsule } from '../../src/shapes/kinds/capsule.ts';
import { cone } from '../../src/shapes/kinds/cone.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import { type Cylinder, cylinder } from '../../src/shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { facet } from '../../src/shapes/kinds/facet.ts';
import { halfSpace } from '../../src/shapes/kinds/half-space.ts';
import { point } from '../../src/shapes/kinds/point.ts';
import { rounded } from '../../src/shapes/kinds/rounded.ts';
import { segment } from '../../src/shapes/kinds/segment.ts';
import { sphere } from '../../src/shapes/kinds/sphere.ts';
import { type Superquadric, superquadric } from '../../src/shapes/kinds/superquadric.ts';
import { type Tablet, tablet } from '../../src/shapes/kinds/tablet.ts';
import type { Shape } from '../../src/shapes/shape.ts';

const makers: Readonly<Record<string, (random: Random) => Shape>> = {
  sphere: (r) => sphere({ radius: r.between(0.2, 1) }),
  box: (r) => box({ halfExtents: triple(r, 0.2, 1) }),
  capsule: (r) => capsule({ radius: r.between(0.2, 0.6), halfLength: r.between(0.2, 1) }),
  cylinder: (r) => cylinder({ radius: r.between(0.2, 1), halfLength: r.between(0.2, 1) }),
  cone: (r) => cone({ radius: r.between(0.3, 1), height: r.between(0.5, 2) }),
  ellipsoid: (r) => ellipsoid({ semiAxes: triple(r, 0.2, 1) }),
  superquadric: (r) => randomSuperquadric(r),
  polyhedron: (r) => polyhedron({ vertices: Array.from({ length: 4 + r.integer(20) }, () => array(r.unitVector())) }),
  rounded: (r) => rounded({ shape: randomCore(r), radius: r.between(0.02, 0.3) }),
  halfSpace: (r) => halfSpace({ normal: r.unitVector(), offset: r.between(-1, 1) }),
  point: (r) => point({ position: triple(r, -1, 1) }),
  segment: (r) => segment({ from: triple(r, -1, 0), to: triple(r, 0, 1) }),
  facet: (r) => facet({ vertices: [triple(r, -1, -0.2), triple(r, 0, 0.3), triple(r, 0.5, 1)] }),
  tablet: (r) => randomTablet(r),
};

/** From lenses to long bands, from half balls to nearly flat caps. */
function randomTablet(r: Random): Tablet {
  const radius = r.between(0.2, 1);
  const bandHeight = r.next() < 0.2 ? 0 : r.between(0.1, 1.5);
  return tablet({ diameter: 2 * radius, bandHeight, capRadius: radius * r.between(1, 5) });
}

/** From round to blocky, from compact to a hundred times as long as thick. */
function randomSuperquadric(r: Random): Superquadric {
  const semiAxis = (): number => 10 ** r.between(-2, 0);
  const semiAxes: [number, number, number] = r.next() < 0.5 ? triple(r, 0.3, 1) : [semiAxis(), semiAxis(), semiAxis()];
  return superquadric({ semiAxes, n1: r.between(2, 20), n2: r.between(2, 20) });
}

function randomCore(r: Random): Box | Cylinder | Superquadric {
  const kind = r.next();
  if (kind < 0.3) return box({ halfExtents: triple(r, 0.2, 1) });
  if (kind < 0.6) return cylinder({ radius: r.between(0.2, 1), halfLength: r.between(0.2, 1) });
  return randomSuperquadric(r);
}

/** Every convex kind that has a query. */
export const SHAPE_KINDS = Object.keys(makers);

function triple(r: Random, low: number, high: number): [number, number, number] {
  return [r.between(low, high), r.between(low, high), r.between(low, high)];
}

function array(v: Vector3): [number, number, number] {
  return [v.x, v.y, v.z];
}

export function randomConvexShape(kind: string, random: Random): Shape {
  const make = makers[kind];
  if (!make) throw new Error(`no random shape of kind ${kind}; kinds: ${SHAPE_KINDS.join(', ')}`);
  return make(random);
}

/** Largest side of the bounding box; infinite for a half-space, 1 for a point. */
export function sizeOf(shape: Shape): number {
  if (shape.kind === 'point') return 1;
  const { min, max } = shape.boundingBox();
  return Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
}

/** The same body described in a unit `factor` times smaller. */
export function scaledShape(shape: Shape, factor: number): Shape {
  if (shape.kind === 'compound') throw new Error('compounds are not convex');
  if (shape.kind === 'halfSpace') return halfSpace({ normal: shape.normal, offset: shape.offset * factor });
  return shape.scaled(factor);
}
