// SPDX-License-Identifier: MIT
/**
 * Consistent values at a start and after each event: the derivatives of the differential components and the algebraic
 * components themselves from F(t, y, y') = 0, by Newton's method with halved steps where the residual does not fall
 * (Brown, Hindmarsh & Petzold 1998, doi:10.1137/S1064827595289996). Regular for systems of index 1 (eq. 1c of Neumayr &
 * Otter 2017).
 */
import { RealFactors } from './dense-factors.ts';
import type { ErrorWeights } from './error-weights.ts';
import type { ImplicitJacobian } from './implicit-jacobian.ts';
import { firstNotFinite, type IntegrationFailure, integrationFailure } from './integration-failure.ts';
import type { ImplicitSystem } from './ode-system.ts';

const STEPS = 50;
const HALVINGS = 30;
/** Newton ends where a step changes nothing by more than this share of what is allowed. */
const SHARE_OF_TOLERANCE = 1e-3;

export class ConsistentStart {
  readonly #system: ImplicitSystem;
  readonly #weights: ErrorWeights;
  readonly #jacobian: ImplicitJacobian;
  readonly #factors: RealFactors;
  readonly #step: Float64Array;
  readonly #residual: Float64Array;
  readonly #y: Float64Array;
  readonly #yp: Float64Array;

  constructor(system: ImplicitSystem, weights: ErrorWeights, jacobian: ImplicitJacobian) {
    const { size } = system;
    this.#system = system;
    this.#weights = weights;
    this.#jacobian = jacobian;
    this.#factors = new RealFactors(size);
    this.#step = new Float64Array(size);
    this.#residual = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#yp = new Float64Array(size);
  }

  /** Corrects y and yp in place; `h` is a typical length of a step, by which derivatives are weighed. */
  solve(t: number, y: Float64Array, yp: Float64Array, h: number): IntegrationFailure | undefined {
    const { size, algebraic } = this.#system;
    const step = this.#step;
    this.#weights.set(y, y);
    this.#system.residual(t, y, yp, this.#residual);
    const wrong = firstNotFinite(this.#residual);
    if (wrong >= 0) return integrationFailure('not-finite', t, wrong, 0);
    for (let k = 0; k < STEPS; k++) {
      const before = sizeOf(this.#residual);
      if (before === 0) return undefined;
      this.#jacobian.evaluate(t, y, yp, h);
      const { byState, byDerivative } = this.#jacobian;
      const { matrix } = this.#factors;
      for (let i = 0; i < matrix.length; i++) matrix[i] = algebraic?.[i % size] ? byState[i] : byDerivative[i];
      const singular = this.#factors.factor();
      if (singular >= 0) return integrationFailure('inconsistent-start', t, singular, 0);
      for (let i = 0; i < size; i++) step[i] = -this.#residual[i];
      this.#factors.solve(step);
      const failed = this.#search(t, y, yp, before);
      if (failed) return integrationFailure('inconsistent-start', t, this.#weights.worst, 0);
      this.#weights.set(y, y);
      for (let i = 0; i < size; i++) if (!algebraic?.[i]) step[i] *= h;
      if (this.#weights.norm(step) <= SHARE_OF_TOLERANCE) return undefined;
    }
    return integrationFailure('inconsistent-start', t, this.#weights.worst, 0);
  }

  /**
   * Takes the longest of the halved steps that lets the residual fall. True when none does though the residual is not
   * yet rounding.
   */
  #search(t: number, y: Float64Array, yp: Float64Array, before: number): boolean {
    const { size, algebraic } = this.#system;
    let share = 1;
    for (let k = 0; k < HALVINGS; k++) {
      this.#y.set(y);
      this.#yp.set(yp);
      for (let i = 0; i < size; i++) {
        if (algebraic?.[i]) this.#y[i] += share * this.#step[i];
        else this.#yp[i] += share * this.#step[i];
      }
      this.#system.residual(t, this.#y, this.#yp, this.#residual);
      const after = sizeOf(this.#residual);
      if (after < before || (k === 0 && after <= before * (1 + SHARE_OF_TOLERANCE))) {
        for (let i = 0; i < size; i++) this.#step[i] *= share;
        y.set(this.#y);
        yp.set(this.#yp);
        return false;
      }
      share /= 2;
    }
    // Newton's step at the solution is rounding and need not improve anything.
    this.#system.residual(t, y, yp, this.#residual);
    for (let i = 0; i < size; i++) {
      const allowed = this.#weights.allowed[i];
      const reach = algebraic?.[i] ? allowed : Math.max(allowed, Math.abs(yp[i]) * 1e-6);
      if (Math.abs(this.#step[i]) > reach) return true;
    }
    this.#step.fill(0);
    return false;
  }
}

function sizeOf(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (!(size < Infinity)) return Infinity;
    if (size > most) most = size;
  }
  return most;
}
