// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../math/pose.ts';
import { poseAt, rigidMotion } from './constant-motion.ts';

describe('a rigid motion', () => {
  it('moves its position on a straight line and turns about it', () => {
    const motion = rigidMotion(
      { pose: { position: [1, 2, 3] }, linearVelocity: [0, 0, 2], angularVelocity: [0, 0, Math.PI] },
      'motion',
    );
    const { x, y, z } = transformPoint(poseAt(motion, 0.5), { x: 1, y: 0, z: 0 });
    expect(x).toBeCloseTo(1, 15);
    expect(y).toBeCloseTo(3, 15);
    expect(z).toBe(4);
  });

  it('is at its pose at time 0, to the bit', () => {
    const motion = rigidMotion(
      { pose: { position: [1, 2, 3], orientation: [1, 2, 3, 4] }, angularVelocity: [1, 2, 3] },
      'm',
    );
    expect(poseAt(motion, 0)).toEqual(motion.pose);
  });

  it('stands still by default', () => {
    expect(poseAt(rigidMotion({}, 'motion'), 7)).toEqual({
      position: { x: 0, y: 0, z: 0 },
      orientation: { w: 1, x: 0, y: 0, z: 0 },
    });
  });

  it('turns right-handed about its angular velocity', () => {
    const motion = rigidMotion({ angularVelocity: [0, 2, 0] }, 'motion');
    const { x, z } = transformPoint(poseAt(motion, Math.PI / 4), { x: 0, y: 0, z: 1 });
    expect(x).toBeCloseTo(1, 15);
    expect(z).toBeCloseTo(0, 15);
  });
});
