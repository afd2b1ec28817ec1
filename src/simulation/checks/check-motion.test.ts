// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { MotionSpec } from '../../bodies/prescribed-motion.ts';
import { checkMotion } from './check-motion.ts';

const row = (time: number) => [time, 0, 0, 0] as const;

it.each<[MotionSpec, string]>([
  [{ velocity: [Number.NaN, 0, 0] }, 'motion.velocity: expected three finite numbers'],
  [{ rotation: { axis: [0, 0, 0], through: [0, 0, 0], rate: 1 } }, 'motion.rotation.axis: expected a vector other'],
  [{ table: { of: 'velocity', rows: [] } }, 'motion.table.rows: expected at least two rows, got 0'],
  [
    { velocity: [1, 0, 0], next: [{ table: { of: 'displacement', rows: [row(0), row(1), row(1)] } }] },
    'motion.next[0].table.rows[2][0]: expected a time after that of the row before, 1 s, got 1',
  ],
  [{ velocity: [1, 0, 0], from: 2, until: 2 }, 'motion.until: expected a time after the beginning at 2 s, got 2'],
  [{ velocity: [1, 0, 0], until: 1, ramp: 0.6 }, 'motion.ramp: expected at most half of the 1 s from beginning to end'],
  [{ next: [{ next: [{ velocity: [1, 0, 0] }] }] }, 'motion.next[0].next: expected all motions that follow'],
])('a program with the motion %o is refused', (motion, message) => {
  expect(() => checkMotion(motion, 'motion')).toThrow(message);
});
