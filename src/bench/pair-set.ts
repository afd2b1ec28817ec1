// SPDX-License-Identifier: MIT
/**
 * Pairs of convex bodies at a given distance with exact results; the same name gives the same pairs on every machine.
 * `shallow` and `near`: overlap or gap of 0.5 to 1.5 % of the size (superquadrics 0.1 to 5 %); `deep`: centroids close
 * together; `far`: a gap of 0.5 to 2 sizes. The size of a pair is the extent of its smaller body.
 */
import { InvalidOptionError } from '../errors.ts';
import { pose } from '../math/pose.ts';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { addScaled, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { contact } from '../narrow-phase/contact.ts';
import { exactContact } from '../narrow-phase/exact/exact-contact.ts';
import { familyContact } from '../narrow-phase/family/family-contact.ts';
import { gjkEpa } from '../narrow-phase/gjk/gjk-epa.ts';
import { placeAtDistance } from '../narrow-phase/place-at-distance.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { type BenchmarkBody, createShape, FAMILIES } from './benchmark-bodies.ts';

export interface PairSet {
  readonly name: string;
  /** Two per pair: pair i is bodies 2i (A) and 2i + 1 (B). */
  readonly bodies: readonly BenchmarkBody[];
  /** Seven per body: position x, y, z and orientation w, x, y, z. */
  readonly poses: readonly number[];
  /** Per pair: signed distance; of polyhedra by exact arithmetic. */
  readonly distances: readonly number[];
  /** Per pair: the size to which errors are compared. */
  readonly sizes: readonly number[];
}

const SITUATIONS = ['shallow', 'deep', 'near', 'far'] as const;
type Situation = (typeof SITUATIONS)[number];

export const SET_NAMES: readonly string[] = Object.keys(FAMILIES).flatMap((family) =>
  SITUATIONS.map((situation) => `${family}_${situation}`),
);

const PAIR_COUNT = 2000;
export const QUICK_PAIR_COUNT = 200;

/** Depth of shallow and gap of near pairs, and gap of far ones, as a part of the size. */
const NEARNESS = [0.005, 0.015] as const;
const FARNESS = [0.5, 2] as const;
/** Distance of the centroids at scale 1. */
const DEEP_CENTROIDS = [0.05, 0.6] as const;
/** Where B starts its approach: but for superquadrics of more, no family has bodies of more than radius 1.2. */
const START_DISTANCE = 3;
const PLACEMENT_STEPS = 60;

export function isSeparated(name: string): boolean {
  return name.endsWith('_near') || name.endsWith('_far');
}

/** The first pairs of a set, as a set. */
export function firstPairs(set: PairSet, count: number): PairSet {
  return {
    name: set.name,
    bodies: set.bodies.slice(0, 2 * count),
    poses: set.poses.slice(0, 14 * count),
    distances: set.distances.slice(0, count),
    sizes: set.sizes.slice(0, count),
  };
}

/** Vertices of a body where its pose puts it. */
export function worldVertices(body: BenchmarkBody, poses: ArrayLike<number>, index: number): Float64Array {
  const [x = 0, y = 0, z = 0, qw = 1, qx = 0, qy = 0, qz = 0] = poseNumbers(poses, index);
  const world = new Float64Array(body.vertices.length);
  for (let i = 0; i < world.length; i += 3) {
    const own = { x: body.vertices[i], y: body.vertices[i + 1], z: body.vertices[i + 2] };
    const turned = rotate({ w: qw, x: qx, y: qy, z: qz }, own);
    world[i] = turned.x + x;
    world[i + 1] = turned.y + y;
    world[i + 2] = turned.z + z;
  }
  return world;
}

/**
 * Signed distance of one pair: for polyhedra by exact arithmetic, for superquadrics by the readable form of GJK and
 * EPA, which does not share the text of the kernel and is accurate to 1e-8 of the size.
 */
function rightDistance(bodies: readonly BenchmarkBody[], poses: ArrayLike<number>, i: number): number {
  const [a, b] = [bodies[i], bodies[i + 1]];
  if (a.superquadric === undefined || b.superquadric === undefined) {
    const vertices = worldVertices(a, poses, i);
    return exactContact({ vertices }, { vertices: worldVertices(b, poses, i + 1) }).distance;
  }
  const [poseA, poseB] = [i, i + 1].map((body) => {
    const [x = 0, y = 0, z = 0, qw = 1, qx = 0, qy = 0, qz = 0] = poseNumbers(poses, body);
    return pose({ position: [x, y, z], orientation: { w: qw, x: qx, y: qy, z: qz } });
  }) as [ReturnType<typeof pose>, ReturnType<typeof pose>];
  return familyContact(gjkEpa, createShape(a), poseA, createShape(b), poseB, {}).distance;
}

function poseNumbers(poses: ArrayLike<number>, body: number): number[] {
  return Array.from({ length: 7 }, (_, k) => poses[7 * body + k]);
}

/** Signed distances of all pairs at the given poses. */
export function rightDistances(bodies: readonly BenchmarkBody[], poses: ArrayLike<number>): number[] {
  const distances: number[] = [];
  for (let i = 0; i + 1 < bodies.length; i += 2) distances.push(rightDistance(bodies, poses, i));
  return distances;
}

/** Largest distance of two vertices. */
function extentOf({ vertices }: BenchmarkBody): number {
  let squared = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    for (let j = 0; j < i; j += 3) {
      const x = vertices[i] - vertices[j];
      const y = vertices[i + 1] - vertices[j + 1];
      const z = vertices[i + 2] - vertices[j + 2];
      squared = Math.max(squared, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(squared);
}

/** Boxes approach as hulls, so that both forms of them are placed alike. */
function createApproaching({ vertices, superquadric }: BenchmarkBody): ConvexShape {
  return createShape({ vertices, triangles: [], ...(superquadric && { superquadric }) });
}

/**
 * Distance along `direction` at which B, turned as its pose says, is `target` from A at the origin; undefined if none
 * is found.
 */
function approach(
  [a, b]: readonly [BenchmarkBody, BenchmarkBody],
  orientations: readonly [PoseOf, PoseOf],
  direction: Vector3,
  target: number,
): number | undefined {
  const shapeA = createApproaching(a);
  const shapeB = createApproaching(b);
  const contactAt = (way: number) =>
    contact(shapeA, orientations[0], shapeB, { ...orientations[1], position: addScaled(ZERO_VECTOR, direction, way) });
  return placeAtDistance(contactAt, direction, START_DISTANCE, target, PLACEMENT_STEPS);
}

type PoseOf = { readonly orientation: ReturnType<Random['rotation']> };

function readName(name: string): [family: string, situation: Situation] {
  const [family = '', situation = ''] = name.split('_');
  if (SET_NAMES.includes(name)) return [family, situation as Situation];
  throw new InvalidOptionError('unknown-set', `no set "${name}"; there are ${SET_NAMES.join(', ')}`);
}

export function pairCountOf(name: string): number {
  return FAMILIES[readName(name)[0]]?.pairCount ?? PAIR_COUNT;
}

/** Where the random numbers of a set begin: those of a family in another form are the same. */
function seedOf(family: string, situation: Situation): number {
  return 1 + SET_NAMES.indexOf(`${FAMILIES[family]?.sameAs ?? family}_${situation}`);
}

/** The set of that name; fewer pairs are the first of the full set. */
export function createPairSet(name: string, pairCount = pairCountOf(name)): PairSet {
  const [familyName, situation] = readName(name);
  const family = FAMILIES[familyName];
  const random = new Random(seedOf(familyName, situation));
  const [nearest, farthest] = situation === 'far' ? FARNESS : (family.nearness ?? NEARNESS);
  const [low, high] = situation === 'shallow' ? [-farthest, -nearest] : [nearest, farthest];
  const bodies: BenchmarkBody[] = [];
  const poses: number[] = [];
  const sizes: number[] = [];
  while (sizes.length < pairCount) {
    const pair = [family.create(random), family.create(random)] as const;
    const orientations = [{ orientation: random.rotation() }, { orientation: random.rotation() }] as const;
    const direction = random.unitVector();
    const size = Math.min(extentOf(pair[0]), extentOf(pair[1]));
    const offset = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const;
    const at =
      situation === 'deep'
        ? random.between(...DEEP_CENTROIDS) * family.scale
        : approach(pair, orientations, direction, random.between(low, high) * size);
    if (at === undefined) continue;
    bodies.push(...pair);
    sizes.push(size);
    [0, at].forEach((along, k) => {
      const { w, x, y, z } = (orientations[k] as PoseOf).orientation;
      const { x: dx, y: dy, z: dz } = direction;
      poses.push(offset[0] + along * dx, offset[1] + along * dy, offset[2] + along * dz, w, x, y, z);
    });
  }
  return { name, bodies, poses, distances: rightDistances(bodies, poses), sizes };
}
