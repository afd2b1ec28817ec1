// SPDX-License-Identifier: MIT
/** Random planar shapes of every kind, about a metre across. */
import type { Random } from '../../src/math/random.ts';
import { disc } from '../../src/shapes/planar/disc.ts';
import { ellipse } from '../../src/shapes/planar/ellipse.ts';
import type { PlanarShape } from '../../src/shapes/planar/planar-shape.ts';
import { type Polygon, polygon } from '../../src/shapes/planar/polygon.ts';
import { roundedPlanar } from '../../src/shapes/planar/rounded-planar.ts';

/** The hull of up to `most` points on and in a stretched circle. */
export function randomPolygon(random: Random, most = 20): Polygon {
  const count = 3 + random.integer(most - 2);
  const stretch = random.between(0.3, 1);
  const vertices = Array.from({ length: count }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * (i + random.between(0, 0.9))) / count;
    return [Math.cos(angle), stretch * Math.sin(angle)];
  });
  return polygon({ vertices });
}

const makers: Readonly<Record<string, (random: Random) => PlanarShape>> = {
  polygon: (r) => randomPolygon(r),
  box: (r) => {
    const x = r.between(0.2, 1);
    const y = r.between(0.2, 1);
    return polygon({ vertices: [[x, y] as const, [-x, y] as const, [x, -y] as const, [-x, -y] as const] });
  },
  disc: (r) => disc({ radius: r.between(0.2, 1) }),
  ellipse: (r) => ellipse({ semiAxes: [r.between(0.1, 1), r.between(0.1, 1)] }),
  roundedPolygon: (r) => roundedPlanar({ shape: randomPolygon(r, 6), radius: r.between(0.02, 0.3) }),
  roundedEllipse: (r) =>
    roundedPlanar({
      shape: ellipse({ semiAxes: [r.between(0.1, 1), r.between(0.1, 1)] }),
      radius: r.between(0.02, 0.3),
    }),
};

export const PLANAR_KINDS = Object.keys(makers);

export function randomPlanarShape(kind: string, random: Random): PlanarShape {
  const make = makers[kind];
  if (!make) throw new Error(`no random planar shape of kind ${kind}; kinds: ${PLANAR_KINDS.join(', ')}`);
  return make(random);
}

/** Largest side of the bounding box. */
export function planarSize(shape: PlanarShape): number {
  const { min, max } = shape.boundingBox();
  return Math.max(max.x - min.x, max.y - min.y);
}

/** The same body described in a unit `factor` times smaller. */
export function scaledPlanarShape(shape: PlanarShape, factor: number): PlanarShape {
  switch (shape.kind) {
    case 'disc':
      return disc({ radius: shape.radius * factor });
    case 'ellipse':
      return ellipse({ semiAxes: [shape.semiAxes.x * factor, shape.semiAxes.y * factor] });
    case 'polygon':
      return polygon({ vertices: shape.coordinates.map((x) => x * factor) });
    case 'rounded':
      return roundedPlanar({ shape: scaledPlanarShape(shape.shape, factor), radius: shape.radius * factor });
  }
}
