// SPDX-License-Identifier: MIT
/** Why an integration could not go on: a result, never an exception and never a state that is not finite. */

export type FailureKind =
  /** The error test asks for a step below the resolution of time: a singularity, or a function that is not smooth. */
  | 'step-too-small'
  /** Newton's method fails at every step down to the resolution of time. */
  | 'newton-failure'
  /** The model gives values that are not finite at every step down to the resolution of time, or at the start. */
  | 'not-finite'
  /** No consistent values of y' and the algebraic components were found at the start. */
  | 'inconsistent-start'
  /** More steps than the options allow. */
  | 'too-many-steps';

/** Why an integration could not go on, as a value; nothing is thrown. */
export interface IntegrationFailure {
  readonly kind: FailureKind;
  /** Up to which the integration is good, s. */
  readonly time: number;
  /** Component of y that is to blame: the first that is not finite, or the one with the largest error; -1 for none. */
  readonly component: number;
  /** Length of the last step that was tried, s. */
  readonly stepSize: number;
  /** One sentence with these numbers and a remedy. */
  readonly message: string;
}

const REMEDIES: Readonly<Record<FailureKind, string>> = {
  'step-too-small':
    'the equations may be singular there or not smooth; look for a jump that no zero-crossing function announces',
  'newton-failure': 'the equations may be singular there; check the Jacobian and whether the index is 1',
  'not-finite': 'check the model at this time and component',
  'inconsistent-start': 'give better starting values, and mark the algebraic components',
  'too-many-steps': 'allow more steps or a larger tolerance, or use the stiff method',
};

const PROBLEMS: Readonly<Record<FailureKind, string>> = {
  'step-too-small': 'the step became too small',
  'newton-failure': "Newton's method did not converge",
  'not-finite': 'the equations gave a value that is not finite',
  'inconsistent-start': 'no consistent start was found',
  'too-many-steps': 'the limit of steps was reached',
};

export function integrationFailure(
  kind: FailureKind,
  time: number,
  component: number,
  stepSize: number,
): IntegrationFailure {
  const where = component < 0 ? '' : `, component ${component}`;
  const message = `integration at t = ${time}${where}, step ${stepSize}: ${PROBLEMS[kind]}; ${REMEDIES[kind]}`;
  return Object.freeze({ kind, time, component, stepSize, message });
}

/** Index of the first value that is not finite, or -1. */
export function firstNotFinite(values: Float64Array): number {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i;
  return -1;
}
