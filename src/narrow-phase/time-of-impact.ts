// SPDX-License-Identifier: MIT
/**
 * When do two moving bodies first touch? Conservative advancement (Mirtich 1996, section 2.3): the bodies are apart along the contact
 * normal n, and the gap along a fixed n shrinks no faster than the straight motion plus the turning at its largest reach, so that
 * much time is safe. Ours also uses that the gap along n, seen over time, is the least of functions that bend by no more
 * than some k: gap(s) - k s^2/2 is concave, hence a time s with gap(s) >= 0 is safe if k s^2 <= 2 gap(0). And n may turn: with
 * either body, or as the contact normal has turned last. With that the steps converge fast where bodies turn, too.
 */
import { InvalidOptionError } from '../errors.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { RESULT_LOWER, RESULT_NORMAL } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { fromAxisAngle, rotate } from '../math/quaternion.ts';
import { cross, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import type { Shape } from '../shapes/shape.ts';
import { exchangedContact, movedContact } from './compound-contact.ts';
import { type ContactOptions, chosenKernel, contact } from './contact.ts';
import type { Contact } from './contact-result.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import { lineInBall } from './line-interval.ts';
import { closingSpeed, gapAlongAt, largestBend, type MovingPiece, movingPieces, poseOfPiece } from './moving-piece.ts';
import { outOfOrder, poseRelativeTo } from './placed-piece.ts';
import { type Motion, poseAt, type RigidMotion, rigidMotion } from './rigid-motion.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

/** Bodies nearer than this part of the smaller one's extent have met. What is promised for the distance of curved pairs. */
export const IMPACT_TOLERANCE = 1e-9;
/** Steps before the search gives up; ten are usual, bodies that turn close to each other without touching take hundreds. */
const STEP_LIMIT = 1000;
/** Evaluations of the gap in search of its root; any time before it is safe, so it need not be met closely. */
const ROOT_LIMIT = 24;
/** A step that leaves this part of the gap is long enough: then a new normal pays more than a better root. */
const ROOT_TOLERANCE = 1e-3;
/** No normal gives a longer step than the bend of the motion allows; with this part of it the search for a better one ends. */
const LONG_ENOUGH = 0.25;
/** A normal that has turned by less shows rounding rather than its rate. */
const TURN_RESOLUTION = 1e-7;
/** Positions, rotations and support values at a time are good to this many roundings of the coordinates. */
const MOTION_IN_ROUNDINGS = 32;

export interface TimeOfImpactOptions extends Pick<ContactOptions, 'kernel'> {
  /** The time from 0 that is searched. */
  readonly duration: number;
  /** Bodies nearer than this part of the smaller one's extent have met. Default: IMPACT_TOLERANCE. */
  readonly tolerance?: number;
}

export interface Impact {
  /** `iteration-limit`: the search was given up; the bodies are proven apart until `time`, what follows is not known. */
  readonly status: 'impact' | 'iteration-limit';
  /** Never later than the first touch, but for rounding. */
  readonly time: number;
  /** At that time. */
  readonly contact: Contact;
}

type Moment = Pick<Impact, 'status' | 'time'>;

/** When the balls around the centres of rotation overlap: the only time at which the pieces may touch. */
function timeOfBalls(
  p: MovingPiece,
  q: MovingPiece,
  until: number,
): { readonly from: number; readonly to: number } | undefined {
  const radii = p.radius + q.radius;
  if (radii === Infinity) return { from: 0, to: until };
  const origin = subtract(q.motion.pose.position, p.motion.pose.position);
  const velocity = subtract(q.motion.linearVelocity, p.motion.linearVelocity);
  const speed = length(velocity);
  const radius = radii + MOTION_IN_ROUNDINGS * Number.EPSILON * (radii + length(origin));
  if (!(speed > 0)) return length(origin) <= radius ? { from: 0, to: until } : undefined;
  const span = lineInBall({ origin, direction: scale(velocity, 1 / speed) }, ZERO_VECTOR, radius);
  if (span === undefined) return undefined;
  // Rounded outwards: the times are a root and a quotient.
  const slack = MOTION_IN_ROUNDINGS * Number.EPSILON * (Math.abs(span.enter) + Math.abs(span.exit));
  const from = Math.max(0, (span.enter - slack) / speed);
  const to = Math.min(until, (span.exit + slack) / speed);
  return from <= to ? { from, to } : undefined;
}

/**
 * A step from `low` to `high` at which `gapAfter`, > 0 at the lower end, is still >= 0, close to its root where it has one. As the gap
 * is concave but for a bend that cannot take it below 0 on the way, all of the step is safe.
 */
function stepToRoot(gapAfter: (step: number) => number, gap: number, least: number, most: number): number {
  let low = least;
  let high = most;
  let highGap = gapAfter(high);
  if (highGap >= 0) return high;
  let lowGap = gapAfter(low);
  if (!(lowGap > 0)) return least;
  // Regula falsi after Illinois; the lower end always has a gap >= 0.
  for (let k = 0; k < ROOT_LIMIT && lowGap > ROOT_TOLERANCE * gap; k++) {
    const middle = low + (high - low) * Math.min(Math.max(lowGap / (lowGap - highGap), 0.01), 0.99);
    const middleGap = gapAfter(middle);
    if (middleGap >= 0) {
      low = middle;
      lowGap = middleGap;
      highGap /= 2;
    } else {
      high = middle;
      highGap = middleGap;
    }
  }
  return low;
}

/** A time from now on that is proven free of contact, from the gap (> 0) along n now; at most `longest`. */
function safeStep(
  p: MovingPiece,
  q: MovingPiece,
  n: Vector3,
  gap: number,
  now: number,
  longest: number,
  turns: readonly Vector3[],
): number {
  const speed = closingSpeed(p, q, n);
  if (!(speed * longest > gap)) return longest;
  let best = gap / speed;
  if (p.motion.spin === 0 && q.motion.spin === 0) return best;
  // Less what the lower bound has allowed for rounding.
  const allowance = Math.max(0, gapAlongAt(p, q, n, now) - gap);
  let within = longest;
  for (const turn of turns) {
    const rate = length(turn);
    const bent = Math.sqrt((2 * gap) / largestBend(p, q, rate, now, within));
    if (rate === 0) within = Math.min(bent, longest);
    if (!(Math.min(bent, within) > best)) continue;
    const gapAfter = (step: number): number => {
      const turned = rate > 0 ? rotate(fromAxisAngle(turn, rate * step), n) : n;
      return gapAlongAt(p, q, turned, now + step) - allowance;
    };
    best = stepToRoot(gapAfter, gap, best, Math.min(bent, within));
    if (best > LONG_ENOUGH * within) break;
  }
  return best;
}

/** How the contact normal may be turning: not at all (which comes first), as it has turned last, with A, with B. */
function turnsOfNormal(p: MovingPiece, q: MovingPiece, last: Vector3): readonly Vector3[] {
  if (p.shape.kind === 'halfSpace' || q.shape.kind === 'halfSpace') return [ZERO_VECTOR];
  return [ZERO_VECTOR, last, p.motion.angularVelocity, q.motion.angularVelocity];
}

/** First touch of two pieces up to `until`; undefined when they are proven apart all that time. */
function momentOfPieces(
  engine: Kernel,
  p: MovingPiece,
  q: MovingPiece,
  until: number,
  tolerance: number,
): Moment | undefined {
  const time = timeOfBalls(p, q, until);
  if (time === undefined) return undefined;
  const near = tolerance * Math.min(p.extent, q.extent);
  const lengths = p.radius === Infinity || q.radius === Infinity ? 0 : p.radius + q.radius;
  const start = length(subtract(q.motion.pose.position, p.motion.pose.position)) + lengths;
  const speeds = length(p.motion.linearVelocity) + length(q.motion.linearVelocity);
  let now = time.from;
  let turn = ZERO_VECTOR;
  let turned = { n: ZERO_VECTOR, since: now };
  for (let step = 0; step < STEP_LIMIT; step++) {
    writePose(POSE_A, poseOfPiece(p, now));
    writePose(POSE_B, poseOfPiece(q, now));
    queryPair(engine, p.block, POSE_A, q.block, POSE_B, 0, Infinity, RESULT);
    const rounding = MOTION_IN_ROUNDINGS * Number.EPSILON * (start + speeds * now);
    const distance = F[RESULT] as number;
    const lower = (F[RESULT + RESULT_LOWER] as number) - rounding;
    if (distance <= near + 2 * rounding) return { status: 'impact', time: now };
    if (!(lower > 0)) return { status: 'iteration-limit', time: now };
    const at = RESULT + RESULT_NORMAL;
    const n = { x: F[at] as number, y: F[at + 1] as number, z: F[at + 2] as number };
    if (length(subtract(n, turned.n)) > TURN_RESOLUTION) {
      if (step > 0) turn = scale(cross(turned.n, n), 1 / (now - turned.since));
      turned = { n, since: now };
    }
    const longest = time.to - now;
    const safe = safeStep(p, q, n, lower, now, longest, turnsOfNormal(p, q, turn));
    if (safe >= longest) return undefined;
    const next = now + safe * (1 - 4 * Number.EPSILON) - Number.EPSILON * now;
    // The last digit of the time is a longer way than the gap.
    if (!(next > now)) return { status: 'impact', time: now };
    now = next;
  }
  return { status: 'iteration-limit', time: now };
}

function firstMoment(
  engine: Kernel,
  a: readonly MovingPiece[],
  b: readonly MovingPiece[],
  duration: number,
  tolerance: number,
): Moment | undefined {
  let first: Moment | undefined;
  for (const p of a) {
    for (const q of b) {
      const found = momentOfPieces(engine, p, q, first?.time ?? duration, tolerance);
      if (found && (first === undefined || found.time < first.time)) first = found;
      if (first?.time === 0) return first;
    }
  }
  return first;
}

function readOption(value: number, name: string, expected: string, valid: boolean): number {
  if (valid) return value;
  throw new InvalidOptionError('out-of-range', `options.${name}: expected ${expected}, got ${value}`);
}

/** The motion seen from `reference`, which saves the digits of a place far from the origin. */
function motionRelativeTo(reference: Vector3, motion: RigidMotion): RigidMotion {
  return { ...motion, pose: poseRelativeTo(reference, motion.pose) };
}

/**
 * First time from 0 to `duration` at which shape `a` in motion `motionA` and shape `b` in motion `motionB` are within the tolerance of
 * touching, with the contact then; undefined when they are proven apart throughout. Bodies that overlap at the start have time 0.
 *
 * Exchanging the bodies gives the same time and exchanges the contact, to the bit. Throws on numbers that are not finite,
 * half-spaces that turn, and two half-spaces.
 */
export function timeOfImpact(
  a: Shape,
  motionA: Motion,
  b: Shape,
  motionB: Motion,
  options: TimeOfImpactOptions,
): Impact | undefined {
  const engine = chosenKernel(options.kernel === undefined ? undefined : { kernel: options.kernel });
  const { duration, tolerance = IMPACT_TOLERANCE } = options;
  readOption(duration, 'duration', 'a finite number >= 0', duration >= 0 && duration < Infinity);
  readOption(tolerance, 'tolerance', 'a number > 0 and < 1', tolerance > 0 && tolerance < 1);
  refuseHalfSpaces('timeOfImpact', a, b);
  const worldA = rigidMotion(motionA, 'motionA');
  const worldB = rigidMotion(motionB, 'motionB');
  if (outOfOrder(a, worldA.pose, b, worldB.pose)) {
    const found = timeOfImpact(b, motionB, a, motionA, options);
    return found && { ...found, contact: exchangedContact(found.contact) };
  }
  const reference = worldA.pose.position;
  const ofA = motionRelativeTo(reference, worldA);
  const ofB = motionRelativeTo(reference, worldB);
  const piecesA = movingPieces(a, ofA, 'motionA');
  const piecesB = movingPieces(b, ofB, 'motionB');
  const moment = firstMoment(engine, piecesA, piecesB, duration, tolerance);
  if (moment === undefined) return undefined;
  const then = contact(a, poseAt(ofA, moment.time), b, poseAt(ofB, moment.time), options);
  return { ...moment, contact: movedContact(then, reference) };
}
