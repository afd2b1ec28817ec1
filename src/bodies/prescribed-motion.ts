// SPDX-License-Identifier: MIT
/**
 * Prescribed rigid motion: a rotation about a line, then a translation and an oscillation, while `from <= t < until`.
 * The line travels with the translation. Motions that follow in a list act on the result of those before.
 */
import { cos, sin } from '../math/circular.ts';
import { fromAxisAngle, multiply, type Quaternion, rotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  cross,
  length,
  normalise,
  scale,
  subtract,
  type Vector3,
  type Vector3Like,
  vector3,
  ZERO_VECTOR,
} from '../math/vector.ts';

/** A prescribed motion: the sum of its parts, from time `from` until time `until`; at rest before and after. */
export interface MotionSpec {
  /** m/s */
  readonly velocity?: Vector3Like;
  /** About the line along `axis` through the point `through`; rate in rad/s. */
  readonly rotation?: { readonly axis: Vector3Like; readonly through: Vector3Like; readonly rate: number };
  /** Displacement amplitude * (sin(2 pi frequency (t - from) + phase) - sin(phase)) along `direction`. */
  readonly oscillation?: {
    readonly direction: Vector3Like;
    /** m */
    readonly amplitude: number;
    /** Hz */
    readonly frequency: number;
    /** rad; default 0 */
    readonly phase?: number;
  };
  /** Translation by a table. */
  readonly table?: MotionTable;
  /** Time over which velocity and rotation begin smoothly, and end if there is an end, s; default 0: at once. */
  readonly ramp?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; default: no end */
  readonly until?: number;
  /** Further motions, each with its own times. */
  readonly next?: readonly MotionSpec[];
}

/**
 * Rows of time since `from`, s, and three components, in the order of time. Between rows the components are linear.
 * Displacements count from the first row and stay at the last; velocities are 0 before the first and after the last.
 */
export interface MotionTable {
  readonly of: 'displacement' | 'velocity';
  readonly rows: readonly (readonly [time: number, x: number, y: number, z: number])[];
}

/** The motions of a list, one by one. */
export function motionParts(motion: MotionSpec): readonly MotionSpec[] {
  return [motion, ...(motion.next ?? [])];
}

/** Whether some motion of the list is a rotation. */
export function turns(motion: MotionSpec | undefined): boolean {
  return motion !== undefined && motionParts(motion).some(({ rotation }) => rotation !== undefined);
}

/** State of the motion: x(t) = pivot + translation + turn (x(0) - pivot), and its velocities. */
export interface RigidDisplacement {
  readonly turn: Quaternion;
  readonly pivot: Vector3;
  readonly translation: Vector3;
  /** Of the pivot. */
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
}

export function displacementAt(motion: MotionSpec, time: number): RigidDisplacement {
  return (motion.next ?? []).reduce((before, part) => composed(before, partAt(part, time)), partAt(motion, time));
}

/** The second displacement after the first. */
function composed(first: RigidDisplacement, second: RigidDisplacement): RigidDisplacement {
  const place = displacedPoint(second, add(first.pivot, first.translation));
  const arm = subtract(place, add(second.pivot, second.translation));
  return {
    turn: multiply(second.turn, first.turn),
    pivot: first.pivot,
    translation: subtract(place, first.pivot),
    velocity: add(add(second.velocity, cross(second.angularVelocity, arm)), rotate(second.turn, first.velocity)),
    angularVelocity: add(second.angularVelocity, rotate(second.turn, first.angularVelocity)),
  };
}

function partAt(motion: MotionSpec, time: number): RigidDisplacement {
  const { from = 0, until = Infinity } = motion;
  const elapsed = Math.max(0, Math.min(time, until) - from);
  const isMoving = time >= from && time < until;
  const pivot = motion.rotation === undefined ? ZERO_VECTOR : vector3(motion.rotation.through);
  const axis = motion.rotation === undefined ? { x: 0, y: 0, z: 1 } : normalise(vector3(motion.rotation.axis));
  const rate = motion.rotation?.rate ?? 0;
  const { progress, share } = ramped(elapsed, until - from, motion.ramp ?? 0);
  const steady = motion.velocity === undefined ? ZERO_VECTOR : vector3(motion.velocity);
  let velocity = scale(steady, share);
  let translation = scale(steady, progress);
  if (motion.oscillation !== undefined) {
    const { amplitude, frequency, phase = 0 } = motion.oscillation;
    const direction = normalise(vector3(motion.oscillation.direction));
    const circular = 2 * Math.PI * frequency;
    const angle = circular * elapsed + phase;
    translation = addScaled(translation, direction, amplitude * (sin(angle) - sin(phase)));
    velocity = addScaled(velocity, direction, amplitude * circular * cos(angle));
  }
  if (motion.table !== undefined) {
    const tabulated = tableAt(motion.table, elapsed);
    translation = add(translation, tabulated.translation);
    velocity = add(velocity, tabulated.velocity);
  }
  return {
    turn: fromAxisAngle(axis, rate * progress),
    pivot,
    translation,
    velocity: isMoving ? velocity : ZERO_VECTOR,
    angularVelocity: isMoving ? scale(axis, share * rate) : ZERO_VECTOR,
  };
}

/**
 * Share of the speed after `elapsed` of `duration`, 3 y^2 - 2 y^3 with y from 0 to 1 over the ramp and back before the
 * end, and its integral.
 */
function ramped(elapsed: number, duration: number, ramp: number): { progress: number; share: number } {
  if (ramp === 0) return { progress: elapsed, share: 1 };
  const integral = (y: number): number => ramp * y * y * y * (1 - 0.5 * y);
  const smooth = (y: number): number => y * y * (3 - 2 * y);
  if (elapsed < ramp) return { progress: integral(elapsed / ramp), share: smooth(elapsed / ramp) };
  const left = duration - elapsed;
  if (left >= ramp) return { progress: elapsed - 0.5 * ramp, share: 1 };
  return { progress: duration - ramp - integral(left / ramp), share: smooth(left / ramp) };
}

function tableAt({ of, rows }: MotionTable, elapsed: number): { translation: Vector3; velocity: Vector3 } {
  const at = (k: number): Vector3 => {
    const [, x = 0, y = 0, z = 0] = rows[k] ?? [];
    return { x, y, z };
  };
  const timeOf = (k: number): number => rows[k]?.[0] ?? 0;
  const last = rows.length - 1;
  let k = 0;
  while (k < last && timeOf(k + 1) <= elapsed) k++;
  const isInside = elapsed >= timeOf(0) && k < last;
  const part = isInside ? elapsed - timeOf(k) : 0;
  const slope = isInside ? scale(subtract(at(k + 1), at(k)), 1 / (timeOf(k + 1) - timeOf(k))) : ZERO_VECTOR;
  const value = addScaled(at(k), slope, part);
  if (of === 'displacement') return { translation: subtract(value, at(0)), velocity: slope };
  let translation: Vector3 = ZERO_VECTOR;
  for (let i = 0; i < k; i++)
    translation = addScaled(translation, add(at(i), at(i + 1)), 0.5 * (timeOf(i + 1) - timeOf(i)));
  translation = addScaled(translation, add(at(k), value), 0.5 * part);
  return { translation, velocity: isInside ? value : ZERO_VECTOR };
}

/** Current position of a point of the body. */
export function displacedPoint({ turn, pivot, translation }: RigidDisplacement, point: Vector3): Vector3 {
  return add(add(pivot, translation), rotate(turn, subtract(point, pivot)));
}

/** No point within `reach` of the axis is ever moved faster by this one motion of a list, m/s. */
export function partSpeed({ velocity, rotation, oscillation, table }: MotionSpec, reach: number): number {
  const steady = velocity === undefined ? 0 : length(vector3(velocity));
  const turning = rotation === undefined ? 0 : Math.abs(rotation.rate) * reach;
  const shaking = oscillation === undefined ? 0 : 2 * Math.PI * Math.abs(oscillation.frequency * oscillation.amplitude);
  return steady + turning + shaking + (table === undefined ? 0 : tableSpeed(table));
}

function tableSpeed({ of, rows }: MotionTable): number {
  return rows.reduce((most, [time, x, y, z], k) => {
    if (of === 'velocity') return Math.max(most, length({ x, y, z }));
    const [before, u, v, w] = rows[k - 1] ?? [time, x, y, z];
    return time > before ? Math.max(most, length({ x: x - u, y: y - v, z: z - w }) / (time - before)) : most;
  }, 0);
}

/** Largest distance of points from the axis of a rotation, m; 0 without one. */
export function reachFromAxis({ rotation }: MotionSpec, points: readonly Vector3[]): number {
  if (rotation === undefined) return 0;
  const axis = normalise(vector3(rotation.axis));
  const through = vector3(rotation.through);
  return points.reduce((most, point) => Math.max(most, length(cross(axis, subtract(point, through)))), 0);
}

/**
 * No point of the convex hull of `points` moves faster between two times, m/s. Each motion of a list acts on what those
 * before it have moved: its arm is that at `start`, and grows by their displacement until `end`.
 */
export function speedBetween(motion: MotionSpec, points: readonly Vector3[], start: number, end: number): number {
  let speed = 0;
  let placed = points;
  for (const part of motionParts(motion)) {
    const { from = 0, until = Infinity } = part;
    if (from < end && until > start) {
      const drift = part.rotation === undefined ? 0 : speed * (end - start);
      speed += partSpeed(part, reachFromAxis(part, placed) + drift);
    }
    const moved = partAt(part, start);
    placed = placed.map((point) => displacedPoint(moved, point));
  }
  return speed;
}
