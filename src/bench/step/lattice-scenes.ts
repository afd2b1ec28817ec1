// SPDX-License-Identifier: MIT
/**
 * Lattices of equal blocks that lie flat on each other: boxes, octagonal prisms, and superquadrics with exponents of 4,
 * 8 and 20. Blocks may be moved from their places and tilted. Contact points are hard to find on nearly parallel faces.
 * The lattices are not settled.
 */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { bodiesOfPacking } from './settled-packing.ts';
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
/** Steps of a new simulation that are timed one by one. */
const FIRST_STEPS = 30;

/** Distance of blocks from their places, in half widths, and angle by which they are tilted, rad. */
interface Disorder {
  readonly offset: number;
  readonly tilt: number;
  /** True: all blocks by these values, in random directions. False: each by less, mostly by small tilts. */
  readonly isEqual: boolean;
}

const IN_PLACE: Disorder = { offset: 0, tilt: 0, isEqual: true };
const TILTED: Disorder = { offset: 0.01, tilt: 0.01, isEqual: false };
/** Offsets and tilts of the map, as the names of its scenes spell them. */
const MAP_OFFSETS = ['0', '1e-4', '1e-2'];
const MAP_TILTS = ['0', '1e-4', '1e-2'];

interface BlockKind {
  readonly title: string;
  readonly create: () => ConvexShape;
}

const BLOCKS: Readonly<Record<string, BlockKind>> = {
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

type Scenes = Readonly<Record<string, (share: number) => StepScene>>;

export const LATTICE_SCENES: Scenes = Object.fromEntries(
  Object.entries(BLOCKS).flatMap(([name, kind]) => [
    [name, (share: number) => latticeScene(name, kind, IN_PLACE, share)],
    [
      `${name}-tilted`,
      (share: number) => latticeScene(`${name}-tilted`, { ...kind, title: `${kind.title}, tilted` }, TILTED, share),
    ],
  ]),
);

/** Every kind of block at every offset and tilt of the map: `lattice-4-offset-1e-4-tilt-1e-2`. */
export const LATTICE_MAP_SCENES: Scenes = Object.fromEntries(
  Object.entries(BLOCKS).flatMap(([name, kind]) =>
    MAP_OFFSETS.flatMap((offset) =>
      MAP_TILTS.map((tilt) => {
        const own = `${name}-offset-${offset}-tilt-${tilt}`;
        const title = `${kind.title}, offset ${offset}, tilt ${tilt}`;
        const disorder = { offset: Number(offset), tilt: Number(tilt), isEqual: true };
        return [own, (share: number) => latticeScene(own, { ...kind, title }, disorder, share)];
      }),
    ),
  ),
);

function latticeScene(name: string, { title, create }: BlockKind, disorder: Disorder, share: number): StepScene {
  let side = SIDE;
  while (side ** 3 > 1.1 * share * SIDE ** 3) side--;
  const pitch = 2 * HALF * (1 - OVERLAP);
  const width = 2 * HALF + (side - 1) * pitch;
  const shapes = [{ name: 'block', convex: create() }];
  const spec = (bodies: readonly BodySpec[], threads: number): SimulationSpec => ({
    ...GRAIN_SPEC,
    timeStep: 3e-5,
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ ...GRAIN_SPEC.materials[0], stiffness: STIFFNESS }],
    shapes,
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
    firstSteps: FIRST_STEPS,
    bounds: { min: [0, 0, 0], max: [width, width, width] },
    settling: () => spec(blocks(side, pitch, disorder), 1),
    measured: (packing, threads) => spec(bodiesOfPacking(packing, shapes, 'grain'), threads),
  };
}

function blocks(side: number, pitch: number, disorder: Disorder): BodySpec[] {
  const random = new Random(8);
  return Array.from({ length: side ** 3 }, (_, k) => {
    const offset = random.unitVector();
    const distance = disorder.offset * HALF;
    const axis = random.unitVector();
    const part = random.next() * random.next() * random.next() * random.next();
    // Half the angle, in place of its sine.
    const turn = (disorder.tilt / 2) * (disorder.isEqual ? 1 : part);
    const length = Math.sqrt(1 + turn * turn);
    const place = (number: number, shift: number): number => HALF + number * pitch + distance * shift;
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
