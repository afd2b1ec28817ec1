// SPDX-License-Identifier: MIT
/**
 * Motion of a mesh: pose and surface velocity as pure functions of time. The pose is exact at every time, not summed
 * over steps. Velocities are its derivatives, except for conveyors, whose surface moves while the mesh is at rest.
 */

import { describeValue, requireKeys, requireNumber } from '../errors/refused-argument.ts';
import { InvalidMotionError } from '../errors.ts';
import { cos, sin } from '../math/circular.ts';
import { type Pose, type PoseLike, pose } from '../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  cross,
  interpolate,
  lengthSquared,
  normalise,
  scale,
  subtract,
  type Vector3,
  type Vector3Like,
  vectorArgument,
  ZERO_VECTOR,
} from '../math/vector.ts';

/** Velocity of a mesh, m/s and rad/s, in world axes. */
export interface MeshVelocity {
  /** Velocity of the mesh point at the origin of its own frame. */
  readonly linear: Vector3;
  /** rad/s */
  readonly angular: Vector3;
}

/** How a mesh moves: its pose and velocity at any time, in world coordinates. */
export interface MeshMotion {
  poseAt(time: number): Pose;
  velocityAt(time: number): MeshVelocity;
}

/**
 * Velocity of the surface, m/s, at a point of it, in world coordinates, at that time, s.
 *
 * @throws InvalidMotionError for a motion that none of the functions made, or numbers that are not finite.
 *
 * @example
 * ```ts
 * import { rotating, surfaceVelocity } from 'scree/contact';
 *
 * const blade = rotating({ axis: [0, 0, 1], angularVelocity: 2 });
 * console.log(surfaceVelocity(blade, 0, [1, 0, 0]).y); // 2
 * ```
 */
export function surfaceVelocity(motion: MeshMotion, time: number, point: Vector3Like): Vector3 {
  if (typeof motion?.velocityAt !== 'function' || typeof motion.poseAt !== 'function') {
    throw refusal('motion', `expected a motion made by rotating(), translating(), ..., got ${describeValue(motion)}`);
  }
  const { x, y, z } = readVector(point, 'point');
  const { linear, angular } = motion.velocityAt(readNumber(time, 'time'));
  return add(linear, cross(angular, subtract({ x, y, z }, motion.poseAt(time).position)));
}

/**
 * A static mesh.
 *
 * @throws InvalidPoseError for a start that is no pose.
 *
 * @example
 * ```ts
 * import { resting } from 'scree/contact';
 *
 * console.log(resting({ position: [0, 0, 1] }).poseAt(5).position.z); // 1
 * ```
 */
export function resting(start: PoseLike = {}): MeshMotion {
  return conveying({ start: pose(start, 'start'), velocity: ZERO_VECTOR });
}

/** A motion along a straight line at constant velocity, m/s. */
export interface Translating {
  /** Pose at time 0. */
  readonly start?: PoseLike;
  /** m/s */
  readonly velocity: Vector3Like;
}

/**
 * Translation at constant velocity.
 *
 * @throws InvalidMotionError for numbers that are not finite or keys that do not exist, InvalidPoseError for the start.
 *
 * @example
 * ```ts
 * import { translating } from 'scree/contact';
 *
 * const plate = translating({ velocity: [0, 0, -0.1] });
 * console.log(plate.poseAt(2).position.z); // -0.2
 * ```
 */
export function translating(given: Translating): MeshMotion {
  requireMotion(given, 'translating', ['start', 'velocity']);
  const { start = {}, velocity } = given;
  const from = pose(start, 'translating.start');
  const linear = readVector(velocity, 'translating.velocity');
  return {
    poseAt: (time) => ({ ...from, position: addScaled(from.position, linear, time) }),
    velocityAt: () => ({ linear, angular: ZERO_VECTOR }),
  };
}

/**
 * A static mesh with a moving surface, such as a belt.
 *
 * @throws InvalidMotionError for numbers that are not finite or keys that do not exist, InvalidPoseError for the start.
 *
 * @example
 * ```ts
 * import { conveying, surfaceVelocity } from 'scree/contact';
 *
 * const belt = conveying({ velocity: [1.5, 0, 0] });
 * console.log(surfaceVelocity(belt, 0, [0, 0, 0]).x, belt.poseAt(10).position.x); // 1.5 0
 * ```
 */
export function conveying(given: Translating): MeshMotion {
  requireMotion(given, 'conveying', ['start', 'velocity']);
  const { start = {}, velocity } = given;
  const from = pose(start, 'conveying.start');
  const linear = readVector(velocity, 'conveying.velocity');
  return { poseAt: () => from, velocityAt: () => ({ linear, angular: ZERO_VECTOR }) };
}

/** A rotation about a fixed axis at constant rate. */
export interface Rotating {
  readonly start?: PoseLike;
  /** A point of the axis and its direction, of any length; rotation is right-handed. */
  readonly through?: Vector3Like;
  readonly axis: Vector3Like;
  /** Radians per second. */
  readonly angularVelocity: number;
}

/**
 * Rotation about a fixed axis.
 *
 * @throws InvalidMotionError for an axis of zero length, numbers that are not finite or keys that do not exist,
 * InvalidPoseError for the start.
 *
 * @example
 * ```ts
 * import { rotating, surfaceVelocity } from 'scree/contact';
 *
 * const blade = rotating({ axis: [0, 0, 1], angularVelocity: Math.PI });
 * console.log(surfaceVelocity(blade, 0, [1, 0, 0]).y.toFixed(3)); // 3.142
 * ```
 */
export function rotating(given: Rotating): MeshMotion {
  requireMotion(given, 'rotating', ['start', 'through', 'axis', 'angularVelocity']);
  const { start = {}, through = ZERO_VECTOR, axis, angularVelocity } = given;
  const from = pose(start, 'rotating.start');
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

/** A sinusoidal motion along a straight line; m, Hz. */
export interface Oscillating {
  readonly start?: PoseLike;
  /** Amplitude, from the centre to an end, m. */
  readonly amplitude: Vector3Like;
  /** Hertz. */
  readonly frequency: number;
  /** Radians; default 0 starts at the centre with positive velocity. */
  readonly phase?: number;
}

/**
 * Oscillation along a line: start + amplitude sin(2 pi frequency t + phase).
 *
 * @throws InvalidMotionError for numbers that are not finite or keys that do not exist, InvalidPoseError for the start.
 *
 * @example
 * ```ts
 * import { oscillating } from 'scree/contact';
 *
 * const sieve = oscillating({ amplitude: [0, 0, 0.002], frequency: 25 });
 * console.log(sieve.poseAt(0.01).position.z.toFixed(4)); // 0.0020
 * ```
 */
export function oscillating(given: Oscillating): MeshMotion {
  requireMotion(given, 'oscillating', ['start', 'amplitude', 'frequency', 'phase']);
  const { start = {}, amplitude, frequency, phase = 0 } = given;
  const from = pose(start, 'oscillating.start');
  const far = readVector(amplitude, 'oscillating.amplitude');
  const rate = 2 * Math.PI * readNumber(frequency, 'oscillating.frequency');
  const offset = readNumber(phase, 'oscillating.phase');
  return {
    poseAt: (time) => ({ ...from, position: addScaled(from.position, far, sin(rate * time + offset)) }),
    velocityAt: (time) => ({ linear: scale(far, rate * cos(rate * time + offset)), angular: ZERO_VECTOR }),
  };
}

/** A motion with the velocities of a table, m/s. */
export interface GivenVelocity {
  readonly start?: PoseLike;
  /** Rising, in seconds. */
  readonly times: readonly number[];
  /** One velocity per time; linear in between, constant before the first and after the last. */
  readonly velocities: readonly Vector3Like[];
}

/**
 * Translation by a table of velocities; the displacement is their exact integral from the first time.
 *
 * @throws InvalidMotionError for times that do not ascend, or more or fewer velocities than times;
 * InvalidPoseError for the start.
 *
 * @example
 * ```ts
 * import { followingVelocity } from 'scree/contact';
 *
 * const motion = followingVelocity({ times: [0, 1, 2], velocities: [[0, 0, 0], [1, 0, 0], [1, 0, 0]] });
 * console.log(motion.poseAt(2).position.x); // 1.5
 * ```
 */
export function followingVelocity(given: GivenVelocity): MeshMotion {
  requireMotion(given, 'followingVelocity', ['start', 'times', 'velocities']);
  const { start = {}, times, velocities } = given;
  const from = pose(start, 'followingVelocity.start');
  for (const [name, list] of Object.entries({ times, velocities })) {
    if (!Array.isArray(list))
      throw refusal(`followingVelocity.${name}`, `expected an array, got ${describeValue(list)}`);
  }
  if (times.length === 0 || times.length !== velocities.length) {
    throw refusal(
      'followingVelocity',
      `expected a velocity a time, got ${velocities.length} for ${times.length} times`,
    );
  }
  const nodes = velocities.map((each, i) => readVector(each, `followingVelocity.velocities[${i}]`));
  const displacements: Vector3[] = [ZERO_VECTOR];
  times.forEach((time, i) => {
    const before = times[i - 1] ?? -Infinity;
    if (!(Number.isFinite(time) && time > before)) {
      throw refusal(`followingVelocity.times[${i}]`, `expected a finite number > ${before}, got ${time}`);
    }
    if (i > 0) displacements.push(addScaled(displacements[i - 1], middleOf(nodes[i - 1], nodes[i]), time - before));
  });
  const lastBefore = (time: number): number =>
    Math.max(
      0,
      times.findLastIndex((each) => each <= time),
    );
  const velocityAt = (time: number): Vector3 => {
    const i = lastBefore(time);
    const [t, next] = [times[i], times[i + 1]];
    if (next === undefined || time <= t) return nodes[i];
    return interpolate(nodes[i], nodes[i + 1], (time - t) / (next - t));
  };
  return {
    poseAt: (time) => {
      const i = lastBefore(time);
      const displacement = addScaled(displacements[i], middleOf(nodes[i], velocityAt(time)), time - times[i]);
      return { ...from, position: add(from.position, displacement) };
    },
    velocityAt: (time) => ({ linear: velocityAt(time), angular: ZERO_VECTOR }),
  };
}

function middleOf(a: Vector3 = ZERO_VECTOR, b: Vector3 = ZERO_VECTOR): Vector3 {
  return interpolate(a, b, 0.5);
}

function readVector(value: unknown, path: string): Vector3 {
  return vectorArgument(value, path, InvalidMotionError);
}

function readNumber(value: unknown, path: string): number {
  return requireNumber(value, path, InvalidMotionError);
}

function requireMotion(given: unknown, path: string, keys: readonly string[]): void {
  requireKeys(given, path, keys, InvalidMotionError);
}

function refusal(path: string, problem: string): InvalidMotionError {
  return new InvalidMotionError('bad-motion', `${path}: ${problem}`, { path });
}
