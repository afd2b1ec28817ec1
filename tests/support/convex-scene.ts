// SPDX-License-Identifier: MIT
/** Small scenes of convex bodies for the tests of the simulator. */
import { Random } from '../../src/math/random.ts';
import { scale } from '../../src/math/vector.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { capsule } from '../../src/shapes/kinds/capsule.ts';
import { compound } from '../../src/shapes/kinds/compound.ts';
import { cone } from '../../src/shapes/kinds/cone.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../src/shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { rounded } from '../../src/shapes/kinds/rounded.ts';
import { superquadric } from '../../src/shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../src/shapes/shape.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';
import { LINEAR } from './sphere-heap.ts';

export const SEED = Number(process.env.TEST_SEED ?? 20261115);
export const SIZE = 0.05;
export const STONE = {
  name: 'stone',
  density: 2000,
  stiffness: 1e6,
  tangentialStiffnessRatio: 0.5,
  friction: 0.4,
  restitution: 0.5,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
};
export const FLOOR = { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' } as const;

export function cloud(random: Random, count: number): ConvexShape {
  const vertices = Array.from({ length: count }, () => scale(random.unitVector(), SIZE));
  return polyhedron({ vertices });
}

/** One of every kind. */
function shapes(random: Random): BodyShapeSpec[] {
  const convex: ConvexShape[] = [
    box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }),
    capsule({ radius: 0.4 * SIZE, halfLength: 0.5 * SIZE }),
    cylinder({ radius: 0.6 * SIZE, halfLength: 0.7 * SIZE }),
    cone({ radius: 0.7 * SIZE, height: 1.4 * SIZE }),
    ellipsoid({ semiAxes: [SIZE, 0.6 * SIZE, 0.8 * SIZE] }),
    superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.7 * SIZE], n1: 4, n2: 3 }),
    cloud(random, 12),
    rounded({ shape: box({ halfExtents: [0.5 * SIZE, 0.4 * SIZE, 0.3 * SIZE] }), radius: 0.2 * SIZE }),
  ];
  const cross = compound([
    { shape: box({ halfExtents: [SIZE, 0.3 * SIZE, 0.3 * SIZE] }) },
    { shape: box({ halfExtents: [0.3 * SIZE, SIZE, 0.3 * SIZE] }), pose: { position: [0, 0, 0.5 * SIZE] } },
  ]);
  return [
    ...convex.map((shape) => ({ name: shape.kind, convex: shape })),
    { name: 'cross', compound: cross },
    { name: 'ball', sphere: { radius: 0.7 * SIZE } },
    {
      name: 'clump',
      clump: {
        spheres: [
          { centre: [0, 0, 0], radius: 0.5 * SIZE },
          { centre: [0.6 * SIZE, 0, 0], radius: 0.4 * SIZE },
        ],
      },
    },
  ];
}

export function scene(more: Partial<SimulationSpec> & Pick<SimulationSpec, 'shapes' | 'bodies'>): SimulationSpec {
  return { timeStep: 2e-4, gravity: [0, 0, -9.81], law: LINEAR, materials: [STONE], ...more };
}

/** A loose heap of all kinds of bodies over a floor between four walls. */
export function heap(count: number, more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(SEED);
  const kinds = shapes(random);
  const side = 3;
  const bodies = Array.from({ length: count }, (_, k): BodySpec => {
    const at = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)];
    const [x = 0, y = 0, z = 0] = at.map((cell) => (cell + 0.6) * 2.2 * SIZE);
    const { w, x: qx, y: qy, z: qz } = random.rotation();
    return {
      shape: kinds[k % kinds.length]?.name ?? '',
      material: 'stone',
      position: [x, y, z],
      orientation: [w, qx, qy, qz],
      velocity: [random.between(-1, 1), random.between(-1, 1), -2],
    };
  });
  const width = 2.2 * SIZE * (side + 0.2);
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'stone',
  });
  const halfSpaces = [
    FLOOR,
    wall('left', [1, 0, 0], 0),
    wall('right', [-1, 0, 0], -width),
    wall('front', [0, 1, 0], 0),
    wall('back', [0, -1, 0], -width),
  ];
  return scene({ shapes: kinds, bodies, halfSpaces, ...more });
}
