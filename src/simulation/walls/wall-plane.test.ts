// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { wallPlane } from './wall-plane.ts';

it('a half-space turns by any motion of its list', () => {
  const motion = {
    velocity: [0, 0, 2],
    until: 1,
    next: [{ rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: Math.PI / 2 }, from: 1, until: 2 }],
  } as const;
  const wall = { name: 'flap', normal: [0, 0, 1], offset: 1, material: 'm', motion } as const;
  // Lifted to z = 3 in the first second, a quarter of a turn from z to x in the next.
  const { normal, offset } = wallPlane(wall, 2);
  expect(normal.x).toBeCloseTo(1, 15);
  expect(normal.z).toBeCloseTo(0, 15);
  expect(offset).toBeCloseTo(3, 14);
});
