// SPDX-License-Identifier: MIT
/** Errors of runs with variable steps: bodies, time and remedy. */
import { SimulationError } from '../../errors.ts';
import { FREE_BODY_STRIDE } from '../../motion/free-bodies.ts';
import type { FailureKind } from '../../motion/integration-failure.ts';
import type { EventRunEnd, EventSimulation } from './event-simulation.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';

const REMEDIES: Readonly<Record<FailureKind, string>> = {
  'step-too-small':
    'a force may jump there: give pairs of boxes and polyhedra the law volume, capsules line, or take a larger ' +
    'tolerance',
  'newton-failure': 'make the law softer or the tolerance larger, or take method: explicit',
  'not-finite': 'bodies fly apart: look at the last outputs, and for bodies that overlap at the start',
  'inconsistent-start': 'look at the joints, and at where bodies are at the start',
  'too-many-steps': 'allow more with integrator.variable.mostSteps, take a larger tolerance, or make the law softer',
};

const PROBLEMS: Readonly<Record<FailureKind, string>> = {
  'step-too-small': 'the step became too small',
  'newton-failure': "Newton's method did not converge",
  'not-finite': 'a value is not finite',
  'inconsistent-start': 'no consistent start was found',
  'too-many-steps': 'the limit of steps was reached',
};

/** Bodies in contact, or those that a component of the state belongs to. */
function involvedBodies(component: number, simulation: EventSimulation, { bodies, joints = [] }: EventSimulationSpec) {
  const names = bodies.map(({ name }, i) => name ?? `bodies[${i}]`);
  const moving = bodies.flatMap(({ fixed, shape }, i) => (fixed || shape.kind === 'halfSpace' ? [] : [i]));
  const body = joints.length === 0 && component >= 0 ? moving[Math.floor(component / FREE_BODY_STRIDE)] : undefined;
  const pairs = simulation
    .contacts()
    .filter(({ bodies: pair }) => body === undefined || pair.includes(body))
    .map(({ bodies: [a, b] }) => `${names[a]} and ${names[b]}`);
  return { body: body === undefined ? undefined : names[body], pairs };
}

const MOST_PAIRS = 3;

export function eventFailure(
  end: Exclude<EventRunEnd, { readonly kind: 'end' }>,
  simulation: EventSimulation,
  spec: EventSimulationSpec,
): SimulationError {
  const { time } = end;
  const step = simulation.statistics().steps;
  if (end.kind === 'storm') {
    const [a, b] = end.bodies;
    const message =
      `time ${time} s, step ${step}: ${a} and ${b} begin and end their contact again and again, ${end.events} ` +
      'times so far, while time hardly moves; give them a softer or more dissipative law, or allow more with ' +
      'integrator.variable.storm';
    return new SimulationError('event-storm', message, { time, step, bodies: end.bodies, events: end.events });
  }
  if (end.kind === 'limit-storm') {
    const message =
      `time ${time} s, step ${step}: the joint ${end.joint} meets and leaves its stop again and again, ` +
      `${end.events} times so far, while time hardly moves; make the stop softer or its restitution smaller, or ` +
      'allow more with integrator.variable.storm';
    return new SimulationError('event-storm', message, { time, step, joint: end.joint, events: end.events });
  }
  const { kind, component, stepSize } = end.failure;
  const { body, pairs } = involvedBodies(component, simulation, spec);
  const more = pairs.length > MOST_PAIRS ? ` and ${pairs.length - MOST_PAIRS} more pairs` : '';
  const contacts =
    pairs.length === 0 ? 'nothing touches it' : `in contact: ${pairs.slice(0, MOST_PAIRS).join(', ')}${more}`;
  const who =
    `${body === undefined ? '' : `, body ${body}`} ` +
    `(${body === undefined && pairs.length === 0 ? 'nothing touches' : contacts})`;
  const message = `time ${time} s, step ${step}${who}: ${PROBLEMS[kind]}, last tried ${stepSize} s; ${REMEDIES[kind]}`;
  return new SimulationError(kind, message, { time, step, body, pairs });
}
