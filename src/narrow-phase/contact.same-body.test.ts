// SPDX-License-Identifier: MIT
/**
 * One body twice in one place: only the words of its description order the pair, and exchanging the two turns the
 * normal round to the bit.
 */
import { expect, it } from 'vitest';
import { capsule } from '../shapes/kinds/capsule.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { point } from '../shapes/kinds/point.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { segment } from '../shapes/kinds/segment.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { Shape } from '../shapes/shape.ts';
import { contact } from './contact.ts';

const AT = { position: [-0.3, -1.2, 2.4], orientation: [-0.944, -0.073, -0.238, -0.214] } as const;
const ROUND_POINT = rounded({ shape: point({ position: [0, 0, 0] }), radius: 0.5 });

it.each<[string, Shape, Shape]>([
  ['a sphere and a rounded point', sphere({ radius: 0.5 }), ROUND_POINT],
  ['a rounded sphere and a rounded point', rounded({ shape: sphere({ radius: 0.25 }), radius: 0.25 }), ROUND_POINT],
  [
    'rounded spheres of other radii',
    rounded({ shape: sphere({ radius: 0.125 }), radius: 0.375 }),
    rounded({ shape: sphere({ radius: 0.375 }), radius: 0.125 }),
  ],
  [
    'a capsule and a rounded segment',
    capsule({ radius: 0.5, halfLength: 1 }),
    rounded({ shape: segment({ from: [0, 0, -1], to: [0, 0, 1] }), radius: 0.5 }),
  ],
  [
    'compounds of these',
    compound([{ shape: sphere({ radius: 0.5 }) }, { shape: sphere({ radius: 0.25 }), pose: { position: [1, 0, 0] } }]),
    compound([{ shape: ROUND_POINT }, { shape: sphere({ radius: 0.25 }), pose: { position: [1, 0, 0] } }]),
  ],
])('is the same to the bit when %s are exchanged', (_, a, b) => {
  const c = contact(a, AT, b, AT);
  const { x, y, z } = c.normal;
  expect(contact(b, AT, a, AT)).toEqual({
    ...c,
    normal: { x: -x, y: -y, z: -z },
    pointOnA: c.pointOnB,
    pointOnB: c.pointOnA,
  });
});
