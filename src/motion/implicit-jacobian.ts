// SPDX-License-Identifier: MIT
/**
 * dF/dy and dF/dy' of an implicit system: as given, or by finite differences; and an ordinary system written as an
 * implicit one.
 */
import type { ErrorWeights } from './error-weights.ts';
import type { ImplicitSystem, OdeSystem } from './ode-system.ts';

/** Half the digits: the rounding of the difference and its curvature are then about equal. */
const INCREMENT = Math.sqrt(Number.EPSILON);

/**
 * A small change of a value, exact in floating point, that is large against its rounding; `allowed` is the error it may
 * have, and over the relative tolerance the size that it is taken to have where it happens to vanish.
 */
function increment(value: number, allowed: number, tolerance: number): number {
  const step = INCREMENT * Math.max(Math.abs(value), allowed / tolerance);
  return value + step - value;
}

export class ImplicitJacobian {
  readonly byState: Float64Array;
  readonly byDerivative: Float64Array;
  readonly #system: ImplicitSystem;
  readonly #weights: ErrorWeights;
  readonly #base: Float64Array;
  readonly #moved: Float64Array;
  readonly #y: Float64Array;
  readonly #yp: Float64Array;
  /** Residuals taken by finite differences so far. */
  evaluations = 0;

  constructor(system: ImplicitSystem, weights: ErrorWeights) {
    const { size } = system;
    this.#system = system;
    this.#weights = weights;
    this.byState = new Float64Array(size * size);
    this.byDerivative = new Float64Array(size * size);
    this.#base = new Float64Array(size);
    this.#moved = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#yp = new Float64Array(size);
  }

  /**
   * Fills both matrices at (t, y, y'); `h` is the length of the step that is to be taken. Allowed errors are those set
   * last.
   */
  evaluate(t: number, y: Float64Array, yp: Float64Array, h: number): void {
    const system = this.#system;
    if (system.jacobian !== undefined) {
      system.jacobian(t, y, yp, this.byState, this.byDerivative);
      return;
    }
    const n = system.size;
    this.#y.set(y);
    this.#yp.set(yp);
    system.residual(t, y, yp, this.#base);
    const allowed = this.#weights.allowed;
    for (let j = 0; j < n; j++) {
      const byState = increment(y[j], allowed[j], this.#weights.tolerance);
      this.#y[j] = y[j] + byState;
      system.residual(t, this.#y, yp, this.#moved);
      this.#y[j] = y[j];
      const byDerivative = increment(yp[j], allowed[j] / h, this.#weights.tolerance);
      this.#yp[j] = yp[j] + byDerivative;
      for (let i = 0; i < n; i++) this.byState[i * n + j] = (this.#moved[i] - this.#base[i]) / byState;
      system.residual(t, y, this.#yp, this.#moved);
      this.#yp[j] = yp[j];
      for (let i = 0; i < n; i++) this.byDerivative[i * n + j] = (this.#moved[i] - this.#base[i]) / byDerivative;
    }
    this.evaluations += 2 * n + 1;
  }
}

/** y' - f(t, y) = 0. Its derivative by y' is the unit matrix; that by y takes one evaluation of f a component. */
export function implicitForm(ode: OdeSystem, weights: ErrorWeights): ImplicitSystem {
  const { size } = ode;
  const base = new Float64Array(size);
  const moved = new Float64Array(size);
  const state = new Float64Array(size);
  return {
    size,
    residual(t, y, yp, out) {
      ode.derivatives(t, y, out);
      for (let i = 0; i < size; i++) out[i] = yp[i] - out[i];
    },
    jacobian(t, y, _yp, byState, byDerivative) {
      byDerivative.fill(0);
      for (let i = 0; i < size; i++) byDerivative[i * size + i] = 1;
      if (ode.jacobian !== undefined) {
        ode.jacobian(t, y, byState);
        for (let i = 0; i < byState.length; i++) byState[i] = -byState[i];
        return;
      }
      state.set(y);
      ode.derivatives(t, y, base);
      const groups = ode.columnGroups?.();
      if (groups !== undefined) {
        byState.fill(0);
        for (const { columns, rows } of groups) {
          for (const j of columns) state[j] = y[j] + increment(y[j], weights.allowed[j], weights.tolerance);
          ode.derivatives(t, state, moved);
          columns.forEach((j, k) => {
            const change = state[j] - y[j];
            for (const i of rows[k]) byState[i * size + j] = (base[i] - moved[i]) / change;
            state[j] = y[j];
          });
        }
        return;
      }
      for (let j = 0; j < size; j++) {
        const change = increment(y[j], weights.allowed[j], weights.tolerance);
        state[j] = y[j] + change;
        ode.derivatives(t, state, moved);
        state[j] = y[j];
        for (let i = 0; i < size; i++) byState[i * size + j] = (base[i] - moved[i]) / change;
      }
    },
  };
}
