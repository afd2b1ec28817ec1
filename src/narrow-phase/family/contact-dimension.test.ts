// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { point } from '../../shapes/kinds/point.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { typeOfCores } from './contact-dimension.ts';
import { placeBody } from './placed-body.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const TURNED_X = [Math.SQRT1_2, Math.SQRT1_2, 0, 0] as const;

function typeAlongZ(
  a: ConvexShape,
  b: ConvexShape,
  orientation: readonly [number, number, number, number] = [1, 0, 0, 0],
) {
  return typeOfCores(placeBody(a, IDENTITY_POSE), placeBody(b, pose({ position: [0, 0, 3], orientation })), {
    distance: 1,
    normal: { x: 0, y: 0, z: 1 },
    width: 0,
  });
}

describe('the type of a contact', () => {
  it('is that of the features along the normal', () => {
    expect(typeAlongZ(cube, cube)).toBe('f-f');
    // Turned by 45 degrees about x the lowest feature of a cube is an edge.
    expect(typeAlongZ(cube, cube, [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0])).toBe('e-f');
    expect(typeAlongZ(cube, point({ position: [0, 0, 0] }))).toBe('v-f');
  });

  it('knows the caps and sides of cylinders and cones, and smooth points', () => {
    const can = cylinder({ radius: 1, halfLength: 1 });
    expect(typeAlongZ(can, can)).toBe('f-f');
    expect(typeAlongZ(can, can, TURNED_X)).toBe('e-f');
    expect(typeAlongZ(can, ellipsoid({ semiAxes: [1, 2, 3] }))).toBe('v-f');
    const spike = cone({ radius: 1, height: 2 });
    expect(typeAlongZ(cube, spike)).toBe('f-f');
    expect(typeAlongZ(cube, spike, [0, 1, 0, 0])).toBe('v-f');
    // On its side: the normal (height, radius) of the side points down.
    const lean = Math.PI / 2 + Math.atan2(1, 2);
    expect(typeAlongZ(cube, spike, [Math.cos(lean / 2), 0, Math.sin(lean / 2), 0])).toBe('e-f');
  });

  it('is that of what carries the point where polyhedra touch at one', () => {
    const a = placeBody(cube, IDENTITY_POSE);
    const touching = (x: number, y: number) =>
      typeOfCores(a, placeBody(point({ position: [0, 0, 0] }), pose({ position: [x, y, 1] })), {
        distance: 0,
        normal: { x: 0, y: 0, z: 1 },
        width: 0,
      });
    expect(touching(0.3, 0.2)).toBe('v-f');
    expect(touching(1, 0.2)).toBe('v-e');
    expect(touching(1, 1)).toBe('v-v');
  });
});
