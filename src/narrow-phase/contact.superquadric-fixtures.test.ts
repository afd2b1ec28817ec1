// SPDX-License-Identifier: MIT
/**
 * Superquadrics against half-spaces, superquadrics and polyhedra, with reference answers from the optimality conditions
 * solved to 40 digits: every distance within 1e-9 of the smaller body's extent and 95 % within 1e-12, the normal
 * attains it, the bounds hold.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Pose, pose, transformPoint } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { distance, dot, negate, type Vector3, vector3 } from '../math/vector.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { type Contact, contact } from './contact.ts';

type Triple = readonly [number, number, number];

interface Superquadric {
  readonly abc: Triple;
  readonly n1: number;
  readonly n2: number;
  readonly q: readonly [number, number, number, number];
  readonly c: Triple;
}

interface Line {
  readonly id: string;
  readonly plane?: { readonly n: Triple; readonly k: number };
  readonly A?: Superquadric | readonly Triple[];
  readonly B: Superquadric;
  readonly d: number;
  readonly normal: Triple;
}

interface Placed {
  readonly shape: ConvexShape;
  readonly pose: Pose;
}

/** Of the smaller body's extent: for every line, and for most. */
const TOLERANCE = 1e-9;
const FINE_TOLERANCE = 1e-12;
const FINE_SHARE = 0.95;
/** The answer's normal times coordinates of a few units. */
const ATTAINED_TOLERANCE = 1e-12;

function readLines(name: string): Line[] {
  const text = readFileSync(new URL(`../../fixtures/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function placed({ abc, n1, n2, q, c }: Superquadric): Placed {
  return { shape: superquadric({ semiAxes: abc, n1, n2 }), pose: pose({ position: c, orientation: q }) };
}

function extentOf({ shape }: Placed): number {
  const { min, max } = shape.boundingBox();
  return Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
}

/** Largest n.x over the body. */
function farthest({ shape, pose: at }: Placed, n: Vector3): number {
  return dot(n, transformPoint(at, shape.support(inverseRotate(at.orientation, n))));
}

function expectBounds({ id, d }: Line, got: Contact): void {
  expect(got.status, id).toBe('converged');
  expect(got.lower, id).toBeLessThanOrEqual(d);
  expect(got.upper, id).toBeGreaterThanOrEqual(d);
}

/** Checks every error and how many of them are fine. */
function expectSmall(errors: readonly { readonly id: string; readonly relative: number }[]): void {
  for (const { id, relative } of errors) expect(relative, id).toBeLessThanOrEqual(TOLERANCE);
  const fine = errors.filter(({ relative }) => relative <= FINE_TOLERANCE).length;
  expect(fine).toBeGreaterThanOrEqual(Math.ceil(FINE_SHARE * errors.length));
}

describe.each(['sq_sq', 'poly_sq'])('reference pairs: %s', (name) => {
  it('gives the distance, a normal that attains it and valid bounds', () => {
    const errors = readLines(name).map((line) => {
      const b = placed(line.B);
      const a =
        line.A !== undefined && 'abc' in line.A
          ? placed(line.A)
          : { shape: polyhedron({ vertices: line.A as readonly Triple[] }), pose: pose() };
      const got = contact(a.shape, a.pose, b.shape, b.pose);
      const size = Math.min(extentOf(a), extentOf(b));
      expectBounds(line, got);
      const attained = -farthest(b, negate(got.normal)) - farthest(a, got.normal);
      expect(Math.abs(attained - line.d), line.id).toBeLessThanOrEqual(ATTAINED_TOLERANCE * size);
      return { id: line.id, relative: Math.abs(got.distance - line.d) / size };
    });
    expect(errors.length).toBeGreaterThanOrEqual(24);
    expectSmall(errors);
  });
});

describe('reference pairs: plane_sq', () => {
  it('gives the distance, the normal of the half-space and valid bounds', () => {
    const errors = readLines('plane_sq').map((line) => {
      const { n, k } = line.plane as { n: Triple; k: number };
      const length = Math.hypot(...n);
      const plane = halfSpace({ normal: [n[0] / length, n[1] / length, n[2] / length], offset: k });
      const b = placed(line.B);
      const got = contact(plane, {}, b.shape, b.pose);
      expectBounds(line, got);
      expect(distance(got.normal, vector3(line.normal)), line.id).toBeLessThanOrEqual(ATTAINED_TOLERANCE);
      return { id: line.id, relative: Math.abs(got.distance - line.d) / extentOf(b) };
    });
    expect(errors.length).toBeGreaterThanOrEqual(24);
    expectSmall(errors);
  });
});
