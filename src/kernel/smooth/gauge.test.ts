// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import {
  add,
  addScaled,
  cross,
  dot,
  length,
  normalise,
  perpendicular,
  scale,
  subtract,
  type Vector3,
} from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { type Superquadric, superquadric } from '../../shapes/kinds/superquadric.ts';
import { SMOOTH_A, SMOOTH_CURVATURE, SMOOTH_NORMAL, SMOOTH_POINT } from '../layout.ts';
import { F } from '../memory.ts';
import { gauge } from './gauge.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const BODIES = 200;

function vectorAt(at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

interface Place {
  readonly value: number;
  readonly point: Vector3;
  readonly normal: Vector3;
  /** Along two tangents. */
  readonly curvature: (s: Vector3, t: Vector3) => number;
}

function curvatureAt(at: number): Place['curvature'] {
  const [dx = 0, dy = 0, dz = 0, e = 0, hx = 0, hy = 0] = F.slice(at, at + 6);
  const along = ({ x, y }: Vector3): number => hx * x + hy * y;
  return (s, t) => dx * s.x * t.x + dy * s.y * t.y + dz * s.z * t.z + e * along(s) * along(t);
}

function placeOn(block: number, { x, y, z }: Vector3): Place {
  const value = gauge(block, x, y, z, SMOOTH_A);
  return {
    value,
    point: vectorAt(SMOOTH_A + SMOOTH_POINT),
    normal: vectorAt(SMOOTH_A + SMOOTH_NORMAL),
    curvature: curvatureAt(SMOOTH_A + SMOOTH_CURVATURE),
  };
}

function implicit({ semiAxes: s, n1, n2 }: Superquadric, { x, y, z }: Vector3): number {
  return (Math.abs(x / s.x) ** n2 + Math.abs(y / s.y) ** n2) ** (n1 / n2) + Math.abs(z / s.z) ** n1;
}

function randomBody(random: Random): Superquadric {
  const semiAxes = [random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)] as const;
  // One kind of exponents after the other: any, halves of integers, equal ones.
  const any = (): number => random.between(2, 12);
  const half = (): number => Math.floor(random.between(4, 25)) / 2;
  const [n1, n2] = [
    [any(), any()],
    [half(), half()],
    [any(), half()],
  ][Math.floor(random.between(0, 3))] as [number, number];
  return superquadric({ semiAxes, n1, n2: random.between(0, 1) < 0.3 ? n1 : n2 });
}

describe(`the gauge of a smooth body, seed ${SEED}`, () => {
  it('puts a point on the surface, with the normal of which it is the support point', () => {
    const random = new Random(SEED);
    for (let i = 0; i < BODIES; i++) {
      const body = randomBody(random);
      const from = scale(random.unitVector(), random.between(0.1, 3));
      const { value, point, normal } = placeOn(kernelBlock(body), from);
      expect(implicit(body, point)).toBeCloseTo(1, 12);
      expect(length(subtract(scale(point, value), from))).toBeLessThan(1e-14);
      expect(length(normal)).toBeCloseTo(1, 14);
      // The support value is flat around its maximum, so that it shows an error of the normal squared only.
      expect(dot(body.support(normal), normal)).toBeCloseTo(dot(point, normal), 13);
    }
  });

  it('has the curvature by which the normal turns as the point moves', () => {
    const random = new Random(SEED + 1);
    const h = 1e-5;
    for (let i = 0; i < BODIES; i++) {
      const block = kernelBlock(randomBody(random));
      const { point, normal, curvature } = placeOn(block, random.unitVector());
      const s = perpendicular(normal);
      for (const along of [s, cross(normal, s), normalise(add(s, cross(normal, s)))]) {
        const ahead = placeOn(block, addScaled(point, along, h));
        const behind = placeOn(block, addScaled(point, along, -h));
        const step = subtract(ahead.point, behind.point);
        const turned = dot(subtract(ahead.normal, behind.normal), along) / dot(step, along);
        const expected = curvature(along, along);
        // A difference quotient with a step of 1e-5 on curvatures of up to some hundred.
        expect(Math.abs(turned - expected)).toBeLessThan(1e-4 * (1 + expected ** 2));
      }
    }
  });

  it('is that of a ball for an ellipsoid with equal axes', () => {
    const { value, normal, curvature } = placeOn(kernelBlock(ellipsoid({ semiAxes: [2, 2, 2] })), { x: 0, y: 3, z: 4 });
    expect(value).toBeCloseTo(2.5, 14);
    expect(normal.y).toBeCloseTo(0.6, 14);
    expect(normal.z).toBeCloseTo(0.8, 14);
    const across = perpendicular(normal);
    for (const s of [across, cross(normal, across)]) expect(curvature(s, s)).toBeCloseTo(0.5, 14);
    expect(curvature(across, cross(normal, across))).toBeCloseTo(0, 14);
  });

  it('has a normal at the ends of the axes and none at the centre', () => {
    const block = kernelBlock(superquadric({ semiAxes: [1, 2, 3], n1: 4, n2: 8 }));
    expect(placeOn(block, { x: 0, y: 0, z: -6 })).toMatchObject({ point: { z: -3 }, normal: { x: 0, y: 0, z: -1 } });
    expect(placeOn(block, { x: 0, y: 1, z: 0 })).toMatchObject({ point: { y: 2 }, normal: { x: 0, y: 1, z: 0 } });
    expect(placeOn(block, { x: 0, y: 0, z: 0 }).value).toBe(0);
  });
});
