// SPDX-License-Identifier: MIT
/** Convex bodies of five kinds at meshes or walls that are shapes, in scenes for the GPU and the CPU. */
import { Random } from '../../src/math/random.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { sphere } from '../../src/shapes/kinds/sphere.ts';
import { superquadric } from '../../src/shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../src/shapes/shape.ts';
import type { BodySpec, MeshSpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';

/** Half of the size of the bodies, m. */
export const SIZE = 0.01;

const GRAINS = {
  name: 'grains',
  density: 2500,
  stiffness: 2e4,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
  twistingFriction: 0.02,
};
const LAW = { normal: 'linear', tangential: 'linear', rolling: 'model-a', twisting: 'model-a' } as const;

function hull(): ConvexShape {
  const random = new Random(3);
  return polyhedron({
    vertices: Array.from({ length: 12 }, (): [number, number, number] => {
      const { x, y, z } = random.unitVector();
      return [SIZE * x, 0.8 * SIZE * y, 0.7 * SIZE * z];
    }),
  });
}

export const SHAPES: Readonly<Record<string, ConvexShape>> = {
  box: box({ halfExtents: [SIZE, 0.7 * SIZE, 0.5 * SIZE] }),
  hull: hull(),
  block: superquadric({ semiAxes: [0.9 * SIZE, 0.7 * SIZE, 0.8 * SIZE], n1: 4, n2: 3 }),
  ellipsoid: ellipsoid({ semiAxes: [SIZE, 0.7 * SIZE, 0.8 * SIZE] }),
  ball: sphere({ radius: 0.8 * SIZE }),
};
export const NAMES = Object.keys(SHAPES);

export function convexGrains(
  meshes: readonly MeshSpec[],
  bodies: readonly BodySpec[],
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    law: LAW,
    shapes: Object.entries(SHAPES).map(([name, shape]) =>
      shape.kind === 'sphere' ? { name, sphere: { radius: shape.radius } } : { name, convex: shape },
    ),
    bodies,
    meshes,
    ...more,
  };
}
