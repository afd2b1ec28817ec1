// SPDX-License-Identifier: MIT
/**
 * Bodies with flat faces and straight edges, dropped in many orientations on a half-space, on a box and on each other:
 * all come to rest after a finite number of events.
 */

import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { fromAxisAngle, multiply, type Quaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { length } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { Shape } from '../../shapes/shape.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import type { EventBodySpec } from '../../simulation/event-driven/event-simulation-spec.ts';
import { atMost, check, plain, type Section, table, text } from '../verification-case.ts';

const X = { x: 1, y: 0, z: 0 };
const Y = { x: 0, y: 1, z: 0 };
const SEED = 20261115;
/** s; bodies have fallen over and lost their speed by then. */
const UNTIL = 6;
/**
 * Bounces with restitution 0.5 end after about ten; bodies that tip over add the bounces of their other sides,
 * compounds those of each piece.
 */
const MOST_EVENTS = 100;
const MOST_STEPS = 5000;
/** Energy that the integration may add, relative to that of the fall: some hundreds of steps at this tolerance. */
const TOLERANCE = 1e-5;
const MOST_RISE = 100 * TOLERANCE;
/** Of the height of the centre of a body that lies or rolls, m/s. */
const LEVEL_SPEED = 1e-2;

const LAW: EventLawSpec = {
  point: { stiffness: 1e5 },
  line: { stiffness: 1e6 },
  volume: { stiffness: 5e6 },
  restitution: 0.5,
  friction: 0.5,
};

const WEDGE = polyhedron({
  vertices: [
    [-0.1, -0.06, -0.04],
    [0.1, -0.06, -0.04],
    [-0.1, 0.06, -0.04],
    [0.1, 0.06, -0.04],
    [-0.1, 0, 0.08],
    [0.1, 0, 0.08],
  ],
});

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['cylinder', cylinder({ radius: 0.08, halfLength: 0.1 })],
  ['disc', cylinder({ radius: 0.12, halfLength: 0.02 })],
  ['cone', cone({ radius: 0.1, height: 0.18 })],
  ['flat cone', cone({ radius: 0.12, height: 0.08 })],
  ['rounded box', rounded({ shape: box({ halfExtents: [0.08, 0.06, 0.04] }), radius: 0.02 })],
  ['rounded cylinder', rounded({ shape: cylinder({ radius: 0.06, halfLength: 0.08 }), radius: 0.02 })],
  ['rounded wedge', rounded({ shape: WEDGE, radius: 0.02 })],
  ['superquadric, n = 8', superquadric({ semiAxes: [0.1, 0.08, 0.06], n1: 8, n2: 8 })],
  ['superquadric, n = 20', superquadric({ semiAxes: [0.1, 0.08, 0.06], n1: 20, n2: 20 })],
  ['superquadric, n = 100', superquadric({ semiAxes: [0.1, 0.08, 0.06], n1: 100, n2: 100 })],
  ['round superquadric', superquadric({ semiAxes: [0.08, 0.08, 0.1], n1: 12, n2: 2 })],
  ['capsule', capsule({ radius: 0.05, halfLength: 0.12 })],
  ['box', box({ halfExtents: [0.1, 0.08, 0.05] })],
  [
    'hammer',
    compound([
      { shape: cylinder({ radius: 0.05, halfLength: 0.1 }) },
      { shape: box({ halfExtents: [0.1, 0.04, 0.03] }), pose: { position: [0, 0, 0.1] } },
    ]),
  ],
  [
    'pencil',
    compound([
      { shape: cone({ radius: 0.08, height: 0.12 }) },
      { shape: cylinder({ radius: 0.08, halfLength: 0.03 }), pose: { position: [0, 0, -0.03] } },
    ]),
  ],
];

/** Two of these have thousands of facets to clip: each evaluation would take milliseconds. */
const MANY_FACETS = ['rounded cylinder', 'superquadric, n = 8', 'superquadric, n = 20', 'round superquadric'];

const TURNS: readonly (readonly [string, Quaternion])[] = [
  ['upright', { w: 1, x: 0, y: 0, z: 0 }],
  ['lying', fromAxisAngle(X, Math.PI / 2)],
  ['on an edge', fromAxisAngle(X, 0.7)],
  ['on a corner', multiply(fromAxisAngle(X, 0.8), fromAxisAngle(Y, 0.6))],
];

const FLOORS: readonly (readonly [string, EventBodySpec])[] = [
  ['half-space', { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) }],
  ['box', { name: 'floor', shape: box({ halfExtents: [4, 4, 0.2] }), position: [0, 0, -0.2], fixed: true }],
];

interface FlatDrop {
  readonly body: string;
  readonly how: string;
  readonly on: string;
  readonly bodies: readonly EventBodySpec[];
}

interface FlatDropRun extends FlatDrop {
  readonly end: string;
  /** `rests`, `rolls` where the centre of every body stays level, or `moves`. */
  readonly state: 'rests' | 'rolls' | 'moves';
  readonly events: number;
  readonly steps: number;
  /** Largest rise of the energy between two of 60 samples, relative to that of the fall. */
  readonly rise: number;
}

function drop(body: string, shape: Shape, how: string, orientation: Quaternion, on: string): FlatDrop {
  const floor = FLOORS.find(([name]) => name === on)?.[1] as EventBodySpec;
  return { body, how, on, bodies: [floor, { name: body, shape, orientation, position: [0, 0, 0.35] }] };
}

/** Two equal bodies: one lies on the floor, the other falls on it, slightly off its centre. */
function pile(body: string, shape: Shape, how: string, orientation: Quaternion): FlatDrop {
  const floor = FLOORS[1][1];
  const lower: EventBodySpec = { name: 'lower', shape, position: [0, 0, 0.12] };
  const upper: EventBodySpec = { name: 'upper', shape, orientation, position: [0.02, 0.01, 0.5] };
  return { body, how: `upright, then ${how}`, on: 'another on a box', bodies: [floor, lower, upper] };
}

/**
 * `full`: every shape in four given and three random orientations on both floors, and most on an equal body; otherwise
 * one drop for each kind of difficulty.
 */
function flatDrops(full: boolean): readonly FlatDrop[] {
  if (full) {
    const random = new Random(SEED);
    const turns = [...TURNS, ...[1, 2, 3].map((k) => [`at random ${k}`, random.rotation()] as const)];
    return SHAPES.flatMap(([body, shape]) => [
      ...FLOORS.flatMap(([on]) => turns.map(([how, turn]) => drop(body, shape, how, turn, on))),
      ...(MANY_FACETS.includes(body) ? [] : TURNS.slice(0, 2).map(([how, turn]) => pile(body, shape, how, turn))),
    ]);
  }
  const named = (body: string, how: string, on: string): FlatDrop => {
    const shape = SHAPES.find(([name]) => name === body)?.[1] as Shape;
    return drop(body, shape, how, TURNS.find(([name]) => name === how)?.[1] as Quaternion, on);
  };
  const [[, solid]] = SHAPES as [(typeof SHAPES)[number]];
  return [
    named('cylinder', 'upright', 'box'),
    named('cylinder', 'lying', 'half-space'),
    named('disc', 'on an edge', 'box'),
    named('cone', 'upright', 'half-space'),
    named('cone', 'lying', 'box'),
    named('rounded box', 'upright', 'box'),
    named('superquadric, n = 20', 'on a corner', 'half-space'),
    named('capsule', 'lying', 'box'),
    named('hammer', 'on a corner', 'box'),
    pile('cylinder', solid, 'upright', { w: 1, x: 0, y: 0, z: 0 }),
  ];
}

function runFlatDrop(given: FlatDrop): FlatDropRun {
  const { bodies } = given;
  const simulation = new EventSimulation({
    gravity: [0, 0, -9.81],
    tolerance: TOLERANCE,
    law: LAW,
    mostSteps: MOST_STEPS,
    bodies,
  });
  let energy = simulation.energy();
  const first = energy;
  let rise = 0;
  let end = 'end';
  for (let k = 1; k <= 60 && end === 'end'; k++) {
    const reached = simulation.advance((UNTIL * k) / 60);
    end = reached.kind === 'failure' ? reached.failure.kind : reached.kind;
    const now = simulation.energy();
    rise = Math.max(rise, now - energy);
    energy = now;
  }
  const states = bodies.slice(1).map((_, i) => simulation.body(i + 1));
  const speed = Math.max(...states.map((b) => length(b.velocity) + 0.15 * length(b.angularVelocity)));
  const isLevel = states.every(({ velocity }) => Math.abs(velocity.z) < LEVEL_SPEED);
  const { events, steps } = simulation.statistics();
  const state = speed < LEVEL_SPEED ? 'rests' : isLevel ? 'rolls' : 'moves';
  return { ...given, end, state, events, steps, rise: rise / Math.max(first - energy, 1e-300) };
}

export function flatDropSection(full: boolean, progress: (what: string) => void): Section {
  const runs = flatDrops(full).map((given) => {
    progress(`${given.body} ${given.how} on ${given.on}`);
    return runFlatDrop(given);
  });
  const most = Math.max(...runs.map(({ events }) => events));
  const ended = runs.filter(({ end }) => end === 'end').length;
  const settled = runs.filter(({ state }) => state !== 'moves').length;
  const rise = Math.max(...runs.map((run) => run.rise));
  return {
    title: 'Flat and straight sides',
    blocks: [
      text(
        'Cylinders, cones, rounded polyhedra, blocky superquadrics and compounds of them fall on a half-space, ' +
          'a box, or each other, with restitution 0.5 and friction 0.5. A single contact point would jump from ' +
          'side',
        'to side of what lies flat; their common volume does not. Bodies that are round about an axis may end ' +
          'rolling: nothing but the damping of the contact slows them.',
      ),
      table(
        `After ${UNTIL} s`,
        ['body', 'dropped', 'on', 'ended', 'then', 'events', 'steps', 'largest rise of energy'],
        runs.map((run) => [
          run.body,
          run.how,
          run.on,
          run.end,
          run.state,
          String(run.events),
          String(run.steps),
          plain(run.rise),
        ]),
      ),
      check({
        what: 'All runs reach their end and settle after a bounded number of events',
        published: 'bodies come to rest (the animations of Figs. 8 and 9)',
        ours: `${ended} of ${runs.length} ended, ${settled} rest or roll, ${most} events at most`,
        tolerance: `all, ${MOST_EVENTS} events`,
        reason: 'bounces lose half their speed until the weight holds the contact closed',
        passed: ended === runs.length && settled === runs.length && most <= MOST_EVENTS,
      }),
      atMost({
        what: 'Energy never rises',
        published: 'contacts are passive',
        found: rise,
        tolerance: MOST_RISE,
        ours: (found) => `${found} of what the fall brings`,
        reason: 'errors of the integration: some hundreds of steps at the tolerance',
      }),
    ],
  };
}
