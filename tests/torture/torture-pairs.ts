// SPDX-License-Identifier: MIT
/**
 * Pairs that break contact queries, by kind. Shapes come from pools made once from the seed; a pair is two of them with
 * fresh poses. The pairs of a block of queries depend on the seed and the number of the block alone, so any pair can be
 * made again.
 */
import { type Pose, pose } from '../../src/math/pose.ts';
import { fromAxisAngle, IDENTITY_QUATERNION, multiply, type Quaternion, rotate } from '../../src/math/quaternion.ts';
import type { Random } from '../../src/math/random.ts';
import { addScaled, negate, scale, subtract, type Vector3, ZERO_VECTOR } from '../../src/math/vector.ts';
import { AXES, type Bodies, makePools, type Pools } from './body-pools.ts';
import type { Pair } from './judge.ts';
import type { OutsideBody } from './outside-body.ts';
import { redescribedPair } from './redescription.ts';
import { CONVEX_KINDS, decades, pick, type Triple } from './shape-pool.ts';

/** Each with its share of the queries. */
export const PAIR_KINDS = {
  random: 30,
  touching: 10,
  dyadic: 8,
  deep: 6,
  coincident: 4,
  contained: 4,
  needle: 4,
  plate: 4,
  blade: 4,
  'ratio-1e3': 3,
  'ratio-1e6': 3,
  'offset-1e6': 3,
  'scale-1e-9': 2,
  'scale-1e9': 2,
  'near-parallel': 4,
  stacked: 3,
  shared: 3,
  same: 1,
  'tiny-offset': 1,
  'far-frame': 1,
  described: 12,
} as const;

export type PairKind = keyof typeof PAIR_KINDS;

export const PAIR_KIND_NAMES = Object.keys(PAIR_KINDS) as PairKind[];

const QUARTER = Math.SQRT1_2;
const NICE_TURNS: readonly Quaternion[] = [
  IDENTITY_QUATERNION,
  { w: QUARTER, x: QUARTER, y: 0, z: 0 },
  { w: QUARTER, x: 0, y: 0, z: QUARTER },
  { w: 0, x: 1, y: 0, z: 0 },
  { w: 0.5, x: 0.5, y: 0.5, z: 0.5 },
];

export class PairSource {
  private readonly pools: Pools;
  private readonly weighted: readonly PairKind[];

  constructor(seed: number, kinds: readonly PairKind[] = PAIR_KIND_NAMES, poolSize = 1) {
    this.pools = makePools(seed, poolSize);
    this.weighted = kinds.flatMap((kind) => Array<PairKind>(PAIR_KINDS[kind]).fill(kind));
  }

  next(random: Random): { kind: PairKind; pair: Pair } {
    const kind = pick(random, this.weighted);
    return { kind, pair: this.make(kind, random) };
  }

  private any(random: Random, allowHalfSpace = false): OutsideBody {
    const kind = allowHalfSpace && random.next() < 1 / 13 ? 'halfSpace' : pick(random, CONVEX_KINDS);
    return pick(random, this.pools.byKind.get(kind) ?? []);
  }

  private make(kind: PairKind, random: Random): Pair {
    const { pools } = this;
    switch (kind) {
      case 'random':
        return scattered(random, this.any(random, true), this.any(random, true), random.between(0, 2.5));
      case 'touching':
        return touching(random, this.any(random), this.any(random));
      case 'dyadic':
        return dyadic(random, pick(random, pools.dyadic), pick(random, pools.dyadic));
      case 'deep':
        return scattered(random, this.any(random), this.any(random), 0.3 * random.next() ** 2);
      case 'coincident':
        return coincident(random, this.any(random), this.any(random));
      case 'contained': {
        const small = pick(random, this.sized(1e-3));
        const inner = random.next() < 0.5;
        const [a, b] = inner ? [small, this.any(random)] : [this.any(random), small];
        return scattered(random, a, b, 0.3 * random.next());
      }
      case 'needle':
      case 'plate':
      case 'blade': {
        const other = random.next() < 0.5 ? pick(random, pools.thin[kind]) : this.any(random);
        const first = pick(random, pools.thin[kind]);
        return random.next() < 0.3
          ? touching(random, first, other)
          : scattered(random, first, other, 1.5 * random.next() ** 3);
      }
      case 'ratio-1e3':
      case 'ratio-1e6': {
        const factor = kind === 'ratio-1e3' ? pick(random, [1e3, 1e-3]) : pick(random, [1e6, 1e-6]);
        return this.ofSizes(random, this.any(random), pick(random, this.sized(factor)));
      }
      case 'offset-1e6':
        return shifted(random, this.ofSizes(random, this.any(random), this.any(random)), 1e6);
      case 'scale-1e-9':
      case 'scale-1e9': {
        const pool = this.sized(kind === 'scale-1e9' ? 1e9 : 1e-9);
        return this.ofSizes(random, pick(random, pool), pick(random, pool));
      }
      case 'near-parallel':
        return nearParallel(random, pick(random, pools.polyhedra), pick(random, pools.polyhedra));
      case 'stacked':
        return stacked(random, pick(random, pools.boxes), pick(random, pools.boxes));
      case 'shared': {
        const [a, b] = pick(random, pools.shared);
        const at = anyPose(random);
        return { a, poseA: at, b, poseB: at };
      }
      case 'same': {
        const a = this.any(random);
        const at = anyPose(random);
        return { a, poseA: at, b: random.next() < 0.7 ? a : this.any(random), poseB: at };
      }
      case 'tiny-offset': {
        const a = this.any(random);
        const step = scale(random.unitVector(), decades(random, -320, -14));
        return { a, poseA: pose(), b: random.next() < 0.5 ? a : this.any(random), poseB: pose({ position: step }) };
      }
      case 'far-frame':
        return farFrame(
          random,
          pick(random, pools.farFrame),
          random.next() < 0.5 ? this.any(random) : pick(random, pools.farFrame),
        );
      case 'described': {
        // Half of them a curved body and one of few vertices, which is easily described beside itself.
        const isMixed = random.next() < 0.5;
        const a = pick(random, isMixed ? pools.slight : pools.described);
        const b = random.next() < 0.05 ? a : pick(random, isMixed ? pools.curved : pools.described);
        const place = isMixed && random.next() < 0.6 ? nearlyCentred : anyPlace;
        return redescribedPair(random, a, b, place(random, a.original, b.original));
      }
    }
  }

  private sized(factor: number): Bodies {
    return this.pools.sized.get(factor) ?? [];
  }

  private ofSizes(random: Random, a: OutsideBody, b: OutsideBody): Pair {
    return random.next() < 0.4 ? touching(random, a, b) : scattered(random, a, b, 1.2 * random.next());
  }
}

/** Apart, touching, deep in each other, on one another. */
function anyPlace(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const lot = random.next();
  const hasHalfSpace = a.core.kind === 'halfSpace' || b.core.kind === 'halfSpace';
  if (lot < 0.25 || hasHalfSpace) return scattered(random, a, b, random.between(0, 2));
  if (lot < 0.4) return touching(random, a, b);
  if (lot < 0.7) return scattered(random, a, b, 0.3 * random.next() ** 2);
  return coincident(random, a, b);
}

/** Centres a little beside each other: every direction across an axis, or every one at all, is nearly as deep. */
function nearlyCentred(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const at = random.next() < 0.5 ? pose() : anyPose(random);
  const direction = random.next() < 0.5 ? rotate(at.orientation, pick(random, AXES)) : random.unitVector();
  const step = random.next() < 0.3 ? 0 : decades(random, -8, -1);
  const orientation = random.next() < 0.6 ? at.orientation : turn(random);
  return { a, poseA: at, b, poseB: pose({ position: addScaled(at.position, direction, step), orientation }) };
}

function turn(random: Random): Quaternion {
  return random.next() < 0.25 ? pick(random, NICE_TURNS) : random.rotation();
}

function anyPose(random: Random): Pose {
  const position = random.next() < 0.3 ? ZERO_VECTOR : scale(random.unitVector(), 3 * random.next());
  return pose({ position, orientation: turn(random) });
}

/** Centres `apart` times the sum of the bodies' half extents from each other, in a random direction. */
function scattered(random: Random, a: OutsideBody, b: OutsideBody, apart: number): Pair {
  const reach = (Math.min(a.extent, 1e12) + Math.min(b.extent, 1e12)) / 2;
  const size = a.core.kind === 'halfSpace' || b.core.kind === 'halfSpace' ? 1 : reach;
  const poseA = pose({ orientation: turn(random) });
  const position = scale(random.unitVector(), apart * size * 0.7);
  return { a, poseA, b, poseB: pose({ position, orientation: turn(random) }) };
}

function supportInWorld(body: OutsideBody, orientation: Quaternion, direction: Vector3): Vector3 {
  const own = rotate({ ...orientation, x: -orientation.x, y: -orientation.y, z: -orientation.z }, direction);
  return rotate(orientation, body.shape.support(own));
}

/**
 * Two support points on each other: one plane separates the bodies there, so they touch, but for a few units of
 * rounding.
 */
function touching(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const turnA = turn(random);
  const turnB = random.next() < 0.2 ? turnA : turn(random);
  const direction = random.next() < 0.3 ? pick(random, AXES) : random.unitVector();
  const onA = supportInWorld(a, turnA, direction);
  const onB = supportInWorld(b, turnB, negate(direction));
  const unit = Math.min(a.extent, b.extent) * 2 ** -52;
  const off = random.next() < 0.4 ? 0 : (random.integer(9) - 4) * unit * (random.next() < 0.3 ? 1e4 : 1);
  const position = addScaled(subtract(onA, onB), direction, off);
  return { a, poseA: pose({ orientation: turnA }), b, poseB: pose({ position, orientation: turnB }) };
}

/** Short binary fractions throughout: many pairs touch exactly, along faces, edges and vertices. */
function dyadic(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const step = (): number => (random.integer(25) - 12) / 4;
  const orientation = random.next() < 0.7 ? IDENTITY_QUATERNION : pick(random, NICE_TURNS);
  const position = { x: step(), y: step(), z: step() };
  return { a, poseA: pose(), b, poseB: pose({ position, orientation }) };
}

/** Centres on each other, or off by rounding. */
function coincident(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const at = random.next() < 0.5 ? pose() : anyPose(random);
  const step = random.next() < 0.6 ? 0 : decades(random, -18, -6);
  const position = addScaled(at.position, random.unitVector(), step);
  const orientation = random.next() < 0.4 ? at.orientation : turn(random);
  return { a, poseA: at, b, poseB: pose({ position, orientation }) };
}

function shifted(random: Random, pair: Pair, by: number): Pair {
  const offset = scale(random.unitVector(), by);
  return {
    ...pair,
    poseA: pose({ ...pair.poseA, position: addScaled(pair.poseA.position, offset, 1) }),
    poseB: pose({ ...pair.poseB, position: addScaled(pair.poseB.position, offset, 1) }),
  };
}

/** Faces that are parallel but for 1e-7 to 1e-15 rad, a little apart, touching or a little inside each other. */
function nearParallel(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const same = random.next() < 0.5 ? a : b;
  const turnA = turn(random);
  const turnB = multiply(fromAxisAngle(random.unitVector(), decades(random, -15, -7)), turnA);
  const direction = rotate(turnA, pick(random, AXES));
  const onA = supportInWorld(a, turnA, direction);
  const onB = supportInWorld(same, turnB, negate(direction));
  const gap = random.next() < 0.3 ? 0 : random.between(-1, 1) * decades(random, -15, -1);
  const slide = scale(random.unitVector(), random.next() < 0.5 ? 0 : 0.3);
  const position = addScaled(addScaled(subtract(onA, onB), direction, gap), slide, 1);
  return { a, poseA: pose({ orientation: turnA }), b: same, poseB: pose({ position, orientation: turnB }) };
}

function halfSizes(body: OutsideBody): Triple {
  const { max } = body.shape.boundingBox();
  return [max.x, max.y, max.z];
}

/** Boxes on boxes, edges flush or not, in a common turn. */
function stacked(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const p = halfSizes(a);
  const q = halfSizes(b);
  const slide = (k: 0 | 1): number => pick(random, [0, p[k] - q[k], p[k] + q[k], 0.125, random.between(-1, 1)]);
  const gap = random.next() < 0.6 ? 0 : (random.integer(9) - 4) * decades(random, -17, -2);
  const orientation = turn(random);
  const position = rotate(orientation, { x: slide(0), y: slide(1), z: p[2] + q[2] + gap });
  return { a, poseA: pose({ orientation }), b, poseB: pose({ position, orientation }) };
}

function farFrame(random: Random, a: OutsideBody, b: OutsideBody): Pair {
  const turnA = turn(random);
  const turnB = turn(random);
  const middle = (body: OutsideBody): Vector3 => {
    const { min, max } = body.shape.boundingBox();
    return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  };
  const centreA = rotate(turnA, middle(a));
  const centreB = rotate(turnB, middle(b));
  const apart = ((a.extent + b.extent) / 2) * 1.2 * random.next();
  const position = addScaled(subtract(centreA, centreB), random.unitVector(), apart);
  return { a, poseA: pose({ orientation: turnA }), b, poseB: pose({ position, orientation: turnB }) };
}
