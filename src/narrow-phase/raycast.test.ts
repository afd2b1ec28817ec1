// SPDX-License-Identifier: MIT
/** Where rays meet shapes: closed forms, rays that graze or start far away, and what holds for every shape. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, sizeOf } from '../../tests/support/random-convex-shapes.ts';
import { InvalidOptionError } from '../errors.ts';
import { PAIR_TEXT } from '../kernel/kernel.ts';
import { type Pose, pose, transformPoint } from '../math/pose.ts';
import { fromAxisAngle, rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import {
  addScaled,
  dot,
  length,
  normalise,
  scale,
  subtract,
  type Vector3,
  type Vector3Like,
  vector3,
  ZERO_VECTOR,
} from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { cone } from '../shapes/kinds/cone.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { facet } from '../shapes/kinds/facet.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { point } from '../shapes/kinds/point.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { segment } from '../shapes/kinds/segment.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import { tablet } from '../shapes/kinds/tablet.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import { chosenKernel, contact } from './contact.ts';
import { advanceToBody } from './ray-advance.ts';
import { type RayHit, raycast } from './raycast.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const pill = tablet({ diameter: 8, bandHeight: 3, capRadius: 5 });
const lens = tablet({ diameter: 8, bandHeight: 0, capRadius: 5 });
const SQRT3 = Math.sqrt(3);

describe('raycast in closed form', () => {
  it.each<[string, Shape, Vector3Like, Vector3Like, number, Vector3Like]>([
    ['sphere, centrally', sphere({ radius: 1 }), [-3, 0, 0], [2, 0, 0], 2, [-1, 0, 0]],
    // At height 1/2 the unit sphere is sqrt(3)/2 wide.
    ['sphere, off centre', sphere({ radius: 1 }), [-3, 0.5, 0], [1, 0, 0], 3 - SQRT3 / 2, [-SQRT3 / 2, 0.5, 0]],
    ['box, face', cube, [0.3, 0.4, 5], [0, 0, -1], 4, [0, 0, 1]],
    // Along (1, 1, 0) towards the edge x = y = -1, entering both faces at once; then 2 off it.
    ['box, obliquely', cube, [-3, -2, 0], [1, 1, 0], 2 * Math.SQRT2, [-1, 0, 0]],
    ['capsule, side', capsule({ radius: 1, halfLength: 2 }), [5, 0, 1], [-1, 0, 0], 4, [1, 0, 0]],
    ['capsule, end', capsule({ radius: 1, halfLength: 2 }), [0, 0, 7], [0, 0, -1], 4, [0, 0, 1]],
    [
      'capsule, shoulder',
      capsule({ radius: 1, halfLength: 2 }),
      [5, 0, 2.5],
      [-1, 0, 0],
      5 - SQRT3 / 2,
      [SQRT3 / 2, 0, 0.5],
    ],
    ['cylinder, cap', cylinder({ radius: 1, halfLength: 2 }), [0.5, 0.5, 9], [0, 0, -1], 7, [0, 0, 1]],
    [
      'cylinder, side',
      cylinder({ radius: 1, halfLength: 2 }),
      [-3, 0.5, 1],
      [1, 0, 0],
      3 - SQRT3 / 2,
      [-SQRT3 / 2, 0.5, 0],
    ],
    // Side of slope 2 at z = 1 of a cone of radius 1 and height 2: half a radius; its normal is (2, 1) / sqrt(5).
    ['cone, side', cone({ radius: 1, height: 2 }), [4, 0, 1], [-1, 0, 0], 3.5, [2 / Math.sqrt(5), 0, 1 / Math.sqrt(5)]],
    ['cone, base', cone({ radius: 1, height: 2 }), [0.2, 0.3, -5], [0, 0, 1], 5, [0, 0, -1]],
    ['cone, apex', cone({ radius: 1, height: 2 }), [0, 0, 5], [0, 0, -1], 3, [0, 0, 1]],
    // A sphere of radius 5 cut where it is 8 wide, its centre 3 below the rim: 4 high at 3 beside the axis.
    ['tablet, cap', pill, [3, 0, 10], [0, 0, -2], 7.5, [3 / 5, 0, 4 / 5]],
    ['tablet, lower cap', pill, [0, -3, -10], [0, 0, 1], 7.5, [0, -3 / 5, -4 / 5]],
    ['tablet, middle of a cap', pill, [0, 0, 10], [0, 0, -1], 6.5, [0, 0, 1]],
    ['tablet, band', pill, [-9, 0, 1], [1, 0, 0], 5, [-1, 0, 0]],
    ['tablet, cap from the side', pill, [9, 0, 2.5], [-1, 0, 0], 6, [3 / 5, 0, 4 / 5]],
    ['tablet, lens', lens, [0, 9, 1], [0, -1, 0], 6, [0, 3 / 5, 4 / 5]],
    ['ellipsoid, axis', ellipsoid({ semiAxes: [1, 2, 3] }), [0, 9, 0], [0, -1, 0], 7, [0, 1, 0]],
    ['superquadric, axis', superquadric({ semiAxes: [1, 2, 3], n1: 5, n2: 3 }), [0, 0, -9], [0, 0, 1], 6, [0, 0, -1]],
    ['half-space', halfSpace({ normal: [0, 0, 1], offset: 2 }), [1, 1, 10], [0, 3, -4], 10, [0, 0, 1]],
    [
      'facet',
      facet({
        vertices: [
          [0, 0, 1],
          [4, 0, 1],
          [0, 4, 1],
        ],
      }),
      [1, 1, 3],
      [0, 0, -1],
      2,
      [0, 0, 1],
    ],
    [
      'facet, from behind',
      facet({
        vertices: [
          [0, 0, 1],
          [4, 0, 1],
          [0, 4, 1],
        ],
      }),
      [1, 1, -3],
      [0, 0, 1],
      4,
      [0, 0, -1],
    ],
    ['rounded box, face', rounded({ shape: cube, radius: 0.5 }), [0, 0, 5], [0, 0, -1], 3.5, [0, 0, 1]],
    // The edge is a cylinder of radius 1/2 about x = z = 1: along (-1, 0, -1) its surface is at 1 + 1/sqrt(8).
    [
      'rounded box, edge',
      rounded({ shape: cube, radius: 0.5 }),
      [3, 0, 3],
      [-1, 0, -1],
      2 * Math.SQRT2 - 0.5,
      [Math.SQRT1_2, 0, Math.SQRT1_2],
    ],
    [
      'rounded segment',
      rounded({ shape: segment({ from: [0, 0, 0], to: [0, 4, 0] }), radius: 1 }),
      [5, 2, 0],
      [-1, 0, 0],
      4,
      [1, 0, 0],
    ],
  ])('%s', { tags: ['long'] }, (_, shape, origin, direction, expected, normal) => {
    const hit = raycast({ origin, direction }, shape);
    expect(hit?.distance).toBeCloseTo(expected, 13);
    const [x, y, z] = normal as [number, number, number];
    expect(length(addScaled(hit?.normal as Vector3, { x, y, z }, -1))).toBeLessThan(1e-13);
  });

  it('takes the shape at its pose', () => {
    const turned = { position: [10, 0, 0], orientation: fromAxisAngle({ x: 0, y: 0, z: 1 }, Math.PI / 4) } as const;
    const hit = raycast({ origin: [0, 0, 0], direction: [1, 0, 0] }, cube, turned);
    expect(hit?.distance).toBeCloseTo(10 - Math.SQRT2, 13);
    expect(hit?.point.x).toBeCloseTo(10 - Math.SQRT2, 13);
  });

  it('hits caps as flat as they may be to rounding', () => {
    const flat = tablet({ diameter: 2, bandHeight: 1, capRadius: 1000 });
    const at = (x: number) => raycast({ origin: [x, 0, 3], direction: [0, 0, -1] }, flat)?.distance as number;
    // The cap is r^2 / (R + q) high, and falls by x^2 / (R + sqrt(R^2 - x^2)) from its middle.
    const fall = (x: number) => x ** 2 / (1000 + Math.sqrt(1e6 - x ** 2));
    for (const x of [0, 0.3, 0.9, 0.999999]) expect(Math.abs(at(x) - (2.5 - fall(1) + fall(x)))).toBeLessThan(1e-15);
  });

  it('meets tablets where an advance towards their distance does', () => {
    const random = new Random(11);
    const engine = chosenKernel(PAIR_TEXT, undefined);
    for (let i = 0; i < 300; i++) {
      const radius = random.between(0.3, 1);
      const flatness = 1 + 10 ** random.between(-8, 3) * 0.99;
      const bandHeight = i % 3 === 0 ? 0 : random.between(0.01, 2);
      const shape = tablet({ diameter: 2 * radius, bandHeight, capRadius: radius * flatness });
      const direction = random.unitVector();
      const origin = addScaled(scale(random.unitVector(), radius), direction, -5);
      const hit = raycast({ origin, direction }, shape);
      const stretch = { from: 0, to: 10, startsAtOrigin: true };
      const found = advanceToBody(engine, { origin, direction }, kernelBlock(shape), ZERO_VECTOR, stretch);
      expect(hit === undefined).toBe(found === undefined);
      if (hit === undefined || found === undefined) continue;
      // The advance ends within 1e-9 of the body's extent; a grazing ray is longer on its way through that.
      const slope = -dot(hit.normal, direction);
      expect(Math.abs(hit.distance - found.at) * slope).toBeLessThan(2e-9);
      if (slope > 0.1) expect(Math.abs(hit.distance - found.at)).toBeLessThan(1e-12);
    }
  });

  it('takes the nearest piece of a compound', () => {
    const pair = compound([
      { shape: cube, pose: { position: [5, 0, 0] } },
      { shape: sphere({ radius: 1 }), pose: { position: [-5, 0, 0] } },
    ]);
    expect(raycast({ origin: [-20, 0, 0], direction: [1, 0, 0] }, pair)?.distance).toBe(14);
    expect(raycast({ origin: [20, 0, 0], direction: [-1, 0, 0] }, pair)?.distance).toBe(14);
    expect(raycast({ origin: [-5, 0, 0], direction: [1, 0, 0] }, pair)).toEqual({
      distance: 0,
      point: { x: -5, y: 0, z: 0 },
      normal: { x: -1, y: -0, z: -0 },
    });
  });
});

describe('raycast at the limits', () => {
  it.each<[string, Shape]>([
    ['sphere', sphere({ radius: 2 })],
    ['box', cube],
    ['cone', cone({ radius: 2, height: 1 })],
    ['half-space', halfSpace({ normal: [1, 0, 0], offset: 1 })],
    ['superquadric', superquadric({ semiAxes: [1, 1, 1], n1: 3, n2: 4 })],
    ['rounded box', rounded({ shape: cube, radius: 0.1 })],
  ])('hits a %s from inside at distance 0, against the ray', (_, shape) => {
    expect(raycast({ origin: [0.1, 0.1, 0.1], direction: [0, 0, 5] }, shape)).toEqual({
      distance: 0,
      point: { x: 0.1, y: 0.1, z: 0.1 },
      normal: { x: -0, y: -0, z: -1 },
    });
  });

  it('hits with rays along a face, an edge and to a corner, and misses beside them', () => {
    expect(raycast({ origin: [-5, 0, 1], direction: [1, 0, 0] }, cube)?.distance).toBe(4);
    expect(raycast({ origin: [-5, 1, 1], direction: [1, 0, 0] }, cube)?.distance).toBe(4);
    expect(raycast({ origin: [0, 0, 3], direction: [1, 1, -2] }, cube)?.distance).toBeCloseTo(Math.sqrt(6), 14);
    expect(raycast({ origin: [-5, 0, 1 + 1e-12], direction: [1, 0, 0] }, cube)).toBeUndefined();
  });

  it('hits a ball that it just touches', () => {
    const hit = raycast({ origin: [-3, 1, 0], direction: [1, 0, 0] }, sphere({ radius: 1 }));
    expect(hit?.distance).toBe(3);
    expect(raycast({ origin: [-3, 1 + 1e-15, 0], direction: [1, 0, 0] }, sphere({ radius: 1 }))).toBeUndefined();
  });

  it('misses what lies behind, and what lies beyond maxLength', () => {
    expect(raycast({ origin: [5, 0, 0], direction: [1, 0, 0] }, cube)).toBeUndefined();
    expect(raycast({ origin: [-5, 0, 0], direction: [1, 0, 0], maxLength: 3.9 }, cube)).toBeUndefined();
    expect(raycast({ origin: [-5, 0, 0], direction: [1, 0, 0], maxLength: 4 }, cube)?.distance).toBe(4);
    const soft = rounded({ shape: cube, radius: 0.5 });
    expect(raycast({ origin: [-5, 0, 0], direction: [1, 0, 0], maxLength: 3 }, soft)).toBeUndefined();
  });

  it('keeps its digits from a million sizes away', () => {
    // Coordinates near 1e6 are 1.2e-10 apart, but this ray and its hit need none of them.
    for (const shape of [
      sphere({ radius: 1 }),
      cylinder({ radius: 1, halfLength: 1 }),
      cube,
      cone({ radius: 1, height: 1 }),
    ]) {
      const near = raycast({ origin: [-4, 0.25, 0.5], direction: [1, 0, 0] }, shape);
      const far = raycast({ origin: [-1e6, 0.25, 0.5], direction: [1, 0, 0] }, shape);
      expect(far?.point.x).toBeCloseTo(near?.point.x as number, 14);
      expect(far?.distance).toBeCloseTo(1e6 - 4 + (near?.distance as number), 9);
    }
  });

  it.each([
    ['sphere', sphere({ radius: 1 })],
    ['box', cube],
    ['polyhedron', polyhedron({ vertices: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]] })], // biome-ignore format: short
    ['capsule', capsule({ radius: 0.5, halfLength: 0.5 })],
    ['cylinder', cylinder({ radius: 1, halfLength: 1 })],
    ['tablet', tablet({ diameter: 2, bandHeight: 0.5, capRadius: 3 })],
    ['ellipsoid', ellipsoid({ semiAxes: [1, 0.5, 0.75] })],
    ['superquadric', superquadric({ semiAxes: [1, 0.5, 0.75], n1: 3, n2: 4 })],
    ['rounded box', rounded({ shape: cube, radius: 0.5 })],
    ['compound', compound([{ shape: cube }, { shape: sphere({ radius: 1 }), pose: { position: [0.5, 0, 0] } }])],
  ])('hits a %s from as far away as coordinates go', (_, shape) => {
    // Origin and direction are exact multiples of (3, -7, 11), so that the line passes through the world's origin
    // exactly.
    const at = pose({ position: [0.125, 0.0625, -0.25], orientation: [1, 0.2, -0.3, 0.4] });
    const direction = [-3, 7, -11] as const;
    const unit = normalise(vector3(direction));
    const near = raycast({ origin: [48, -112, 176], direction }, shape, at) as RayHit;
    for (const exponent of [10, 30, 60, 120, 162]) {
      const size = 2 ** exponent;
      const hit = raycast({ origin: [3 * size, -7 * size, 11 * size], direction }, shape, at) as RayHit;
      expect(length(subtract(hit.point, near.point))).toBeLessThan(1e-9);
      expect(length(subtract(hit.normal, near.normal))).toBeLessThan(1e-6);
      const travel = Math.sqrt(179) * size;
      expect(hit.distance / travel).toBeCloseTo(1 + dot(near.point, unit) / travel, 12);
      const beside = { origin: [3 * size, -7 * size, 11 * size], direction: [3, -7, 11] } as const;
      expect(raycast(beside, shape, at)).toBeUndefined();
    }
  });

  it('hits points and segments dead on, not beside', () => {
    const rod = segment({ from: [0, -1, 0], to: [0, 1, 0] });
    expect(raycast({ origin: [-3, 0.5, 0], direction: [1, 0, 0] }, rod)?.distance).toBeCloseTo(3, 13);
    expect(raycast({ origin: [0, -4, 0], direction: [0, 1, 0] }, rod)?.distance).toBeCloseTo(3, 13);
    expect(raycast({ origin: [-3, 0.5, 1e-12], direction: [1, 0, 0] }, rod)).toBeUndefined();
    expect(raycast({ origin: [1, 2, 3], direction: [-1, -2, -3] }, point())?.distance).toBeCloseTo(Math.sqrt(14), 13);
  });

  it('passes no seam between the pieces of a turned compound', () => {
    const halves = compound([
      { shape: box({ halfExtents: [0.5, 1, 1] }), pose: { position: [-0.5, 0, 0] } },
      { shape: box({ halfExtents: [0.5, 1, 1] }), pose: { position: [0.5, 0, 0] } },
    ]);
    const random = new Random(3);
    for (let i = 0; i < 300; i++) {
      const orientation = random.rotation();
      const at = { position: random.unitVector(), orientation };
      const own = rayInFrame(at, { x: 0, y: 0.3, z: 5 }, { x: 0, y: 0, z: -1 });
      expect(raycast(own, halves, at)?.distance).toBeCloseTo(4, 12);
    }
  });

  it.each<[string, Partial<Parameters<typeof raycast>[0]>, RegExp]>([
    ['no direction', { direction: [0, 0, 0] }, /ray.direction: expected finite numbers, not all zero, got \(0, 0, 0\)/],
    ['an infinite direction', { direction: [Infinity, 0, 0] }, /ray.direction/],
    ['an origin that is not finite', { origin: [0, Number.NaN, 0] }, /ray.origin\[1\]: .*got NaN/],
    ['a negative length', { maxLength: -2 }, /ray.maxLength: expected a number >= 0, got -2/],
  ])('refuses %s', (_, change, message) => {
    const cast = () => raycast({ origin: [0, 0, 0], direction: [1, 0, 0], ...change }, cube);
    expect(cast).toThrow(InvalidOptionError);
    expect(cast).toThrow(message);
  });
});

/** A ray given in the frame of a pose. */
function rayInFrame(at: Pose, origin: Vector3, direction: Vector3): { origin: Vector3; direction: Vector3 } {
  return { origin: transformPoint(at, origin), direction: rotate(at.orientation, direction) };
}

const extraKinds: Readonly<Record<string, (random: Random) => Shape>> = {
  'rounded polyhedron': (r) => rounded({ shape: randomConvexShape('polyhedron', r) as ConvexShape, radius: 0.1 }),
  'rounded ellipsoid': (r) => rounded({ shape: randomConvexShape('ellipsoid', r) as ConvexShape, radius: 0.05 }),
  'rounded superquadric': (r) => rounded({ shape: randomConvexShape('superquadric', r) as ConvexShape, radius: 0.1 }),
  'sharp superquadric': (r) =>
    superquadric({ semiAxes: [0.4, 0.6, 1], n1: r.between(1.05, 60), n2: r.between(1.05, 60) }),
  'flat polyhedron': (r) =>
    polyhedron({ vertices: Array.from({ length: 12 }, () => [r.normal(), r.normal(), 1e-6 * r.normal()] as const) }),
  compound: (r) =>
    compound(
      ['box', 'cone', 'polyhedron'].map((kind) => ({
        shape: randomConvexShape(kind, r) as ConvexShape,
        pose: { position: r.unitVector(), orientation: r.rotation() },
      })),
    ),
};

// A random ray never meets a point or a segment.
const KINDS = [...SHAPE_KINDS.filter((kind) => kind !== 'point' && kind !== 'segment'), ...Object.keys(extraKinds)];

describe.each(KINDS)('a ray at a random %s', (kind) => {
  it('hits a point of its surface with nothing of it before, or passes it by', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 6, 1e6), (n, far) => {
        const random = new Random(n);
        const shape = extraKinds[kind]?.(random) ?? randomConvexShape(kind, random);
        const at = { position: random.unitVector(), orientation: random.rotation() };
        const direction = random.unitVector();
        const aim = addScaled(at.position, random.unitVector(), random.next());
        const origin = addScaled(aim, direction, -far);
        // 1e-9 of the size is what is promised; from far away the origin itself is known to its last digit.
        const tolerance = 1e-9 * Math.min(sizeOf(shape), 10) + 4 * Number.EPSILON * far;
        const gapAt = (t: number) => contact(point(), { position: addScaled(origin, direction, t) }, shape, at);
        const hit = raycast({ origin, direction }, shape, at);
        if (hit === undefined) {
          for (let t = -4; t <= 4; t += 0.1) {
            if (far + t >= 0) expect(gapAt(far + t).upper).toBeGreaterThan(-tolerance);
          }
          return;
        }
        if (hit.distance === 0) {
          expect(gapAt(0).lower).toBeLessThanOrEqual(tolerance);
          expect(dot(hit.normal, direction)).toBeCloseTo(-1, 14);
          return;
        }
        const { lower, upper } = contact(point(), { position: hit.point }, shape, at);
        expect(lower).toBeLessThanOrEqual(tolerance);
        expect(upper).toBeGreaterThanOrEqual(-tolerance);
        expect(length(hit.normal)).toBeCloseTo(1, 14);
        expect(dot(hit.normal, direction)).toBeLessThanOrEqual(1e-12);
        for (const part of [0, 0.3, 0.6, 0.9, 0.99, 0.9999]) {
          expect(gapAt(part * hit.distance).upper).toBeGreaterThan(-tolerance);
        }
        expect(raycast({ origin, direction, maxLength: (1 - 1e-9) * hit.distance }, shape, at)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
