// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Integration } from './integration.ts';
import type { ImplicitSystem, OdeSystem } from './ode-system.ts';
import { Radau } from './radau.ts';

function run(integrator: Radau, y: readonly number[], until: number) {
  let failure = integrator.start(0, Float64Array.from(y));
  while (failure === undefined && integrator.time < until) failure = integrator.step(until);
  return failure;
}

/** Robertson's reaction and its values at 1e11 from Hairer & Wanner's test set. */
const ROBERTSON: OdeSystem = {
  size: 3,
  derivatives(_t, y, out) {
    const a = 0.04 * y[0];
    const b = 1e4 * y[1] * y[2];
    const c = 3e7 * y[1] * y[1];
    out[0] = -a + b;
    out[1] = a - b - c;
    out[2] = c;
  },
};
const ROBERTSON_END = [2.08334014970125e-8, 8.33336077033471e-14, 0.999999979166505];

/** Van der Pol's equation, mu = 1000, at t = 2000, from the same test set. */
const VAN_DER_POL: OdeSystem = {
  size: 2,
  derivatives(_t, y, out) {
    out[0] = y[1];
    out[1] = 1000 * (1 - y[0] * y[0]) * y[1] - y[0];
  },
};
const VAN_DER_POL_END = [1.706167732170483, -8.928097010247975e-4];

/** A pendulum of length 1: x, y, u, v and the tension over the mass, whose equation is the constraint derived twice. */
const GRAVITY = 9.81;
const PENDULUM: ImplicitSystem = {
  size: 5,
  algebraic: Uint8Array.of(0, 0, 0, 0, 1),
  residual(_t, y, yp, out) {
    out[0] = yp[0] - y[2];
    out[1] = yp[1] - y[3];
    out[2] = yp[2] + y[4] * y[0];
    out[3] = yp[3] + y[4] * y[1] + GRAVITY;
    out[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - GRAVITY * y[1];
  },
};

describe('Radau IIA', () => {
  it('has order 5', () => {
    const [coarse, fine] = [1e-5, 1e-8].map((tolerance) => {
      const circle: OdeSystem = {
        size: 2,
        derivatives: (_t, y, out) => {
          out[0] = y[1];
          out[1] = -y[0];
        },
      };
      const integrator = new Radau(circle, { relativeTolerance: tolerance, absoluteTolerance: tolerance });
      expect(run(integrator, [1, 0], 10 * Math.PI)).toBeUndefined();
      return { steps: integrator.statistics.steps, error: Math.hypot(integrator.state[0] - 1, integrator.state[1]) };
    });
    const order = Math.log(coarse.error / fine.error) / Math.log(fine.steps / coarse.steps);
    expect(order).toBeGreaterThan(4.8);
    expect(order).toBeLessThan(5.3);
  });
});

describe('Radau IIA on stiff problems', () => {
  it.each([1e-4, 1e-6, 1e-8])("integrates Robertson's reaction over eleven decades, tolerance %f", (tolerance) => {
    const integrator = new Radau(ROBERTSON, { relativeTolerance: tolerance, absoluteTolerance: tolerance * 1e-6 });
    expect(run(integrator, [1, 0, 0], 1e11)).toBeUndefined();
    // The error of a run is that of its steps, summed; tolerances bound one of lower order.
    for (const [i, y] of ROBERTSON_END.entries())
      expect(Math.abs(integrator.state[i] / y - 1)).toBeLessThan(20 * tolerance);
    expect(integrator.statistics.steps).toBeLessThan(2000);
    expect(integrator.statistics.jacobians).toBeLessThan(integrator.statistics.steps);
  });

  it.each([1e-4, 1e-6, 1e-8])("integrates Van der Pol's equation with mu 1000, tolerance %f", (tolerance) => {
    const integrator = new Radau(VAN_DER_POL, { relativeTolerance: tolerance, absoluteTolerance: tolerance });
    expect(run(integrator, [2, 0], 2000)).toBeUndefined();
    for (const [i, y] of VAN_DER_POL_END.entries())
      expect(Math.abs(integrator.state[i] - y)).toBeLessThan(5 * tolerance);
  });

  it('takes a Jacobian that is given, with the same answer', () => {
    const given: OdeSystem = {
      ...VAN_DER_POL,
      jacobian(_t, y, out) {
        out.set([0, 1, -2000 * y[0] * y[1] - 1, 1000 * (1 - y[0] * y[0])]);
      },
    };
    const integrator = new Radau(given, { relativeTolerance: 1e-6, absoluteTolerance: 1e-6 });
    expect(run(integrator, [2, 0], 2000)).toBeUndefined();
    expect(integrator.state[0]).toBeCloseTo(VAN_DER_POL_END[0], 6);
  });
});

describe('Radau IIA on implicit systems', () => {
  it('finds consistent derivatives and algebraic components at the start', () => {
    const integrator = new Radau(PENDULUM);
    expect(integrator.start(0, Float64Array.of(0.6, -0.8, 0.8, 0.6, -77))).toBeUndefined();
    const out = new Float64Array(5);
    PENDULUM.residual(0, integrator.state, integrator.derivative, out);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-12);
    expect(integrator.state[4]).toBeCloseTo(1 + GRAVITY * 0.8, 12);
  });

  it('swings a pendulum as a system of index 1', () => {
    const tolerance = 1e-8;
    const integrator = new Radau(PENDULUM, { relativeTolerance: tolerance, absoluteTolerance: tolerance });
    expect(run(integrator, [1, 0, 0, 0, 0], 10)).toBeUndefined();
    const [x, y, u, v, tension] = integrator.state;
    // Energy and length are not imposed: their drift is the error.
    expect(Math.abs(0.5 * (u * u + v * v) + GRAVITY * y)).toBeLessThan(1e-6);
    expect(Math.abs(x * x + y * y - 1)).toBeLessThan(1e-6);
    expect(tension).toBeCloseTo(-3 * GRAVITY * y, 4);
    // The same as one angle.
    const angle = new Radau(
      {
        size: 2,
        derivatives: (_t, s, out) => {
          out[0] = s[1];
          out[1] = -GRAVITY * Math.sin(s[0]);
        },
      },
      { relativeTolerance: tolerance, absoluteTolerance: tolerance },
    );
    expect(run(angle, [Math.PI / 2, 0], 10)).toBeUndefined();
    expect(Math.abs(x - Math.sin(angle.state[0]))).toBeLessThan(1e-6);
  });

  it('knows differential and algebraic components within a step to the fourth power of the step: order 3', () => {
    const errorWithin = (h: number): number => {
      const options = { relativeTolerance: 1e-12, absoluteTolerance: 1e-12, firstStep: h };
      const one = new Radau(PENDULUM, options);
      one.start(0, Float64Array.of(0.6, -0.8, 0.8, 0.6, 0));
      // Tolerances of 1e-12 would shorten the step: they belong to Newton's method, and the loose ones to the step.
      const loose = new Radau(PENDULUM, { relativeTolerance: 1e-3, absoluteTolerance: 1e-3, firstStep: h });
      loose.start(0, Float64Array.of(0.6, -0.8, 0.8, 0.6, 0));
      loose.step(h);
      expect(loose.time).toBe(h);
      const out = new Float64Array(5);
      loose.interpolate(0.4 * h, out);
      while (one.time < 0.4 * h) expect(one.step(0.4 * h)).toBeUndefined();
      return Math.max(...out.map((x, i) => Math.abs(x - one.state[i])));
    };
    const order = Math.log2(errorWithin(0.02) / errorWithin(0.01));
    expect(order).toBeGreaterThan(3.5);
    expect(order).toBeLessThan(5.5);
  });
});

describe('failures of the stiff method', () => {
  it('are reported where the solution ends', () => {
    const integrator = new Radau({
      size: 2,
      derivatives: (_t, y, out) => {
        out[0] = 0;
        out[1] = y[1] * y[1];
      },
    });
    const failure = run(integrator, [1, 1], 2);
    expect(['step-too-small', 'newton-failure', 'not-finite']).toContain(failure?.kind);
    expect(failure?.time).toBeCloseTo(1, 4);
    expect(integrator.state.every(Number.isFinite)).toBe(true);
  });

  it('are reported where the equations give no finite values', () => {
    const root: OdeSystem = {
      size: 1,
      derivatives: (_t, y, out) => {
        out[0] = -1 - Math.sqrt(y[0]);
      },
    };
    expect(run(new Radau(root), [-1], 1)).toMatchObject({ kind: 'not-finite', component: 0, time: 0 });
    expect(run(new Radau(root), [1], 2)).toMatchObject({ kind: 'not-finite', component: 0 });
  });

  it('are reported where nothing is consistent', () => {
    const impossible: ImplicitSystem = {
      size: 1,
      residual: (_t, y, yp, out) => {
        out[0] = yp[0] * yp[0] + y[0] * y[0] + 1;
      },
    };
    expect(run(new Radau(impossible), [1], 1)).toMatchObject({ kind: 'inconsistent-start', time: 0 });
  });

  it('are reported where steps within the tolerance lead nowhere', () => {
    const jump: OdeSystem = {
      size: 1,
      derivatives: (_t, y, out) => {
        out[0] = y[0] >= 0 ? -1 : 1;
      },
    };
    // Beyond t = 1 the solution slides along 0, where the equations have none.
    const integration = new Integration(new Radau(jump), 0, Float64Array.of(1), undefined, { mostSteps: 2000 });
    const result = integration.advance(2);
    expect(result).toMatchObject({ kind: 'failure' });
    expect(integration.time).toBeCloseTo(1, 4);
    expect(Math.abs(integration.state[0])).toBeLessThan(1e-6);
  });

  it('are reported where Newton cannot converge at any step', () => {
    const rough: OdeSystem = {
      size: 1,
      derivatives: (_t, y, out) => {
        out[0] = 1e9 * Math.sin(1e15 * y[0]);
      },
    };
    const integrator = new Radau(rough, { relativeTolerance: 1e-10, absoluteTolerance: 1e-14 });
    integrator.start(1, Float64Array.of(0.1));
    let failure: ReturnType<typeof integrator.step>;
    for (let k = 0; k < 200 && failure === undefined; k++) failure = integrator.step(2);
    expect(['newton-failure', 'step-too-small']).toContain(failure?.kind);
    expect(failure?.component).toBe(0);
  });
});
