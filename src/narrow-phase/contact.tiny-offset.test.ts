// SPDX-License-Identifier: MIT
/** Offsets whose squares underflow: far below the rounding of any body, and yet the distance of two points. */
import { describe, expect, it } from 'vitest';
import { length, scale, type Vector3 } from '../math/vector.ts';
import { capsule } from '../shapes/capsule.ts';
import { compound } from '../shapes/compound.ts';
import { cone } from '../shapes/cone.ts';
import { cylinder } from '../shapes/cylinder.ts';
import { ellipsoid } from '../shapes/ellipsoid.ts';
import { point } from '../shapes/point.ts';
import { contact } from './contact.ts';

const ULP = 2 ** -52;
const DIRECTION: Vector3 = { x: -0.48, y: 0.6, z: -0.64 };
const OFFSETS = [1e-150, 1e-157, 1e-161, 1e-200, 1e-300];

describe.each(OFFSETS)('an offset of %s', (offset) => {
  const position = scale(DIRECTION, offset);

  it.each([
    ['cone', cone({ radius: 0.4, height: 0.7 })],
    ['ellipsoid', ellipsoid({ semiAxes: [0.3, 0.4, 0.5] })],
    ['cylinder', cylinder({ radius: 0.3, halfLength: 0.5 })],
    ['capsule', capsule({ radius: 0.3, halfLength: 0.5 })],
  ] as const)('leaves the normal of two %ss a unit vector', (_, shape) => {
    const c = contact(shape, {}, shape, { position });
    expect(Math.abs(length(c.normal) - 1)).toBeLessThanOrEqual(8 * ULP);
    expect(c.distance).toBeLessThan(0);
  });

  it('is the distance of two points, along the normal', () => {
    const c = contact(point(), {}, point(), { position });
    expect(Math.abs(length(c.normal) - 1)).toBeLessThanOrEqual(8 * ULP);
    expect(Math.abs(c.distance / offset - 1)).toBeLessThanOrEqual(8 * ULP);
    expect(c.normal.x * DIRECTION.x + c.normal.y * DIRECTION.y + c.normal.z * DIRECTION.z).toBeGreaterThan(1 - 8 * ULP);
  });
});

describe('a compound of two points that differ by a denormal number', () => {
  it.each([1e-313, 3e-320, 5e-324])('%s has bounds that hold those of its pieces', (offset) => {
    const position = { x: -offset, y: 0, z: 0 };
    const both = compound([{ shape: point() }, { shape: point(), pose: { position } }]);
    const c = contact(both, {}, point(), { position });
    expect(c.lower).toBeLessThanOrEqual(0);
    expect(c.upper).toBeGreaterThanOrEqual(0);
    const piece = contact(point(), {}, point(), { position });
    expect(piece.distance).toBe(offset);
    expect(c.lower).toBeLessThanOrEqual(piece.upper);
  });
});
