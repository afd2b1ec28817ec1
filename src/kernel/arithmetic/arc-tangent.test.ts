// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { atan2 } from '../../math/circular.ts';
import { angleOf } from './arc-tangent.ts';

it('is the angle of a point in every quadrant and on the axes, to a few roundings', () => {
  for (let k = -180; k <= 180; k++) {
    const [x, y] = [Math.cos(k / 57.3), Math.sin(k / 57.3)];
    expect(Math.abs(angleOf(3 * x, 3 * y) - atan2(y, x))).toBeLessThan(2e-15);
  }
  expect(angleOf(1, 0)).toBe(0);
  expect(angleOf(-1, 0)).toBe(Math.PI);
  expect(angleOf(0, -2)).toBe(-Math.PI / 2);
  expect(angleOf(0, 0)).toBe(0);
});
