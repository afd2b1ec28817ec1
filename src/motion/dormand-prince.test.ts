// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { DormandPrince } from './dormand-prince.ts';
import type { OdeSystem } from './ode-system.ts';

/** y' = -2 t y^2 + cos(t) z, z' = -y: nothing vanishes by symmetry. The solution is found by steps of 1e-3. */
const NONLINEAR: OdeSystem = {
  size: 2,
  derivatives(t, y, out) {
    out[0] = -2 * t * y[0] * y[0] + Math.cos(t) * y[1];
    out[1] = -y[0];
  },
};
const START = Float64Array.of(1, 0.5);
const LOOSE = { relativeTolerance: 1e9, absoluteTolerance: 1e9 };

function withFixedSteps(t0: number, t1: number, steps: number): Float64Array {
  const h = (t1 - t0) / steps;
  const integrator = new DormandPrince(NONLINEAR, { ...LOOSE, firstStep: h });
  expect(integrator.start(t0, START)).toBeUndefined();
  for (let k = 0; k < steps; k++) expect(integrator.step(k + 1 === steps ? t1 : t0 + (k + 1) * h)).toBeUndefined();
  return integrator.state.slice();
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.max(...a.map((x, i) => Math.abs(x - b[i])));
}

const exact = withFixedSteps(0, 2, 4000);

describe('Dormand-Prince 5(4)', () => {
  it('has order 5', () => {
    const [coarse, fine] = [80, 160].map((steps) => distance(withFixedSteps(0, 2, steps), exact));
    expect(Math.log2(coarse / fine)).toBeGreaterThan(4.8);
    expect(Math.log2(coarse / fine)).toBeLessThan(5.4);
  });

  it('knows the solution within a step with an error of the fifth order in the step: order 4', () => {
    const errorWithin = (h: number): number => {
      const integrator = new DormandPrince(NONLINEAR, { ...LOOSE, firstStep: h });
      integrator.start(0, START);
      integrator.step(h);
      const out = new Float64Array(2);
      return Math.max(
        ...[0.2, 0.4, 0.6, 0.8].map((share) => {
          integrator.interpolate(share * h, out);
          return distance(out, withFixedSteps(0, share * h, 400));
        }),
      );
    };
    const order = Math.log2(errorWithin(0.05) / errorWithin(0.025));
    expect(order).toBeGreaterThan(4.6);
    expect(order).toBeLessThan(5.6);
  });

  it('is continuous, exact at both ends of a step, and has the slopes of the equations there', () => {
    const integrator = new DormandPrince(NONLINEAR, { relativeTolerance: 1e-8 });
    integrator.start(0, START);
    integrator.step(0.5);
    const before = integrator.state.slice();
    integrator.step(1);
    const { previousTime, time } = integrator;
    const out = new Float64Array(2);
    integrator.interpolate(previousTime, out);
    expect(distance(out, before)).toBeLessThanOrEqual(1e-15);
    integrator.interpolate(time, out);
    expect(out).toEqual(integrator.state);
    const h = 1e-4 * (time - previousTime);
    integrator.interpolate(time - h, out);
    const slope = new Float64Array(2);
    NONLINEAR.derivatives(time, integrator.state, slope);
    expect((integrator.state[0] - out[0]) / h).toBeCloseTo(slope[0], 3);
  });

  it('makes errors in proportion to the tolerance', () => {
    const errors = [1e-4, 1e-6, 1e-8, 1e-10].map((tolerance) => {
      const integrator = new DormandPrince(NONLINEAR, { relativeTolerance: tolerance, absoluteTolerance: tolerance });
      integrator.start(0, START);
      while (integrator.time < 2) integrator.step(2);
      return distance(integrator.state, exact) / tolerance;
    });
    // The error of a step of order 5 is a few times below that of order 4, which is what the tolerance bounds.
    for (const ratio of errors) {
      expect(ratio).toBeLessThan(5);
      expect(ratio).toBeGreaterThan(1e-3);
    }
  });

  it('integrates a free fall in one step of any length', () => {
    const fall: OdeSystem = {
      size: 2,
      derivatives: (_t, y, out) => {
        out[0] = y[1];
        out[1] = -9.81;
      },
    };
    const integrator = new DormandPrince(fall);
    integrator.start(0, Float64Array.of(0, 3));
    while (integrator.time < 100) integrator.step(100);
    expect(integrator.state[0]).toBeCloseTo(300 - 0.5 * 9.81 * 1e4, 8);
    expect(integrator.statistics.steps).toBeLessThan(20);
  });

  it('suspects stiffness where only stability bounds the step', () => {
    const stiff: OdeSystem = {
      size: 1,
      derivatives: (t, y, out) => {
        out[0] = -1000 * (y[0] - Math.cos(t));
      },
    };
    const integrator = new DormandPrince(stiff, { relativeTolerance: 1e-4, absoluteTolerance: 1e-4 });
    integrator.start(0, Float64Array.of(0));
    while (integrator.time < 1) integrator.step(1);
    expect(integrator.suspectsStiffness).toBe(true);
    const smooth = new DormandPrince(NONLINEAR);
    smooth.start(0, START);
    while (smooth.time < 2) smooth.step(2);
    expect(smooth.suspectsStiffness).toBe(false);
  });
});

describe('failures of the explicit method', () => {
  const blowUp: OdeSystem = {
    size: 2,
    derivatives: (_t, y, out) => {
      out[0] = 0;
      out[1] = y[1] * y[1];
    },
  };

  it('are reported with time and component where the solution ends', () => {
    // y = 1 / (1 - t)
    const integrator = new DormandPrince(blowUp);
    integrator.start(0, Float64Array.of(1, 1));
    let failure: ReturnType<typeof integrator.step>;
    for (let k = 0; k < 1e5 && failure === undefined; k++) failure = integrator.step(2);
    expect(['step-too-small', 'not-finite']).toContain(failure?.kind);
    expect(failure?.component).toBe(1);
    expect(failure?.time).toBeCloseTo(1, 5);
    expect(failure?.message).toContain('component 1');
    expect(integrator.state.every(Number.isFinite)).toBe(true);
  });

  it('are reported where the equations are not defined: at the start, and later', () => {
    const root: OdeSystem = {
      size: 1,
      derivatives: (_t, y, out) => {
        out[0] = -1 - Math.sqrt(y[0]);
      },
    };
    const integrator = new DormandPrince(root);
    expect(integrator.start(0, Float64Array.of(-1))).toMatchObject({ kind: 'not-finite', component: 0, time: 0 });
    expect(integrator.start(0, Float64Array.of(1))).toBeUndefined();
    let failure: ReturnType<typeof integrator.step>;
    for (let k = 0; k < 1e4 && failure === undefined; k++) failure = integrator.step(2);
    expect(failure).toMatchObject({ kind: 'not-finite', component: 0 });
    expect(integrator.state[0]).toBeGreaterThanOrEqual(0);
  });

  it('refuse tolerances that make no sense', () => {
    expect(() => new DormandPrince(blowUp, { absoluteTolerance: 0 })).toThrow(
      'absoluteTolerance[0]: expected a finite number > 0, got 0',
    );
    expect(() => new DormandPrince(blowUp, { relativeTolerance: Float64Array.of(1e-6) })).toThrow('expected 2 numbers');
  });
});
