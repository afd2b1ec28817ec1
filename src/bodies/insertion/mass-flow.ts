// SPDX-License-Identifier: MIT
/**
 * Steps at which bodies are due with a mass rate: each at the first step at which half of its mass is due. The inserted
 * mass then never differs from massRate (t - from) by more than half of the heaviest body.
 */
import type { StepClock } from '../../math/step-clock.ts';
import type { InsertionSpec } from './insertion-spec.ts';

export class MassFlow {
  readonly #from: number;
  readonly #until: number;
  readonly #massRate: number;
  readonly #clock: StepClock;

  constructor(
    { massRate, from = 0, until = Infinity }: Pick<InsertionSpec, 'from' | 'until'> & { readonly massRate: number },
    clock: StepClock,
  ) {
    this.#from = from;
    this.#until = until;
    this.#massRate = massRate;
    this.#clock = clock;
  }

  /** Step at which a body of this mass is due after `before` kg; infinite if that is after the end. */
  stepOf(before: number, mass: number): number {
    const step = this.#clock.firstStepAt(this.#from + (before + 0.5 * mass) / this.#massRate);
    return this.isOver(step) ? Infinity : step;
  }

  /** Steps until this mass is due. */
  stepsFor(mass: number): number {
    return Math.max(1, Math.ceil(mass / (this.#massRate * this.#clock.timeStep)));
  }

  /** Mass that is due up to a step. */
  massThrough(step: number): number {
    return this.#massRate * Math.max(0, Math.min(this.#clock.timeOf(step), this.#until) - this.#from);
  }

  /** True for every step whose time is not before the end. */
  isOver(step: number): boolean {
    return step >= this.#clock.stepsTo(this.#until);
  }
}
