// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  addScaled,
  cross,
  distance,
  dot,
  interpolate,
  isFiniteVector,
  largestComponent,
  length,
  lengthSquared,
  negate,
  normalise,
  perpendicular,
  scale,
  subtract,
  toTriple,
  type Vector3,
  vector3,
} from './vector.ts';

const component = fc.double({ min: -1e100, max: 1e100, noNaN: true });
const anyVector = fc.record({ x: component, y: component, z: component });

describe('vector', () => {
  it('reads triples and records and freezes the copy', () => {
    expect(vector3([1, 2, 3])).toEqual({ x: 1, y: 2, z: 3 });
    expect(vector3({ x: 1, y: 2, z: 3 })).toEqual({ x: 1, y: 2, z: 3 });
    expect(Object.isFrozen(vector3([1, 2, 3]))).toBe(true);
    expect(toTriple({ x: 1, y: 2, z: 3 })).toEqual([1, 2, 3]);
  });

  it('adds, subtracts, scales and interpolates component by component', () => {
    const a = { x: 1, y: 2, z: 3 };
    const b = { x: 4, y: -5, z: 6 };
    expect(add(a, b)).toEqual({ x: 5, y: -3, z: 9 });
    expect(subtract(a, b)).toEqual({ x: -3, y: 7, z: -3 });
    expect(negate(a)).toEqual({ x: -1, y: -2, z: -3 });
    expect(scale(a, 2)).toEqual({ x: 2, y: 4, z: 6 });
    expect(addScaled(a, b, 2)).toEqual({ x: 9, y: -8, z: 15 });
    expect(interpolate(a, b, 0)).toEqual(a);
    expect(interpolate(a, b, 1)).toEqual(b);
    expect(largestComponent(b)).toBe(6);
    expect(distance(a, { x: 1, y: 5, z: 7 })).toBe(5);
  });

  it('crosses by the right-hand rule', () => {
    expect(cross({ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 })).toEqual({ x: 0, y: 0, z: 1 });
  });

  it('measures lengths whose squares overflow or underflow', () => {
    expect(length({ x: 3e300, y: 4e300, z: 0 })).toBeCloseTo(5e300, -286);
    expect(length({ x: 3e-300, y: 4e-300, z: 0 }) / 5e-300).toBeCloseTo(1, 15);
    expect(length({ x: 0, y: 0, z: 0 })).toBe(0);
    expect(length({ x: Number.POSITIVE_INFINITY, y: 0, z: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(length({ x: Number.NaN, y: 0, z: 0 })).toBeNaN();
  });

  it.each([1e-320, 1e-300, 1e-160, 1, 1e160, 1e300])('normalises a vector of size %d', (size) => {
    const unit = normalise({ x: 2 * size, y: -size, z: 2 * size });
    // 1e-320 is denormal with 11 bits, so the direction itself is only known to 1e-3.
    const tolerance = size < 1e-310 ? 1e-3 : 1e-15;
    expect(Math.abs(unit.x - 2 / 3)).toBeLessThan(tolerance);
    expect(Math.abs(unit.y + 1 / 3)).toBeLessThan(tolerance);
    expect(Math.abs(lengthSquared(unit) - 1)).toBeLessThan(1e-15);
  });

  it('refuses to normalise zero and non-finite vectors', () => {
    expect(() => normalise({ x: 0, y: 0, z: 0 })).toThrow('cannot normalise (0, 0, 0)');
    expect(() => normalise({ x: Number.NaN, y: 1, z: 0 })).toThrow(RangeError);
    expect(() => normalise({ x: Number.POSITIVE_INFINITY, y: 1, z: 0 })).toThrow(RangeError);
    expect(isFiniteVector({ x: 0, y: Number.NaN, z: 0 })).toBe(false);
  });

  it('finds a unit vector perpendicular to any vector', () => {
    fc.assert(
      fc.property(anyVector, (v: Vector3) => {
        fc.pre(largestComponent(v) > 0);
        const p = perpendicular(v);
        expect(Math.abs(lengthSquared(p) - 1)).toBeLessThan(1e-15);
        expect(Math.abs(dot(p, normalise(v)))).toBeLessThan(1e-15);
      }),
    );
  });
});
