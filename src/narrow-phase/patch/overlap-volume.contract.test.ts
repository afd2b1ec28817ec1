// SPDX-License-Identifier: MIT
/** What holds of every overlap volume, without another answer to compare with. */
import { describe, expect, it } from 'vitest';
import { compose, type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, cross, dot, length, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type OverlapVolume, overlapVolume } from './overlap-volume.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
/**
 * Coordinates of a pair of size 1, turned and moved by up to 10, are off by some 1e-15; the volume by as much times its
 * surface.
 */
const RIGID_TOLERANCE = 1e-12;

function randomSolid(random: Random, size = 1): Shape {
  if (random.next() < 0.4) {
    const side = () => size * random.between(0.3, 1);
    return box({ halfExtents: [side(), side(), side()] });
  }
  const vertices = Array.from({ length: 4 + random.integer(20) }, () => {
    const { x, y, z } = scale(random.unitVector(), size);
    return [x, y, z] as const;
  });
  return polyhedron({ vertices });
}

interface Pair {
  readonly a: Shape;
  readonly poseA: Pose;
  readonly b: Shape;
  readonly poseB: Pose;
}

/** B is a half-space in one pair of five. */
function randomPair(random: Random): Pair {
  const at = () => random.between(-0.7, 0.7);
  const a = randomSolid(random);
  const isPlane = random.next() < 0.2;
  const b = isPlane ? halfSpace({ normal: random.unitVector(), offset: at() }) : randomSolid(random);
  return {
    a,
    poseA: pose({ position: [at(), at(), at()], orientation: random.rotation() }),
    b,
    poseB: pose({ position: [at(), at(), at()], orientation: random.rotation() }),
  };
}

const volumeOf = ({ a, poseA, b, poseB }: Pair, options = {}): OverlapVolume =>
  overlapVolume(a, poseA, b, poseB, options);

function numbersOf({ volume, gradient, point, moment }: OverlapVolume): number[] {
  return [volume, ...[gradient, point, moment].flatMap(({ x, y, z }) => [x, y, z])];
}

describe(`overlap volumes, seed ${SEED}`, () => {
  it('have the same bits as TypeScript and as WebAssembly, and for exchanged bodies but for signs', {
    tags: ['long'],
  }, () => {
    const random = new Random(SEED);
    let overlapping = 0;
    for (let i = 0; i < 400; i++) {
      const pair = randomPair(random);
      const found = volumeOf(pair, { kernel: 'webassembly' });
      expect(volumeOf(pair, { kernel: 'typescript' })).toEqual(found);
      const back = overlapVolume(pair.b, pair.poseB, pair.a, pair.poseA);
      expect(back.volume).toBe(found.volume);
      expect(back.point).toEqual(found.point);
      const sum = [add(back.gradient, found.gradient), add(back.moment, found.moment)];
      expect(sum).toEqual([
        { x: 0, y: 0, z: 0 },
        { x: 0, y: 0, z: 0 },
      ]);
      if (found.volume > 0) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(200);
  });

  it('move with the bodies', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 500; i++) {
      const pair = randomPair(random);
      const shift = scale(random.unitVector(), random.between(0, 10));
      const motion = pose({ position: shift, orientation: random.rotation() });
      const before = volumeOf(pair);
      const after = volumeOf({
        ...pair,
        poseA: compose(motion, pair.poseA),
        poseB: compose(motion, pair.poseB),
      });
      expect(Math.abs(after.volume - before.volume)).toBeLessThanOrEqual(RIGID_TOLERANCE);
      if (!(before.volume > 1e-6)) continue;
      const turned = (v: Vector3) => rotate(motion.orientation, v);
      expect(length(subtract(after.gradient, turned(before.gradient)))).toBeLessThanOrEqual(RIGID_TOLERANCE);
      // The moment about one and the same point: that of the line slides along it with the rounding of the gradient.
      const point = add(shift, turned(before.point));
      const moment = add(after.moment, cross(subtract(after.point, point), after.gradient));
      expect(length(subtract(moment, turned(before.moment)))).toBeLessThanOrEqual(RIGID_TOLERANCE);
    }
  });

  it('do not depend on the offset: what is exact in the coordinates keeps its bits', () => {
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    const tilted = fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.7);
    const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
    for (const offset of [2 ** 10, 2 ** 30]) {
      const near = { position: [0, 0, 0.5] as const, orientation: tilted };
      const far = { position: [offset, -offset, 0.5] as const, orientation: tilted };
      const { volume, gradient, moment } = overlapVolume(cube, near, floor, {});
      expect(volume).toBeGreaterThan(0);
      expect(overlapVolume(cube, far, floor, {})).toMatchObject({ volume, gradient, moment });
      const other = { position: [0.25, 0.5, 0.75] as const };
      const together = overlapVolume(cube, near, cube, other);
      const position = [offset + 0.25, -offset + 0.5, 0.75] as const;
      const { point: _, ...rest } = overlapVolume(cube, far, cube, { position });
      expect(rest).toEqual({ volume: together.volume, gradient: together.gradient, moment: together.moment });
    }
  });

  it('scale with the bodies: powers of two keep the bits', () => {
    const random = new Random(SEED + 2);
    for (let i = 0; i < 100; i++) {
      const half = [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)] as const;
      const at = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const;
      const orientation = random.rotation();
      const at1 = overlapVolume(box({ halfExtents: half }), {}, box({ halfExtents: half }), {
        position: at,
        orientation,
      });
      for (const exponent of [-150, 150]) {
        const s = 2 ** exponent;
        const scaled = box({ halfExtents: half.map((h) => h * s) as unknown as readonly [number, number, number] });
        const position = at.map((x) => x * s) as unknown as readonly [number, number, number];
        const found = overlapVolume(scaled, {}, scaled, { position, orientation });
        expect(found.volume / s / s / s).toBe(at1.volume);
        expect(scale(found.gradient, 1 / s / s)).toEqual(at1.gradient);
        expect(scale(found.point, 1 / s)).toEqual(at1.point);
        expect(scale(found.moment, 1 / s / s / s)).toEqual(at1.moment);
      }
    }
  });

  it('have a moment that finite differences of a rotation show, and about any point', () => {
    const random = new Random(SEED + 3);
    let checked = 0;
    while (checked < 200) {
      const pair = randomPair(random);
      const { volume, gradient, point, moment } = volumeOf(pair);
      if (!(volume > 0.01)) continue;
      checked++;
      const axis = random.unitVector();
      const about = add(point, scale(random.unitVector(), random.between(0, 2)));
      const step = 1e-5;
      const turnedBy = (angle: number): number => {
        const turn = fromAxisAngle(axis, angle);
        const position = add(about, rotate(turn, subtract(pair.poseB.position, about)));
        const orientation = normaliseQuaternion(multiply(turn, pair.poseB.orientation));
        return volumeOf({ ...pair, poseB: pose({ position, orientation }) }).volume;
      };
      const slope = (turnedBy(step) - turnedBy(-step)) / (2 * step);
      const expected = dot(axis, add(moment, cross(subtract(point, about), gradient)));
      // Rounding of the volume over the step is 1e-11; between events of corners the volume is smooth, with third
      // derivatives below 100.
      expect(Math.abs(slope - expected)).toBeLessThanOrEqual(1e-7);
    }
  });

  it('act along a line beside the common part, with a moment along the gradient', () => {
    const random = new Random(SEED + 4);
    let parallel = 0;
    let found = 0;
    for (let i = 0; i < 500; i++) {
      const pair = randomPair(random);
      const { volume, gradient, moment, point } = volumeOf(pair);
      if (!(volume > 1e-3)) continue;
      found++;
      expect(length(subtract(point, pair.poseA.position))).toBeLessThan(4);
      const away = cross(moment, gradient);
      if (length(away) <= 1e-13 * length(gradient)) parallel++;
    }
    // The rest: deep overlaps, where the parts of the surface nearly cancel and the line is far away.
    expect(parallel).toBeGreaterThan(0.9 * found);
  });

  it('are never negative and never NaN: slivers, flat stacks, touching edges and corners', { tags: ['long'] }, () => {
    const random = new Random(SEED + 5);
    const tiny = () => (random.next() < 0.3 ? 0 : 10 ** random.between(-18, -2) * (random.next() < 0.5 ? -1 : 1));
    for (let i = 0; i < 1500; i++) {
      const half = [1, random.next() < 0.3 ? 1 : 10 ** random.between(-12, 0), random.next() < 0.5 ? 1 : 0.5] as const;
      const a = box({ halfExtents: half });
      const b = random.next() < 0.5 ? box({ halfExtents: [1, 1, 1] }) : randomSolid(random);
      const contact = [random.integer(3) - 1, random.integer(3) - 1, random.integer(3) - 1];
      const position = [0, 1, 2].map((k) => contact[k] * (half[k] + 1) + tiny()) as unknown as readonly [
        number,
        number,
        number,
      ];
      const pair = { a, poseA: pose(), b, poseB: pose({ position, orientation: [1, tiny(), tiny(), tiny()] }) };
      const found = volumeOf(pair);
      for (const value of numbersOf(found)) expect(Number.isFinite(value)).toBe(true);
      expect(found.volume).toBeGreaterThanOrEqual(0);
      expect(found.volume).toBeLessThanOrEqual(8 * (half[0] * half[1] * half[2]) * (1 + 1e-12));
      expect(volumeOf(pair, { kernel: 'typescript' })).toEqual(found);
    }
  });

  it('vanish with all derivatives where bodies only touch', () => {
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    const nothing = { x: 0, y: 0, z: 0 };
    const none = { volume: 0, gradient: nothing, point: nothing, moment: nothing };
    for (const position of [
      [1, 0, 0],
      [1, 0.25, 0.5],
      [1, 1, 0],
      [1, 1, 1],
    ] as const) {
      expect(overlapVolume(cube, {}, cube, { position })).toEqual(none);
    }
    expect(overlapVolume(cube, { position: [7, 8, 0.5] }, halfSpace({ normal: [0, 0, 1], offset: 0 }), {})).toEqual(
      none,
    );
  });

  it('of a stack are slabs, with a force through the middle of the common face', () => {
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    const found = overlapVolume(cube, {}, cube, { position: [0.25, 0, 1 - 1e-6] });
    expect(found.volume / 0.75e-6).toBeCloseTo(1, 9);
    expect(found.gradient.z).toBeCloseTo(-0.75, 14);
    expect(found.point.x).toBeCloseTo(0.125, 6);
    expect(Math.abs(found.point.y)).toBeLessThanOrEqual(1e-14);
    expect(length(found.moment)).toBeLessThanOrEqual(1e-12);
  });

  it('against a half-space are those of what lies in it', () => {
    const corner = box({ halfExtents: [1, 1, 1] });
    const down = normaliseQuaternion({ w: 1 + Math.sqrt(1 / 3), x: Math.sqrt(1 / 3), y: -Math.sqrt(1 / 3), z: 0 });
    // A corner of a cube, its diagonal upright: a depth h cuts off a pyramid of h^3 sqrt(3) / 2.
    const lowest = Math.min(
      ...[-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => rotate(down, { x, y, z }).z))),
    );
    const h = 0.1;
    const found = overlapVolume(
      corner,
      { position: [3, 4, -lowest - h], orientation: down },
      halfSpace({ normal: [0, 0, 1], offset: 0 }),
      {},
    );
    expect(found.volume / ((h ** 3 * Math.sqrt(3)) / 2)).toBeCloseTo(1, 12);
    expect(found.gradient.z / ((3 * h ** 2 * Math.sqrt(3)) / 2)).toBeCloseTo(1, 12);
    expect(length(addScaled(found.point, { x: 3, y: 4, z: found.point.z }, -1))).toBeLessThan(1e-12);
  });

  it('of polyhedra with hundreds of faces find the room they need', () => {
    const random = new Random(SEED + 6);
    const round = (count: number) =>
      polyhedron({
        vertices: pointsOnEllipsoid(random, count),
      });
    const [a, b] = [round(600), round(900)];
    const { volume, gradient } = overlapVolume(a, {}, b, { position: [1, 0, 0] });
    // The lens of two unit spheres a radius apart; inscribed polyhedra of so many vertices have some per cent less.
    expect(volume / ((5 / 12) * Math.PI)).toBeGreaterThan(0.95);
    expect(volume / ((5 / 12) * Math.PI)).toBeLessThan(1);
    expect(gradient.x / (-0.75 * Math.PI)).toBeGreaterThan(0.95);
  });
});
