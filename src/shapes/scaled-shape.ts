// SPDX-License-Identifier: MIT
/** A convex shape, larger or smaller by a factor on all lengths about its own origin. */
import { scale as scaled } from '../math/vector.ts';
import { box } from './kinds/box.ts';
import { capsule } from './kinds/capsule.ts';
import { cone } from './kinds/cone.ts';
import { polyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { ellipsoid } from './kinds/ellipsoid.ts';
import { facet } from './kinds/facet.ts';
import { point } from './kinds/point.ts';
import { rounded } from './kinds/rounded.ts';
import { segment } from './kinds/segment.ts';
import { sphere } from './kinds/sphere.ts';
import { superquadric } from './kinds/superquadric.ts';
import type { ConvexShape } from './shape.ts';

export function scaledConvexShape(shape: ConvexShape, factor: number): ConvexShape {
  switch (shape.kind) {
    case 'sphere':
      return sphere({ radius: factor * shape.radius });
    case 'box':
      return box({ halfExtents: scaled(shape.halfExtents, factor) });
    case 'capsule':
      return capsule({ radius: factor * shape.radius, halfLength: factor * shape.halfLength });
    case 'cylinder':
      return cylinder({ radius: factor * shape.radius, halfLength: factor * shape.halfLength });
    case 'cone':
      return cone({ radius: factor * shape.radius, height: factor * shape.height });
    case 'ellipsoid':
      return ellipsoid({ semiAxes: scaled(shape.semiAxes, factor) });
    case 'superquadric':
      return superquadric({ semiAxes: scaled(shape.semiAxes, factor), n1: shape.n1, n2: shape.n2 });
    case 'polyhedron':
      return polyhedron({ vertices: shape.hull.vertices.map((x) => factor * x) });
    case 'rounded':
      return rounded({
        shape: scaledConvexShape(shape.shape, factor) as typeof shape.shape,
        radius: factor * shape.radius,
      });
    case 'point':
      return point({ position: scaled(shape.position, factor) });
    case 'segment':
      return segment({ from: scaled(shape.from, factor), to: scaled(shape.to, factor) });
    case 'facet':
      return facet({ vertices: shape.vertices.map((v) => scaled(v, factor)) });
  }
}
