// SPDX-License-Identifier: MIT
/**
 * Radau IIA of order 5 with simplified Newton iterations, reuse of the Jacobian and the predictive step control of
 * Gustafsson (Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8), for F(t, y, y') = 0 of index 1 at
 * most; y' = f(t, y) is a special case. Ours differs from their code in that the unknowns are put into F itself, not
 * into M y' = f: in the transformed basis Newton's matrices are (lambda / h) dF/dy' + dF/dy. Within a step the solution
 * is the collocation polynomial, of order 3. Nothing is allocated by a step.
 */
import { power } from '../math/elementary.ts';
import { CollocationPolynomial, transformStages } from './collocation-polynomial.ts';
import { ConsistentStart } from './consistent-start.ts';
import { ComplexFactors, RealFactors } from './dense-factors.ts';
import { ErrorControlledMethod, type ErrorControlOptions } from './error-controlled-method.ts';
import { ImplicitJacobian, implicitForm } from './implicit-jacobian.ts';
import { firstNotFinite, type IntegrationFailure } from './integration-failure.ts';
import type { ImplicitSystem, OdeSystem } from './ode-system.ts';
import { copyVectors, type MethodState } from './one-step-method.ts';
import {
  BASIS,
  COMPLEX_IMAGINARY,
  COMPLEX_REAL,
  ERROR_WEIGHTS,
  INVERSE_BASIS,
  INVERSE_MATRIX,
  NODES,
  REAL_EIGENVALUE,
} from './radau-coefficients.ts';

const NEWTON_STEPS = 7;
const SAFETY = 0.9;
const MOST_SHRINKING = 8;
const MOST_GROWTH = 5;
/** A Newton iteration that contracts at least this fast keeps its Jacobian for the next step. */
const FAST_CONTRACTION = 1e-3;
/** Steps that would grow by no more than this keep their factors. */
const KEPT_GROWTH = 1.2;
/** By which a step shrinks where Newton fails or values are not finite. */
const RETREAT = 0.5;

type StageEnd = 'converged' | 'diverged' | 'singular' | 'not-finite';

/**
 * The implicit method Radau IIA of order 5 with error control, for stiff systems and systems with constraints.
 *
 * @example
 * ```ts
 * import { Integration, Radau } from 'scree/dem';
 *
 * const stiff = { size: 1, derivatives: (t, y, out) => void (out[0] = 1e6 * (Math.cos(t) - y[0])) };
 * const integration = new Integration(new Radau(stiff), 0, Float64Array.of(1));
 * integration.advance(1);
 * console.log(integration.state[0].toFixed(3), integration.method.statistics.steps < 100); // 0.540 true
 * ```
 */
export class Radau extends ErrorControlledMethod {
  readonly #system: ImplicitSystem;
  readonly #jacobian: ImplicitJacobian;
  readonly #consistent: ConsistentStart;
  readonly #real: RealFactors;
  readonly #complex: ComplexFactors;
  readonly #derivative: Float64Array;
  /** Stages less the start, the same in the transformed basis, and the collocation polynomial of the last step. */
  readonly #z: Float64Array[];
  readonly #w: Float64Array[];
  readonly #poly: CollocationPolynomial;
  readonly #rhs: Float64Array[];
  readonly #stage: Float64Array;
  readonly #stageDerivative: Float64Array;
  readonly #error: Float64Array;
  readonly #newtonTolerance: number;
  #factoredStep = 0;
  #isJacobianFresh = false;
  #isJacobianKept = false;
  #isFirst = true;
  #contraction = 1;
  #convergence = 1;
  #newtonCount = 0;
  #lastStep = 0;
  #lastError = 0;

  /**
   * @throws InvalidOptionError for a relative tolerance < 0, an absolute one <= 0, or a wrong number of them.
   */
  constructor(system: ImplicitSystem | OdeSystem, options: ErrorControlOptions = {}) {
    const { size } = system;
    super(size, options);
    this.#system = 'residual' in system ? system : implicitForm(system, this.weights);
    this.#jacobian = new ImplicitJacobian(this.#system, this.weights);
    this.#consistent = new ConsistentStart(this.#system, this.weights, this.#jacobian);
    this.#real = new RealFactors(size);
    this.#complex = new ComplexFactors(size);
    const vectors = (count: number): Float64Array[] => Array.from({ length: count }, () => new Float64Array(size));
    this.#z = vectors(3);
    this.#w = vectors(3);
    this.#poly = new CollocationPolynomial(size);
    this.#rhs = vectors(3);
    [this.#derivative, this.#stage, this.#stageDerivative, this.#error] = vectors(4);
    const { tolerance } = this.weights;
    this.#newtonTolerance = Math.max((10 * Number.EPSILON) / tolerance, Math.min(0.03, Math.sqrt(tolerance)));
  }

  /** y' at `time`. */
  get derivative(): Float64Array {
    return this.#derivative;
  }

  /** `y` need only be consistent in its differential components: the algebraic ones and y' are solved for. */
  start(t: number, y: Float64Array, firstStep = this.firstStep): IntegrationFailure | undefined {
    this.#derivative.fill(0);
    this.#poly.clear();
    this.#isFirst = true;
    this.#isJacobianKept = false;
    this.#isJacobianFresh = false;
    this.#factoredStep = 0;
    this.#convergence = 1;
    const failure = this.startAt(t, y) ?? this.#consistent.solve(t, this.current, this.#derivative, firstStep ?? 1e-6);
    if (failure !== undefined) return failure;
    const slope = this.#slope();
    this.next = firstStep ?? (slope > 0 ? 0.01 / slope : 1e-6);
    return undefined;
  }

  protected override tryStep(h: number, isRejected: boolean): number | undefined {
    this.unfit = -1;
    const end = this.#solveStages(h);
    this.isNewtonToBlame = end !== 'converged';
    if (this.isNewtonToBlame) {
      // A Jacobian of an earlier step may be to blame: the same step again with a new one.
      const isShorter = this.#isJacobianFresh || end === 'not-finite';
      this.#isJacobianKept = false;
      return isShorter ? h * RETREAT : h;
    }
    const error = this.#estimate(h, isRejected);
    this.factor = this.#stepFactor(h, error);
    if (error <= 1) {
      this.#lastError = Math.max(1e-2, error);
      return undefined;
    }
    // A Jacobian taken for this very state is as good for the shorter step.
    this.#isJacobianKept = this.#isJacobianFresh;
    if (!(error < Infinity)) return h * RETREAT;
    return this.#isFirst ? 0.1 * h : h / Math.max(1.1, this.factor);
  }

  protected override interpolateWithin(t: number, h: number, out: Float64Array): void {
    this.#poly.evaluate((t - this.end) / h, out);
    for (let i = 0; i < out.length; i++) out[i] += this.current[i];
  }

  save(): MethodState {
    const factored = this.#isJacobianKept ? this.#factoredStep : 0;
    return {
      vectors: [this.current, this.#derivative, ...this.#poly.vectors].map((vector) => vector.slice()),
      // Without a Jacobian that is kept the next step takes a new one.
      matrices: this.#isJacobianKept ? [this.#jacobian.byState.slice(), this.#jacobian.byDerivative.slice()] : [],
      numbers: [this.end, this.begin, this.next, factored, this.#lastStep, this.#lastError],
      convergence: this.#convergence,
      isFirst: this.#isFirst,
      statistics: { ...this.statistics },
    };
  }

  restore({ vectors, matrices, numbers, convergence, isFirst, statistics }: MethodState): void {
    copyVectors(vectors, [this.current, this.#derivative, ...this.#poly.vectors]);
    const kept = matrices as readonly Float64Array[];
    this.#isJacobianKept = kept.length > 0;
    this.#isJacobianFresh = false;
    const [time, previousTime, next, factored, lastStep, lastError] = numbers as number[];
    [this.end, this.begin, this.next] = [time, previousTime, next];
    [this.#lastStep, this.#lastError] = [lastStep, lastError];
    if (this.#isJacobianKept) copyVectors(kept, [this.#jacobian.byState, this.#jacobian.byDerivative]);
    this.#factoredStep = 0;
    // The factors are those of the matrices: to compute them again gives the same bits.
    if (this.#isJacobianKept && factored > 0) this.#factor(factored);
    [this.#convergence, this.#isFirst] = [convergence as number, isFirst as boolean];
    Object.assign(this.statistics, statistics);
  }

  /** Largest rate of change over what is allowed as an error. */
  #slope(): number {
    this.weights.set(this.current, this.current);
    return this.weights.norm(this.#derivative) * this.weights.tolerance;
  }

  #factor(h: number): boolean {
    const { byState, byDerivative } = this.#jacobian;
    const a = this.#real.matrix;
    const re = this.#complex.real;
    const im = this.#complex.imaginary;
    for (let i = 0; i < a.length; i++) {
      const rate = byDerivative[i] / h;
      a[i] = REAL_EIGENVALUE * rate + byState[i];
      re[i] = COMPLEX_REAL * rate + byState[i];
      im[i] = COMPLEX_IMAGINARY * rate;
    }
    this.statistics.factorisations++;
    this.#factoredStep = h;
    return this.#real.factor() < 0 && this.#complex.factor() < 0;
  }

  /** Newton's method for the three stages; a starting value from the last step's polynomial. */
  #solveStages(h: number): StageEnd {
    const t = this.end;
    this.weights.set(this.current, this.current);
    if (!this.#isJacobianKept) {
      this.#jacobian.evaluate(t, this.current, this.#derivative, h);
      this.statistics.jacobians++;
      this.#isJacobianFresh = true;
      this.#factoredStep = 0;
      const wrong = firstNotFinite(this.#jacobian.byState);
      if (wrong >= 0) {
        this.unfit = wrong % this.size;
        return 'not-finite';
      }
    }
    if (this.#factoredStep !== h && !this.#factor(h)) {
      this.#factoredStep = 0;
      return 'singular';
    }
    this.#predict(h);
    this.#convergence = power(Math.max(this.#convergence, Number.EPSILON), 0.8);
    this.#contraction = 2 * FAST_CONTRACTION;
    let before = 0;
    for (let k = 1; k <= NEWTON_STEPS; k++) {
      this.#newtonCount = k;
      if (!this.#residuals(t, h)) return 'not-finite';
      const [r1, r2, r3] = this.#rhs;
      this.#real.solve(r1);
      this.#complex.solve(r2, r3);
      const size = Math.max(this.weights.norm(r1), this.weights.norm(r2), this.weights.norm(r3));
      if (!(size < Infinity)) return 'diverged';
      if (k > 1) {
        const theta = size / before;
        this.#contraction = k === 2 ? theta : Math.sqrt(theta * this.#contraction);
        if (!(this.#contraction < 0.99)) return 'diverged';
        this.#convergence = this.#contraction / (1 - this.#contraction);
        const predicted = this.#convergence * size * power(this.#contraction, NEWTON_STEPS - 1 - k);
        if (k < NEWTON_STEPS && predicted / this.#newtonTolerance >= 10) return 'diverged';
      }
      before = Math.max(size, Number.MIN_VALUE);
      for (let s = 0; s < 3; s++) for (let i = 0; i < this.size; i++) this.#w[s][i] += this.#rhs[s][i];
      transformStages(BASIS, this.#w, this.#z);
      if (this.#convergence * size <= this.#newtonTolerance) return 'converged';
    }
    return 'diverged';
  }

  #predict(h: number): void {
    if (this.#isFirst) {
      for (let s = 0; s < 3; s++) {
        for (let i = 0; i < this.size; i++) this.#z[s][i] = NODES[s] * h * this.#derivative[i];
      }
    } else {
      const ratio = h / (this.end - this.begin);
      for (let s = 0; s < 3; s++) this.#poly.evaluate(NODES[s] * ratio, this.#z[s]);
    }
    transformStages(INVERSE_BASIS, this.#z, this.#w);
  }

  /** Minus the residuals of the stages, in the transformed basis. False when one is not finite. */
  #residuals(t: number, h: number): boolean {
    const [z1, z2, z3] = this.#z;
    for (let s = 0; s < 3; s++) {
      const m1 = INVERSE_MATRIX[3 * s] / h;
      const m2 = INVERSE_MATRIX[3 * s + 1] / h;
      const m3 = INVERSE_MATRIX[3 * s + 2] / h;
      const z = this.#z[s];
      for (let i = 0; i < this.size; i++) {
        this.#stage[i] = this.current[i] + z[i];
        this.#stageDerivative[i] = m1 * z1[i] + m2 * z2[i] + m3 * z3[i];
      }
      const out = this.#rhs[s];
      this.#system.residual(t + NODES[s] * h, this.#stage, this.#stageDerivative, out);
      this.statistics.evaluations++;
      const wrong = firstNotFinite(out);
      if (wrong >= 0) {
        this.unfit = wrong;
        return false;
      }
      for (let i = 0; i < this.size; i++) out[i] = -out[i];
    }
    transformStages(INVERSE_BASIS, this.#rhs, this.#rhs);
    return true;
  }

  /**
   * The difference to a method of order 3, filtered by Newton's real matrix so that stiff components do not exaggerate
   * it, and once more where a first or repeated step would fail: by dF/dy' both times, which in their code are an
   * evaluation of f at the start and one at the corrected start.
   */
  #estimate(h: number, isRejected: boolean): number {
    const [z1, z2, z3] = this.#z;
    const [e1, e2, e3] = ERROR_WEIGHTS;
    const raw = this.#error;
    for (let i = 0; i < this.size; i++) {
      raw[i] = this.#derivative[i] + (e1 * z1[i] + e2 * z2[i] + e3 * z3[i]) / h;
    }
    this.#filter(raw, 1);
    let error = this.weights.norm(raw);
    if (error >= 1 && (this.#isFirst || isRejected)) {
      this.#filter(raw, REAL_EIGENVALUE / h);
      error = this.weights.norm(raw);
    }
    return Math.max(error, 1e-10);
  }

  #filter(values: Float64Array, factor: number): void {
    const n = this.size;
    const { byDerivative } = this.#jacobian;
    const [out] = this.#rhs;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) {
        const m = byDerivative[i * n + j];
        if (m !== 0) sum += m * values[j];
      }
      out[i] = factor * sum;
    }
    this.#real.solve(out);
    values.set(out);
  }

  /** By which to divide the step; more Newton iterations ask for a little more caution. */
  #stepFactor(h: number, error: number): number {
    const safety = Math.min(SAFETY, (SAFETY * (1 + 2 * NEWTON_STEPS)) / (this.#newtonCount + 2 * NEWTON_STEPS));
    const plain = Math.max(1 / MOST_GROWTH, Math.min(MOST_SHRINKING, power(error, 0.25) / safety));
    if (error > 1 || this.#isFirst) return plain;
    const predicted = ((this.#lastStep / h) * power((error * error) / this.#lastError, 0.25)) / SAFETY;
    return Math.max(plain, Math.max(1 / MOST_GROWTH, Math.min(MOST_SHRINKING, predicted)));
  }

  protected override accept(h: number, wanted: number): void {
    const [z1, z2, z3] = this.#z;
    const m1 = INVERSE_MATRIX[6] / h;
    const m2 = INVERSE_MATRIX[7] / h;
    const m3 = INVERSE_MATRIX[8] / h;
    for (let i = 0; i < this.size; i++) {
      this.current[i] += z3[i];
      this.#derivative[i] = m1 * z1[i] + m2 * z2[i] + m3 * z3[i];
    }
    this.#poly.set(this.#z);
    this.#lastStep = h;
    this.#isFirst = false;
    this.#isJacobianKept = this.#contraction <= FAST_CONTRACTION;
    this.#isJacobianFresh = false;
    const growth = this.next / h;
    if (this.#isJacobianKept && growth >= 1 && growth <= KEPT_GROWTH && !(h < wanted)) this.next = h;
  }
}
