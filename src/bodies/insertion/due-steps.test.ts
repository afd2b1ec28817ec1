// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StepClock } from '../../math/step-clock.ts';
import { DueSteps } from './due-steps.ts';

describe('steps at which bodies are due', () => {
  it('are the first ones at or after their times', () => {
    const due = new DueSteps({ rate: 100, from: 0.005 }, new StepClock(0.004));
    expect([0, 1, 2, 3].map((k) => due.stepOf(k))).toEqual([2, 4, 7, 9]);
    expect([0, 1, 2, 3, 4, 6, 7].map((step) => due.bodiesThrough(step))).toEqual([0, 0, 1, 1, 2, 2, 3]);
  });

  it('are not a step late by the rounding of decimal times', () => {
    const due = new DueSteps({ rate: 10 }, new StepClock(0.1));
    for (let k = 0; k < 1000; k++) expect(due.stepOf(k)).toBe(k);
  });

  it('are rate times duration many', () => {
    for (const rate of [1, 3, 7, 10, 1000, 0.1]) {
      const due = new DueSteps({ rate, until: 10 }, new StepClock(1e-3));
      expect(due.bodiesThrough(1e9)).toBe(Math.round(10 * rate));
      expect(due.stepOf(Math.round(10 * rate))).toBe(Infinity);
    }
  });

  it('go on beyond the count, for those that wait', () => {
    const due = new DueSteps({ rate: 10, count: 3 }, new StepClock(0.01));
    expect(due.bodiesThrough(1000)).toBe(3);
    expect(due.stepOf(5)).toBe(50);
  });

  it('is one step when all come at once', () => {
    const due = new DueSteps({ count: 40, from: 0.25 }, new StepClock(0.1));
    expect([0, 1].map((k) => due.stepOf(k))).toEqual([3, Infinity]);
    expect([2, 3, 4].map((step) => due.bodiesThrough(step))).toEqual([0, 40, 40]);
  });

  it('are counted as they are listed', () => {
    const numbers = fc.record({
      rate: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      from: fc.double({ min: 0, max: 1e3, noNaN: true }),
      timeStep: fc.double({ min: 1e-7, max: 1, noNaN: true }),
      k: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(numbers, ({ rate, from, timeStep, k }) => {
        const due = new DueSteps({ rate, from }, new StepClock(timeStep));
        const step = due.stepOf(k);
        fc.pre(rate * timeStep < 1e3 && step < 1e10);
        const times = due.timesThrough(step);
        expect(times).toBeGreaterThan(k);
        expect(due.stepOf(times - 1)).toBeLessThanOrEqual(step);
        expect(due.stepOf(times)).toBeGreaterThan(step);
      }),
    );
  });
});
