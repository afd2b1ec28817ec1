// SPDX-License-Identifier: MIT
/**
 * Lattices of equal blocks that lie flat on each other: boxes, octagonal prisms, and superquadrics with exponents of 4,
 * 8 and 20. In one every block is in its place; in the other it is off by up to 1 % of its half width and tilted by up
 * to 1e-2 rad. Nearly parallel faces are where contact points are hard to find; nothing settles before.
 */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { bodyOfPacking, PACKING_STRIDE } from './settled-packing.ts';
import { boxWalls, GRAIN_SPEC } from './sphere-scenes.ts';
import type { StepScene } from './step-scene.ts';

/** Blocks along each side. */
const SIDE = 16;
/** Half the width of a block, m. */
const HALF = 0.003;
/** Of the width: neighbours overlap by so much. */
const OVERLAP = 1e-3;
/** N/m, as in the other scenes of convex bodies. */
const STIFFNESS = 1000;
/** Of HALF, and rad. */
const LARGEST_OFFSET = 0.01;
const LARGEST_TILT = 0.01;

const BLOCKS: Readonly<Record<string, { readonly title: string; readonly create: () => ConvexShape }>> = {
  'lattice-4': { title: 'lattice of superquadrics, exponents 4', create: () => block(4) },
  'lattice-8': { title: 'lattice of superquadrics, exponents 8', create: () => block(8) },
  'lattice-20': { title: 'lattice of superquadrics, exponents 20', create: () => block(20) },
  'lattice-boxes': { title: 'lattice of boxes', create: () => box({ halfExtents: [HALF, HALF, HALF] }) },
  'lattice-prisms': { title: 'lattice of octagonal prisms', create: prism },
};

/** Four of the eight sides, and both ends, lie on those of its neighbours. */
function prism(): ConvexShape {
  const part = HALF * (Math.SQRT2 - 1);
  const signs = [-1, 1];
  const vertices = signs.flatMap((x) =>
    signs.flatMap((y) => signs.flatMap((z) => [x * HALF, y * part, z * HALF, x * part, y * HALF, z * HALF])),
  );
  return polyhedron({ vertices: Float64Array.from(vertices) });
}

function block(n: number): ConvexShape {
  return superquadric({ semiAxes: [HALF, HALF, HALF], n1: n, n2: n });
}

export const LATTICE_SCENES: Readonly<Record<string, (share: number) => StepScene>> = Object.fromEntries(
  Object.entries(BLOCKS).flatMap(([name, { title, create }]) => [
    [name, (share: number) => latticeScene(name, title, create, share, false)],
    [`${name}-tilted`, (share: number) => latticeScene(`${name}-tilted`, `${title}, tilted`, create, share, true)],
  ]),
);

function latticeScene(
  name: string,
  title: string,
  create: () => ConvexShape,
  share: number,
  isTilted: boolean,
): StepScene {
  let side = SIDE;
  while (side ** 3 > 1.1 * share * SIDE ** 3) side--;
  const pitch = 2 * HALF * (1 - OVERLAP);
  const width = 2 * HALF + (side - 1) * pitch;
  const shape = { name: 'block', convex: create() };
  const spec = (bodies: readonly BodySpec[], threads: number): SimulationSpec => ({
    ...GRAIN_SPEC,
    timeStep: 3e-5,
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ ...GRAIN_SPEC.materials[0], stiffness: STIFFNESS }],
    shapes: [shape],
    halfSpaces: boxWalls(width),
    bodies,
    threads,
  });
  return {
    name,
    title,
    packing: name,
    count: side ** 3,
    settlingSteps: 0,
    warmUpSteps: 10,
    steps: 100,
    bounds: { min: [0, 0, 0], max: [width, width, width] },
    settling: () => spec(blocks(side, pitch, isTilted), 1),
    measured: (packing, threads) => {
      const bodies = Array.from({ length: packing.length / PACKING_STRIDE }, (_, k) =>
        bodyOfPacking(packing, k, shape, 'grain'),
      );
      return spec(bodies, threads);
    },
  };
}

function blocks(side: number, pitch: number, isTilted: boolean): BodySpec[] {
  const random = new Random(8);
  return Array.from({ length: side ** 3 }, (_, k) => {
    const offset = isTilted ? random.unitVector() : { x: 0, y: 0, z: 0 };
    const way = LARGEST_OFFSET * HALF;
    const axis = random.unitVector();
    // Half the angle, in place of its sine; small ones are as frequent as large ones.
    const part = random.next() * random.next() * random.next() * random.next();
    const turn = isTilted ? (LARGEST_TILT / 2) * part : 0;
    const length = Math.sqrt(1 + turn * turn);
    const place = (number: number, shift: number): number => HALF + number * pitch + way * shift;
    return {
      shape: 'block',
      material: 'grain',
      position: [
        place(k % side, offset.x),
        place(Math.floor(k / side) % side, offset.y),
        place(Math.floor(k / side ** 2), offset.z),
      ],
      orientation: [1 / length, (turn * axis.x) / length, (turn * axis.y) / length, (turn * axis.z) / length],
    };
  });
}
