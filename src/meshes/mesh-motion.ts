// SPDX-License-Identifier: MIT
/**
 * How a mesh moves: its pose and the velocity of its surface at any time, as pure functions of the time. The pose is exact at every
 * time, not summed up over steps; velocities are its derivatives, but for conveyors, whose surface runs while the mesh rests.
 */

import { ScreeError } from '../errors.ts';
import { cos, sin } from '../math/circular.ts';
import { type Pose, type PoseLike, pose } from '../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  cross,
  interpolate,
  isFiniteVector,
  lengthSquared,
  normalise,
  scale,
  subtract,
  type Vector3,
  type Vector3Like,
  vector3,
  ZERO_VECTOR,
} from '../math/vector.ts';

export interface MeshVelocity {
  /** Of the point of the mesh that is at the origin of its own frame. */
  readonly linear: Vector3;
  readonly angular: Vector3;
}

/** World coordinates, seconds. */
export interface MeshMotion {
  poseAt(time: number): Pose;
  velocityAt(time: number): MeshVelocity;
}

/** Velocity of the surface at a point of it, in world coordinates, at that time. */
export function surfaceVelocity(motion: MeshMotion, time: number, point: Vector3Like): Vector3 {
  const { linear, angular } = motion.velocityAt(time);
  return add(linear, cross(angular, subtract(vector3(point), motion.poseAt(time).position)));
}

/** Does not move. */
export function resting(start: PoseLike = {}): MeshMotion {
  return conveying({ start, velocity: ZERO_VECTOR });
}

export interface Translating {
  /** Pose at time 0. */
  readonly start?: PoseLike;
  readonly velocity: Vector3Like;
}

/** Moves on at a constant velocity without turning. */
export function translating({ start = {}, velocity }: Translating): MeshMotion {
  const from = pose(start);
  const linear = readVector(velocity, 'translating.velocity');
  return {
    poseAt: (time) => ({ ...from, position: addScaled(from.position, linear, time) }),
    velocityAt: () => ({ linear, angular: ZERO_VECTOR }),
  };
}

/** The mesh rests and its surface runs, as that of a belt does. */
export function conveying({ start = {}, velocity }: Translating): MeshMotion {
  const from = pose(start);
  const linear = readVector(velocity, 'conveying.velocity');
  return { poseAt: () => from, velocityAt: () => ({ linear, angular: ZERO_VECTOR }) };
}

export interface Rotating {
  readonly start?: PoseLike;
  /** A point of the axis and its direction, of any length; the turning is right-handed about it. */
  readonly through?: Vector3Like;
  readonly axis: Vector3Like;
  /** Radians per second. */
  readonly angularVelocity: number;
}

/** Turns about a fixed axis. */
export function rotating({ start = {}, through = ZERO_VECTOR, axis, angularVelocity }: Rotating): MeshMotion {
  const from = pose(start);
  const centre = readVector(through, 'rotating.through');
  const direction = readVector(axis, 'rotating.axis');
  if (!(lengthSquared(direction) > 0)) throw refusal('rotating.axis', 'expected a vector other than zero');
  const unit = normalise(direction);
  const angular = scale(unit, readNumber(angularVelocity, 'rotating.angularVelocity'));
  const arm = subtract(from.position, centre);
  const armAt = (time: number): Vector3 => rotate(fromAxisAngle(unit, angularVelocity * time), arm);
  return {
    poseAt: (time) => ({
      position: add(centre, armAt(time)),
      orientation: normaliseQuaternion(multiply(fromAxisAngle(unit, angularVelocity * time), from.orientation)),
    }),
    velocityAt: (time) => ({ linear: cross(angular, armAt(time)), angular }),
  };
}

export interface Oscillating {
  readonly start?: PoseLike;
  /** From the middle to the far end. */
  readonly amplitude: Vector3Like;
  /** Hertz. */
  readonly frequency: number;
  /** Radians; 0, the default, starts in the middle, on the way to the far end. */
  readonly phase?: number;
}

/** Swings along a line: start + amplitude sin(2 pi frequency t + phase). */
export function oscillating({ start = {}, amplitude, frequency, phase = 0 }: Oscillating): MeshMotion {
  const from = pose(start);
  const far = readVector(amplitude, 'oscillating.amplitude');
  const rate = 2 * Math.PI * readNumber(frequency, 'oscillating.frequency');
  const offset = readNumber(phase, 'oscillating.phase');
  return {
    poseAt: (time) => ({ ...from, position: addScaled(from.position, far, sin(rate * time + offset)) }),
    velocityAt: (time) => ({ linear: scale(far, rate * cos(rate * time + offset)), angular: ZERO_VECTOR }),
  };
}

export interface GivenVelocity {
  readonly start?: PoseLike;
  /** Rising, in seconds. */
  readonly times: readonly number[];
  /** One a time; linear in between, constant before the first and after the last. */
  readonly velocities: readonly Vector3Like[];
}

/** Follows a table of velocities without turning; the way is their exact integral, counted from the first time. */
export function followingVelocity({ start = {}, times, velocities }: GivenVelocity): MeshMotion {
  const from = pose(start);
  if (times.length === 0 || times.length !== velocities.length) {
    throw refusal(
      'followingVelocity',
      `expected a velocity a time, got ${velocities.length} for ${times.length} times`,
    );
  }
  const given = velocities.map((each, i) => readVector(each, `followingVelocity.velocities[${i}]`));
  const ways: Vector3[] = [ZERO_VECTOR];
  times.forEach((time, i) => {
    const before = times[i - 1] ?? -Infinity;
    if (!(Number.isFinite(time) && time > before)) {
      throw refusal(`followingVelocity.times[${i}]`, `expected a finite number > ${before}, got ${time}`);
    }
    if (i > 0) ways.push(addScaled(ways[i - 1] as Vector3, middleOf(given[i - 1], given[i]), time - before));
  });
  const lastBefore = (time: number): number =>
    Math.max(
      0,
      times.findLastIndex((each) => each <= time),
    );
  const velocityAt = (time: number): Vector3 => {
    const i = lastBefore(time);
    const [t, next] = [times[i] as number, times[i + 1]];
    if (next === undefined || time <= t) return given[i] as Vector3;
    return interpolate(given[i] as Vector3, given[i + 1] as Vector3, (time - t) / (next - t));
  };
  return {
    poseAt: (time) => {
      const i = lastBefore(time);
      const way = addScaled(ways[i] as Vector3, middleOf(given[i], velocityAt(time)), time - (times[i] as number));
      return { ...from, position: add(from.position, way) };
    },
    velocityAt: (time) => ({ linear: velocityAt(time), angular: ZERO_VECTOR }),
  };
}

function middleOf(a: Vector3 = ZERO_VECTOR, b: Vector3 = ZERO_VECTOR): Vector3 {
  return interpolate(a, b, 0.5);
}

function readVector(value: Vector3Like, path: string): Vector3 {
  const vector = vector3(value);
  if (!isFiniteVector(vector)) {
    throw refusal(path, `expected finite numbers, got (${vector.x}, ${vector.y}, ${vector.z})`);
  }
  return vector;
}

function readNumber(value: number, path: string): number {
  if (!Number.isFinite(value)) throw refusal(path, `expected a finite number, got ${value}`);
  return value;
}

function refusal(path: string, problem: string): ScreeError {
  return new ScreeError('bad-motion', `${path}: ${problem}`, { path });
}
