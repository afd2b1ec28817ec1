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
import { randomTriple, SOLIDS, THIN_BODIES } from '../../src/shapes/random-shapes.ts';
import type { Shape } from '../../src/shapes/shape.ts';

const makers: Readonly<Record<string, (random: Random) => Shape>> = {
  ...SOLIDS,
  superquadric: (r) => randomSuperquadric(r),
  rounded: (r) => rounded({ shape: randomCore(r), radius: r.between(0.02, 0.3) }),
  halfSpace: (r) => halfSpace({ normal: r.unitVector(), offset: r.between(-1, 1) }),
  ...THIN_BODIES,
};

/** From round to blocky, from compact to a hundred times as long as thick. */
function randomSuperquadric(r: Random): Superquadric {
  const semiAxis = (): number => 10 ** r.between(-2, 0);
  const semiAxes: [number, number, number] =
    r.next() < 0.5 ? randomTriple(r, 0.3, 1) : [semiAxis(), semiAxis(), semiAxis()];
  return superquadric({ semiAxes, n1: r.between(2, 20), n2: r.between(2, 20) });
}

function randomCore(r: Random): Box | Cylinder | Superquadric {
  const kind = r.next();
  if (kind < 0.3) return box({ halfExtents: randomTriple(r, 0.2, 1) });
  if (kind < 0.6) return cylinder({ radius: r.between(0.2, 1), halfLength: r.between(0.2, 1) });
  return randomSuperquadric(r);
}

/** Every convex kind that has a query. */
export const SHAPE_KINDS = Object.keys(makers);

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

function times(v: Vector3, factor: number): [number, number, number] {
  return [v.x * factor, v.y * factor, v.z * factor];
}

/** The same body described in a unit `factor` times smaller. */
export function scaledShape(shape: Shape, factor: number): Shape {
  switch (shape.kind) {
    case 'sphere':
      return sphere({ radius: shape.radius * factor });
    case 'box':
      return box({ halfExtents: times(shape.halfExtents, factor) });
    case 'capsule':
      return capsule({ radius: shape.radius * factor, halfLength: shape.halfLength * factor });
    case 'cylinder':
      return cylinder({ radius: shape.radius * factor, halfLength: shape.halfLength * factor });
    case 'cone':
      return cone({ radius: shape.radius * factor, height: shape.height * factor });
    case 'ellipsoid':
      return ellipsoid({ semiAxes: times(shape.semiAxes, factor) });
    case 'superquadric':
      return superquadric({ semiAxes: times(shape.semiAxes, factor), n1: shape.n1, n2: shape.n2 });
    case 'polyhedron':
      return polyhedron({ vertices: shape.hull.vertices.map((x) => x * factor) });
    case 'rounded':
      return rounded({ shape: scaledShape(shape.shape, factor) as typeof shape.shape, radius: shape.radius * factor });
    case 'halfSpace':
      return halfSpace({ normal: shape.normal, offset: shape.offset * factor });
    case 'point':
      return point({ position: times(shape.position, factor) });
    case 'segment':
      return segment({ from: times(shape.from, factor), to: times(shape.to, factor) });
    case 'facet':
      return facet({ vertices: shape.vertices.map((v) => times(v, factor)) });
    case 'compound':
      throw new Error('compounds are not convex');
  }
}
