// SPDX-License-Identifier: MIT
/** What `scree check` tells of a scene with variable steps: pieces and pairs, laws, joints, and how far it comes in a third of a second. */
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { eventSpecOf } from '../../simulation/event-driven/event-scene.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { formatCount, formatNumber, formatSi, formatTime } from '../format-quantity.ts';
import type { Scene } from '../scene.ts';

type Line = readonly [label: string, text: string];

const MEASUREMENT_MS = 300;
const STEPS_AT_ONCE = 10;

const plural = (count: number, word: string): string => `${formatCount(count)} ${count === 1 ? word : `${word}s`}`;

/** How far a simulation came in a measured time. */
export interface EventProgress {
  /** Simulated, s. */
  readonly time: number;
  readonly steps: number;
  readonly events: number;
  /** On the clock, s. */
  readonly elapsed: number;
}

/** Undefined when it cannot start, or fails so early. `now` is a clock in milliseconds. */
export function measureEvents(
  { simulation: spec, events, duration }: Scene,
  now: () => number,
): EventProgress | undefined {
  if (events === undefined) return undefined;
  const simulation = new EventSimulation(eventSpecOf(spec, events));
  const start = now();
  while (now() - start < MEASUREMENT_MS && simulation.time < duration) {
    if (simulation.advanceThrough(duration, STEPS_AT_ONCE).kind !== 'end') return undefined;
  }
  const { steps, events: count } = simulation.statistics();
  return { time: simulation.time, steps, events: count, elapsed: (now() - start) / 1000 };
}

function lawText(law: EventLawSpec): string {
  const { point, line, volume, restitution = 1, damping, friction = 0 } = law;
  const isHooke = (point?.exponent ?? 1) === 1;
  return [
    ...(point
      ? [`point ${formatSi(point.stiffness, `N/m${isHooke ? '' : `^${formatNumber(point.exponent ?? 1)}`}`)}`]
      : []),
    ...(line ? [`line ${formatSi(line.stiffness, 'N/m2')}`] : []),
    ...(volume ? [`volume ${formatSi(volume.stiffness, 'N/m3')}`] : []),
    damping === undefined ? `restitution ${formatNumber(restitution)}` : `damping ${formatNumber(damping)} s/m`,
    `friction ${formatNumber(friction)}`,
  ].join(', ');
}

/** Pieces, and pairs of them that may touch. */
function pieceLine({ simulation: { bodies = [], shapes = [], halfSpaces = [] } }: Scene): Line {
  const pieces = new Map(
    shapes.map((shape) => [shape.name, 'compound' in shape ? shape.compound.pieces.length : 1] as const),
  );
  const counts = bodies.map(({ shape, fixed = false }) => ({ count: pieces.get(shape) ?? 1, fixed }));
  const free = counts.filter(({ fixed }) => !fixed).map(({ count }) => count);
  const moving = free.reduce((sum, count) => sum + count, 0);
  const standing = counts.reduce((sum, { count }) => sum + count, 0) - moving + halfSpaces.length;
  const own = free.reduce((sum, count) => sum + count * count, 0);
  const pairs = (moving * moving - own) / 2 + moving * standing;
  return [
    'pieces',
    `${formatCount(moving)} convex ones that move, ${formatCount(standing)} that stand still: ${plural(pairs, 'pair')} that may touch`,
  ];
}

export function eventLines(scene: Scene, measured?: EventProgress): Line[] {
  const { events, duration } = scene;
  if (events === undefined) return [];
  const { tolerance = 1e-6, method = 'auto', mostSteps, longestStep, contacts } = events.options;
  const query = contacts?.query === 'mpr' ? ', distances by mpr' : '';
  const longest = longestStep === undefined ? '' : `, none longer than ${formatSi(longestStep, 's')}`;
  const most = mostSteps === undefined ? '' : `, at most ${formatCount(mostSteps)}`;
  const joints = (events.joints ?? []).map(({ name = '', kind, parent = 'world', child }): Line => {
    return ['joint', `${name}: ${kind}, ${child} on ${parent}`];
  });
  const springs = (events.springs ?? []).map(
    ({ name = '', bodies }): Line => ['spring', `${name}: ${bodies.join(' to ')}`],
  );
  return [
    pieceLine(scene),
    ...events.pairs.map(({ materials, law }): Line => ['law', `${materials.join('-')}: ${lawText(law)}`]),
    ...joints,
    ...springs,
    [
      'time',
      `${formatTime(duration)} in variable steps: tolerance ${formatNumber(tolerance)}, method ${method}${longest}${most}${query}`,
    ],
    ...(measured === undefined ? [] : [runTimeLine(measured, duration)]),
  ];
}

function runTimeLine({ time, steps, events, elapsed }: EventProgress, duration: number): Line {
  const reached = `${formatTime(time)} simulated in ${formatTime(Number(elapsed.toPrecision(2)))}: ${plural(steps, 'step')}, ${plural(events, 'event')}`;
  if (time >= duration) return ['run time', reached];
  const whole = Number(((elapsed * duration) / Math.max(time, Number.MIN_VALUE)).toPrecision(1));
  return ['run time', `about ${formatTime(whole)} on this machine if it goes on like this; ${reached}`];
}
