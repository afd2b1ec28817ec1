// SPDX-License-Identifier: MIT
/**
 * Scenes of equal spheres with Hertz-Mindlin friction: a settled packing in a box; the same packing flowing down a
 * slope, with frequent neighbour-list rebuilds; a rotating drum of triangles.
 */
import { Random } from '../../math/random.ts';
import type { BodySpec, HalfSpaceSpec, MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { DRUM_LENGTH, DRUM_RADIUS, drumMesh, isInDrum } from './drum-mesh.ts';
import { bodiesOfPacking } from './settled-packing.ts';
import type { StepScene } from './step-scene.ts';

const COUNT = 30_000;
/** m */
export const SPHERE_RADIUS = 0.0035;
const WIDTH = 0.2;
const HEIGHT = 0.6;
/** Distance of the spheres of the lattice that everything falls from. */
const SPACING = 2.1 * SPHERE_RADIUS;
const JITTER = 0.045 * SPHERE_RADIUS;
/** Slope of the floor, rad. */
const SLOPE = (35 * Math.PI) / 180;
const GRAVITY = 9.81;
/** rad/s: half a revolution per second. */
const DRUM_RATE = Math.PI;

type Triple = readonly [number, number, number];

/** Material, law and time step of all scenes. */
export const GRAIN_SPEC = {
  timeStep: 5e-5,
  gravity: [0, 0, -GRAVITY],
  law: { normal: 'hertz', tangential: 'mindlin', attraction: 'allowed' },
  materials: [
    { name: 'grain', density: 1000, youngsModulus: 1e7, poissonsRatio: 0.2, restitution: 0.4, friction: 0.5 },
  ],
  neighbours: { skin: 1e-3 },
} as const satisfies SimulationSpec;

const BALL = { name: 'ball', sphere: { radius: SPHERE_RADIUS } };

function sphereSpec(bodies: readonly BodySpec[], rest: Partial<SimulationSpec>): SimulationSpec {
  return { ...GRAIN_SPEC, shapes: [BALL], bodies, ...rest };
}

function wall(name: string, normal: Triple, offset: number): HalfSpaceSpec {
  return { name, normal, offset, material: 'grain' };
}

export function boxWalls(width: number): HalfSpaceSpec[] {
  return [
    wall('floor', [0, 0, 1], 0),
    wall('west', [1, 0, 0], 0),
    wall('east', [-1, 0, 0], -width),
    wall('south', [0, 1, 0], 0),
    wall('north', [0, -1, 0], -width),
  ];
}

/**
 * Positions of a lattice between `min` and `max` from below, each with a small random displacement; those that `keep`
 * refuses are omitted.
 */
export function lattice(
  count: number,
  min: Triple,
  max: Triple,
  keep: (position: Triple) => boolean,
  seed: number,
): BodySpec[] {
  const random = new Random(seed);
  const along = [0, 1, 2].map((axis) => Math.floor((max[axis] - min[axis]) / SPACING));
  const [nx = 1, ny = 1, nz = 1] = along;
  const bodies: BodySpec[] = [];
  for (let k = 0; k < nx * ny * nz && bodies.length < count; k++) {
    const cell = [k % nx, Math.floor(k / nx) % ny, Math.floor(k / nx / ny)];
    const at = (axis: number): number => min[axis] + (cell[axis] + 0.5) * SPACING + random.between(-JITTER, JITTER);
    const position: Triple = [at(0), at(1), at(2)];
    if (keep(position)) bodies.push({ shape: 'ball', material: 'grain', position });
  }
  if (bodies.length < count) throw new RangeError(`the lattice has room for ${bodies.length} of ${count} spheres`);
  return bodies;
}

function spheresOf(packing: Float64Array): BodySpec[] {
  return bodiesOfPacking(packing, [BALL], 'grain');
}

/** Spheres at rest in a box. */
export function sphereScene(share: number): StepScene {
  const count = Math.round(COUNT * share);
  const width = WIDTH * Math.sqrt(share);
  const walls = { halfSpaces: boxWalls(width) };
  return {
    name: 'spheres',
    title: 'settled spheres',
    packing: 'spheres',
    count,
    settlingSteps: 8000,
    warmUpSteps: 200,
    steps: 600,
    bounds: { min: [0, 0, 0], max: [width, width, HEIGHT] },
    settling: () =>
      sphereSpec(
        lattice(count, [0, 0, 0], [width, width, HEIGHT], () => true, 1),
        walls,
      ),
    measured: (packing, threads) => sphereSpec(spheresOf(packing), { ...walls, threads }),
  };
}

/** The packing of `spheres` after its box was tilted: it flows. */
export function flowScene(share: number): StepScene {
  const base = sphereScene(share);
  const tilted = (spec: SimulationSpec): SimulationSpec => ({
    ...spec,
    gravity: [GRAVITY * Math.sin(SLOPE), 0, -GRAVITY * Math.cos(SLOPE)],
  });
  return {
    ...base,
    name: 'flow',
    title: 'flowing spheres',
    packing: 'flow',
    settlingSteps: 3000,
    startsFrom: base,
    settling: (start = new Float64Array()) => tilted(base.measured(start, 1)),
    measured: (packing, threads) => tilted(base.measured(packing, threads)),
  };
}

/**
 * A drum of triangles with four lifters, at half a revolution per second. The packing is that after a quarter of a
 * revolution, when the mesh coincides with its initial pose.
 */
export function drumScene(share: number): StepScene {
  const count = Math.round(COUNT * share);
  const length = DRUM_LENGTH * share;
  const drum: MeshSpec = {
    name: 'drum',
    mesh: drumMesh(length),
    material: 'grain',
    motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: DRUM_RATE } },
  };
  const start = (): BodySpec[] => {
    const keep = ([x, , z]: Triple): boolean => isInDrum(x, z, 1.3 * SPHERE_RADIUS);
    return lattice(count, [-DRUM_RADIUS, 0, -DRUM_RADIUS], [DRUM_RADIUS, length, DRUM_RADIUS], keep, 2);
  };
  return {
    name: 'drum',
    title: 'spheres in a drum',
    packing: 'drum',
    count,
    settlingSteps: 10_000,
    warmUpSteps: 200,
    steps: 600,
    bounds: {
      min: [-1.1 * DRUM_RADIUS, -0.1 * length, -1.1 * DRUM_RADIUS],
      max: [1.1 * DRUM_RADIUS, 1.1 * length, 1.1 * DRUM_RADIUS],
    },
    settling: () => sphereSpec(start(), { meshes: [drum] }),
    measured: (packing, threads) => sphereSpec(spheresOf(packing), { meshes: [drum], threads }),
  };
}
