// SPDX-License-Identifier: MIT
/**
 * Boxes dropped flat, on an edge and on a corner, and a capsule placed on a box, come to rest after a finite number of
 * events.
 */

import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { fromAxisAngle, multiply, type Quaternion } from '../../math/quaternion.ts';
import { length } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { check, plain, type Section, table, text } from '../verification-case.ts';

const X = { x: 1, y: 0, z: 0 };
const Y = { x: 0, y: 1, z: 0 };
const GRAVITY = 9.81;
const UNTIL = 4;
/**
 * Of a body at rest, m/s: far below that of a fall by its static overlap, and above what friction's regularisation lets
 * creep.
 */
const REST_SPEED = 1e-4;
/** Bounces with restitution 0.5 end after about ten; a box on a corner adds those of its other corners. */
const MOST_EVENTS = 100;

interface RestRun {
  readonly name: string;
  readonly end: string;
  readonly events: number;
  readonly lastEvent: number;
  /** Of the fastest surface point at the end, m/s. */
  readonly speed: number;
  /** Height of the centre, m. */
  readonly height: number;
  readonly steps: number;
}

const BRICK = box({ halfExtents: [0.1, 0.08, 0.05] });
const ROD = capsule({ radius: 0.05, halfLength: 0.15 });
const LAW: EventLawSpec = {
  volume: { stiffness: 5e6 },
  line: { stiffness: 1e6 },
  restitution: 0.5,
  friction: 0.5,
};

/** Turns an edge, or a corner, straight below the centre, and a little beyond it: exactly there it would stand. */
const EDGE = fromAxisAngle(X, Math.atan2(0.08, 0.05) + 0.1);
const CORNER = multiply(fromAxisAngle(X, 0.8), fromAxisAngle(Y, 0.6));

const DROPS: readonly (readonly [name: string, shape: ConvexShape, orientation: Quaternion, radius: number])[] = [
  ['box, flat', BRICK, { w: 1, x: 0, y: 0, z: 0 }, 0.14],
  ['box, on an edge', BRICK, EDGE, 0.14],
  ['box, on a corner', BRICK, CORNER, 0.14],
  ['capsule, lying', ROD, fromAxisAngle(X, Math.PI / 2), 0.2],
  ['capsule, one end first', ROD, fromAxisAngle(X, Math.PI / 2 - 0.3), 0.2],
];

function restRuns(): readonly RestRun[] {
  return DROPS.map(([name, shape, orientation, radius]) => {
    const simulation = new EventSimulation({
      gravity: [0, 0, -GRAVITY],
      tolerance: 1e-5,
      law: LAW,
      bodies: [
        { name: 'floor', shape: box({ halfExtents: [1, 1, 0.2] }), position: [0, 0, -0.2], fixed: true },
        { name, shape, orientation, position: [0, 0, 0.35] },
      ],
    });
    const { kind } = simulation.advance(UNTIL);
    const { velocity, angularVelocity, centreOfMass } = simulation.body(1);
    const { events } = simulation;
    return {
      name,
      end: kind,
      events: events.length,
      lastEvent: events[events.length - 1]?.time ?? 0,
      speed: length(velocity) + radius * length(angularVelocity),
      height: centreOfMass.z,
      steps: simulation.statistics().steps,
    };
  });
}

export function comingToRest(): Section {
  const runs = restRuns();
  const fastest = Math.max(...runs.map(({ speed }) => speed));
  const most = Math.max(...runs.map(({ events }) => events));
  return {
    title: 'Coming to rest',
    blocks: [
      text(
        'A brick and a capsule fall on a box with restitution 0.5 and friction 0.5. Forces are those of the ' +
          'common volume, and of a foundation along the axis of the capsule: both are continuous in the',
        'pose, so that a body that lies flat does not jump from corner to corner, and an integrator with error ' +
          'control can follow it to rest.',
      ),
      table(
        `After ${UNTIL} s`,
        ['body', 'ended', 'events', 'last event (s)', 'speed (m/s)', 'height (m)', 'steps'],
        runs.map(({ name, end, events, lastEvent, speed, height, steps }) => [
          name,
          end,
          String(events),
          lastEvent.toFixed(3),
          plain(speed),
          height.toFixed(4),
          String(steps),
        ]),
      ),
      check({
        what: 'All come to rest after a bounded number of events',
        published: 'bodies come to rest (the animations of Figs. 8 and 9)',
        ours: `${most} events at most, then at most ${plain(fastest)} m/s`,
        tolerance: `${MOST_EVENTS} events, ${plain(REST_SPEED)} m/s`,
        reason:
          'bounces lose half their speed until the weight holds the contact closed; friction is smooth and lets ' +
          'bodies creep',
        passed: runs.every(({ end }) => end === 'end') && most <= MOST_EVENTS && fastest <= REST_SPEED,
      }),
    ],
  };
}
