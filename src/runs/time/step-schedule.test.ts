// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { lastStepOf, StepSchedule } from './step-schedule.ts';

describe('a schedule', () => {
  it('is due at the step nearest to each multiple of its interval', () => {
    const schedule = new StepSchedule(0.01, 0.003);
    const due = Array.from({ length: 21 }, (_, step) => step).filter((step) => schedule.isDue(step));
    expect(due).toEqual([0, 3, 7, 10, 13, 17, 20]);
    expect(schedule.nextAfter(0)).toBe(3);
    expect(schedule.nextAfter(6)).toBe(7);
    expect(schedule.nextAfter(7)).toBe(10);
  });

  it('does not drift: after a million times it is where multiplication says', () => {
    const schedule = new StepSchedule(1e-3, 7e-6);
    expect(schedule.stepOf(1e6)).toBe(Math.round(1e3 / 7e-6));
    expect(schedule.countThrough(schedule.stepOf(1e6))).toBe(1e6 + 1);
    expect(schedule.countThrough(schedule.stepOf(1e6) - 1)).toBe(1e6);
  });

  it.each([1, 1.5, 2.5, 3, 10 / 3, 1e9])('counts every one of its steps once, every %s steps', (interval) => {
    const schedule = new StepSchedule(interval, 1);
    for (let k = 0; k < 50; k++) {
      expect(schedule.countThrough(schedule.stepOf(k))).toBe(k + 1);
      expect(schedule.nextAfter(schedule.stepOf(k))).toBe(schedule.stepOf(k + 1));
      expect(schedule.isDue(schedule.stepOf(k))).toBe(true);
    }
  });

  it('is due at every step when wanted more often than that', () => {
    const schedule = new StepSchedule(1e-9, 1e-5);
    expect([0, 1, 2, 3].map((step) => schedule.isDue(step))).toEqual([true, true, true, true]);
  });
});

describe('the last step', () => {
  it.each([
    [1, 2e-5, 50_000],
    [0.3, 0.1, 3],
    [0.7, 0.1, 7],
    [1, 0.3, 4],
    [1e-9, 1, 1],
  ])('of %s s in steps of %s s is %s', (duration, timeStep, steps) => {
    expect(lastStepOf(duration, timeStep)).toBe(steps);
  });
});
