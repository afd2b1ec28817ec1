// SPDX-License-Identifier: MIT
/**
 * Pairs of polyhedra of eight kinds, easy and hard: random pairs from deep overlap to large distance, boxes with
 * parallel faces, slender polyhedra, size ratios of 1e3 and 1e6, an offset of 1e6, scales of 1e-9 and 1e9, nearly
 * parallel faces, and degenerate input.
 */
import { rotate } from '../../math/quaternion.ts';
import type { Random } from '../../math/random.ts';
import { toTriple, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { boxHull, randomHull, randomPolyhedron } from '../../shapes/random-shapes.ts';
import { type BodyPair, pairAnywhere, pairAtDistance } from '../random-pairs.ts';
import type { KnownPair } from './judged-answers.ts';

type Maker = (random: Random) => readonly [Float64Array, Float64Array] | undefined;

/** World vertices at the pose. */
function worldVertices(shape: ConvexPolyhedron, { position, orientation }: BodyPair['poseA']): Float64Array {
  const own = shape.hull.vertices;
  const world = new Float64Array(own.length);
  for (let i = 0; i < own.length; i += 3) {
    const turned = rotate(orientation, { x: own[i], y: own[i + 1], z: own[i + 2] });
    world.set([turned.x + position.x, turned.y + position.y, turned.z + position.z], i);
  }
  return world;
}

function placed(pair: BodyPair | undefined): readonly [Float64Array, Float64Array] | undefined {
  if (pair === undefined) return undefined;
  return [worldVertices(pair.a as ConvexPolyhedron, pair.poseA), worldVertices(pair.b as ConvexPolyhedron, pair.poseB)];
}

const mapped = (flat: Float64Array, change: (value: number, axis: number) => number): Float64Array =>
  flat.map((value, i) => change(value, i % 3));

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random.integer(from.length)];
}

/** At any position, or at one of a few distances relative to the size. */
function somewhere(random: Random, a: ConvexPolyhedron, b: ConvexPolyhedron): ReturnType<Maker> {
  const part = pick(random, [-0.01, -0.1, 0.01, 0.5, undefined]);
  return placed(part === undefined ? pairAnywhere(a, b, random) : pairAtDistance(a, b, random, part));
}

const random3: Maker = (random) => somewhere(random, randomPolyhedron(random), randomPolyhedron(random));

/** Boxes on a grid of quarters: faces and edges are parallel, touch, coincide or contain each other. */
const boxes: Maker = (random) => {
  const half = (): [number, number, number] => [1 + random.integer(4), 1 + random.integer(4), 1 + random.integer(4)];
  const shift = [random.integer(13) - 6, random.integer(13) - 6, random.integer(13) - 6];
  const quarter = (flat: Float64Array): Float64Array => mapped(flat, (value) => value / 4);
  const b = mapped(boxHull(half()).hull.vertices, (value, axis) => value + shift[axis]);
  return [quarter(boxHull(half()).hull.vertices), quarter(b)];
};

const slender: Maker = (random) => {
  const needle = (): ConvexPolyhedron => {
    const long = pick(random, [10, 100, 1000]);
    return polyhedron({
      vertices: mapped(randomHull(random, 12).hull.vertices, (v, axis) => (axis === 0 ? long * v : v)),
    });
  };
  return somewhere(random, needle(), random.next() < 0.5 ? needle() : randomPolyhedron(random));
};

const sizeRatio: Maker = (random) => {
  const factor = pick(random, [1e3, 1e6]);
  const large = polyhedron({ vertices: mapped(randomHull(random, 12).hull.vertices, (value) => factor * value) });
  const part = pick(random, [-0.2, -0.01, 0.01, 0.5]);
  return placed(pairAtDistance(large, randomPolyhedron(random), random, part));
};

const farOffset: Maker = (random) => {
  const found = random3(random);
  const shift = toTriple(random.unitVector()).map((value) => 1e6 * value);
  const moved = (flat: Float64Array): Float64Array => mapped(flat, (value, axis) => value + shift[axis]);
  return found && [moved(found[0]), moved(found[1])];
};

const scale: Maker = (random) => {
  const found = random3(random);
  const factor = pick(random, [1e-9, 1e9]);
  return found && [mapped(found[0], (value) => factor * value), mapped(found[1], (value) => factor * value)];
};

/** A box on another, with a tilt that decreases to zero. */
const nearParallel: Maker = (random) => {
  const tilt = pick(random, [1e-3, 1e-6, 1e-9, 1e-12]);
  const lower = boxHull([1, 1, 0.5]).hull.vertices;
  const upper = boxHull([0.7, 0.6, 0.5]).hull.vertices;
  const height = pick(random, [0.9, 0.99, 1.01, 1.5]);
  const [dx, dy] = [random.between(-0.5, 0.5), random.between(-0.5, 0.5)];
  const axis = random.unitVector();
  const tilted = new Float64Array(upper.length);
  for (let i = 0; i < upper.length; i += 3) {
    const p: Vector3 = { x: upper[i], y: upper[i + 1], z: upper[i + 2] };
    tilted.set([p.x + dx, p.y + dy, p.z + height + tilt * (axis.x * p.x + axis.y * p.y)], i);
  }
  return [lower, tilted];
};

/** Vertices repeated, inside, and on faces. */
const degenerate: Maker = (random) => {
  const found = random3(random);
  const padded = (flat: Float64Array): Float64Array => {
    const more: number[] = [...flat];
    for (let k = 0; k < 6; k++) {
      const [i, j] = [3 * random.integer(flat.length / 3), 3 * random.integer(flat.length / 3)];
      const t = pick(random, [0, 0.5, 0.25]);
      for (let axis = 0; axis < 3; axis++) {
        more.push((1 - t) * flat[i + axis] + t * flat[j + axis]);
      }
    }
    return Float64Array.from(more);
  };
  return found && [padded(found[0]), padded(found[1])];
};

const KINDS: Readonly<Record<string, Maker>> = {
  random: random3,
  boxes,
  slender,
  'size ratio': sizeRatio,
  'far offset': farOffset,
  scale,
  'near parallel': nearParallel,
  degenerate,
};

export const KIND_NAMES: readonly string[] = Object.keys(KINDS);

/** Pairs of a kind with the distance that the default proves. */
export function pairsOfKind(name: string, random: Random, howMany: number): KnownPair[] {
  const make = KINDS[name];
  const found: KnownPair[] = [];
  while (found.length < howMany) {
    const pair = make(random);
    if (pair === undefined) continue;
    const [a, b] = pair;
    const { distance } = contact(polyhedron({ vertices: a }), {}, polyhedron({ vertices: b }), {});
    found.push({ a, b, distance });
  }
  return found;
}
