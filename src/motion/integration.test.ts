// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { DormandPrince } from './dormand-prince.ts';
import { type Advance, Integration, type IntegrationOptions } from './integration.ts';
import type { OdeSystem, ZeroCrossings } from './ode-system.ts';
import { Radau } from './radau.ts';

const FALL: OdeSystem = {
  size: 2,
  derivatives(_t, y, out) {
    out[0] = y[1];
    out[1] = -10;
  },
};

const CLOCK: OdeSystem = {
  size: 1,
  derivatives(_t, _y, out) {
    out[0] = 1;
  },
};

function functions(...each: readonly ((t: number, y: Float64Array) => number)[]): ZeroCrossings {
  return {
    count: each.length,
    prepare: () => Infinity,
    evaluate(t, y, z) {
      each.forEach((f, i) => {
        z[i] = f(t, y);
      });
    },
  };
}

function eventOf(result: Advance): Extract<Advance, { kind: 'event' }> {
  expect(result.kind).toBe('event');
  return result as Extract<Advance, { kind: 'event' }>;
}

describe('events', () => {
  it.each([
    ['explicit', () => new DormandPrince(FALL, { relativeTolerance: 1e-10, absoluteTolerance: 1e-12 })],
    ['stiff', () => new Radau(FALL, { relativeTolerance: 1e-10, absoluteTolerance: 1e-12 })],
  ])('stop a bouncing ball where it meets the floor, by the %s method', (_name, method) => {
    // Dropped from 5 m: floor at t = 1 with 10 m/s; each bounce keeps half the speed, so lasts half as long.
    const run = new Integration(
      method(),
      0,
      Float64Array.of(5, 0),
      functions((_t, y) => y[0]),
    );
    let speed = 10;
    let time = 1;
    for (let bounce = 0; bounce < 12; bounce++) {
      const event = eventOf(run.advance(3));
      expect(event.crossings).toEqual([{ index: 0, isRising: false }]);
      expect(Math.abs(event.time - time)).toBeLessThan(1e-9);
      expect(run.state[0]).toBeLessThanOrEqual(0);
      run.restart(Float64Array.of(0, -0.5 * run.state[1]));
      // A ball that starts on the floor, z = 0, counts as below it: the function rises once, at the very start.
      const lift = eventOf(run.advance(3));
      expect(lift.crossings).toEqual([{ index: 0, isRising: true }]);
      expect(lift.time - event.time).toBeLessThan(1e-12);
      speed /= 2;
      time += (2 * speed) / 10;
    }
  });

  it('are found in order where several are in one step', () => {
    const run = new Integration(
      new DormandPrince(CLOCK, { firstStep: 100 }),
      0,
      Float64Array.of(0),
      functions(
        (t) => 7 - t,
        (t) => t - 3,
        (t) => 5 - t,
        (t) => t - 3,
      ),
    );
    const first = eventOf(run.advance(10));
    expect(first.crossings).toEqual([
      { index: 1, isRising: true },
      { index: 3, isRising: true },
    ]);
    expect(first.time).toBeCloseTo(3, 14);
    expect(eventOf(run.advance(10)).time).toBeCloseTo(5, 14);
    expect(eventOf(run.advance(10)).time).toBeCloseTo(7, 14);
    expect(run.advance(10)).toEqual({ kind: 'end', time: 10 });
    expect(run.time).toBe(10);
    expect(run.state[0]).toBeCloseTo(10, 12);
  });

  it('are located by signs alone, to rounding', () => {
    const at = Math.PI;
    const run = new Integration(
      new DormandPrince(CLOCK, { firstStep: 10 }),
      0,
      Float64Array.of(0),
      functions((t) => (t < at ? 1 : -1e-300)),
    );
    const { time } = eventOf(run.advance(10));
    expect(time).toBeGreaterThanOrEqual(at);
    expect(time - at).toBeLessThanOrEqual(1e-14);
  });

  it('are located to the tolerance that is asked for, with fewer evaluations', () => {
    const count = (eventTolerance: number): [number, number] => {
      const run = new Integration(
        new DormandPrince(CLOCK, { firstStep: 10 }),
        0,
        Float64Array.of(0),
        functions((t) => Math.exp(2 - t) - 1),
        { eventTolerance },
      );
      const { time } = eventOf(run.advance(10));
      return [time, run.rootStatistics.evaluations];
    };
    const [time, evaluations] = count(1e-3);
    expect(time).toBeGreaterThanOrEqual(2);
    expect(time).toBeLessThan(2 + 1e-3);
    const [sharp, more] = count(1e-15);
    expect(Math.abs(sharp - 2)).toBeLessThan(1e-14);
    expect(more).toBeGreaterThan(evaluations);
    expect(more).toBeLessThan(30);
  });
});

describe('a function that crosses twice within a step', () => {
  const dip = (t: number) => (t - 5.3) ** 2 - 0.49;
  const method = () => new DormandPrince(CLOCK, { firstStep: 20 });

  it('is not seen without bounds of its slope', () => {
    const run = new Integration(method(), 0, Float64Array.of(0), functions(dip));
    expect(run.advance(10).kind).toBe('end');
  });

  it('is seen with them', () => {
    const bounded: ZeroCrossings = {
      ...functions(dip),
      slopeBounds(t, _y, out) {
        out[0] = 2 * Math.abs(t - 5.3);
      },
    };
    const run = new Integration(method(), 0, Float64Array.of(0), bounded);
    expect(eventOf(run.advance(10)).time).toBeCloseTo(4.6, 12);
    expect(eventOf(run.advance(10)).time).toBeCloseTo(6, 12);
    expect(run.advance(10).kind).toBe('end');
  });

  it('is counted as not excluded where it only grazes zero', () => {
    const graze: ZeroCrossings = {
      ...functions((t) => (t - 5.3) ** 2),
      slopeBounds(_t, _y, out) {
        out[0] = 10;
      },
    };
    const run = new Integration(method(), 0, Float64Array.of(0), graze);
    expect(run.advance(10).kind).toBe('end');
    expect(run.rootStatistics.unprovenIntervals).toBeGreaterThan(0);
  });
});

describe('a kink at the zero of a function', () => {
  // x'' = -x while x > 0, and 0 beyond, though the mode has not changed yet: what a contact's force does when the
  // contact ends.
  const kinked: OdeSystem = {
    size: 2,
    derivatives(_t, y, out) {
      out[0] = y[1];
      out[1] = -Math.max(0, y[0]);
    },
  };
  const errorOf = (hasKink: boolean): number => {
    const crossings: ZeroCrossings = { ...functions((_t, y) => y[0]), ...(hasKink && { hasKink: () => true }) };
    const method = new DormandPrince(kinked, { relativeTolerance: 1e-6, absoluteTolerance: 1e-6 });
    const run = new Integration(method, 0, Float64Array.of(1, 0), crossings);
    const { time } = eventOf(run.advance(10));
    return Math.max(Math.abs(time - Math.PI / 2), Math.abs(run.state[1] + 1));
  };

  it('is met by a step taken again up to it', () => {
    expect(errorOf(true)).toBeLessThan(3e-6);
    expect(errorOf(true)).toBeLessThan(errorOf(false));
  });
});

describe('functions that appear during a step', () => {
  it('were positive at its start, and are located all the same', () => {
    let count = 1;
    const growing: ZeroCrossings = {
      get count() {
        return count;
      },
      prepare: () => Infinity,
      evaluate(t, _y, z) {
        if (t > 4) count = 2;
        z[0] = 9 - t;
        if (z.length > 1 && count > 1) z[1] = 2 - t;
      },
    };
    const run = new Integration(new DormandPrince(CLOCK, { firstStep: 20 }), 0, Float64Array.of(0), growing);
    const event = eventOf(run.advance(10));
    expect(event.crossings).toEqual([{ index: 1, isRising: false }]);
    expect(event.time).toBeCloseTo(2, 12);
    expect(eventOf(run.advance(10)).time).toBeCloseTo(9, 12);
  });
});

describe('a storm of events', () => {
  it('is reported with its label where bounces accumulate, and not endured', () => {
    const options: IntegrationOptions = { label: () => 77 };
    const method = new DormandPrince(FALL, { relativeTolerance: 1e-8, absoluteTolerance: 1e-12 });
    const run = new Integration(
      method,
      0,
      Float64Array.of(5, 0),
      functions((_t, y) => y[0]),
      options,
    );
    let result: Advance = { kind: 'end', time: 0 };
    let events = 0;
    for (; events < 1e4; events++) {
      result = run.advance(10);
      if (result.kind !== 'event') break;
      if (!result.crossings[0].isRising) run.restart(Float64Array.of(0, -0.5 * run.state[1]));
    }
    // Bounces end at t = 3: 1 + 2 (1/2 + 1/4 + ...).
    expect(result).toMatchObject({ kind: 'storm', label: 77 });
    expect(result.kind === 'storm' && result.time).toBeCloseTo(3, 6);
    expect(events).toBeLessThan(200);
  });

  it('is none where many functions cross in one instant', () => {
    const many = functions(...Array.from({ length: 500 }, (_, i) => (t: number) => 1 + 1e-14 * (i % 7) - t));
    const run = new Integration(new DormandPrince(CLOCK), 0, Float64Array.of(0), many);
    let crossed = 0;
    for (let result = run.advance(2); result.kind !== 'end'; result = run.advance(2)) {
      crossed += eventOf(result).crossings.length;
    }
    expect(crossed).toBe(500);
  });
});

describe('the integration', () => {
  it('tells every step and lets it be read in between', () => {
    const seen: number[] = [];
    const out = new Float64Array(2);
    const run = new Integration(
      new DormandPrince(FALL),
      0,
      Float64Array.of(5, 0),
      functions((_t, y) => y[0]),
      {
        longestStep: 0.3,
        onStep(from, to, interpolate) {
          expect(to - from).toBeLessThan(0.3 + 1e-15);
          interpolate(0.5 * (from + to), out);
          seen.push(out[0] - (5 - 5 * (0.5 * (from + to)) ** 2));
        },
      },
    );
    run.advance(2);
    expect(run.time).toBeCloseTo(1, 12);
    expect(seen.length).toBeGreaterThan(3);
    for (const difference of seen) expect(Math.abs(difference)).toBeLessThan(1e-12);
  });

  it('ends with a failure where there are too many steps, and refuses to go back', () => {
    const run = new Integration(new DormandPrince(FALL), 0, Float64Array.of(5, 0), undefined, {
      longestStep: 0.01,
      mostSteps: 10,
    });
    expect(run.advance(1)).toMatchObject({ kind: 'failure', failure: { kind: 'too-many-steps' } });
    expect(() => run.advance(-1)).toThrow('until: expected a finite time of at least');
  });
});
