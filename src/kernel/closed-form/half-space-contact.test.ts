// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';

const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
const lying = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 2);
const corner = polyhedron({
  vertices: [
    [0, 0, 0],
    [3, 0, 0],
    [0, 3, 0],
    [0, 0, 3],
  ],
});
const side = facet({
  vertices: [
    [0, 0, 0],
    [0, 3, 0],
    [3, 0, 0],
  ],
});
/** Turned so that a side of the cone lies on the floor: the slope of the side is 2 : 1. */
const onItsSide = fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 2 + Math.atan(0.5));

describe('a half-space touches a body in the middle of what lies on it', () => {
  it.each([
    ['box', box({ halfExtents: [1, 2, 0.5] }), { position: [3, 4, 0.4] as const }, 'f-f', [3, 4], -0.1],
    [
      'capsule',
      capsule({ radius: 1, halfLength: 2 }),
      { position: [3, 4, 0.9] as const, orientation: lying },
      'e-f',
      [3, 4],
      -0.1,
    ],
    [
      'cylinder',
      cylinder({ radius: 1, halfLength: 2 }),
      { position: [3, 4, 0.9] as const, orientation: lying },
      'e-f',
      [3, 4],
      -0.1,
    ],
    [
      'cylinder on its cap',
      cylinder({ radius: 1, halfLength: 2 }),
      { position: [3, 4, 1.9] as const },
      'f-f',
      [3, 4],
      -0.1,
    ],
    ['tetrahedron', corner, { position: [0, 0, -0.1] as const }, 'f-f', [1, 1], -0.1],
    ['facet', side, { position: [0, 0, -0.1] as const }, 'f-f', [1, 1], -0.1],
  ] as const)('%s', (_, body, pose, type, [x, y], distance) => {
    const found = contact(floor, {}, body, pose);
    expect(found.type).toBe(type);
    expect(found.distance).toBeCloseTo(distance, 14);
    expect(found.pointOnA.x).toBeCloseTo(x, 13);
    expect(found.pointOnA.y).toBeCloseTo(y, 13);
    expect(found.pointOnA.z).toBeCloseTo(0, 14);
    expect(found.pointOnB.z).toBeCloseTo(distance, 14);
    const turned = contact(body, pose, floor, {});
    expect(turned.pointOnB).toEqual(found.pointOnA);
  });

  it('cone on its side', () => {
    const found = contact(floor, {}, cone({ radius: 1, height: 2 }), { orientation: onItsSide });
    const half = Math.sqrt(5) / 2;
    expect(found.type).toBe('e-f');
    // From the rim, which is 1 from the origin of the cone, half way up the side.
    const { pointOnB: p } = found;
    const rim = contact(floor, {}, cone({ radius: 1, height: 2 }), {
      orientation: fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 2 + Math.atan(0.5) - 1e-3),
    }).pointOnB;
    expect(Math.sqrt((p.x - rim.x) ** 2 + (p.z - rim.z) ** 2)).toBeCloseTo(half, 2);
  });
});
