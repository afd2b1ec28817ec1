// SPDX-License-Identifier: MIT
/**
 * The explicit method in one mode of a model and the stiff one in the other: every start, and so every event, asks
 * anew.
 */
import type { IntegrationFailure } from './integration-failure.ts';
import { type MethodState, type OneStepMethod, type StepStatistics, stepStatistics } from './one-step-method.ts';

const NONE = stepStatistics();

export class SwitchingMethod implements OneStepMethod {
  readonly size: number;
  readonly #explicit: OneStepMethod;
  readonly #makeStiff: () => OneStepMethod;
  #stiff: OneStepMethod | undefined;
  readonly #isStiff: () => boolean;
  #current: OneStepMethod;

  /** The stiff method, which has large matrices, is made when it is first needed. */
  constructor(explicit: OneStepMethod, makeStiff: () => OneStepMethod, isStiff: () => boolean) {
    this.size = explicit.size;
    this.#explicit = explicit;
    this.#makeStiff = makeStiff;
    this.#isStiff = isStiff;
    this.#current = explicit;
  }

  get time(): number {
    return this.#current.time;
  }

  get previousTime(): number {
    return this.#current.previousTime;
  }

  get state(): Float64Array {
    return this.#current.state;
  }

  get proposedStep(): number {
    return this.#current.proposedStep;
  }

  /** Of both methods together. */
  get statistics(): StepStatistics {
    const a = this.#explicit.statistics;
    const b = this.#stiff?.statistics ?? NONE;
    return {
      steps: a.steps + b.steps,
      rejectedSteps: a.rejectedSteps + b.rejectedSteps,
      evaluations: a.evaluations + b.evaluations,
      jacobians: a.jacobians + b.jacobians,
      factorisations: a.factorisations + b.factorisations,
    };
  }

  start(t: number, y: Float64Array, firstStep?: number): IntegrationFailure | undefined {
    this.#current = this.#isStiff() ? this.#stiffMethod() : this.#explicit;
    return this.#current.start(t, y, firstStep);
  }

  step(limit: number): IntegrationFailure | undefined {
    return this.#current.step(limit);
  }

  interpolate(t: number, out: Float64Array): void {
    this.#current.interpolate(t, out);
  }

  save(): MethodState {
    return {
      explicit: this.#explicit.save(),
      ...(this.#stiff && { stiff: this.#stiff.save() }),
      isStiff: this.#current === this.#stiff,
    };
  }

  restore({ explicit, stiff, isStiff }: MethodState): void {
    this.#explicit.restore(explicit as MethodState);
    if (stiff !== undefined) this.#stiffMethod().restore(stiff as MethodState);
    this.#current = isStiff ? this.#stiffMethod() : this.#explicit;
  }

  #stiffMethod(): OneStepMethod {
    this.#stiff ??= this.#makeStiff();
    return this.#stiff;
  }
}
