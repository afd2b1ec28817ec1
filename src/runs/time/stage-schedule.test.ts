// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StepClock } from '../../math/step-clock.ts';
import { StageSchedule } from './stage-schedule.ts';

const stepsDue = (schedule: StageSchedule, last: number): number[] =>
  Array.from({ length: last + 1 }, (_, step) => step).filter((step) => schedule.isDue(step));

describe('the schedule of an output in stages', () => {
  it('goes on at its times when the time step changes', () => {
    const schedule = new StageSchedule(0.01, new StepClock(0.001));
    schedule.setClock(25, new StepClock(0.003, { step: 25, time: 0.025 }));
    // 30, 40, 50 ms are at 25 + 5/3, 25 + 15/3, 25 + 25/3.
    expect(stepsDue(schedule, 34)).toEqual([0, 10, 20, 27, 30, 33]);
    expect([0, 1, 2, 3, 4, 5].map((k) => Number(schedule.timeOf(k).toFixed(12)))).toEqual([
      0, 0.01, 0.02, 0.031, 0.04, 0.049,
    ]);
  });

  it('begins anew with an interval of its own', () => {
    const schedule = new StageSchedule(0.01, new StepClock(0.001));
    schedule.setInterval(25, 0.006, new StepClock(0.003, { step: 25, time: 0.025 }));
    expect(stepsDue(schedule, 31)).toEqual([0, 10, 20, 27, 29, 31]);
  });

  it('is due once for each time, in order, within half of the longest step of its time', () => {
    const step = fc.double({ min: 0.001, max: 1, noNaN: true });
    const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), step), { maxLength: 5 });
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5, noNaN: true }), step, changes, (every, first, later) => {
        let clock = new StepClock(first);
        const schedule = new StageSchedule(every, clock);
        const clocks = [clock];
        let last = 0;
        for (const [steps, timeStep] of later) {
          last += steps;
          clock = new StepClock(timeStep, { step: last, time: clock.timeOf(last) });
          clocks.push(clock);
          schedule.setClock(last, clock);
        }
        last += 50;
        const longest = Math.max(...clocks.map(({ timeStep }) => timeStep));
        const due = stepsDue(schedule, last);
        const isCoarse = every < longest;
        due.forEach((at, k) => {
          expect(schedule.countThrough(at)).toBe(k + 1);
          if (at >= (clocks.at(-1)?.start.step ?? 0))
            expect(schedule.nextAfter(at)).toBe(due[k + 1] ?? schedule.nextAfter(at));
          const now = clocks.findLast(({ start }) => at > start.step) ?? (clocks[0] as StepClock);
          expect(schedule.timeOf(k)).toBe(now.timeOf(at));
          // Intervals shorter than a step are one step, so that its times are later.
          if (!isCoarse) expect(Math.abs(schedule.timeOf(k) - k * every)).toBeLessThanOrEqual(longest * (1 + 1e-9));
        });
        if (!isCoarse) expect(due.length).toBe(schedule.countThrough(last));
      }),
    );
  });
});
