// SPDX-License-Identifier: MIT
/**
 * What both integrators do: start at a state, take one step after the other, and know the solution everywhere within
 * the last one.
 */
import type { IntegrationFailure } from './integration-failure.ts';

/** Work that a method has done since its start. */
export interface StepStatistics {
  steps: number;
  rejectedSteps: number;
  evaluations: number;
  jacobians: number;
  factorisations: number;
}

/** A method of integration with steps of its own choice and a continuous solution in each. */
export interface OneStepMethod {
  readonly size: number;
  /** The last step went from `previousTime` to `time`, s. */
  readonly time: number;
  readonly previousTime: number;
  /** At `time`. Not to be changed. */
  readonly state: Float64Array;
  readonly statistics: StepStatistics;
  /** Takes a copy of y; forgets all earlier steps. `firstStep` is a guess for the length of the first one. */
  start(t: number, y: Float64Array, firstStep?: number): IntegrationFailure | undefined;
  /**
   * One step within the tolerances, not beyond the time `limit`; where it would almost get there it ends exactly there.
   */
  step(limit: number): IntegrationFailure | undefined;
  /** The solution at t within the last step; exact at both of its ends. */
  interpolate(t: number, out: Float64Array): void;
  /** Length that the next step would be tried with, s. */
  readonly proposedStep: number;
  /** All that later steps and `interpolate` depend on. */
  save(): MethodState;
  /** Goes on from a state that a method of the same system and options has saved, with the same bits. */
  restore(state: MethodState): void;
}

/** Numbers and arrays by name. */
export type MethodState = Readonly<Record<string, unknown>>;

export function stepStatistics(): StepStatistics {
  return { steps: 0, rejectedSteps: 0, evaluations: 0, jacobians: 0, factorisations: 0 };
}

/** Copies saved vectors into those of a method. */
export function copyVectors(from: unknown, to: readonly Float64Array[]): void {
  to.forEach((vector, i) => {
    vector.set((from as readonly Float64Array[])[i]);
  });
}

/** Steps below this many roundings of the time cannot be told from none. */
const STEP_IN_ROUNDINGS = 16;

/** The shortest step at a time, s. */
export function shortestStep(t: number): number {
  return Math.max(STEP_IN_ROUNDINGS * Number.EPSILON * Math.abs(t), Number.MIN_VALUE * 2 ** 60);
}

/** A step that would leave less than this share of itself undone is stretched, so that no tiny one follows. */
const STRETCH = 1.01;

/** The step to try, given what the control asks for and what is left. */
export function fittedStep(wanted: number, longest: number): number {
  return wanted * STRETCH >= longest ? longest : wanted;
}
