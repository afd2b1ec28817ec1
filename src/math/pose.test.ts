// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidPoseError } from '../errors.ts';
import { compose, IDENTITY_POSE, inverse, inverseTransformPoint, pose, transformPoint } from './pose.ts';
import { Random } from './random.ts';
import { distance } from './vector.ts';

function randomPose(random: Random) {
  return pose({ position: random.unitVector(), orientation: random.rotation() });
}

describe('pose', () => {
  it('fills in what is left out', () => {
    expect(pose()).toEqual(IDENTITY_POSE);
    expect(pose({ position: [1, 2, 3] }).orientation).toEqual({ w: 1, x: 0, y: 0, z: 0 });
  });

  it('normalises the quaternion, w first', () => {
    expect(pose({ orientation: [0, 0, 0, 2] }).orientation).toEqual({ w: 0, x: 0, y: 0, z: 1 });
    expect(pose({ orientation: { w: 1e200, x: 0, y: 0, z: 0 } }).orientation).toEqual({ w: 1, x: 0, y: 0, z: 0 });
  });

  it('refuses what is not finite, and the zero quaternion', () => {
    expect(() => pose({ position: [0, Number.NaN, 0] })).toThrow('pose.position[1]: expected a finite number, got NaN');
    expect(() => pose({ orientation: [0, 0, 0, 0] })).toThrow('pose.orientation: expected [w, x, y, z], not all zero');
    expect(() => pose({ orientation: [1, Number.POSITIVE_INFINITY, 0, 0] })).toThrow(InvalidPoseError);
  });

  it('keeps its bits when made again', () => {
    fc.assert(
      fc.property(fc.integer(), (s) => {
        const p = randomPose(new Random(s));
        expect(pose(p)).toEqual(p);
      }),
    );
  });

  it('composes and inverts', () => {
    fc.assert(
      fc.property(fc.integer(), (s) => {
        const random = new Random(s);
        const a = randomPose(random);
        const b = randomPose(random);
        const v = random.unitVector();
        const moved = transformPoint(a, v);
        expect(distance(inverseTransformPoint(a, moved), v)).toBeLessThan(1e-14);
        expect(distance(transformPoint(inverse(a), moved), v)).toBeLessThan(1e-14);
        expect(distance(transformPoint(compose(a, b), v), transformPoint(a, transformPoint(b, v)))).toBeLessThan(1e-14);
      }),
    );
  });
});
