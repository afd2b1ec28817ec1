// SPDX-License-Identifier: MIT
/**
 * Other descriptions of the same body: away from its own origin, rotated in its own frame, with vertices permuted and
 * repeated, as another kind of shape, mirrored, in other units. The answers for a pair must not depend on the
 * description.
 */
import { compose, inverse, type Pose, pose } from '../../src/math/pose.ts';
import { IDENTITY_QUATERNION, type Quaternion, rotate } from '../../src/math/quaternion.ts';
import type { Random } from '../../src/math/random.ts';
import { add, dot, length, scale, type Vector3, ZERO_VECTOR } from '../../src/math/vector.ts';
import type { Contact } from '../../src/narrow-phase/contact.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { facet } from '../../src/shapes/kinds/facet.ts';
import { halfSpace } from '../../src/shapes/kinds/half-space.ts';
import { point } from '../../src/shapes/kinds/point.ts';
import { type Rounded, rounded } from '../../src/shapes/kinds/rounded.ts';
import { segment } from '../../src/shapes/kinds/segment.ts';
import { superquadric } from '../../src/shapes/kinds/superquadric.ts';
import { type ConvexShape, type Shape, sweptCoreOf } from '../../src/shapes/shape.ts';
import { gapAlong, NOTHING, type Pair, scaleOf } from './judge.ts';
import { type OutsideBody, outsideBody } from './outside-body.ts';
import { decades, pick } from './shape-pool.ts';

/** Factors on all lengths: inches, millimetres, kilometres, and one that is exact. */
export const UNITS = [1 / 0.0254, 1e3, 1e-3, 2 ** 10] as const;

/** Turns that send axes to axes. */
const CYCLE: Quaternion = { w: 0.5, x: 0.5, y: 0.5, z: 0.5 };
const QUARTER_ABOUT_Z: Quaternion = { w: Math.SQRT1_2, x: 0, y: 0, z: Math.SQRT1_2 };
const HALF_ABOUT_X: Quaternion = { w: 0, x: 1, y: 0, z: 0 };

/** x_described = turn x + shift, both in the shapes' own frames. */
interface Description {
  readonly shape: Shape;
  readonly turn: Quaternion;
  readonly shift: Vector3;
}

/** A body, and the same body described otherwise. */
export interface Redescription extends Description {
  readonly original: OutsideBody;
  readonly body: OutsideBody;
  /** The original seen in a mirror across its x axis. */
  readonly mirrored: OutsideBody;
  /** The original in other units, one for each of UNITS. */
  readonly scaled: readonly OutsideBody[];
}

function mapVertices(shape: Shape, map: (v: Vector3) => Vector3): Shape {
  switch (shape.kind) {
    case 'point':
      return point({ position: map(shape.position) });
    case 'segment':
      return segment({ from: map(shape.from), to: map(shape.to) });
    case 'facet':
      return facet({ vertices: shape.vertices.map(map) });
    case 'polyhedron':
      return polyhedron({ vertices: shape.vertices.map(map) });
    case 'rounded':
      return rounded({ shape: mapVertices(shape.shape, map) as ConvexShape, radius: shape.radius });
    default:
      return shape;
  }
}

/** Seen in a mirror: x becomes -x. Shapes without vertices are their own image. */
function mirroredShape(shape: Shape): Shape {
  if (shape.kind === 'halfSpace') {
    const { x, y, z } = shape.normal;
    return halfSpace({ normal: { x: -x, y, z }, offset: shape.offset });
  }
  return mapVertices(shape, ({ x, y, z }) => ({ x: -x, y, z }));
}

function mirroredPose({ position: p, orientation: q }: Pose): Pose {
  return pose({ position: { ...p, x: -p.x }, orientation: { w: q.w, x: q.x, y: -q.y, z: -q.z } });
}

function scaledShape(shape: Shape, factor: number): Shape {
  if (shape.kind === 'halfSpace') return halfSpace({ normal: shape.normal, offset: factor * shape.offset });
  return (shape as ConvexShape).scaled(factor);
}

/** In another order, and some of them twice. */
function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const out = random.next() < 0.5 ? [...list] : [...list, ...list.filter(() => random.next() < 0.3)];
  for (let i = out.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

function anyTurn(random: Random): Quaternion {
  if (random.next() < 0.5) return IDENTITY_QUATERNION;
  return random.next() < 0.5 ? pick(random, [CYCLE, QUARTER_ABOUT_Z, HALF_ABOUT_X]) : random.rotation();
}

/** How far from its own origin a body of this size is described: mostly a little, sometimes far. */
function anyShift(random: Random, size: number): Vector3 {
  const far = random.next() < 0.8 ? decades(random, -7, 0.5) : decades(random, 0.5, 4);
  const direction = random.next() < 0.3 ? pick(random, AXES) : random.unitVector();
  return random.next() < 0.1 ? ZERO_VECTOR : scale(direction, size * far);
}

const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: -1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

function cornersOfBox({ x, y, z }: Vector3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({ x: i & 1 ? x : -x, y: i & 2 ? y : -y, z: i & 4 ? z : -z }));
}

function sweptAgain(shape: ConvexShape): Rounded {
  const { core, margin } = sweptCoreOf(shape);
  return rounded({ shape: core, radius: margin });
}

/**
 * The body of the shape in other words; shapes without vertices are turned to where they look the same, or become
 * another kind.
 */
function describe(random: Random, shape: Shape, size: number): Description {
  const turn = anyTurn(random);
  const shift = anyShift(random, size);
  const move = (v: Vector3): Vector3 => add(rotate(turn, v), shift);
  const symmetric = (as: Shape, by: Quaternion): Description => ({ shape: as, turn: by, shift: ZERO_VECTOR });
  switch (shape.kind) {
    case 'point':
      return { shape: point({ position: move(shape.position) }), turn, shift };
    case 'segment': {
      const ends = [move(shape.from), move(shape.to)] as const;
      const [from, to] = random.next() < 0.5 ? ends : [ends[1], ends[0]];
      return { shape: segment({ from, to }), turn, shift };
    }
    case 'facet': {
      const k = random.integer(shape.vertices.length);
      const loop = [...shape.vertices.slice(k), ...shape.vertices.slice(0, k)].map(move);
      return { shape: facet({ vertices: random.next() < 0.5 ? loop : loop.reverse() }), turn, shift };
    }
    case 'polyhedron':
      return { shape: polyhedron({ vertices: shuffled(random, shape.vertices).map(move) }), turn, shift };
    case 'box': {
      const { x, y, z } = shape.halfExtents;
      if (random.next() < 0.3) return symmetric(box({ halfExtents: [z, x, y] }), CYCLE);
      return { shape: polyhedron({ vertices: shuffled(random, cornersOfBox({ x, y, z })).map(move) }), turn, shift };
    }
    case 'sphere':
      return { shape: rounded({ shape: point({ position: shift }), radius: shape.radius }), turn, shift };
    case 'capsule': {
      const z = shape.halfLength;
      const core = segment({ from: move({ x: 0, y: 0, z }), to: move({ x: 0, y: 0, z: -z }) });
      return { shape: rounded({ shape: core, radius: shape.radius }), turn, shift };
    }
    case 'ellipsoid': {
      const { x, y, z } = shape.semiAxes;
      if (random.next() < 0.5) return symmetric(ellipsoid({ semiAxes: [z, x, y] }), CYCLE);
      return symmetric(superquadric({ semiAxes: [x, y, z], n1: 2, n2: 2 }), IDENTITY_QUATERNION);
    }
    case 'superquadric': {
      const { x, y, z } = shape.semiAxes;
      const { n1, n2 } = shape;
      return symmetric(superquadric({ semiAxes: [y, x, z], n1, n2 }), QUARTER_ABOUT_Z);
    }
    case 'cylinder':
      return symmetric(shape, pick(random, [QUARTER_ABOUT_Z, HALF_ABOUT_X]));
    case 'tablet':
      // With half balls as caps it is a capsule or a sphere.
      if (shape.capHeight === shape.radius) return describe(random, sweptAgain(shape), size);
      return symmetric(shape, pick(random, [QUARTER_ABOUT_Z, HALF_ABOUT_X]));
    case 'cone':
      return symmetric(shape, QUARTER_ABOUT_Z);
    case 'halfSpace': {
      const normal = rotate(turn, shape.normal);
      return { shape: halfSpace({ normal, offset: shape.offset + dot(normal, shift) }), turn, shift };
    }
    case 'rounded': {
      const core = describe(random, shape.shape, size);
      return { ...core, shape: rounded({ shape: core.shape as ConvexShape, radius: shape.radius }) };
    }
    case 'compound':
      throw new Error('compounds are described piece by piece');
  }
}

export function redescribe(random: Random, shape: Shape, size: number): Redescription {
  const original = outsideBody(shape);
  const description = describe(random, shape, size);
  return {
    ...description,
    original,
    body: outsideBody(description.shape),
    mirrored: outsideBody(mirroredShape(shape)),
    scaled: UNITS.map((factor) => outsideBody(scaledShape(shape, factor))),
  };
}

/** The pose in which the described body is where the original is in the given one. */
function compensated({ turn, shift }: Redescription, at: Pose): Pose {
  return pose(compose(at, inverse({ position: shift, orientation: turn })));
}

function scaledPose({ position, orientation }: Pose, factor: number): Pose {
  return pose({ position: scale(position, factor), orientation });
}

/**
 * A pair of originals described otherwise, with the pair itself as its twin; or, without a twin, the same poses for
 * what is somewhere else.
 */
export function redescribedPair(random: Random, a: Redescription, b: Redescription, twin: Pair): Pair {
  const { poseA, poseB } = twin;
  const lot = random.next();
  if (lot < 0.2) return { a: a.body, poseA, b: b.body, poseB };
  if (lot < 0.3) {
    return {
      a: a.mirrored,
      poseA: mirroredPose(poseA),
      b: b.mirrored,
      poseB: mirroredPose(poseB),
      twin: { pair: twin, unit: 1, isMirrored: true },
    };
  }
  if (lot < 0.4) {
    const k = random.integer(UNITS.length);
    const unit = UNITS[k];
    return {
      a: a.scaled[k],
      poseA: scaledPose(poseA, unit),
      b: b.scaled[k],
      poseB: scaledPose(poseB, unit),
      twin: { pair: twin, unit, isMirrored: false },
    };
  }
  const [changesA, changesB] = pick(random, [
    [true, true],
    [true, false],
    [false, true],
  ] as const);
  return {
    a: changesA ? a.body : a.original,
    poseA: changesA ? compensated(a, poseA) : poseA,
    b: changesB ? b.body : b.original,
    poseB: changesB ? compensated(b, poseB) : poseB,
    twin: { pair: twin, unit: 1, isMirrored: false },
  };
}

/** Moving the vertices, composing the poses and judging cost this many roundings of the largest coordinate. */
const REDESCRIPTION_ROUNDINGS = 64;
/** A hull drops corners that stand out by less than this part of it, and not the same ones from everywhere. */
const DROPPED_CORNERS = 4e-14;

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/**
 * The two descriptions of one pair must have bounds that overlap, and no gap of the one may exceed the upper bound of
 * the other.
 */
export function judgeTwin(pair: Pair, c: Contact, query: (pair: Pair) => Contact): string | undefined {
  const { twin } = pair;
  if (twin === undefined) return undefined;
  const { unit } = twin;
  const other = query(twin.pair);
  if (c.status === 'unsupported' || other.status === 'unsupported') {
    return c.status === other.status ? undefined : `twin: ${c.status}, described otherwise ${other.status}`;
  }
  // Where the poses are in the world counts as well: composing them rounds there.
  const far = scaleOf(pair) + unit * scaleOf(twin.pair) + length(pair.poseA.position) + length(pair.poseB.position);
  const hulls =
    pair.a.unevenness + pair.b.unevenness + DROPPED_CORNERS * (finite(pair.a.extent) + finite(pair.b.extent));
  const slack = REDESCRIPTION_ROUNDINGS * 2 ** -52 * far + hulls + NOTHING;
  const bounds = `${c.lower}, ${c.upper}; described otherwise ${unit * other.lower}, ${unit * other.upper}`;
  if (c.lower > unit * other.upper + slack || unit * other.lower > c.upper + slack) return `twin: bounds ${bounds}`;
  const { x, y, z } = other.normal;
  const gap = gapAlong(pair, twin.isMirrored ? -x : x, y, z);
  if (gap > c.upper + slack) return `twin: upper ${c.upper} is below the gap ${gap} along the twin's normal`;
  return undefined;
}
