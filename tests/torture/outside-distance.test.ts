// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { ellipsoid } from '../../src/shapes/kinds/ellipsoid.ts';
import { sphere } from '../../src/shapes/kinds/sphere.ts';
import { outsideBody } from './outside-body.ts';
import { distanceFromOutside } from './outside-distance.ts';

describe('the second opinion on a distance', () => {
  it('knows the distance of boxes, edge to edge: 5 - sqrt(2) - sqrt(2) along a diagonal', () => {
    const a = outsideBody(box({ halfExtents: [1, 1, 1] }));
    const turned = pose({ orientation: [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0] });
    const other = pose({ position: [0, 0, 5], orientation: [Math.cos(Math.PI / 8), 0, Math.sin(Math.PI / 8), 0] });
    expect(distanceFromOutside({ a, poseA: turned, b: a, poseB: other })).toBeCloseTo(5 - 2 * Math.SQRT2, 14);
  });

  it('agrees with the formula for a ball and a round ellipsoid wherever they are', () => {
    const random = new Random(3);
    const a = outsideBody(ellipsoid({ semiAxes: [1, 1, 1] }));
    const b = outsideBody(sphere({ radius: 0.5 }));
    for (let i = 0; i < 50; i++) {
      const { x, y, z } = random.unitVector();
      const far = random.between(1.6, 9);
      const poseB = pose({ position: [far * x, far * y, far * z], orientation: random.rotation() });
      expect(distanceFromOutside({ a, poseA: pose(), b, poseB })).toBeCloseTo(far - 1.5, 10);
    }
  });

  it('has no distance for bodies that overlap', () => {
    const a = outsideBody(box({ halfExtents: [1, 1, 1] }));
    expect(distanceFromOutside({ a, poseA: pose(), b: a, poseB: pose({ position: [0.1, 0.2, 0.3] }) })).toBeLessThan(0);
  });
});
