// SPDX-License-Identifier: MIT
/**
 * The scenes of Dosta et al. 2024 (impact of a ball, drum, silo), in short and full forms. Published: materials,
 * numbers and radius of the spheres, radius of the silo, rate of the drum, the ball and its speed. The orifice of the
 * funnel, the drum and the box under the ball are our reconstruction. In a short form `coarseness` enlarges the spheres
 * in the same vessel, so there are fewer.
 */
import { Random } from '../../math/random.ts';
import type { BodySpec, HalfSpaceSpec } from '../../simulation/simulation-spec.ts';
import { MATERIAL_NAMES } from './materials.ts';
import type { Places, RoundRobinScene, Triple } from './round-robin-scene.ts';
import { drumMesh, plugMesh, siloMesh } from './vessels.ts';

const RADIUS = 0.002;
/** Spacing of the initial lattice over the radius, and random displacement of its spheres. */
const SPACING = 2.3;
const JITTER = 0.14;

/** Spheres of a jittered lattice in a box for which `keep` holds, from below; at most `most`. */
function lattice(radius: number, min: Triple, max: Triple, most: number, keep: (place: Triple) => boolean): Triple[] {
  const random = new Random(1);
  const spacing = SPACING * radius;
  const along = (axis: 0 | 1 | 2): number => Math.floor((max[axis] - min[axis]) / spacing);
  const places: Triple[] = [];
  for (let iz = 0; iz < along(2); iz++) {
    for (let iy = 0; iy < along(1); iy++) {
      for (let ix = 0; ix < along(0); ix++) {
        const at = (axis: 0 | 1 | 2, i: number): number =>
          min[axis] + (i + 0.5) * spacing + random.between(-JITTER, JITTER) * radius;
        const place: Triple = [at(0, ix), at(1, iy), at(2, iz)];
        if (places.length < most && keep(place)) places.push(place);
      }
    }
  }
  return places;
}

function body([x, y, z]: Triple, material: string): BodySpec {
  return { shape: 'grain', material, position: [x, y, z] };
}

function wall(name: string, normal: Triple, offset: number): HalfSpaceSpec {
  return { name, normal, offset, material: 'steel' };
}

interface Size {
  /** Radius of the spheres over the published one. */
  readonly coarseness: number;
  /** s; the published one without. */
  readonly duration?: number;
  readonly softening?: number;
  /** Spheres of a bed as deep as that of the published number; fewer make it less deep. */
  readonly count?: number;
}

const inSize = (published: number, { coarseness }: Size): number => Math.round(published / coarseness ** 3);
/** A softer grain of larger radius has a longer critical step. */
const stepOf = (published: number, { coarseness, softening = 1 }: Size): number =>
  published * coarseness * Math.sqrt(softening);

/** Depth of the box under the ball that the published numbers of spheres fill. */
const BOX = { 25000: 0.1, 50000: 0.14142, 100000: 0.2 } as const;
type ImpactCount = keyof typeof BOX;
export const BALL_RADIUS = 0.01;
const BALL_SPEED = 5;

/** The ball is all that is of steel. */
function heightOfBall({ position, material }: Places): number {
  return position[3 * material.indexOf(MATERIAL_NAMES.indexOf('steel')) + 2] ?? Number.NaN;
}

/** A steel ball of 10 mm hits a bed in a box at 5 m/s; measured is how far its centre is below where it started. */
export function impactScene(published: ImpactCount, size: Size): RoundRobinScene {
  const radius = RADIUS * size.coarseness;
  const half = BOX[published] / 2;
  const count = size.count ?? inSize(published, size);
  const walls = {
    halfSpaces: [
      wall('floor', [0, 0, 1], 0),
      wall('west', [1, 0, 0], -half),
      wall('east', [-1, 0, 0], -half),
      wall('south', [0, 1, 0], -half),
      wall('north', [0, -1, 0], -half),
    ],
  };
  return {
    name: `impact-${published}`,
    title: `A steel ball into ${published} spheres`,
    radius,
    start: () =>
      lattice(radius, [-half, -half, 0], [half, half, 1], count, () => true).map((place) => body(place, 'M1')),
    settling: walls,
    measured: walls,
    settlingTime: 0.3,
    duration: size.duration ?? 0.1,
    timeStep: stepOf(5e-7, size),
    softening: size.softening ?? 1,
    added: (top) => [
      { shape: 'ball', material: 'steel', position: [0, 0, top + BALL_RADIUS], velocity: [0, 0, -BALL_SPEED] },
    ],
    samples: 40,
    curves: ['depth of the ball'],
    unit: 'mm',
    measure: (places, start) => [1000 * (heightOfBall(start) - heightOfBall(places))],
  };
}

const DRUM = { radius: 0.1, length: 0.04, rate: 2, count: 6750 };

/**
 * Two materials side by side in a drum at 2 rad/s; measured is how many of each are left of and above, and right of and
 * below, its axis.
 */
export function drumScene(size: Size): RoundRobinScene {
  const radius = RADIUS * size.coarseness;
  const reach = DRUM.radius - 1.02 * radius;
  const mesh = { name: 'drum', mesh: drumMesh(DRUM.radius, DRUM.length), material: 'steel' };
  const half = DRUM.length / 2;
  const count = size.count ?? inSize(DRUM.count, size);
  return {
    name: 'drum',
    title: 'Two materials in a drum',
    radius,
    start: () =>
      lattice(
        radius,
        [-DRUM.radius, -half, -DRUM.radius],
        [DRUM.radius, half, DRUM.radius],
        count,
        ([x, , z]) => Math.sqrt(x * x + z * z) < reach,
      ).map((place) => body(place, place[0] < 0 ? 'M1' : 'M2')),
    settling: { meshes: [mesh] },
    measured: {
      meshes: [{ ...mesh, motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: DRUM.rate } } }],
    },
    settlingTime: 0.3,
    duration: size.duration ?? 5,
    timeStep: stepOf(8e-7, size),
    softening: size.softening ?? 1,
    samples: 40,
    curves: ['M1, x < 0 < z', 'M2, x < 0 < z', 'M1, z < 0 < x', 'M2, z < 0 < x'],
    unit: 'spheres',
    measure: quadrants,
  };
}

function quadrants({ count, position, material }: Places): number[] {
  const found = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const x = position[3 * k];
    const z = position[3 * k + 2];
    const quadrant = x < 0 && z > 0 ? 0 : x > 0 && z < 0 ? 2 : -1;
    if (quadrant < 0) continue;
    const which = quadrant + material[k];
    found[which] = found[which] + 1;
  }
  return found;
}

const SILO = { radius: 0.1, fill: 0.28, count: 122_000 };
/** Heights of the funnels are published; a cone of 38.4 degrees gives orifices of 30 and 25.1 mm. */
const FUNNELS = { large: { depth: 0.0554222, orifice: 0.03 }, small: { depth: 0.0593008, orifice: 0.0251 } } as const;

/** Spheres run out of a silo; measured is how many are still above the orifice. */
export function siloScene(funnel: keyof typeof FUNNELS, material: 'M1' | 'M2', size: Size): RoundRobinScene {
  const radius = RADIUS * size.coarseness;
  const { depth, orifice } = FUNNELS[funnel];
  const reach = SILO.radius - 1.1 * radius;
  const top = 2 * SILO.fill;
  const silo = { name: 'silo', mesh: siloMesh(SILO.radius, top, orifice, depth), material: 'steel' };
  const slope = depth / (SILO.radius - orifice);
  const count = size.count ?? inSize(SILO.count, size);
  const clearOfCone = ([x, y, z]: Triple): boolean => {
    const r = Math.sqrt(x * x + y * y);
    const cone = (r - SILO.radius) * slope;
    return r < reach && (z > radius || (z - cone) / Math.sqrt(1 + slope * slope) > 1.1 * radius);
  };
  return {
    name: `silo-${funnel}-${material}`,
    title: `A silo with the ${funnel} orifice, ${material}`,
    radius,
    start: () =>
      lattice(
        radius,
        [-SILO.radius, -SILO.radius, -depth + radius],
        [SILO.radius, SILO.radius, top],
        count,
        clearOfCone,
      ).map((place) => body(place, material)),
    settling: {
      meshes: [silo, { name: 'plug', mesh: plugMesh(orifice, depth), material: 'steel' }],
    },
    measured: {
      meshes: [silo],
      domain: { min: [-0.2, -0.2, -depth - 0.05], max: [0.2, 0.2, 2 * top], onEscape: 'delete' },
    },
    settlingTime: 0.3,
    duration: size.duration ?? 5,
    timeStep: stepOf(material === 'M1' ? 1.5e-6 : 2e-6, size),
    softening: size.softening ?? 1,
    samples: 40,
    curves: ['spheres in the silo'],
    unit: 'spheres',
    measure({ count: spheres, position }) {
      let inside = 0;
      for (let k = 0; k < spheres; k++) if (position[3 * k + 2] > -depth) inside++;
      return [inside];
    },
  };
}

export const SHORT_FORMS: readonly RoundRobinScene[] = [
  impactScene(25_000, { coarseness: 2.5, duration: 0.02 }),
  drumScene({ coarseness: 2.5, duration: 0.6, softening: 100 }),
  siloScene('large', 'M1', { coarseness: 2.5, duration: 0.45, softening: 100, count: 3000 }),
];

const PUBLISHED = { coarseness: 1 };

export const FULL_FORMS: readonly RoundRobinScene[] = [
  impactScene(25_000, PUBLISHED),
  impactScene(50_000, PUBLISHED),
  impactScene(100_000, PUBLISHED),
  drumScene(PUBLISHED),
  siloScene('large', 'M1', PUBLISHED),
  siloScene('small', 'M1', PUBLISHED),
  siloScene('large', 'M2', PUBLISHED),
  siloScene('small', 'M2', PUBLISHED),
];
