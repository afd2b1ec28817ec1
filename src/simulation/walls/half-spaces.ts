// SPDX-License-Identifier: MIT
/** Half-spaces in the memory of the step kernel: position, motion and load. */
import {
  displacedPoint,
  displacementAt,
  type MotionSpec,
  type RigidDisplacement,
} from '../../bodies/prescribed-motion.ts';
import { rotate } from '../../math/quaternion.ts';
import { add, dot, length, normalise, scale, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { HalfSpaceSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/**
 * The motion of a wall half a step before `time`: contacts also use the velocities of bodies at that time. A new wall
 * has its initial motion.
 */
export function displacementBehind({ F }: StepMemory, motion: MotionSpec, time: number): RigidDisplacement {
  return displacementAt(motion, Math.max(0, time - 0.5 * F[layout.TIME_STEP]));
}

/** Writes half-space `k` at `time`, with the velocity of the displacement that led there. */
export function placeHalfSpace(
  memory: StepMemory,
  k: number,
  spec: HalfSpaceSpec,
  material: number,
  time: number,
): void {
  const { F, I } = memory;
  const at = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
  const normal = normalise(vector3(spec.normal));
  I[2 * (at + layout.HALF_SPACE_MATERIAL)] = material;
  if (spec.motion === undefined) {
    writeVector(F, at + layout.HALF_SPACE_NORMAL, normal);
    F[at + layout.HALF_SPACE_OFFSET] = spec.offset;
    return;
  }
  const moved = displacementAt(spec.motion, time);
  const turned = rotate(moved.turn, normal);
  writeVector(F, at + layout.HALF_SPACE_NORMAL, turned);
  F[at + layout.HALF_SPACE_OFFSET] = dot(turned, displacedPoint(moved, scale(normal, spec.offset)));
  const { velocity, angularVelocity } = displacementBehind(memory, spec.motion, time);
  writeVector(F, at + layout.HALF_SPACE_VELOCITY, velocity);
  writeVector(F, at + layout.HALF_SPACE_ANGULAR_VELOCITY, angularVelocity);
  writeVector(F, at + layout.HALF_SPACE_POINT, add(moved.pivot, moved.translation));
}

/**
 * Moves the half-spaces with a motion, and records how much one may have approached an element within `extent` of the
 * origin since the last rebuild.
 */
export function moveHalfSpaces(
  memory: StepMemory,
  specs: readonly HalfSpaceSpec[],
  materials: readonly number[],
  time: number,
  extent: number,
): void {
  const { F } = memory;
  let most = F[layout.WALL_MOVED];
  specs.forEach((spec, k) => {
    if (spec.motion === undefined) return;
    placeHalfSpace(memory, k, spec, materials[k], time);
    const at = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
    const change = subtract(
      readVector(F, at + layout.HALF_SPACE_NORMAL),
      readVector(F, at + layout.HALF_SPACE_LIST_NORMAL),
    );
    const offset = F[at + layout.HALF_SPACE_OFFSET] - F[at + layout.HALF_SPACE_LIST_OFFSET];
    most = Math.max(most, length(change) * extent + Math.abs(offset));
  });
  F[layout.WALL_MOVED] = most;
}

/** Force on half-space `k` in the last step, N: the sum over blocks, in order. */
export function halfSpaceLoad(memory: StepMemory, k: number): Vector3 {
  const { F, I } = memory;
  const count = I[layout.HALF_SPACE_COUNT];
  let sum: Vector3 = { x: 0, y: 0, z: 0 };
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    sum = add(sum, readVector(F, memory.address(layout.WALL_LOAD) + 6 * (count * b + k)));
  }
  return sum;
}

/**
 * Has the force on a wall work at the mean of its velocities before and after a step, which differ by `change`; the
 * kernel has taken the former. No other thread may be moving bodies meanwhile.
 */
export function noteMeanWork(memory: StepMemory, load: Vector3, change: Vector3): void {
  const { F } = memory;
  const sums = memory.address(layout.BLOCK) + layout.BLOCK_WALL_WORK;
  F[sums] = F[sums] - 0.5 * dot(load, change) * F[layout.TIME_STEP];
}

export function writeVector(F: Float64Array, at: number, { x, y, z }: Vector3): void {
  F[at] = x;
  F[at + 1] = y;
  F[at + 2] = z;
}

export function readVector(F: Float64Array, at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}
