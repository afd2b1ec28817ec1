// SPDX-License-Identifier: MIT
/**
 * Explicit Runge-Kutta pair of order 5(4) of Dormand and Prince (1980, doi:10.1016/0771-050X(80)90013-3) with the step
 * control and the continuous extension of order 4 of Hairer, Norsett & Wanner, Solving Ordinary Differential Equations
 * I, sections II.4 to II.6. For smooth systems that are not stiff. Nothing is allocated by a step.
 */
import { power } from '../math/elementary.ts';
import { ErrorControlledMethod, type ErrorControlOptions } from './error-controlled-method.ts';
import { firstNotFinite, type IntegrationFailure, integrationFailure } from './integration-failure.ts';
import type { OdeSystem } from './ode-system.ts';
import { copyVectors, type MethodState, type StepStatistics } from './one-step-method.ts';

/** Share of the step that should just meet the tolerance. */
const SAFETY = 0.9;
/** Of the memory of earlier errors (Gustafsson 1988): the proportional-integral part of the control. */
const MEMORY = 0.04;
const EXPONENT = 0.2 - 0.75 * MEMORY;
const MOST_SHRINKING = 5;
const MOST_GROWTH = 10;
/** By which a step shrinks where a stage is not finite. */
const RETREAT = 0.25;
/**
 * h times the largest eigenvalue beyond which the method is at its limit of stability, and how many steps in a row say
 * that a system is stiff.
 */
const STABILITY_LIMIT = 3.25;
const STIFF_STEPS = 15;
/** So many steps in a row below the limit say that it is not. */
const EASY_STEPS = 6;

/** Dormand and Prince's explicit method of order 5 with error control, for systems that are not stiff. */
export class DormandPrince extends ErrorControlledMethod {
  readonly #system: OdeSystem;
  readonly #k: Float64Array[];
  readonly #stage: Float64Array;
  readonly #error: Float64Array;
  /** Of the continuous extension; the fifth is found when it is first asked for. */
  readonly #last: Float64Array;
  #previous: Float64Array;
  #isLastKnown = false;
  #lastError = 1e-4;
  #stiffSteps = 0;
  #easySteps = 0;

  /**
   * @throws InvalidOptionError for a relative tolerance < 0, an absolute one <= 0, or a wrong number of them.
   */
  constructor(system: OdeSystem, options: ErrorControlOptions = {}) {
    const { size } = system;
    super(size, options);
    this.#system = system;
    this.#k = Array.from({ length: 7 }, () => new Float64Array(size));
    this.#stage = new Float64Array(size);
    this.#error = new Float64Array(size);
    this.#last = new Float64Array(size);
    this.#previous = new Float64Array(size);
  }

  /** True when the last steps were as long as stability allows: the stiff method would take longer ones. */
  get suspectsStiffness(): boolean {
    return this.#stiffSteps >= STIFF_STEPS;
  }

  start(t: number, y: Float64Array, firstStep = this.firstStep): IntegrationFailure | undefined {
    this.#previous.set(y);
    this.#lastError = 1e-4;
    this.#stiffSteps = 0;
    this.#isLastKnown = true;
    this.#last.fill(0);
    for (const k of this.#k) k.fill(0);
    const failure = this.startAt(t, y);
    if (failure !== undefined) return failure;
    const [, , , , , , first] = this.#k;
    this.#evaluate(t, this.current, first);
    const wrong = firstNotFinite(first);
    if (wrong >= 0) return integrationFailure('not-finite', t, wrong, 0);
    this.next = firstStep ?? this.#firstStepSize(t, first);
    return undefined;
  }

  /** The last stage of a step is the first of the next one. */
  protected override beginStep(): void {
    const k = this.#k;
    const [spare] = k;
    k[0] = k[6];
    k[6] = spare;
  }

  protected override abandonStep(): void {
    this.beginStep();
  }

  protected override tryStep(h: number): number | undefined {
    this.unfit = this.#stages(h);
    const error = this.unfit >= 0 ? Infinity : this.#errorOf(h);
    if (!(error <= 1)) {
      return error < Infinity ? h * (1 / Math.min(MOST_SHRINKING, power(error, EXPONENT) / SAFETY)) : h * RETREAT;
    }
    const grown = (power(error, EXPONENT) / power(this.#lastError, MEMORY)) * (1 / SAFETY);
    this.factor = Math.max(1 / MOST_GROWTH, Math.min(MOST_SHRINKING, grown));
    this.#lastError = Math.max(error, 1e-4);
    return undefined;
  }

  protected override interpolateWithin(t: number, h: number, out: Float64Array): void {
    if (!this.#isLastKnown) this.#findLast();
    const s = (t - this.begin) / h;
    const r = 1 - s;
    const [k1, , , , , , k7] = this.#k;
    const from = this.#previous;
    const to = this.current;
    for (let i = 0; i < out.length; i++) {
      const difference = to[i] - from[i];
      const bend = h * k1[i] - difference;
      const tail = difference - h * k7[i] - bend;
      out[i] = from[i] + s * (difference + r * (bend + s * (tail + r * h * this.#last[i])));
    }
  }

  save(): MethodState {
    return {
      vectors: [...this.#k, this.#last, this.current, this.#previous].map((vector) => vector.slice()),
      numbers: [this.end, this.begin, this.next, this.#lastError, this.#stiffSteps, this.#easySteps],
      isLastKnown: this.#isLastKnown,
      statistics: { ...this.statistics },
    };
  }

  restore({ vectors, numbers, isLastKnown, statistics }: MethodState): void {
    copyVectors(vectors, [...this.#k, this.#last, this.current, this.#previous]);
    [this.end, this.begin, this.next, this.#lastError, this.#stiffSteps, this.#easySteps] = numbers as [
      ...[number, number, number, number, number, number],
    ];
    this.#isLastKnown = isLastKnown as boolean;
    Object.assign(this.statistics, statistics as StepStatistics);
  }

  #evaluate(t: number, y: Float64Array, out: Float64Array): void {
    this.statistics.evaluations++;
    this.#system.derivatives(t, y, out);
  }

  /**
   * Computes the stages; the new state goes to `#previous`, which `#accept` exchanges. Returns a component that is not
   * finite, or -1.
   */
  #stages(h: number): number {
    const [k1, k2, k3, k4, k5, k6, k7] = this.#k;
    const t = this.end;
    const y = this.current;
    const s = this.#stage;
    const n = this.size;
    for (let i = 0; i < n; i++) s[i] = y[i] + h * (0.2 * k1[i]);
    this.#evaluate(t + 0.2 * h, s, k2);
    for (let i = 0; i < n; i++) s[i] = y[i] + h * ((3 / 40) * k1[i] + (9 / 40) * k2[i]);
    this.#evaluate(t + 0.3 * h, s, k3);
    for (let i = 0; i < n; i++) s[i] = y[i] + h * ((44 / 45) * k1[i] - (56 / 15) * k2[i] + (32 / 9) * k3[i]);
    this.#evaluate(t + 0.8 * h, s, k4);
    for (let i = 0; i < n; i++) {
      s[i] =
        y[i] + h * ((19372 / 6561) * k1[i] - (25360 / 2187) * k2[i] + (64448 / 6561) * k3[i] - (212 / 729) * k4[i]);
    }
    this.#evaluate(t + (8 / 9) * h, s, k5);
    for (let i = 0; i < n; i++) {
      s[i] =
        y[i] +
        h *
          ((9017 / 3168) * k1[i] -
            (355 / 33) * k2[i] +
            (46732 / 5247) * k3[i] +
            (49 / 176) * k4[i] -
            (5103 / 18656) * k5[i]);
    }
    this.#evaluate(t + h, s, k6);
    const end = this.#previous;
    for (let i = 0; i < n; i++) {
      end[i] =
        y[i] +
        h *
          ((35 / 384) * k1[i] + (500 / 1113) * k3[i] + (125 / 192) * k4[i] - (2187 / 6784) * k5[i] + (11 / 84) * k6[i]);
    }
    this.#evaluate(t + h, end, k7);
    for (let i = 0; i < n; i++) {
      // One sum sees every value that is not finite; the stages of a component that is finite cannot cancel to NaN.
      if (!Number.isFinite(k2[i] + k3[i] + k4[i] + k5[i] + k6[i] + k7[i] + end[i])) return i;
    }
    return -1;
  }

  #errorOf(h: number): number {
    const [k1, , k3, k4, k5, k6, k7] = this.#k;
    const error = this.#error;
    for (let i = 0; i < this.size; i++) {
      error[i] =
        h *
        ((71 / 57600) * k1[i] -
          (71 / 16695) * k3[i] +
          (71 / 1920) * k4[i] -
          (17253 / 339200) * k5[i] +
          (22 / 525) * k6[i] -
          (1 / 40) * k7[i]);
    }
    this.weights.set(this.current, this.#previous);
    return this.weights.norm(error);
  }

  protected override accept(h: number): void {
    this.#watchStiffness(h);
    const old = this.current;
    this.current = this.#previous;
    this.#previous = old;
    this.#isLastKnown = false;
  }

  #findLast(): void {
    const [k1, , k3, k4, k5, k6, k7] = this.#k;
    for (let i = 0; i < this.size; i++) {
      this.#last[i] =
        (-12715105075 / 11282082432) * k1[i] +
        (87487479700 / 32700410799) * k3[i] -
        (10690763975 / 1880347072) * k4[i] +
        (701980252875 / 199316789632) * k5[i] -
        (1453857185 / 822651844) * k6[i] +
        (69997945 / 29380423) * k7[i];
    }
    this.#isLastKnown = true;
  }

  /** The quotient of the last two stages, both at the end of the step, is about the largest eigenvalue. */
  #watchStiffness(h: number): void {
    const [, , , , , k6, k7] = this.#k;
    let change = 0;
    let distance = 0;
    for (let i = 0; i < this.size; i++) {
      change += (k7[i] - k6[i]) ** 2;
      distance += (this.#previous[i] - this.#stage[i]) ** 2;
    }
    const isAtLimit = distance > 0 && h * h * change > STABILITY_LIMIT ** 2 * distance;
    if (isAtLimit) {
      this.#stiffSteps++;
      this.#easySteps = 0;
    } else if (++this.#easySteps >= EASY_STEPS) this.#stiffSteps = 0;
  }

  /** Hairer, Norsett & Wanner, section II.4: an Euler step, small against the solution and its curvature. */
  #firstStepSize(t: number, f: Float64Array): number {
    const y = this.current;
    const weights = this.weights;
    weights.set(y, y);
    const size = weights.norm(y);
    const slope = weights.norm(f);
    const guess = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * (size / slope);
    const after = this.#k[1];
    for (let i = 0; i < y.length; i++) this.#stage[i] = y[i] + guess * f[i];
    this.#evaluate(t + guess, this.#stage, after);
    for (let i = 0; i < y.length; i++) this.#error[i] = (after[i] - f[i]) / guess;
    const bend = weights.norm(this.#error);
    const steepest = Math.max(slope, bend);
    if (!(steepest < Infinity)) return guess;
    const byError = steepest <= 1e-15 ? Math.max(1e-6, guess * 1e-3) : power(0.01 / steepest, 0.2);
    return Math.min(100 * guess, byError);
  }
}
