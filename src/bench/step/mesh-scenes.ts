// SPDX-License-Identifier: MIT
/**
 * Scenes of convex bodies on meshes: bricks and superquadrics, each by itself, on a flat floor, on a wavy floor with
 * facets of the size of a body, and on the same waves with facets of a quarter of that. And a mixed scene: bodies of
 * every shape in a hopper of triangles.
 */
import { Random } from '../../math/random.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { octagonalPrism } from '../benchmark-bodies.ts';
import { scaledToReach } from './convex-scenes.ts';
import { bodiesOfPacking } from './settled-packing.ts';
import { GRAIN_SPEC, lattice, SPHERE_RADIUS } from './sphere-scenes.ts';
import type { StepScene } from './step-scene.ts';

const COUNT = 1024;
/** Distance between the bodies, which do not touch each other, m. */
const PITCH = 0.014;
/** Half the size of a body, m. */
const HALF = 0.003;
/** Of the waves, m. */
const WAVE_LENGTH = 0.04;
const WAVE_HEIGHT = 0.003;
/** Above the floor at the start, m. */
const DROP = 0.0055;
/** N/m, as in the other scenes of convex bodies. */
const STIFFNESS = 1000;

const FLOORS = {
  flat: { title: 'on a flat mesh', side: 2 * HALF, height: 0 },
  wavy: { title: 'on a wavy mesh', side: 2 * HALF, height: WAVE_HEIGHT },
  fine: { title: 'on a wavy mesh with facets of a quarter of the body', side: HALF / 2, height: WAVE_HEIGHT },
} as const;

const BODIES: Readonly<Record<string, { readonly title: string; readonly create: () => ConvexShape }>> = {
  bricks: { title: 'bricks', create: () => box({ halfExtents: [HALF, 0.8 * HALF, 0.6 * HALF] }) },
  superquadrics: {
    title: 'superquadrics',
    create: () => superquadric({ semiAxes: [HALF, 0.8 * HALF, 0.6 * HALF], n1: 4, n2: 4 }),
  },
};

export const MESH_SCENES: Readonly<Record<string, (share: number) => StepScene>> = {
  ...Object.fromEntries(
    Object.entries(FLOORS).flatMap(([floor, { title, side, height }]) =>
      Object.entries(BODIES).map(([body, each]) => {
        const name = `${floor}-mesh-${body}`;
        const shapes = (): BodyShapeSpec[] => [{ name: 'body 1', convex: each.create() }];
        return [name, (share: number) => floorScene(name, `${each.title} ${title}`, shapes, side, height, share)];
      }),
    ),
  ),
  hopper: hopperScene,
};

function meshSpec(
  mesh: FacetMesh,
  shapes: readonly BodyShapeSpec[],
): (bodies: readonly BodySpec[], threads: number) => SimulationSpec {
  return (bodies, threads) => ({
    ...GRAIN_SPEC,
    timeStep: 3e-5,
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ ...GRAIN_SPEC.materials[0], stiffness: STIFFNESS }],
    shapes,
    meshes: [{ name: 'mesh', mesh, material: 'grain' }],
    bodies,
    threads,
  });
}

/** Orientations and shapes of bodies that have positions: body k has shape k modulo their number. */
function ofShapes(bodies: readonly BodySpec[], shapes: readonly BodyShapeSpec[]): BodySpec[] {
  const random = new Random(12);
  return bodies.map((body, k) => {
    const { w, x, y, z } = random.rotation();
    return { ...body, shape: shapes[k % shapes.length]?.name ?? '', orientation: [w, x, y, z] };
  });
}

function measuredFrom(
  spec: (bodies: readonly BodySpec[], threads: number) => SimulationSpec,
  shapes: readonly BodyShapeSpec[],
): StepScene['measured'] {
  return (packing, threads) => spec(bodiesOfPacking(packing, shapes, 'grain'), threads);
}

function floorScene(
  name: string,
  title: string,
  create: () => BodyShapeSpec[],
  side: number,
  height: number,
  share: number,
): StepScene {
  const across = Math.round(Math.sqrt(COUNT * share));
  const width = across * PITCH;
  const shapes = create();
  const spec = meshSpec(wavyMesh(width, side, height), shapes);
  const start = (): BodySpec[] =>
    ofShapes(
      Array.from({ length: across * across }, (_, k): BodySpec => {
        const [x, y] = [PITCH * ((k % across) + 0.5), PITCH * (Math.floor(k / across) + 0.5)];
        return { shape: '', material: 'grain', position: [x, y, waveAt(x, y, height) + DROP] };
      }),
      shapes,
    );
  return {
    name,
    title,
    packing: name,
    count: across * across,
    settlingSteps: 3000,
    warmUpSteps: 100,
    steps: 200,
    bounds: { min: [0, 0, -2 * WAVE_HEIGHT], max: [width, width, 0.1] },
    settling: () => spec(start(), 1),
    measured: measuredFrom(spec, shapes),
  };
}

function waveAt(x: number, y: number, height: number): number {
  const angle = (at: number): number => (2 * Math.PI * at) / WAVE_LENGTH;
  return height * Math.sin(angle(x)) * Math.sin(angle(y));
}

/** A square floor of triangles with legs of about `side`, which ends two bodies beyond the outermost ones. */
function wavyMesh(width: number, side: number, height: number): FacetMesh {
  const margin = 4 * HALF;
  const count = Math.round((width + 2 * margin) / side);
  const step = (width + 2 * margin) / count;
  const vertices: [number, number, number][] = [];
  const facets: [number, number, number][] = [];
  for (let j = 0; j <= count; j++) {
    for (let i = 0; i <= count; i++) {
      const [x, y] = [i * step - margin, j * step - margin];
      vertices.push([x, y, waveAt(x, y, height)]);
      if (i === count || j === count) continue;
      const a = j * (count + 1) + i;
      facets.push([a, a + 1, a + count + 2], [a, a + count + 2, a + count + 1]);
    }
  }
  return facetMesh({ vertices, facets }, 'floor');
}

const HOPPER_COUNT = 2000;
const HOPPER_SECTORS = 32;
/** Radius and height of the hopper's wall, from the middle of its floor to its rim, m. */
const HOPPER_PROFILE = [
  [0, 0],
  [0.02, 0],
  [0.04, 0.025],
  [0.06, 0.05],
  ...Array.from({ length: 20 }, (_, k) => [0.06, 0.06 + 0.01 * k] as const),
] as const;
const HOPPER_RADIUS = 0.06;

/** One shape of every kind; all fit in a ball of the same size. */
function everyShape(): BodyShapeSpec[] {
  const r = SPHERE_RADIUS;
  const convex: readonly (readonly [string, ConvexShape])[] = [
    ['box', box({ halfExtents: [0.7 * r, 0.55 * r, 0.4 * r] })],
    ['polyhedron', scaledToReach(octagonalPrism().vertices)],
    ['superquadric', superquadric({ semiAxes: [0.8 * r, 0.7 * r, 0.6 * r], n1: 4, n2: 3 })],
    ['ellipsoid', ellipsoid({ semiAxes: [r, 0.8 * r, 0.6 * r] })],
    ['capsule', capsule({ radius: 0.5 * r, halfLength: 0.5 * r })],
    ['cylinder', cylinder({ radius: 0.6 * r, halfLength: 0.6 * r })],
    ['cone', cone({ radius: 0.8 * r, height: 0.9 * r })],
    ['tablet', tablet({ diameter: 1.6 * r, bandHeight: 0.5 * r, capHeight: 0.2 * r })],
    ['rounded box', rounded({ shape: box({ halfExtents: [0.5 * r, 0.4 * r, 0.3 * r] }), radius: 0.2 * r })],
  ];
  const arm = box({ halfExtents: [0.8 * r, 0.25 * r, 0.25 * r] });
  const turned = { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] } as const;
  return [
    { name: 'sphere', sphere: { radius: 0.8 * r } },
    ...convex.map(([name, shape]) => ({ name, convex: shape })),
    { name: 'cross', compound: compound([{ shape: arm }, { shape: arm, pose: { position: [0, 0, 0], ...turned } }]) },
  ];
}

function hopperMesh(): FacetMesh {
  const vertices: [number, number, number][] = [[0, 0, 0]];
  const facets: [number, number, number][] = [];
  const at = (ring: number, sector: number): number =>
    ring === 0 ? 0 : 1 + HOPPER_SECTORS * (ring - 1) + (sector % HOPPER_SECTORS);
  HOPPER_PROFILE.forEach(([radius, z], ring) => {
    for (let k = 0; k < HOPPER_SECTORS; k++) {
      const angle = (2 * Math.PI * k) / HOPPER_SECTORS;
      if (ring > 0) vertices.push([radius * Math.cos(angle), radius * Math.sin(angle), z]);
      const [a, b, c, d] = [at(ring - 1, k), at(ring, k), at(ring, k + 1), at(ring - 1, k + 1)];
      if (ring > 0) facets.push([a, b, c]);
      if (ring > 1) facets.push([a, c, d]);
    }
  });
  return facetMesh({ vertices, facets }, 'hopper');
}

function hopperScene(share: number): StepScene {
  const count = Math.round(HOPPER_COUNT * share);
  const shapes = everyShape();
  const spec = meshSpec(hopperMesh(), shapes);
  const [low, high] = [0.052, 0.25];
  const isInside = ([x, y]: readonly [number, number, number]): boolean =>
    Math.sqrt(x * x + y * y) < HOPPER_RADIUS - 1.1 * SPHERE_RADIUS;
  const [min, max] = [
    [-HOPPER_RADIUS, -HOPPER_RADIUS, low],
    [HOPPER_RADIUS, HOPPER_RADIUS, high],
  ] as const;
  return {
    name: 'hopper',
    title: 'bodies of every shape in a hopper of triangles',
    packing: 'hopper',
    count,
    settlingSteps: 20_000,
    warmUpSteps: 50,
    steps: 100,
    bounds: { min: [-HOPPER_RADIUS, -HOPPER_RADIUS, 0], max: [HOPPER_RADIUS, HOPPER_RADIUS, high] },
    settling: () => spec(ofShapes(lattice(count, min, max, isInside, 11), shapes), 1),
    measured: measuredFrom(spec, shapes),
  };
}
