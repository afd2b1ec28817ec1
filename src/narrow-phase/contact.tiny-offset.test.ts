// SPDX-License-Identifier: MIT
/** Offsets whose squares underflow: far below the rounding of any body, and yet the distance of two points. */
import { describe, expect, it } from 'vitest';
import { length, scale, type Vector3 } from '../math/vector.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { cone } from '../shapes/kinds/cone.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { facet } from '../shapes/kinds/facet.ts';
import { point } from '../shapes/kinds/point.ts';
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

it('has bounds that no direction disproves for a cone on a facet: support points along it are points of the cone', () => {
  const plate = facet({
    vertices: [
      [-0.24931574765746276, -0.5424042826689295, 0.2496757342863477],
      [-0.8412275561628386, -0.011648293248635339, -0.3471075851563922],
      [-0.27059147432418285, 0.5352052415303469, -0.46420001966589663],
      [0.6739928279645493, 0.3424233234714865, 0.06021619542449849],
      [0.6871419501799348, -0.32357598908426854, 0.5014156751114426],
    ],
  });
  const solid = cone({ radius: 0.17552889618504106, height: 0.45741142631449333 });
  const position = [-5.646120376395341e-162, 7.364079793193172e-162, -2.6190443684488793e-162] as const;
  const c = contact(plate, {}, solid, { position });
  const beside = contact(plate, {}, solid, {});
  expect(c.upper).toBeGreaterThanOrEqual(beside.lower);
  expect(c.lower).toBeLessThanOrEqual(beside.upper);
  expect(Math.hypot(c.pointOnB.x, c.pointOnB.y)).toBeLessThanOrEqual(solid.radius * (1 + 8 * ULP));
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
