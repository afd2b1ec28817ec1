// SPDX-License-Identifier: MIT
/**
 * Newton's cradle: balls in a row with gaps wider than a contact, so each impact involves two balls and has a closed
 * form.
 */
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { check, plain, type Section, table, text } from '../verification-case.ts';

const BALLS = 5;
const RADIUS = 0.05;
const SPEED = 1;
const GAP = 2e-3;
const DENSITY = 7800;
/** Half a contact lasts as long as a ball needs for a quarter of the gap. */
const CONTACT_TIME = (0.5 * GAP) / SPEED;

interface CradleRun {
  readonly tolerance: number;
  /** Largest |t - exact| / (tolerance * exact) over all events. */
  readonly worst: number;
  readonly events: number;
  /** Speeds at the end. */
  readonly speeds: readonly number[];
  /** Relative error of the energy. */
  readonly energyError: number;
}

function cradleRun(tolerance: number, query: 'default' | 'mpr'): CradleRun {
  const shape = sphere({ radius: RADIUS });
  const mass = DENSITY * (4 / 3) * Math.PI * RADIUS ** 3;
  // Two equal balls on a spring k: half a period is pi sqrt(m / (2 k)).
  const stiffness = (0.5 * mass * Math.PI ** 2) / CONTACT_TIME ** 2;
  const simulation = new EventSimulation({
    tolerance,
    method: 'explicit',
    speed: SPEED,
    law: { point: { stiffness } },
    contacts: { query },
    bodies: Array.from({ length: BALLS }, (_, i) => ({
      name: `ball ${i + 1}`,
      shape,
      density: DENSITY,
      position: [i * (2 * RADIUS + GAP), 0, 0] as const,
      ...(i === 0 && { velocity: [SPEED, 0, 0] as const }),
    })),
  });
  const before = simulation.energy();
  // In a contact both balls move by v T / 2 on average; then the second moves on alone.
  const exact = Array.from({ length: BALLS - 1 }, (_, i) => {
    const begin = GAP / SPEED + i * (GAP / SPEED + 0.5 * CONTACT_TIME);
    return [begin, begin + CONTACT_TIME];
  }).flat();
  simulation.advance(exact[exact.length - 1] + CONTACT_TIME);
  const { events } = simulation;
  return {
    tolerance,
    worst: exact.reduce(
      (most, t, k) => Math.max(most, Math.abs((events[k]?.time ?? Infinity) - t) / (tolerance * t)),
      0,
    ),
    events: events.length,
    speeds: Array.from({ length: BALLS }, (_, i) => simulation.body(i).velocity.x),
    energyError: Math.abs(simulation.energy() / before - 1),
  };
}

/** Of speeds, in tolerances: four impacts of some ten steps each. */
const SPEED_SHARE = 100;
const TIME_SHARE = 100;

export function cradle(isFull: boolean): Section {
  const runs = (isFull ? [1e-4, 1e-6, 1e-8, 1e-10] : [1e-6, 1e-8]).map((tolerance) => cradleRun(tolerance, 'mpr'));
  const worst = Math.max(...runs.map((run) => run.worst));
  const speedError = Math.max(
    ...runs.map(({ speeds, tolerance }) =>
      Math.max(...speeds.map((speed, i) => Math.abs(speed - (i === BALLS - 1 ? SPEED : 0)) / tolerance)),
    ),
  );
  return {
    title: "Newton's cradle",
    blocks: [
      text(
        `${BALLS} balls in a row with gaps, distances by portal refinement. The first comes at 1 m/s; each ` +
          'impact hands all of it on, and lasts as long as its spring says.',
      ),
      table(
        'Impact by impact',
        ['tolerance', 'error of times', 'last ball (m/s)', 'fastest other (m/s)', 'error of energy', 'events'],
        runs.map(({ tolerance, worst: error, speeds, energyError, events }) => [
          plain(tolerance),
          `${plain(error)} tolerances`,
          speeds[BALLS - 1].toFixed(9),
          plain(Math.max(...speeds.slice(0, -1).map(Math.abs))),
          plain(energyError),
          String(events),
        ]),
      ),
      check({
        what: 'All speed goes from the first ball to the last, at the times of the closed form',
        published: '1 m/s and 0; closed form',
        ours: `speeds within ${plain(speedError)}, times within ${plain(worst)} tolerances`,
        tolerance: `${SPEED_SHARE} and ${TIME_SHARE} tolerances`,
        reason: 'errors of the steps of four impacts add up',
        passed:
          speedError <= SPEED_SHARE && worst <= TIME_SHARE && runs.every(({ events }) => events === 2 * (BALLS - 1)),
      }),
    ],
  };
}
