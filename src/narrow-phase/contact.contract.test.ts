// SPDX-License-Identifier: MIT
/**
 * What a contact promises, checked without an oracle over every pair of convex shapes at random poses: the points lie
 * on their bodies and differ by distance times normal; moved together the bodies touch, moved apart they separate;
 * exchanging the bodies gives the same bits; unit and place do not matter.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, scaledShape, sizeOf } from '../../tests/support/random-convex-shapes.ts';
import type { Pose } from '../math/pose.ts';
import { multiply, rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { add, scale, subtract, type Vector3 } from '../math/vector.ts';
import { point } from '../shapes/kinds/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Contact, contact } from './contact.ts';

const ULP = 2 ** -52;
const RUNS_PER_PAIR = 25;
const seed = Number(process.env.TEST_SEED ?? 20260);

interface Placed {
  readonly shape: Shape;
  readonly pose: Pose;
}

function pairs(): [string, string][] {
  const all = SHAPE_KINDS.flatMap((a, i) => SHAPE_KINDS.slice(i).map((b): [string, string] => [a, b]));
  // Two half-spaces have no contact.
  return all.filter(([a, b]) => a !== 'halfSpace' || b !== 'halfSpace');
}

function randomPose(random: Random, spread: number): Pose {
  return { position: scale(random.unitVector(), spread * random.next()), orientation: random.rotation() };
}

function dot(a: Vector3, b: Vector3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function lengthOf(v: Vector3): number {
  return Math.sqrt(dot(v, v));
}

function largest(...points: Vector3[]): number {
  return Math.max(...points.map(lengthOf));
}

function moved(body: Placed, by: Vector3): Placed {
  return { shape: body.shape, pose: { position: add(body.pose.position, by), orientation: body.pose.orientation } };
}

function query(a: Placed, b: Placed): Contact {
  return contact(a.shape, a.pose, b.shape, b.pose);
}

/** Runs the check on random placed pairs; fast-check prints and shrinks the seed of a failure. */
function forRandomPairs(
  kindA: string,
  kindB: string,
  check: (a: Placed, b: Placed, size: number, random: Random) => void,
): void {
  fc.assert(
    fc.property(fc.integer(), (n) => {
      const random = new Random(n);
      const a = { shape: randomConvexShape(kindA, random), pose: randomPose(random, 1) };
      const b = { shape: randomConvexShape(kindB, random), pose: randomPose(random, 3 * random.next()) };
      check(a, b, Math.min(sizeOf(a.shape), sizeOf(b.shape), 10), random);
    }),
    { numRuns: RUNS_PER_PAIR, seed },
  );
}

/** What is promised for points of curved bodies; those of polyhedra are good to rounding. */
const ON_BODY_TOLERANCE = 1e-9;

/** The distance is known to this part of the smaller body, whatever the unit, the place and the turn. */
const INVARIANCE = 1e-12;

describe.each(pairs())('the contact of %s and %s', (kindA, kindB) => {
  it('has points on both bodies that differ by distance times normal', () => {
    forRandomPairs(kindA, kindB, (a, b, size) => {
      const c = query(a, b);
      expect(c.status).toBe('converged');
      expect(Math.abs(lengthOf(c.normal) - 1)).toBeLessThanOrEqual(4 * ULP);
      expect(c.lower).toBeLessThanOrEqual(c.distance);
      expect(c.upper).toBeGreaterThanOrEqual(c.distance);
      const off = subtract(c.pointOnB, add(c.pointOnA, scale(c.normal, c.distance)));
      expect(lengthOf(off)).toBeLessThanOrEqual(8 * ULP * largest(c.pointOnA, c.pointOnB, { x: size, y: 0, z: 0 }));
      const onA = contact(point(), { position: c.pointOnA }, a.shape, a.pose);
      const onB = contact(point(), { position: c.pointOnB }, b.shape, b.pose);
      expect(Math.abs(onA.distance)).toBeLessThanOrEqual(ON_BODY_TOLERANCE * size);
      expect(Math.abs(onB.distance)).toBeLessThanOrEqual(ON_BODY_TOLERANCE * size);
    });
  });

  it('closes by moving B back by the distance and opens beyond it', () => {
    forRandomPairs(kindA, kindB, (a, b, size) => {
      const c = query(a, b);
      const step = 1e-6 * size;
      const touching = query(a, moved(b, scale(c.normal, -(c.distance + step))));
      const apart = query(a, moved(b, scale(c.normal, -(c.distance - step))));
      const flush = query(a, moved(b, scale(c.normal, -c.distance)));
      expect(Math.abs(flush.distance)).toBeLessThanOrEqual(1e-9 * size);
      // A sharp corner moved past the touch may come out beside the other body: only bodies that overlapped still must.
      expect(Math.abs(touching.distance)).toBeLessThanOrEqual(1.001 * step);
      if (c.distance < -2 * step) expect(touching.distance).toBeLessThan(0);
      expect(Math.abs(apart.distance - step)).toBeLessThanOrEqual(1e-3 * step);
    });
  });

  it('is the same to the bit when the bodies are exchanged', () => {
    forRandomPairs(kindA, kindB, (a, b) => {
      const c = query(a, b);
      const s = query(b, a);
      expect(s).toEqual({
        ...c,
        normal: { x: -c.normal.x, y: -c.normal.y, z: -c.normal.z },
        pointOnA: c.pointOnB,
        pointOnB: c.pointOnA,
      });
    });
  });

  it('does not depend on place, turn and unit', () => {
    forRandomPairs(kindA, kindB, (a, b, size, random) => {
      const c = query(a, b);
      const turn = random.rotation();
      for (const offset of [scale(random.unitVector(), 3), scale(random.unitVector(), 1e6)]) {
        const place = ({ shape, pose }: Placed): Placed => ({
          shape,
          pose: { position: add(rotate(turn, pose.position), offset), orientation: multiply(turn, pose.orientation) },
        });
        const there = query(place(a), place(b));
        const allowed = INVARIANCE * size + 4 * ULP * (lengthOf(offset) + largest(c.pointOnA, c.pointOnB) + size);
        expect(Math.abs(there.distance - c.distance)).toBeLessThanOrEqual(allowed);
      }
      for (const factor of [1e-9, 1e9]) {
        const scaled = ({ shape, pose }: Placed): Placed => ({
          shape: scaledShape(shape, factor),
          pose: { position: scale(pose.position, factor), orientation: pose.orientation },
        });
        const there = query(scaled(a), scaled(b));
        const allowed = INVARIANCE * size + 4 * ULP * (largest(c.pointOnA, c.pointOnB) + size);
        expect(Math.abs(there.distance / factor - c.distance)).toBeLessThanOrEqual(allowed);
      }
    });
  });
});
