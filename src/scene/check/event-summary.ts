// SPDX-License-Identifier: MIT
/**
 * Summary of a scene with variable steps for `scree check`: pieces and pairs, laws, joints, and the progress of a
 * trial.
 */

import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import { formatCount, formatNumber, formatSi, formatTime, formatTimeRange } from '../format-quantity.ts';
import type { Scene } from '../scene.ts';
import type { Trial, TrialPart } from './trial-run.ts';

type Line = readonly [label: string, text: string];

/** Fewest beginnings and ends of contacts for an estimate. */
const FEWEST_EVENTS = 4;
/** The rest of the run may have more or fewer contacts than the trial by about this factor. */
const EVENT_SPREAD = 3;

const plural = (count: number, word: string): string => `${formatCount(count)} ${count === 1 ? word : `${word}s`}`;

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
  const counts = Array.from(eachBody(bodies), ({ shape, fixed = false }) => ({ count: pieces.get(shape) ?? 1, fixed }));
  const free = counts.filter(({ fixed }) => !fixed).map(({ count }) => count);
  const moving = free.reduce((sum, count) => sum + count, 0);
  const standing = counts.reduce((sum, { count }) => sum + count, 0) - moving + halfSpaces.length;
  const own = free.reduce((sum, count) => sum + count * count, 0);
  const pairs = (moving * moving - own) / 2 + moving * standing;
  return [
    'pieces',
    `${formatCount(moving)} convex ones that move, ${formatCount(standing)} that stand still: ` +
      `${plural(pairs, 'pair')} that may touch`,
  ];
}

export function eventLines(scene: Scene, measured?: Trial): Line[] {
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
      `${formatTime(duration)} in variable steps: tolerance ${formatNumber(tolerance)}, method ` +
        `${method}${longest}${most}${query}`,
    ],
    ...(measured === undefined ? [] : runTimeLines(measured, duration)),
  ];
}

/**
 * Steps are short during contacts and long in flight, so the fast and slow parts of the trial bound the time of the
 * rest. Without contacts there is no estimate.
 */
function runTimeLines({ parts }: Trial, duration: number): Line[] {
  const last = parts.at(-1);
  if (last === undefined) return [];
  const sum = (value: (part: TrialPart) => number): number => parts.reduce((total, part) => total + value(part), 0);
  const [steps, events, elapsed] = [sum((part) => part.steps), sum((part) => part.events), sum((part) => part.elapsed)];
  const reached =
    `${formatTime(last.time)} simulated in ${formatTime(Number(elapsed.toPrecision(2)))}: ` +
    `${plural(steps, 'step')}, ${plural(events, 'event')}`;
  if (last.time >= duration) return [['run time', reached]];
  if (events < FEWEST_EVENTS) return [['run time', `unknown: there are too few contacts at the start; ${reached}`]];
  const whole = (elapsed * duration) / last.time;
  return [['run time', `${formatTimeRange(whole / EVENT_SPREAD, whole * EVENT_SPREAD)} on this machine; ${reached}`]];
}
