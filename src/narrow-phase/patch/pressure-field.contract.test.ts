// SPDX-License-Identifier: MIT
/** Properties of every contact by pressure fields, tested without reference answers. */
import { describe, expect, it } from 'vitest';
import { compose, type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, dot, length, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type PressureField, pressureField } from './pressure-field.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);

function hullOf(random: Random, count: number, x: number, y: number, z: number): Shape {
  const vertices = Array.from({ length: count }, () => {
    const point = random.unitVector();
    return [x * point.x, y * point.y, z * point.z] as const;
  });
  return polyhedron({ vertices });
}

/** Boxes, hulls, needles and plates of size 1. */
function randomSolid(random: Random): Shape {
  const side = () => random.between(0.3, 1);
  const kinds = [
    () => box({ halfExtents: [side(), side(), side()] }),
    () => hullOf(random, 4 + random.integer(20), 1, 1, 1),
    () => box({ halfExtents: [1, 0.05, 0.05] }),
    () => hullOf(random, 12, 1, 0.1, 0.1),
    () => box({ halfExtents: [1, 1, 0.04] }),
    () => hullOf(random, 20, 1, 1, 0.1),
  ];
  return kinds[random.integer(kinds.length)]();
}

interface Pair {
  readonly a: Shape;
  readonly poseA: Pose;
  readonly b: Shape;
  readonly poseB: Pose;
}

/** B is a half-space in one pair of five; one pair of two is deep. */
function randomPair(random: Random): Pair {
  const spread = random.next() < 0.5 ? 0.3 : 0.7;
  const at = () => random.between(-spread, spread);
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

const fieldOf = ({ a, poseA, b, poseB }: Pair, options = {}): PressureField =>
  pressureField(a, poseA, b, poseB, options);

function numbersOf({ energy, force, point, moment, stiffness, radius, depth }: PressureField): number[] {
  return [energy, stiffness, radius, depth, ...[force, point, moment].flatMap(({ x, y, z }) => [x, y, z])];
}

/** The pair with B moved by a vector and turned by an angle about an axis through a point. */
function moved(pair: Pair, by: Vector3, about: Vector3, axis: Vector3, angle: number): Pair {
  const turn = fromAxisAngle(axis, angle);
  const { position, orientation } = pair.poseB;
  return {
    ...pair,
    poseB: pose({
      position: add(add(about, rotate(turn, subtract(position, about))), by),
      orientation: normaliseQuaternion(multiply(turn, orientation)),
    }),
  };
}

/** Force and moment about the point of the answer, by differences of the energy, on three axes each. */
function slopes(pair: Pair, { point }: PressureField, step: number): { force: Vector3; moment: Vector3 } {
  const axes = [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ];
  const none = { x: 0, y: 0, z: 0 };
  const energy = (by: Vector3, axis: Vector3, angle: number): number =>
    fieldOf(moved(pair, by, point, axis, angle)).energy;
  const slope = (forwards: number, backwards: number): number => (backwards - forwards) / (2 * step);
  const [fx, fy, fz] = axes.map((e) => slope(energy(scale(e, step), e, 0), energy(scale(e, -step), e, 0)));
  const [mx, my, mz] = axes.map((e) => slope(energy(none, e, step), energy(none, e, -step)));
  return { force: { x: fx, y: fy, z: fz }, moment: { x: mx, y: my, z: mz } };
}

/** The force that the energy would have with the stiffness of the pressed area: the scale of errors. */
function scaleOf({ energy, force, stiffness }: PressureField): number {
  return length(force) + Math.sqrt(2 * energy * stiffness);
}

describe(`pressure fields, seed ${SEED}`, () => {
  it('have the same bits in both builds, and exchanging the bodies changes signs only', () => {
    const random = new Random(SEED);
    let touching = 0;
    for (let i = 0; i < 150; i++) {
      const pair = randomPair(random);
      const found = fieldOf(pair, { kernel: 'webassembly' });
      expect(fieldOf(pair, { kernel: 'typescript' })).toEqual(found);
      const { force, moment, ...back } = pressureField(pair.b, pair.poseB, pair.a, pair.poseA);
      expect(found).toMatchObject(back);
      expect([add(force, found.force), add(moment, found.moment)]).toEqual([
        { x: 0, y: 0, z: 0 },
        { x: 0, y: 0, z: 0 },
      ]);
      if (found.energy > 0) touching++;
    }
    expect(touching).toBeGreaterThan(75);
  });

  it('have a force and moment that are the derivatives of the energy, for every kind of contact', () => {
    const random = new Random(SEED + 1);
    let checked = 0;
    while (checked < 60) {
      const pair = randomPair(random);
      const found = fieldOf(pair);
      // Differences over less than a hundredth of the depth.
      const step = 1e-6;
      if (!(found.depth > 100 * step)) continue;
      checked++;
      const { force, moment } = slopes(pair, found, step);
      // The third derivative of a corner is 3 / depth^2 of its force, and there is rounding over the step. A needle
      // turns its ends by the step, through a depth as small as its width.
      const tolerance = 1e-6 * scaleOf(found) * Math.max(1, (10 * step) / found.depth / 1e-3);
      expect(length(subtract(force, found.force))).toBeLessThanOrEqual(tolerance);
      expect(length(subtract(moment, found.moment))).toBeLessThanOrEqual(tolerance);
    }
  });

  it('have these derivatives also where faces become flush, on both sides and in between', () => {
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    const brick = box({ halfExtents: [0.5, 0.25, 0.75] });
    const step = 1e-6;
    for (const b of [cube, brick]) {
      for (const offset of [-1e-3, -1e-7, -1e-15, 0, 1e-15, 1e-7, 1e-3]) {
        for (const depth of [1e-3, 0.2, 0.6, 0.95]) {
          const height = (b === cube ? 1 : 1.25) - depth;
          const pair = { a: cube, poseA: pose(), b, poseB: pose({ position: [offset, 0, height] }) };
          const found = fieldOf(pair);
          const { force, moment } = slopes(pair, found, step);
          // The force is continuous, its slope is not: it may be off by a few times the stiffness times the step.
          const tolerance = 1e-6 * scaleOf(found) + 3 * step * found.stiffness;
          expect(length(subtract(force, found.force))).toBeLessThan(tolerance);
          expect(length(subtract(moment, found.moment))).toBeLessThan(tolerance);
        }
      }
    }
  });

  it('have an energy that changes by the work of the force, along a path through every change of features', () => {
    const random = new Random(SEED + 2);
    for (let i = 0; i < 12; i++) {
      const pair = randomPair(random);
      const axis = random.unitVector();
      const way = scale(random.unitVector(), 0.4);
      const steps = 200;
      const at = (t: number): Pair => moved(pair, scale(way, t), { x: 0, y: 0, z: 0 }, axis, 0.8 * t);
      let work = 0;
      let most = 0;
      for (let k = 0; k < steps; k++) {
        // Gauss's rule of two points.
        for (const share of [0.5 - 0.5 / Math.sqrt(3), 0.5 + 0.5 / Math.sqrt(3)]) {
          const t = (k + share) / steps;
          const { force, point, moment, energy } = fieldOf(at(t));
          const origin = scale(way, t);
          const torque = add(moment, cross(subtract(point, origin), force));
          work += (dot(force, way) + 0.8 * dot(torque, axis)) / (2 * steps);
          most = Math.max(most, energy);
        }
      }
      const lost = fieldOf(at(0)).energy - fieldOf(at(1)).energy;
      // Kinks of the slope within an interval: the stiffness times the square of the interval.
      expect(Math.abs(work - lost)).toBeLessThan(2e-5 * (most + 1e-3));
    }
  });

  it('move with the bodies', () => {
    const random = new Random(SEED + 3);
    for (let i = 0; i < 100; i++) {
      const pair = randomPair(random);
      const shift = scale(random.unitVector(), random.between(0, 10));
      const motion = pose({ position: shift, orientation: random.rotation() });
      const before = fieldOf(pair);
      const after = fieldOf({ ...pair, poseA: compose(motion, pair.poseA), poseB: compose(motion, pair.poseB) });
      // Coordinates of size 10 are off by some 1e-15, forces by as much times the stiffness, which is at most 10 here.
      expect(Math.abs(after.energy - before.energy)).toBeLessThan(1e-13);
      const turned = (v: Vector3) => rotate(motion.orientation, v);
      expect(length(subtract(after.force, turned(before.force)))).toBeLessThan(1e-12);
      const point = add(shift, turned(before.point));
      const moment = add(after.moment, cross(subtract(after.point, point), after.force));
      if (before.energy > 1e-9) expect(length(subtract(moment, turned(before.moment)))).toBeLessThan(1e-12);
    }
  });

  it('do not depend on the distance from the origin: exact offsets keep the bits', () => {
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    const tilted = fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.7);
    const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
    for (const offset of [2 ** 10, 2 ** 20, 2 ** 30]) {
      const near = { position: [0, 0, 0.5] as const, orientation: tilted };
      const far = { position: [offset, -offset, 0.5] as const, orientation: tilted };
      const { point: _, ...onFloor } = pressureField(cube, near, floor, {});
      expect(onFloor.energy).toBeGreaterThan(0);
      expect(pressureField(cube, far, floor, {})).toMatchObject(onFloor);
      const position = [offset + 0.25, -offset + 0.5, 0.75] as const;
      const { point: __, ...together } = pressureField(cube, near, cube, { position: [0.25, 0.5, 0.75] });
      expect(together.energy).toBeGreaterThan(0);
      expect(pressureField(cube, far, cube, { position })).toMatchObject(together);
    }
  });

  it('scale with the bodies: powers of two keep the bits', () => {
    const random = new Random(SEED + 4);
    for (let i = 0; i < 60; i++) {
      const half = [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)] as const;
      const at = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const;
      const orientation = random.rotation();
      const one = box({ halfExtents: half });
      const at1 = pressureField(one, {}, one, { position: at, orientation });
      for (const s of [2 ** -150, 2 ** 150]) {
        const scaled = box({ halfExtents: half.map((h) => h * s) as unknown as readonly [number, number, number] });
        const position = at.map((x) => x * s) as unknown as readonly [number, number, number];
        const found = pressureField(scaled, {}, scaled, { position, orientation });
        expect(found.energy / s / s / s / s).toBe(at1.energy);
        expect(scale(scale(found.force, 1 / s / s), 1 / s)).toEqual(at1.force);
        expect([found.stiffness / s / s, found.radius / s, found.depth / s]).toEqual([
          at1.stiffness,
          at1.radius,
          at1.depth,
        ]);
      }
    }
  });

  it('are never negative and never NaN: slivers, flat stacks, touching edges and corners', () => {
    const random = new Random(SEED + 5);
    const tiny = () => (random.next() < 0.3 ? 0 : 10 ** random.between(-18, -2) * (random.next() < 0.5 ? -1 : 1));
    for (let i = 0; i < 300; i++) {
      const half = [1, random.next() < 0.3 ? 1 : 10 ** random.between(-12, 0), random.next() < 0.5 ? 1 : 0.5] as const;
      const a = box({ halfExtents: half });
      const b = random.next() < 0.5 ? box({ halfExtents: [1, 1, 1] }) : randomSolid(random);
      const contact = [random.integer(3) - 1, random.integer(3) - 1, random.integer(3) - 1];
      const share = random.next() < 0.5 ? 1 : random.next();
      const position = [0, 1, 2].map((k) => share * contact[k] * (half[k] + 1) + tiny()) as unknown as readonly [
        number,
        number,
        number,
      ];
      const pair = { a, poseA: pose(), b, poseB: pose({ position, orientation: [1, tiny(), tiny(), tiny()] }) };
      const found = fieldOf(pair);
      expect(numbersOf(found).every(Number.isFinite)).toBe(true);
      expect(found.energy).toBeGreaterThanOrEqual(0);
      // The pressure is at most that at the centres, and the volume at most that of the smaller body.
      expect(found.energy).toBeLessThanOrEqual(8 * half[0] * half[1] * half[2] * (1 + 1e-12));
      expect(fieldOf(pair, { kernel: 'typescript' })).toEqual(found);
    }
  });

  it('vanish where bodies only touch', () => {
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    for (const position of [
      [1, 0, 0],
      [1, 0.25, 0.5],
      [1, 1, 0],
      [1, 1, 1],
    ] as const) {
      expect(numbersOf(pressureField(cube, {}, cube, { position })).every((value) => value === 0)).toBe(true);
    }
    // Side by side within rounding, at heights that differ: the slab is thick, but nothing is pressed.
    const shelf = box({ halfExtents: [0.5, 0.25, 0.125] });
    for (const gap of [0, 1e-16, -1e-16]) {
      for (const height of [0, 1e-9, 1e-3]) {
        const beside = pressureField(cube, {}, shelf, { position: [1 + gap, 0, height] });
        expect(numbersOf(beside).every((value) => value === 0)).toBe(true);
      }
    }
    const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
    const standing = pressureField(cube, { position: [7, 8, 0.5] }, floor, {});
    expect(numbersOf(standing).every((value) => value === 0)).toBe(true);
  });

  it('make room for polyhedra with hundreds of faces', () => {
    const random = new Random(SEED + 6);
    const round = (count: number) => polyhedron({ vertices: pointsOnEllipsoid(random, count) });
    const d = 0.1;
    const { force, energy } = pressureField(round(600), {}, round(900), { position: [2 - d, 0, 0] });
    // Two balls of radius R at overlap d: pi k (R / 2) d^2 and a third of that times d. Inscribed polyhedra of so many
    // vertices overlap by some per cent of the depth less, and the energy has its third power.
    expect(force.x / (0.5 * Math.PI * d * d)).toBeGreaterThan(0.7);
    expect(force.x / (0.5 * Math.PI * d * d)).toBeLessThan(1);
    expect(energy / ((Math.PI * d ** 3) / 6)).toBeGreaterThan(0.6);
  });
});
