// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { inverseTransformPoint, transformPoint } from '../math/pose.ts';
import { Random } from '../math/random.ts';
import { length, scale, subtract, type Vector3, vector3 } from '../math/vector.ts';
import {
  conveying,
  followingVelocity,
  type MeshMotion,
  oscillating,
  resting,
  rotating,
  surfaceVelocity,
  translating,
} from './mesh-motion.ts';

const seed = Number(process.env.TEST_SEED ?? 41);
const random = new Random(seed);
const start = { position: [1, 2, 3] as const, orientation: random.rotation() };

const MOTIONS: Readonly<Record<string, MeshMotion>> = {
  resting: resting(start),
  translating: translating({ start, velocity: [1, -2, 0.5] }),
  rotating: rotating({ start, through: [0, 1, 0], axis: [1, 1, 2], angularVelocity: 3 }),
  oscillating: oscillating({ start, amplitude: [0, 0.1, 0.2], frequency: 2, phase: 0.3 }),
  following: followingVelocity({
    start,
    times: [-1, 0, 2, 2.5],
    velocities: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 2, 0],
      [-3, 0, 1],
    ],
  }),
};

describe.each(Object.entries(MOTIONS))(`a mesh that is %s, seed ${seed}`, (_, motion) => {
  it('has a surface whose velocity is that of its points', () => {
    for (let k = 0; k < 50; k++) {
      const time = random.between(-2, 4);
      const point = scale(random.unitVector(), 3);
      const own = inverseTransformPoint(motion.poseAt(time), point);
      const step = 1e-5;
      const [before, after] = [time - step, time + step].map((t) => transformPoint(motion.poseAt(t), own)) as [
        Vector3,
        Vector3,
      ];
      const slope = scale(subtract(after, before), 1 / (2 * step));
      // Central differences: step squared times the third derivative, or rounding over the step; at a corner of the
      // table, a step.
      expect(length(subtract(surfaceVelocity(motion, time, point), slope))).toBeLessThan(1e-4);
    }
  });
});

describe('motions', () => {
  it('start at the pose that is given', () => {
    for (const name of ['resting', 'translating', 'rotating']) {
      const { position, orientation } = MOTIONS[name].poseAt(0);
      expect(length(subtract(position, vector3(start.position)))).toBeLessThan(1e-15);
      expect(Math.abs(orientation.w - start.orientation.w)).toBeLessThan(1e-15);
    }
    const { position } = MOTIONS.following.poseAt(-1);
    expect(position).toEqual(vector3(start.position));
  });

  it('come back after a turn and after a period', () => {
    const turning = rotating({ start, axis: [0, 0, 2], angularVelocity: 2 });
    const swinging = oscillating({ start, amplitude: [1, 0, 0], frequency: 4 });
    expect(length(subtract(turning.poseAt(Math.PI).position, turning.poseAt(0).position))).toBeLessThan(1e-14);
    expect(length(subtract(swinging.poseAt(0.25).position, swinging.poseAt(0).position))).toBeLessThan(1e-14);
  });

  it('of a belt are none, but its surface runs', () => {
    const belt = conveying({ start, velocity: [2, 0, 0] });
    expect(belt.poseAt(5)).toEqual(belt.poseAt(0));
    expect(surfaceVelocity(belt, 5, [7, 8, 9])).toEqual({ x: 2, y: 0, z: 0 });
  });

  it('integrate a table of velocities exactly, and go on with its ends', () => {
    const { poseAt, velocityAt } = followingVelocity({
      times: [0, 2],
      velocities: [
        [0, 0, 0],
        [4, 0, 0],
      ],
    });
    expect(poseAt(1).position).toEqual({ x: 1, y: 0, z: 0 });
    expect(poseAt(3).position).toEqual({ x: 8, y: 0, z: 0 });
    expect(poseAt(-5).position).toEqual({ x: 0, y: 0, z: 0 });
    expect(velocityAt(9).linear).toEqual({ x: 4, y: 0, z: 0 });
  });

  it.each([
    [() => translating({ velocity: [0, Number.NaN, 0] }), 'translating.velocity[1]: expected a finite number, got NaN'],
    [() => rotating({ axis: [0, 0, 0], angularVelocity: 1 }), 'rotating.axis: expected a vector other than zero'],
    [
      () => rotating({ axis: [0, 0, 1], angularVelocity: Infinity }),
      'rotating.angularVelocity: expected a finite number',
    ],
    [
      () => oscillating({ amplitude: [1, 0, 0], frequency: Number.NaN }),
      'oscillating.frequency: expected a finite number',
    ],
    [
      () =>
        followingVelocity({
          times: [0, 0],
          velocities: [
            [0, 0, 0],
            [0, 0, 0],
          ],
        }),
      'times[1]: expected a finite number > 0, got 0',
    ],
    [() => followingVelocity({ times: [], velocities: [] }), 'expected a velocity a time'],
  ])('are refused when they are none', (make, message) => {
    expect(make).toThrow(message);
  });
});
