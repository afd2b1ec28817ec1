// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { add, cross, distance, length, scale, subtract } from '../math/vector.ts';
import { displacedPoint, displacementAt, type MotionSpec, speedBetween, turns } from './prescribed-motion.ts';

const MOTION = {
  velocity: [1, 2, 3],
  rotation: { axis: [0, 1, 1], through: [1, 0, 0], rate: 2 },
  oscillation: { direction: [0, 0, 5], amplitude: 0.1, frequency: 3, phase: 0.4 },
  from: 0.5,
  until: 1.5,
} as const;
const POINT = { x: 0.3, y: -0.2, z: 0.7 };

describe('a prescribed motion', () => {
  it('has the velocity of its displacement', () => {
    const h = 1e-6;
    const before = displacedPoint(displacementAt(MOTION, 0.9 - h), POINT);
    const after = displacedPoint(displacementAt(MOTION, 0.9 + h), POINT);
    const now = displacementAt(MOTION, 0.9);
    const arm = subtract(displacedPoint(now, POINT), add(now.pivot, now.translation));
    const velocity = add(now.velocity, cross(now.angularVelocity, arm));
    expect(distance(velocity, scale(subtract(after, before), 0.5 / h))).toBeLessThan(1e-8);
  });

  it('rests before and after, where it began and where it ended', () => {
    expect(distance(displacedPoint(displacementAt(MOTION, 0.2), POINT), POINT)).toBeLessThan(1e-15);
    const end = displacedPoint(displacementAt(MOTION, 1.5 - 1e-12), POINT);
    expect(distance(displacedPoint(displacementAt(MOTION, 9), POINT), end)).toBeLessThan(1e-9);
    expect(length(displacementAt(MOTION, 9).velocity)).toBe(0);
    expect(length(displacementAt(MOTION, 0.2).angularVelocity)).toBe(0);
  });
});

describe('motions with ramps, tables and others that follow', () => {
  const RAMPED = { velocity: [2, 0, 0], from: 1, until: 4, ramp: 0.5 } as const;
  const LISTED = {
    ...RAMPED,
    next: [
      { rotation: { axis: [0, 0, 1], through: [1, 0, 0], rate: 1 }, ramp: 0.3, from: 2, until: 3.5 },
      {
        table: {
          of: 'velocity',
          rows: [
            [0, 0, 0, 0],
            [1, 0, 1, 0],
            [2, 0, 0, 3],
          ],
        },
        from: 2.2,
      },
    ],
  } as const;
  const place = (motion: typeof LISTED | typeof RAMPED, time: number) =>
    displacedPoint(displacementAt(motion, time), POINT);

  it('begin and end smoothly, and get as far as without a ramp less its duration', () => {
    expect(place(RAMPED, 9).x - POINT.x).toBeCloseTo(2 * (3 - 0.5), 12);
    expect(displacementAt(RAMPED, 1.25).velocity.x).toBeCloseTo(1, 12);
    expect(displacementAt(RAMPED, 3.75).velocity.x).toBeCloseTo(1, 12);
  });

  it.each([1.2, 2.5, 3.1, 3.3, 3.9])('have the velocity of their displacement at %s s', (time) => {
    const h = 1e-6;
    const now = displacementAt(LISTED, time);
    const arm = subtract(displacedPoint(now, POINT), add(now.pivot, now.translation));
    const velocity = add(now.velocity, cross(now.angularVelocity, arm));
    const difference = scale(subtract(place(LISTED, time + h), place(LISTED, time - h)), 0.5 / h);
    expect(distance(velocity, difference)).toBeLessThan(1e-7);
  });

  it('follow the rows of a table of displacements, and stay at the last', () => {
    const table = {
      of: 'displacement',
      rows: [
        [0, 1, 0, 0],
        [1, 3, 0, 0],
        [3, 3, 4, 0],
      ],
    } as const;
    const at = (time: number) => displacementAt({ table, from: 1 }, time);
    expect([at(0.5), at(1.5), at(3), at(9)].map(({ translation: { x, y } }) => [x, y])).toEqual([
      [0, 0],
      [1, 0],
      [2, 2],
      [2, 4],
    ]);
    expect([at(1.5).velocity.x, at(3).velocity.y, at(9).velocity.y]).toEqual([2, 2, 0]);
  });
});

describe('the speed of a motion between two times', () => {
  const FAR_TURN: MotionSpec = {
    velocity: [3, 0, 0],
    until: 2,
    next: [{ rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 2 }, from: 1, until: 5 }],
  };

  it('is that of an arm which a motion before has made long', () => {
    expect(turns(FAR_TURN)).toBe(true);
    expect(turns({ velocity: [1, 0, 0] })).toBe(false);
    expect(speedBetween(FAR_TURN, [{ x: 1, y: 0, z: 0 }], 3, 3.5)).toBeCloseTo(2 * 7, 12);
    expect(speedBetween(FAR_TURN, [{ x: 1, y: 0, z: 0 }], 0, 0.5)).toBe(3);
    expect(speedBetween(FAR_TURN, [{ x: 1, y: 0, z: 0 }], 5, 9)).toBe(0);
  });

  it.each<[string, MotionSpec]>([
    ['turns far away', FAR_TURN],
    ['shakes and follows a table', { oscillation: MOTION.oscillation, next: [{ table: tableOf('displacement') }] }],
    ['turns twice', { rotation: MOTION.rotation, next: [{ ...MOTION, from: 0.2 }, { table: tableOf('velocity') }] }],
  ])('bounds the displacement of a wall that %s', (_, motion) => {
    const place = (time: number) => displacedPoint(displacementAt(motion, time), POINT);
    for (let start = 0; start < 3; start += 0.25) {
      for (const time of [0.01, 0.1, 0.4]) {
        const travel = distance(place(start), place(start + time));
        expect(travel).toBeLessThanOrEqual(time * speedBetween(motion, [POINT], start, start + time) + 1e-12);
      }
    }
  });
});

function tableOf(of: 'displacement' | 'velocity') {
  return {
    of,
    rows: [
      [0, 0, 0, 0],
      [1, 1, 0, 2],
      [1.5, -1, 0, 2],
    ],
  } as const;
}
