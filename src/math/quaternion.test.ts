// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conjugate,
  fromAxes,
  fromAxisAngle,
  inverseRotate,
  multiply,
  normaliseQuaternion,
  rotate,
  toMatrix,
} from './quaternion.ts';
import { Random } from './random.ts';
import { distance } from './vector.ts';

const seed = fc.integer({ min: 0, max: 2 ** 31 });

describe('quaternion', () => {
  it('turns x into y by a quarter turn about z', () => {
    const q = fromAxisAngle({ x: 0, y: 0, z: 5 }, Math.PI / 2);
    expect(distance(rotate(q, { x: 1, y: 0, z: 0 }), { x: 0, y: 1, z: 0 })).toBeLessThan(1e-15);
  });

  it('keeps the bits of what it has normalised', () => {
    const part = fc.double({ min: -1e200, max: 1e200, noNaN: true });
    fc.assert(
      fc.property(part, part, part, part, (w, x, y, z) => {
        fc.pre(Math.max(Math.abs(w), Math.abs(x), Math.abs(y), Math.abs(z)) > 0);
        const once = normaliseQuaternion({ w, x, y, z });
        expect(Math.abs(once.w ** 2 + once.x ** 2 + once.y ** 2 + once.z ** 2 - 1)).toBeLessThan(1e-15);
        expect(normaliseQuaternion(once)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses to normalise zero and non-finite quaternions', () => {
    expect(() => normaliseQuaternion({ w: 0, x: 0, y: 0, z: 0 })).toThrow(RangeError);
    expect(() => normaliseQuaternion({ w: Number.NaN, x: 0, y: 0, z: 1 })).toThrow(RangeError);
  });

  it('agrees with its matrix, its inverse and its products', () => {
    fc.assert(
      fc.property(seed, (s) => {
        const random = new Random(s);
        const a = random.rotation();
        const b = random.rotation();
        const v = random.unitVector();
        const rotated = rotate(a, v);
        const m = toMatrix(a);
        const byMatrix = {
          x: m[0] * v.x + m[1] * v.y + m[2] * v.z,
          y: m[3] * v.x + m[4] * v.y + m[5] * v.z,
          z: m[6] * v.x + m[7] * v.y + m[8] * v.z,
        };
        expect(distance(rotated, byMatrix)).toBeLessThan(4e-15);
        expect(distance(inverseRotate(a, rotated), v)).toBeLessThan(4e-15);
        expect(distance(rotate(conjugate(a), rotated), v)).toBeLessThan(4e-15);
        expect(distance(rotate(multiply(a, b), v), rotate(a, rotate(b, v)))).toBeLessThan(8e-15);
      }),
    );
  });

  it.each([
    [{ x: 1, y: 0, z: 0 }, 0.3],
    [{ x: 1, y: 2, z: -0.5 }, 2],
    [{ x: 1, y: 0.1, z: 0 }, Math.PI],
    [{ x: 0, y: 1, z: 0.1 }, Math.PI],
    [{ x: 0.1, y: 0, z: 1 }, 3.1],
  ])('is found again from the axes it makes: about %o', (axis, angle) => {
    const q = fromAxisAngle(axis, angle);
    const found = fromAxes(
      rotate(q, { x: 1, y: 0, z: 0 }),
      rotate(q, { x: 0, y: 1, z: 0 }),
      rotate(q, { x: 0, y: 0, z: 1 }),
    );
    const same = Math.abs(q.w * found.w + q.x * found.x + q.y * found.y + q.z * found.z);
    expect(same).toBeCloseTo(1, 14);
  });
});
