// SPDX-License-Identifier: MIT
/**
 * A driven hammer knocks a box off a table: a joint with a drive and a stop, three kinds of contact, and two closed
 * forms.
 */
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { check, plain, type Section, table, text } from '../verification-case.ts';

const GRAVITY = 9.81;
const HEAD = 0.06;
const REACH = 0.4;
const HALF = 0.08;
const TABLE_END = 0.4;
const FLOOR = -0.7;
const RAISED = 1.2;
const TORQUE = 6;
const STOP = 0.15;
const RESTITUTION = 0.4;
const UNTIL = 3;

/** Handle and head, suspended at the origin of its own frame. */
const HAMMER = compound([
  { shape: capsule({ radius: 0.015, halfLength: REACH / 2 - HEAD }), pose: { position: [0, 0, -REACH / 2] } },
  { shape: sphere({ radius: HEAD }), pose: { position: [0, 0, -REACH] } },
]);
const HAMMER_DENSITY = 3000;
const BOX_DENSITY = 400;

interface HammerRun {
  readonly end: string;
  /** Speed of the hammer at impact, and of the box when the hammer leaves it, m/s; with their closed forms. */
  readonly hammerSpeed: number;
  readonly hammerExact: number;
  readonly boxSpeed: number;
  readonly boxExact: number;
  /** s: hammer hits, hammer meets its stop, box meets the floor. */
  readonly hit: number;
  readonly stop: number;
  readonly landing: number;
  /** Of the box at the end, m. */
  readonly rest: { readonly x: number; readonly z: number };
  readonly events: number;
  readonly steps: number;
}

/** To a time, s. */
export function hammerRun(until = UNTIL): HammerRun {
  const simulation = new EventSimulation({
    gravity: [0, 0, -GRAVITY],
    tolerance: 1e-6,
    law: { volume: { stiffness: 5e6 }, point: { stiffness: 1e6 }, restitution: RESTITUTION, friction: 0.3 },
    // The impact is elastic and frictionless, so it has a closed form.
    pairs: [{ bodies: ['hammer', 'box'], law: { point: { stiffness: 1e7 } } }],
    bodies: [
      { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: FLOOR }) },
      {
        name: 'table',
        shape: box({ halfExtents: [0.3, 0.3, 0.05] }),
        position: [TABLE_END - 0.3, 0, -0.05],
        fixed: true,
      },
      {
        name: 'box',
        shape: box({ halfExtents: [HALF, HALF, HALF] }),
        density: BOX_DENSITY,
        position: [HEAD + HALF, 0, HALF],
      },
      { name: 'hammer', shape: HAMMER, density: HAMMER_DENSITY, position: [0, 0, HALF + REACH] },
    ],
    joints: [
      {
        name: 'hinge',
        kind: 'revolute',
        child: 'hammer',
        axis: [0, -1, 0],
        drive: { kind: 'force', value: TORQUE },
        limits: { high: STOP, stiffness: 1e4, restitution: 0.3 },
        initial: { angle: -RAISED },
      },
    ],
  });
  const { volume, centroid, inertia } = HAMMER.massProperties();
  const mass = HAMMER_DENSITY * volume;
  const turning = HAMMER_DENSITY * inertia.yy + mass * centroid.z ** 2;
  // Work of the torque and of gravity down to the lowest point.
  const work = TORQUE * RAISED - mass * GRAVITY * centroid.z * (1 - Math.cos(RAISED));
  const hammerExact = REACH * Math.sqrt((2 * work) / turning);
  const effective = turning / REACH ** 2;
  const struck = BOX_DENSITY * (2 * HALF) ** 3;
  const boxExact = (2 * effective * hammerExact) / (effective + struck);
  let [hammerSpeed, boxSpeed, hit, landing] = [0, 0, Number.NaN, Number.NaN];
  const { kind } = simulation.advance(until, ({ time, bodies: [a, b], isBeginning }) => {
    if (a === 2 && b === 3 && isBeginning && Number.isNaN(hit)) {
      hit = time;
      hammerSpeed = REACH * (simulation.joint('hinge').speed ?? 0);
    }
    if (a === 2 && b === 3 && !isBeginning && boxSpeed === 0) boxSpeed = simulation.body(2).velocity.x;
    if (a === 0 && isBeginning && Number.isNaN(landing)) landing = time;
  });
  const { x, z } = simulation.body(2).centreOfMass;
  return {
    end: kind,
    hammerSpeed,
    hammerExact,
    boxSpeed,
    boxExact,
    hit,
    landing,
    rest: { x, z },
    stop: simulation.limitEvents[0]?.time ?? Number.NaN,
    events: simulation.events.length + simulation.limitEvents.length,
    steps: simulation.statistics().steps,
  };
}

/**
 * Relative errors of speeds: of the integration up to the impact; and of the impact, during which drive, gravity and
 * friction act.
 */
export const HAMMER_TOLERANCE = 1e-5;
export const BOX_TOLERANCE = 2e-3;

export function hammer(): Section {
  const run = hammerRun();
  const hammerError = Math.abs(run.hammerSpeed / run.hammerExact - 1);
  const boxError = Math.abs(run.boxSpeed / run.boxExact - 1);
  const isOnFloor = run.rest.x > TABLE_END && run.rest.z < FLOOR + 2 * HALF;
  return {
    title: 'A hammer knocks a box off a table',
    blocks: [
      text(
        'A hammer on a revolute joint, driven by a constant torque up to a stop, hits a box at its lowest ' +
          'point; the box slides over the table with friction, falls and comes to rest on the floor.',
      ),
      table(
        'What happens',
        ['', 'ours', 'closed form'],
        [
          ['head hits (s)', run.hit.toFixed(4), ''],
          ['speed of the head (m/s)', plain(run.hammerSpeed, 5), plain(run.hammerExact, 5)],
          ['speed of the box after the blow (m/s)', plain(run.boxSpeed, 5), plain(run.boxExact, 5)],
          ['hammer at its stop (s)', run.stop.toFixed(4), ''],
          ['box meets the floor (s)', run.landing.toFixed(4), ''],
          ['box lies at x, z (m)', `${plain(run.rest.x, 4)}, ${plain(run.rest.z, 4)}`, ''],
          ['events, steps', `${run.events}, ${run.steps}`, ''],
        ],
      ),
      check({
        what: 'The hammer has the work of its drive and weight, and the box what an elastic blow leaves it',
        published: 'closed forms',
        ours: `within ${plain(hammerError)} and ${plain(boxError)}`,
        tolerance: `${plain(HAMMER_TOLERANCE)} and ${plain(BOX_TOLERANCE)}`,
        reason: 'the blow has a duration, in which the hammer swings on and drive, weight and friction act',
        passed: run.end === 'end' && hammerError <= HAMMER_TOLERANCE && boxError <= BOX_TOLERANCE && isOnFloor,
      }),
    ],
  };
}
