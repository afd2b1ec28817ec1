// SPDX-License-Identifier: MIT
/**
 * At which steps bodies are due that come by mass: each at the first step at which half of it is owed. What has come is
 * then never off from massRate (t - from) by more than half of the heaviest body, whatever the sizes are.
 */
import type { InsertionSpec } from './insertion-spec.ts';

/** Rounding of times over steps, as in due-steps.ts. */
const ROUNDING = 1e-12;

export class MassFlow {
  readonly #from: number;
  readonly #until: number;
  readonly #massRate: number;
  readonly #timeStep: number;

  constructor(
    { massRate, from = 0, until = Infinity }: Pick<InsertionSpec, 'from' | 'until'> & { readonly massRate: number },
    timeStep: number,
  ) {
    this.#from = from;
    this.#until = until;
    this.#massRate = massRate;
    this.#timeStep = timeStep;
  }

  /** Step at which a body of this mass is due when `before` has come before it; infinite when that is too late. */
  stepOf(before: number, mass: number): number {
    const step = Math.ceil(((this.#from + (before + 0.5 * mass) / this.#massRate) / this.#timeStep) * (1 - ROUNDING));
    return this.isOver(step) ? Infinity : step;
  }

  /** Steps until a mass has come. */
  stepsFor(mass: number): number {
    return Math.max(1, Math.ceil(mass / (this.#massRate * this.#timeStep)));
  }

  /** Mass that should have come at a step. */
  massThrough(step: number): number {
    return this.#massRate * Math.max(0, Math.min(step * this.#timeStep, this.#until) - this.#from);
  }

  /** True from the first step on whose time is not before the end. */
  isOver(step: number): boolean {
    return step >= (this.#until / this.#timeStep) * (1 - ROUNDING);
  }
}
