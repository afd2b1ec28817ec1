// SPDX-License-Identifier: MIT
/**
 * A double pendulum that swings against a wall without damping: its energy, and its events compared with Lagrange's
 * equations.
 */
import { box } from '../../shapes/kinds/box.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { check, plain, type Section, table, text } from '../verification-case.ts';
import { type DoublePendulum, doublePendulum } from './double-pendulum-equations.ts';

const RADIUS = 0.1;
const DENSITY = 1000;
const GIVEN: DoublePendulum = {
  mass: DENSITY * (4 / 3) * Math.PI * RADIUS ** 3,
  radius: RADIUS,
  reach: 0.5,
  gravity: 9.81,
  wall: -0.25,
  stiffness: 1e5,
  angles: [0.8, 1.1],
};
const UNTIL = 4;
/** Of the reference, far below the finest run. */
const REFERENCE_TOLERANCE = 1e-13;

interface PendulumRun {
  readonly method: 'explicit' | 'stiff' | 'auto';
  readonly tolerance: number;
  readonly events: number;
  /** Events of the reference that this run reproduces, of the same ball in the same order. */
  readonly matching: number;
  /** Largest |E - E0| over E0 above the lowest position, at any event and at the end. */
  readonly energyError: number;
  /** Largest difference of an event time, s. */
  readonly timeError: number;
  readonly steps: number;
}

function pendulumSimulation(tolerance: number, method: PendulumRun['method']): EventSimulation {
  const { reach, wall, stiffness, gravity, angles } = GIVEN;
  const ball = sphere({ radius: RADIUS });
  return new EventSimulation({
    gravity: [0, 0, -gravity],
    tolerance,
    method,
    law: { point: { stiffness } },
    bodies: [
      { name: 'upper', shape: ball, density: DENSITY, position: [0, 0, -reach] },
      { name: 'lower', shape: ball, density: DENSITY, position: [0, 0, -2 * reach] },
      { name: 'wall', shape: box({ halfExtents: [0.5, 1, 2] }), position: [wall - 0.5, 0, 0], fixed: true },
    ],
    joints: [
      {
        name: 'shoulder',
        kind: 'revolute',
        child: 'upper',
        at: [0, 0, 0],
        axis: [0, -1, 0],
        initial: { angle: angles[0] },
      },
      {
        name: 'elbow',
        kind: 'revolute',
        parent: 'upper',
        child: 'lower',
        at: [0, 0, -reach],
        axis: [0, -1, 0],
        initial: { angle: angles[1] - angles[0] },
      },
    ],
  });
}

export function pendulumReference(): ReturnType<typeof doublePendulum> {
  return doublePendulum(GIVEN, UNTIL, REFERENCE_TOLERANCE);
}

export function pendulumRun(
  tolerance: number,
  method: PendulumRun['method'],
  reference: ReturnType<typeof doublePendulum>,
): PendulumRun {
  const simulation = pendulumSimulation(tolerance, method);
  const { mass, reach, gravity } = GIVEN;
  const lowest = -3 * mass * gravity * reach;
  const first = simulation.energy() - lowest;
  let energyError = 0;
  const note = (): void => {
    energyError = Math.max(energyError, Math.abs((simulation.energy() - lowest) / first - 1));
  };
  simulation.advance(UNTIL, note);
  note();
  const { events } = simulation;
  let matching = 0;
  let timeError = 0;
  for (const [k, { time, ball, isBeginning }] of reference.events.entries()) {
    const own = events[k];
    if (own?.bodies[0] !== ball || own.isBeginning !== isBeginning) break;
    matching++;
    timeError = Math.max(timeError, Math.abs(own.time - time));
  }
  const { steps } = simulation.statistics();
  return { method, tolerance, events: events.length, matching, energyError, timeError, steps };
}

/** Energy within this many tolerances: each step has an error of about one tolerance, and thousands add up. */
export const ENERGY_SHARE = 100;
/** Times, s: the error of a step grows from impact to impact, by a factor of some tens in total. */
export const TIME_SHARE = 100;

export function pendulumAtWall(isFull: boolean): Section {
  const reference = pendulumReference();
  const tolerances = isFull ? [1e-4, 1e-6, 1e-8, 1e-10] : [1e-6, 1e-8];
  const runs = tolerances.flatMap((tolerance) =>
    (['explicit', 'auto'] as const).map((method) => pendulumRun(tolerance, method, reference)),
  );
  const energy = Math.max(...runs.map(({ energyError, tolerance }) => energyError / tolerance));
  const time = Math.max(...runs.map(({ timeError, tolerance }) => timeError / tolerance));
  const count = reference.events.length;
  return {
    title: 'A double pendulum at a wall',
    blocks: [
      text(
        `Two balls on rods without mass, two revolute joints, and a wall that the balls hit ${count / 2} times ` +
          `within ${UNTIL} s, without damping.`,
        "The reference are Lagrange's equations of the two angles with the same spring at the wall.",
      ),
      table(
        'Energy, and event times against the reference',
        ['method', 'tolerance', 'error of energy', 'in tolerances', 'error of times (s)', 'events', 'steps'],
        runs.map(({ method, tolerance, energyError, timeError, events, steps }) => [
          method,
          plain(tolerance),
          plain(energyError),
          plain(energyError / tolerance),
          plain(timeError),
          String(events),
          String(steps),
        ]),
      ),
      check({
        what: 'Energy is kept through all impacts',
        published: 'the paper shows no numbers; a constant',
        ours: `within ${plain(energy)} tolerances`,
        tolerance: `${ENERGY_SHARE} tolerances`,
        reason: 'errors of the steps add up',
        passed: energy <= ENERGY_SHARE,
      }),
      check({
        what: `All ${count} events are those of Lagrange's equations`,
        published: 'independent equations',
        ours: `within ${plain(time)} s times the tolerance`,
        tolerance: `${plain(TIME_SHARE)} s times the tolerance`,
        reason: 'each impact multiplies earlier errors',
        passed: time <= TIME_SHARE && runs.every(({ matching, events }) => matching === count && events === count),
      }),
    ],
  };
}
