// SPDX-License-Identifier: MIT
/**
 * Servo walls: after each step the velocity along the direction is the gain times the missing force, within a limit. A
 * first-order controller has no inertia, so it does not overshoot and needs no damping.
 */
import { type ServoSpec, type ServoState, servoTarget } from '../../bodies/servo-spec.ts';
import type { StepClock } from '../../math/step-clock.ts';
import { addScaled, dot, normalise, scale, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { clockOf } from '../clock.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { halfSpaceLoad, noteMeanWork, writeVector } from './half-spaces.ts';
import { meshAddress, meshLoad, nearestImage, travelOfMesh } from './meshes.ts';

/** Saved state of a servo wall; its position is in the memory. */
export type SavedServo = Omit<ServoState, 'name' | 'target'>;

/** Of a servo that has not pressed yet. */
export const NEW_SERVO: SavedServo = { displacement: 0, velocity: 0, force: 0, missing: 0, turning: 0, steps: 0 };

/**
 * Weight of the last step in the mean of the missing force, over the number of steps: earlier ones count less by the
 * power of their number that is less by one, so that the mean age is 1/21 of the whole.
 */
const WEIGHT_OF_LAST = 20;

/** Change of velocity over the largest speed from which a servo that turns back chatters: contacts shake it by less. */
const LEAST_TURN = 0.01;

interface ServoWall {
  readonly name: string;
  readonly spec: ServoSpec;
  readonly direction: Vector3;
  readonly gain: number;
  /** Force on it in the last step. */
  readonly load: () => Vector3;
  /** Sets its position after a displacement, and its velocity. */
  readonly place: (displacement: number, velocity: number) => void;
}

export class Servos {
  readonly #memory: StepMemory;
  readonly #clock: StepClock;
  readonly #walls: readonly ServoWall[];
  readonly #halfSpaces: readonly HalfSpaceSpec[];
  /** Whether some target depends on where half-spaces are. */
  readonly #hasPresentAreas: boolean;
  #states: SavedServo[];
  #before: SavedServo[];

  constructor(spec: SimulationSpec, memory: StepMemory) {
    const { halfSpaces = [], meshes = [], domain } = spec;
    this.#memory = memory;
    this.#clock = clockOf(spec);
    this.#halfSpaces = halfSpaces;
    this.#walls = [
      ...halfSpaces.flatMap(({ name, servo, normal, offset }, k) => {
        if (servo === undefined) return [];
        const direction = normalise(vector3(servo.direction ?? normal));
        const slope = dot(normalise(vector3(normal)), direction);
        const place = (displacement: number, velocity: number): void =>
          this.#placeHalfSpace(k, offset + displacement * slope, scale(direction, velocity));
        return [{ ...settingsOf(name, servo, direction, halfSpaces), load: () => halfSpaceLoad(memory, k), place }];
      }),
      ...meshes.flatMap(({ name, servo, position = ZERO_VECTOR }, k) => {
        if (servo === undefined) return [];
        const direction = normalise(vector3(servo.direction ?? ZERO_VECTOR));
        const start = vector3(position);
        const place = (displacement: number, velocity: number): void => {
          const at = nearestImage(addScaled(start, direction, displacement), start, periodsOf(domain));
          this.#placeMesh(k, at, scale(direction, velocity));
        };
        return [{ ...settingsOf(name, servo, direction, halfSpaces), load: () => meshLoad(memory, k).force, place }];
      }),
    ];
    this.#hasPresentAreas = this.#walls.some(({ spec }) => spec.areaBetween !== undefined);
    this.#states = this.#walls.map(() => NEW_SERVO);
    this.#before = this.#states;
  }

  get count(): number {
    return this.#walls.length;
  }

  get states(): ServoState[] {
    const targets = this.#targets();
    return this.#walls.map(({ name }, k) => ({ name, target: targets[k], ...this.#states[k] }));
  }

  /** Moves the walls to their positions at the end of a step; their loads are those of its start. */
  advance(step: number): void {
    const { timeStep } = this.#clock;
    this.#before = this.#states;
    // All from the walls before the first of them moves.
    const targets = this.#targets();
    this.#states = this.#states.map((state, k) => {
      const wall = this.#walls[k];
      const { smoothing = 0, from = 0, until = Infinity, maxSpeed } = wall.spec;
      const load = wall.load();
      const pressing = -dot(load, wall.direction);
      const force = state.force + (timeStep / (timeStep + smoothing)) * (pressing - state.force);
      const time = this.#clock.timeOf(step);
      const isActive = time >= from && time < until;
      const wanted = isActive ? wall.gain * (targets[k] - force) : 0;
      const steps = isActive ? state.steps + 1 : 0;
      const weight = Math.min(1, WEIGHT_OF_LAST / Math.max(1, steps));
      const missing = isActive ? state.missing + weight * (targets[k] - pressing - state.missing) : 0;
      const velocity = Math.max(-maxSpeed, Math.min(maxSpeed, wanted));
      const isTurn = velocity * state.velocity < 0 && Math.abs(velocity - state.velocity) > LEAST_TURN * maxSpeed;
      const turning = isActive ? state.turning + weight * ((isTurn ? 1 : 0) - state.turning) : 0;
      const displacement = state.displacement + velocity * timeStep;
      wall.place(displacement, velocity);
      noteMeanWork(this.#memory, load, scale(wall.direction, velocity - state.velocity));
      return { displacement, velocity, force, missing, turning, steps };
    });
  }

  /** Forces that the walls are to press with at present. */
  #targets(): number[] {
    if (!this.#hasPresentAreas) return this.#walls.map(({ spec }) => servoTarget(spec, []));
    const { F } = this.#memory;
    const at = this.#memory.address(layout.HALF_SPACE);
    const planes = this.#halfSpaces.map(({ name, normal }, k) => {
      return { name, normal, offset: F[at + layout.HALF_SPACE_STRIDE * k + layout.HALF_SPACE_OFFSET] };
    });
    return this.#walls.map(({ spec }) => servoTarget(spec, planes));
  }

  /** Takes the last step back. */
  undo(): void {
    this.#states = this.#before;
    this.#walls.forEach(({ place }, k) => {
      const { displacement, velocity } = this.#states[k];
      place(displacement, velocity);
    });
  }

  save(): SavedServo[] {
    return this.#states;
  }

  /** The state must be of the same spec; the caller has checked it. */
  restore(states: readonly SavedServo[]): void {
    this.#states = [...states];
    this.#before = this.#states;
  }

  #placeHalfSpace(k: number, offset: number, velocity: Vector3): void {
    const { F } = this.#memory;
    const at = this.#memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
    F[at + layout.HALF_SPACE_OFFSET] = offset;
    writeVector(F, at + layout.HALF_SPACE_VELOCITY, velocity);
    this.#noteTravel(Math.abs(offset - F[at + layout.HALF_SPACE_LIST_OFFSET]));
  }

  #placeMesh(k: number, position: Vector3, velocity: Vector3): void {
    const { F } = this.#memory;
    const at = meshAddress(this.#memory, k);
    writeVector(F, at + layout.MESH_POSITION, position);
    writeVector(F, at + layout.MESH_VELOCITY, velocity);
    this.#noteTravel(travelOfMesh(this.#memory, k));
  }

  #noteTravel(displacement: number): void {
    const { F } = this.#memory;
    F[layout.WALL_MOVED] = Math.max(F[layout.WALL_MOVED], displacement);
  }
}

function settingsOf(
  name: string,
  spec: ServoSpec,
  direction: Vector3,
  halfSpaces: readonly HalfSpaceSpec[],
): Omit<ServoWall, 'load' | 'place'> {
  const { maxSpeed, gain = maxSpeed / Math.abs(servoTarget(spec, halfSpaces)) } = spec;
  return { name, spec, direction, gain };
}
