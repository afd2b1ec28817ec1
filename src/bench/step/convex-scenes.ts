// SPDX-License-Identifier: MIT
/**
 * Scenes of convex bodies at rest in a box: equal square pyramids (P5), octagonal prisms (P16), octagonal frustums
 * (F16), superquadrics or bodies of another curved kind, and random polyhedra that all differ.
 */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { octagonalFrustum, octagonalPrism, randomCell, squarePyramid } from '../benchmark-bodies.ts';
import { bodiesOfPacking, centroidOf, originWithCentreAt } from './settled-packing.ts';
import { boxWalls, GRAIN_SPEC, lattice } from './sphere-scenes.ts';
import type { StepScene } from './step-scene.ts';

const COUNT = 5000;
/** As many as an engine that makes a thousand body-steps a second can be waited for. */
const CELL_COUNT = 500;
/** Of the boxes under all bodies, m. */
const WIDTH = 0.12;
const CELL_WIDTH = 0.055;
const HEIGHT = 0.3;
/** Radius of the bounding sphere of a body: bodies rotate freely in the initial lattice; m. */
const REACH = 0.0035;
/** N/m: bodies at the bottom overlap by about a hundredth of their size. */
const STIFFNESS = 1000;

interface ConvexKind {
  readonly title: string;
  readonly count: number;
  readonly width: number;
  /** Body k has shape k modulo their number. */
  readonly create: () => readonly ConvexShape[];
}

const KINDS: Readonly<Record<string, ConvexKind>> = {
  P5: {
    title: 'settled square pyramids',
    count: COUNT,
    width: WIDTH,
    create: () => [scaledToReach(squarePyramid().vertices)],
  },
  P16: {
    title: 'settled octagonal prisms',
    count: COUNT,
    width: WIDTH,
    create: () => [scaledToReach(octagonalPrism().vertices)],
  },
  F16: {
    title: 'settled octagonal frustums',
    count: COUNT,
    width: WIDTH,
    create: () => [scaledToReach(octagonalFrustum().vertices)],
  },
  superquadrics: {
    title: 'settled superquadrics',
    count: COUNT,
    width: WIDTH,
    create: () => [superquadric({ semiAxes: [0.003, 0.0026, 0.0022], n1: 4, n2: 4 })],
  },
  'superquadrics-3.5-2.5': {
    title: 'settled superquadrics with exponents of 3.5 and 2.5',
    count: COUNT,
    width: WIDTH,
    create: () => [superquadric({ semiAxes: [0.003, 0.0026, 0.0022], n1: 3.5, n2: 2.5 })],
  },
  'superquadrics-1.5': {
    title: 'settled superquadrics with exponents of 1.5',
    count: COUNT,
    width: WIDTH,
    create: () => [superquadric({ semiAxes: [0.003, 0.0026, 0.0022], n1: 1.5, n2: 1.5 })],
  },
  ellipsoids: {
    title: 'settled ellipsoids',
    count: COUNT,
    width: WIDTH,
    create: () => [ellipsoid({ semiAxes: [0.0035, 0.003, 0.0024] })],
  },
  cylinders: {
    title: 'settled cylinders',
    count: COUNT,
    width: WIDTH,
    create: () => [cylinder({ radius: 0.0025, halfLength: 0.0024 })],
  },
  cones: {
    title: 'settled cones',
    count: COUNT,
    width: WIDTH,
    create: () => [cone({ radius: 0.0026, height: 0.0045 })],
  },
  tablets: {
    title: 'settled tablets',
    count: COUNT,
    width: WIDTH,
    create: () => [tablet({ diameter: 0.006, bandHeight: 0.002, capRadius: 0.005 })],
  },
  capsules: {
    title: 'settled capsules',
    count: COUNT,
    width: WIDTH,
    create: () => [capsule({ radius: 0.0018, halfLength: 0.0017 })],
  },
  'rounded-boxes': {
    title: 'settled boxes with rounded edges',
    count: COUNT,
    width: WIDTH,
    create: () => [rounded({ shape: box({ halfExtents: [0.0016, 0.0014, 0.0012] }), radius: 0.0006 })],
  },
  'rounded-cylinders': {
    title: 'settled cylinders with rounded rims',
    count: COUNT,
    width: WIDTH,
    create: () => [rounded({ shape: cylinder({ radius: 0.002, halfLength: 0.0018 }), radius: 0.0006 })],
  },
  cells: {
    title: 'settled random polyhedra, each of another shape',
    count: CELL_COUNT,
    width: CELL_WIDTH,
    create: () => {
      const random = new Random(6);
      return Array.from({ length: CELL_COUNT }, () => scaledToReach(randomCell(random).vertices));
    },
  },
};

export const CONVEX_SCENES: Readonly<Record<string, (share: number) => StepScene>> = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [name, (share: number) => convexScene(name, kind, share)]),
);

export function scaledToReach(vertices: readonly number[]): ConvexShape {
  let largest = 0;
  for (let at = 0; at < vertices.length; at += 3) {
    const [x = 0, y = 0, z = 0] = vertices.slice(at, at + 3);
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  }
  return polyhedron({ vertices: Float64Array.from(vertices, (x) => (x * REACH) / largest) });
}

function convexScene(name: string, { title, create, ...whole }: ConvexKind, share: number): StepScene {
  const count = Math.round(whole.count * share);
  const width = whole.width * Math.sqrt(share);
  const shapes = create().map((convex, k) => ({ name: `grain ${k + 1}`, convex }));
  const shapeOf = (k: number): string => shapes[k % shapes.length]?.name ?? '';
  const spec = (bodies: readonly BodySpec[], threads: number): SimulationSpec => ({
    ...GRAIN_SPEC,
    // Hertz's law would be too soft at corners, where the radius of curvature is zero.
    timeStep: 3e-5,
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ ...GRAIN_SPEC.materials[0], stiffness: STIFFNESS }],
    shapes,
    halfSpaces: boxWalls(width),
    bodies,
    threads,
  });
  // The centres of mass are on the lattice: from its origin, the middle of its base, a cone reaches farther.
  const start = (): BodySpec[] => {
    const random = new Random(4);
    const centroids = shapes.map(centroidOf);
    return lattice(count, [0, 0, 0], [width, width, HEIGHT], () => true, 5).map(({ position, ...body }, k) => {
      const turn = random.rotation();
      const { w, x, y, z } = turn;
      const origin = originWithCentreAt(position as [number, number, number], turn, centroids[k % centroids.length]);
      return { ...body, shape: shapeOf(k), position: origin, orientation: [w, x, y, z] };
    });
  };
  return {
    name,
    title,
    packing: name,
    count,
    settlingSteps: 8000,
    warmUpSteps: 50,
    steps: 100,
    bounds: { min: [0, 0, 0], max: [width, width, HEIGHT] },
    settling: () => spec(start(), 1),
    measured: (packing, threads) => spec(bodiesOfPacking(packing, shapes, 'grain'), threads),
  };
}
