// SPDX-License-Identifier: MIT
/** Random convex shapes of every kind, about a metre across, and the same shape in another unit. */
import type { Random } from '../../src/math/random.ts';
import { type Box, box } from '../../src/shapes/kinds/box.ts';
import { type Cylinder, cylinder } from '../../src/shapes/kinds/cylinder.ts';
import { halfSpace } from '../../src/shapes/kinds/half-space.ts';
import { rounded } from '../../src/shapes/kinds/rounded.ts';
import { type Superquadric, superquadric } from '../../src/shapes/kinds/superquadric.ts';
import { randomTablet, randomTriple, SOLIDS, THIN_BODIES } from '../../src/shapes/random-shapes.ts';
import type { Shape } from '../../src/shapes/shape.ts';

const makers: Readonly<Record<string, (random: Random) => Shape>> = {
  ...SOLIDS,
  superquadric: (r) => randomSuperquadric(r),
  rounded: (r) => rounded({ shape: randomCore(r), radius: r.between(0.02, 0.3) }),
  halfSpace: (r) => halfSpace({ normal: r.unitVector(), offset: r.between(-1, 1) }),
  ...THIN_BODIES,
  tablet: randomTablet,
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

/** The same body described in a unit `factor` times smaller. */
export function scaledShape(shape: Shape, factor: number): Shape {
  if (shape.kind === 'compound') throw new Error('compounds are not convex');
  if (shape.kind === 'halfSpace') return halfSpace({ normal: shape.normal, offset: shape.offset * factor });
  return shape.scaled(factor);
}
