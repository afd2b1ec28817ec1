// SPDX-License-Identifier: MIT
/**
 * First time of contact of two moving bodies by conservative advancement (Mirtich 1996, section 2.3): a gap along the
 * contact normal proves the bodies separated for some time; then they are queried again. Steps are longer for rotating
 * bodies, see safe-step.ts.
 */

import { refuseArgument } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { PAIR_TEXT, type PairKernel } from '../kernel/kernel.ts';
import { RESULT_LOWER, RESULT_NORMAL } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { add, cross, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { exchangedContact, movedContact } from './compound-contact.ts';
import { type Motion, poseAt, type RigidMotion, rigidMotion } from './constant-motion.ts';
import { type ContactOptions, chosenKernel, contactOf } from './contact.ts';
import type { Contact } from './contact-result.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import { withinRadius } from './line-interval.ts';
import { gapAlongAt, type MovingPiece, movingPieces, poseOfPiece } from './moving-piece.ts';
import { outOfOrder, poseRelativeTo } from './placed-piece.ts';
import { optionsArgument } from './query-options.ts';
import { safeStep, turnsOfNormal } from './safe-step.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

/**
 * Distance, relative to the smaller extent, at which bodies have met: the guaranteed accuracy for curved pairs.
 *
 * @example
 * ```ts
 * import { IMPACT_TOLERANCE, pose, sphere, timeOfImpact } from 'scree/contact';
 *
 * const ball = sphere({ radius: 1 });
 * const start = pose({ position: [4, 0, 0] });
 * const impact = timeOfImpact(ball, {}, ball, { pose: start, linearVelocity: [-1, 0, 0] }, { duration: 3 });
 * console.log(Math.abs((impact?.time ?? 0) - 2) < 2 * IMPACT_TOLERANCE); // true
 * ```
 */
export const IMPACT_TOLERANCE = 1e-9;
/**
 * Steps before the search gives up; ten are usual, bodies that turn close to each other without touching take hundreds.
 */
const STEP_LIMIT = 1000;
/** A normal that has turned by less shows rounding rather than its rate. */
const TURN_RESOLUTION = 1e-7;
/**
 * Curved bodies that nearly touch may leave the bounds of the query open; these parts of the extent farther apart they
 * do not.
 */
const ASIDES = [1e-3, 1e-5];
/** Positions, rotations and support values at a time are good to this many roundings of the coordinates. */
const MOTION_IN_ROUNDINGS = 32;

/** Options of `timeOfImpact`. */
export interface TimeOfImpactOptions extends Pick<ContactOptions, 'kernel'> {
  /** End of the searched time interval, which starts at 0. */
  readonly duration: number;
  /**
   * Bodies nearer than this part of the smaller one's extent (points do not count) have met. Default: IMPACT_TOLERANCE.
   */
  readonly tolerance?: number;
}

/** When and how two moving bodies meet first. */
export interface Impact {
  /**
   * `iteration-limit`: the search was given up; the bodies are proven apart until `time`, what follows is not known.
   */
  readonly status: 'impact' | 'iteration-limit';
  /** Never later than the first touch, but for rounding. */
  readonly time: number;
  /** At that time. */
  readonly contact: Contact;
}

type ImpactTime = Pick<Impact, 'status' | 'time'>;

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
  const span = withinRadius(origin, scale(velocity, 1 / speed), radius);
  if (span === undefined) return undefined;
  // Rounded outwards: the times are a root and a quotient.
  const slack = MOTION_IN_ROUNDINGS * Number.EPSILON * (Math.abs(span.enter) + Math.abs(span.exit));
  const from = Math.max(0, (span.enter - slack) / speed);
  const to = Math.min(until, (span.exit + slack) / speed);
  return from <= to ? { from, to } : undefined;
}

/** A lower bound of the gap between two pieces, and the unit vector from A to B along which it is proven. */
interface ProvenGap {
  readonly lower: number;
  readonly n: Vector3;
}

/** Queries the pieces at the given time, B moved by `aside`; the answer goes to RESULT, its normal is returned. */
function normalAt(engine: PairKernel, p: MovingPiece, q: MovingPiece, time: number, aside: Vector3): Vector3 {
  const { position, orientation } = poseOfPiece(q, time);
  writePose(POSE_A, poseOfPiece(p, time));
  writePose(POSE_B, { position: add(position, aside), orientation });
  queryPair(engine, p.block, POSE_A, q.block, POSE_B, 0, Infinity, RESULT);
  const at = RESULT + RESULT_NORMAL;
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

/** Extent of the smaller piece; a point has none and leaves that of the other. */
function smallerExtent(p: MovingPiece, q: MovingPiece): number {
  if (p.extent === 0 || q.extent === 0) return Math.max(p.extent, q.extent);
  return Math.min(p.extent, q.extent);
}

/**
 * The best gap along the normals that the pieces have when B is moved away a little along the normal before, first
 * along `last`.
 */
function gapFromAside(engine: PairKernel, p: MovingPiece, q: MovingPiece, time: number, last: Vector3): ProvenGap {
  let best: ProvenGap = { lower: -Infinity, n: last };
  let n = last;
  for (const part of ASIDES) {
    n = normalAt(engine, p, q, time, scale(n, part * smallerExtent(p, q)));
    const lower = gapAlongAt(p, q, n, time);
    if (lower > best.lower) best = { lower, n };
  }
  return best;
}

/** First touch of two pieces up to `until`; undefined when they are proven apart all that time. */
function impactOfPieces(
  engine: PairKernel,
  p: MovingPiece,
  q: MovingPiece,
  until: number,
  tolerance: number,
): ImpactTime | undefined {
  const time = timeOfBalls(p, q, until);
  if (time === undefined) return undefined;
  const near = tolerance * smallerExtent(p, q);
  const lengths = p.radius === Infinity || q.radius === Infinity ? 0 : p.radius + q.radius;
  const start = length(subtract(q.motion.pose.position, p.motion.pose.position)) + lengths;
  const speeds = length(p.motion.linearVelocity) + length(q.motion.linearVelocity);
  let now = time.from;
  let turn = ZERO_VECTOR;
  let turned = { n: ZERO_VECTOR, since: now };
  for (let step = 0; step < STEP_LIMIT; step++) {
    const normal = normalAt(engine, p, q, now, ZERO_VECTOR);
    const distance = F[RESULT];
    const rounding = MOTION_IN_ROUNDINGS * Number.EPSILON * (start + speeds * now);
    if (distance <= near + 2 * rounding) return { status: 'impact', time: now };
    let proven: ProvenGap = { lower: F[RESULT + RESULT_LOWER], n: normal };
    if (proven.lower < distance / 2) {
      const other = gapFromAside(engine, p, q, now, step > 0 ? turned.n : normal);
      if (other.lower > proven.lower) proven = other;
    }
    const lower = proven.lower - rounding;
    if (!(lower > 0)) return { status: 'iteration-limit', time: now };
    if (length(subtract(proven.n, turned.n)) > TURN_RESOLUTION) {
      if (step > 0) turn = scale(cross(turned.n, proven.n), 1 / (now - turned.since));
      turned = { n: proven.n, since: now };
    }
    const longest = time.to - now;
    const safe = safeStep(p, q, proven.n, lower, now, longest, turnsOfNormal(p, q, turn));
    if (safe >= longest) return undefined;
    const next = now + safe * (1 - 4 * Number.EPSILON) - Number.EPSILON * now;
    // The last digit of the time is a longer way than the gap.
    if (!(next > now)) return { status: 'impact', time: now };
    now = next;
  }
  return { status: 'iteration-limit', time: now };
}

function firstImpact(
  engine: PairKernel,
  a: readonly MovingPiece[],
  b: readonly MovingPiece[],
  duration: number,
  tolerance: number,
): ImpactTime | undefined {
  let first: ImpactTime | undefined;
  for (const p of a) {
    for (const q of b) {
      const found = impactOfPieces(engine, p, q, first?.time ?? duration, tolerance);
      if (found && (first === undefined || found.time < first.time)) first = found;
      if (first?.time === 0) return first;
    }
  }
  return first;
}

const OPTIONS = ['duration', 'tolerance', 'kernel'] as const;

function durationArgument(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  return refuseArgument(InvalidOptionError, 'out-of-range', 'options.duration', 'a finite number >= 0', value);
}

function toleranceArgument(value: unknown = IMPACT_TOLERANCE): number {
  if (typeof value === 'number' && value > 0 && value < 1) return value;
  return refuseArgument(InvalidOptionError, 'out-of-range', 'options.tolerance', 'a number > 0 and < 1', value);
}

/** The motion seen from `reference`, which saves the digits of a place far from the origin. */
function motionRelativeTo(reference: Vector3, motion: RigidMotion): RigidMotion {
  return { ...motion, pose: poseRelativeTo(reference, motion.pose) };
}

/**
 * First time from 0 to `duration` at which shape `a` in motion `motionA` and shape `b` in motion `motionB` are within
 * the tolerance of touching, with the contact then; undefined when they are proven apart throughout. Bodies that
 * overlap at the start have time 0.
 *
 * Exchanging the bodies gives the same time and exchanges the contact, to the bit.
 *
 * @throws UnsupportedPairError for two half-spaces; InvalidOptionError for half-spaces that turn, and for numbers that
 * are not finite; InvalidShapeError or InvalidPoseError for shapes and poses that are none.
 *
 * @example
 * ```ts
 * import { sphere, timeOfImpact } from 'scree/contact';
 *
 * const ball = sphere({ radius: 1 });
 * const moving = { linearVelocity: { x: 1, y: 0, z: 0 } };
 * const impact = timeOfImpact(ball, moving, ball, { pose: { position: [5, 0, 0] } }, { duration: 10 });
 * console.log(impact?.time.toFixed(6)); // 3.000000
 * ```
 */
export function timeOfImpact(
  a: Shape,
  motionA: Motion,
  b: Shape,
  motionB: Motion,
  options: TimeOfImpactOptions,
): Impact | undefined {
  requireShape(a, 'a');
  requireShape(b, 'b');
  refuseHalfSpaces('timeOfImpact', a, b);
  const given = optionsArgument(options === undefined ? {} : options, OPTIONS);
  const duration = durationArgument(given.duration);
  const tolerance = toleranceArgument(given.tolerance);
  const { kernel } = given;
  const bodyA = { shape: a, motion: rigidMotion(motionA, 'motionA', duration), path: 'motionA' };
  const bodyB = { shape: b, motion: rigidMotion(motionB, 'motionB', duration), path: 'motionB' };
  const engine = chosenKernel(PAIR_TEXT, kernel);
  if (!outOfOrder(a, bodyA.motion.pose, b, bodyB.motion.pose)) {
    return impactInOrder(engine, bodyA, bodyB, duration, tolerance);
  }
  const found = impactInOrder(engine, bodyB, bodyA, duration, tolerance);
  return found && { ...found, contact: exchangedContact(found.contact) };
}

interface MovingBody {
  readonly shape: Shape;
  readonly motion: RigidMotion;
  readonly path: string;
}

function impactInOrder(
  engine: PairKernel,
  a: MovingBody,
  b: MovingBody,
  duration: number,
  tolerance: number,
): Impact | undefined {
  const reference = a.motion.pose.position;
  const ofA = motionRelativeTo(reference, a.motion);
  const ofB = motionRelativeTo(reference, b.motion);
  const piecesA = movingPieces(a.shape, ofA, a.path);
  const piecesB = movingPieces(b.shape, ofB, b.path);
  const impact = firstImpact(engine, piecesA, piecesB, duration, tolerance);
  if (impact === undefined) return undefined;
  const then = contactOf(engine, a.shape, poseAt(ofA, impact.time), b.shape, poseAt(ofB, impact.time));
  return { ...impact, contact: movedContact(then, reference) };
}
