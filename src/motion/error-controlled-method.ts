// SPDX-License-Identifier: MIT
/**
 * Step-size control of a one-step method: tries a step, repeats it shorter until its error is within the tolerances,
 * and proposes the length of the next one. Dormand-Prince and Radau IIA supply what one try does.
 */
import { ErrorWeights, type Tolerances } from './error-weights.ts';
import { firstNotFinite, type IntegrationFailure, integrationFailure } from './integration-failure.ts';
import { fittedStep, type MethodState, type OneStepMethod, shortestStep, stepStatistics } from './one-step-method.ts';

/** Tolerances and the first step of a method with error control. */
export interface ErrorControlOptions extends Tolerances {
  /** Default: from the equations. */
  readonly firstStep?: number;
}

export abstract class ErrorControlledMethod implements OneStepMethod {
  readonly size: number;
  readonly statistics = stepStatistics();
  protected readonly weights: ErrorWeights;
  protected readonly firstStep: number | undefined;
  protected current: Float64Array;
  /** The last step went from `begin` to `end`; the next is tried with the length `next`. */
  protected begin = 0;
  protected end = 0;
  protected next = 0;
  /** Component that was not finite in the last try, or -1. */
  protected unfit = -1;
  protected isNewtonToBlame = false;
  /** By which an accepted step is divided to get the next one. */
  protected factor = 1;

  constructor(size: number, options: ErrorControlOptions) {
    this.size = size;
    this.weights = new ErrorWeights(size, options);
    this.firstStep = options.firstStep;
    this.current = new Float64Array(size);
  }

  get time(): number {
    return this.end;
  }

  get previousTime(): number {
    return this.begin;
  }

  get state(): Float64Array {
    return this.current;
  }

  get proposedStep(): number {
    return this.next;
  }

  abstract start(t: number, y: Float64Array, firstStep?: number): IntegrationFailure | undefined;
  abstract save(): MethodState;
  abstract restore(state: MethodState): void;

  /**
   * One try with the length h: undefined where its error is within the tolerances, otherwise the length to try next.
   */
  protected abstract tryStep(h: number, isRejected: boolean): number | undefined;
  /** Takes over the result of a successful try with the length h; `wanted` is the length before it was fitted. */
  protected abstract accept(h: number, wanted: number): void;
  /** The solution at t within the last step, of length h, before its end. */
  protected abstract interpolateWithin(t: number, h: number, out: Float64Array): void;
  /** Called before the first try, and where no try succeeds. */
  protected beginStep(): void {}
  protected abandonStep(): void {}

  /** Sets state and time; the failure where the state is not finite. */
  protected startAt(t: number, y: Float64Array): IntegrationFailure | undefined {
    this.current.set(y);
    this.end = t;
    this.begin = t;
    const wrong = firstNotFinite(this.current);
    return wrong >= 0 ? integrationFailure('not-finite', t, wrong, 0) : undefined;
  }

  step(limit: number): IntegrationFailure | undefined {
    const longest = limit - this.end;
    const wanted = this.next;
    let h = fittedStep(wanted, longest);
    let isRejected = false;
    this.unfit = -1;
    this.isNewtonToBlame = false;
    this.beginStep();
    for (;;) {
      if (!(h >= shortestStep(this.end)) && h < longest) {
        this.abandonStep();
        const kind = this.unfit >= 0 ? 'not-finite' : this.isNewtonToBlame ? 'newton-failure' : 'step-too-small';
        return integrationFailure(kind, this.end, this.unfit >= 0 ? this.unfit : this.weights.worst, h);
      }
      const shorter = this.tryStep(h, isRejected);
      if (shorter === undefined) {
        const proposal = h / (isRejected ? Math.max(1, this.factor) : this.factor);
        // A step cut short by what was left says nothing against the longer one that was wanted.
        this.next = !isRejected && h < wanted ? Math.max(proposal, wanted) : proposal;
        this.accept(h, wanted);
        this.begin = this.end;
        this.end = h === longest ? limit : this.end + h;
        this.statistics.steps++;
        return undefined;
      }
      this.statistics.rejectedSteps++;
      isRejected = true;
      h = shorter;
    }
  }

  interpolate(t: number, out: Float64Array): void {
    const h = this.end - this.begin;
    if (t === this.end || h === 0) out.set(this.current);
    else this.interpolateWithin(t, h, out);
  }
}
