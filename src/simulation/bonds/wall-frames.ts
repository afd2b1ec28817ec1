// SPDX-License-Identifier: MIT
/**
 * Frames of walls that bodies are bonded to. A half-space has no position along its plane, so it gets a frame that
 * moves with it: the base frame at the start of its present motion, displaced by that motion. A mesh has its own frame.
 */
import { displacedPoint, displacementAt } from '../../bodies/prescribed-motion.ts';
import type { ServoState } from '../../bodies/servo-spec.ts';
import type { Pose } from '../../math/pose.ts';
import { multiply, normaliseQuaternion } from '../../math/quaternion.ts';
import { add, addScaled, cross, normalise, subtract, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector, writeVector } from '../walls/half-spaces.ts';
import { meshAddress, poseIn } from '../walls/meshes.ts';

const AT_ORIGIN: Pose = { position: ZERO_VECTOR, orientation: { w: 1, x: 0, y: 0, z: 0 } };

/** Names of all walls in the order of their numbers: half-spaces, then meshes. */
export function wallNames({ halfSpaces = [], meshes = [] }: SimulationSpec): string[] {
  return [...halfSpaces, ...meshes].map(({ name }) => name);
}

export class WallFrames {
  /** Base frames of the half-spaces that have been moved, by name. */
  bases: Readonly<Record<string, Pose>> = {};
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #servos: () => readonly ServoState[];

  constructor(spec: SimulationSpec, memory: StepMemory, servos: () => readonly ServoState[]) {
    this.#spec = spec;
    this.#memory = memory;
    this.#servos = servos;
  }

  /** Writes the frames of these walls at the present time, with the velocities that contacts use. */
  place(walls: Iterable<number>, time: number): void {
    const { F } = this.#memory;
    for (const wall of walls) {
      const { position, orientation } = this.poseOf(wall, time);
      const to = this.#memory.address(layout.WALL_POSE) + layout.WALL_POSE_STRIDE * wall;
      writeVector(F, to + layout.WALL_POSITION, position);
      const { w, x, y, z } = orientation;
      F.set([w, x, y, z], to + layout.WALL_ORIENTATION);
      const { velocity, spin, point } = this.#motionCells(wall);
      const turning = readVector(F, spin);
      const lever = subtract(position, readVector(F, point));
      writeVector(F, to + layout.WALL_VELOCITY, add(readVector(F, velocity), cross(turning, lever)));
      writeVector(F, to + layout.WALL_ANGULAR_VELOCITY, turning);
    }
  }

  poseOf(wall: number, time: number): Pose {
    const { halfSpaces = [] } = this.#spec;
    const halfSpace = halfSpaces[wall];
    return halfSpace === undefined
      ? poseIn(this.#memory.F, meshAddress(this.#memory, wall - halfSpaces.length) + layout.MESH_POSITION)
      : this.#halfSpacePose(halfSpace, time);
  }

  /** Frames of all half-spaces now, which are the base frames of those that a change moves in another way. */
  framesNow(time: number): Record<string, Pose> {
    return Object.fromEntries(
      (this.#spec.halfSpaces ?? []).map((wall) => [wall.name, this.#halfSpacePose(wall, time)]),
    );
  }

  #halfSpacePose({ name, motion, servo, normal }: HalfSpaceSpec, time: number): Pose {
    const base = this.bases[name] ?? AT_ORIGIN;
    if (motion !== undefined) {
      const moved = displacementAt(motion, time);
      return {
        position: displacedPoint(moved, base.position),
        orientation: normaliseQuaternion(multiply(moved.turn, base.orientation)),
      };
    }
    if (servo === undefined) return base;
    const { displacement = 0 } = this.#servos().find((each) => each.name === name) ?? {};
    const direction = normalise(vector3(servo.direction ?? normal));
    return { ...base, position: addScaled(base.position, direction, displacement) };
  }

  #motionCells(wall: number): { readonly velocity: number; readonly spin: number; readonly point: number } {
    const { halfSpaces = [] } = this.#spec;
    if (wall < halfSpaces.length) {
      const at = this.#memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * wall;
      return {
        velocity: at + layout.HALF_SPACE_VELOCITY,
        spin: at + layout.HALF_SPACE_ANGULAR_VELOCITY,
        point: at + layout.HALF_SPACE_POINT,
      };
    }
    const at = meshAddress(this.#memory, wall - halfSpaces.length);
    return {
      velocity: at + layout.MESH_VELOCITY,
      spin: at + layout.MESH_ANGULAR_VELOCITY,
      point: at + layout.MESH_POINT,
    };
  }
}
