// SPDX-License-Identifier: MIT
/**
 * Forces from programs: those set for single bodies, and those of a callback that is called once in each step. They are
 * written to the loads of the bodies after the contact forces of a step and before its motion, by the first thread,
 * while the others wait.
 */
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import { clumpAddress } from '../bodies/clumps.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { BodyHandle } from '../views/body-view.ts';

/** Id, force (N) and torque (N m) in world axes. */
export type GivenForce = readonly [id: number, fx: number, fy: number, fz: number, tx: number, ty: number, tz: number];

/**
 * All bodies in a step, as flat arrays in the order of their ids; an array is filled when it is first read in a step.
 * The arrays are used again in the next step.
 */
export interface StepBodies {
  /** s */
  readonly time: number;
  /** Steps done before this one. */
  readonly step: number;
  readonly count: number;
  readonly ids: Int32Array;
  /** kg; 0 for a body that no force moves. */
  readonly mass: Float64Array;
  /** Centre of mass, three numbers each, m. */
  readonly position: Float64Array;
  /** Half a step before `time`, three numbers each, m/s. */
  readonly velocity: Float64Array;
  /** Half a step before `time`, in world axes, three numbers each, rad/s. */
  readonly angularVelocity: Float64Array;
  /** To be written: acts in this step alone, three numbers each, N. It is zero when the callback is called. */
  readonly force: Float64Array;
  /** To be written: acts in this step alone, world axes, three numbers each, N m. */
  readonly torque: Float64Array;
}

/** Function that `Simulation.onStep` calls in each step; it may write forces and torques. */
export type StepHook = (bodies: StepBodies) => void;

/** Arrays of three numbers a body that are filled on demand. */
const NAMES = ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const;

class LazyBodies implements StepBodies {
  time = 0;
  step = 0;
  readonly #memory: StepMemory;
  readonly #bodies: BodyTable;
  readonly #arrays = new Map<string, Float64Array>();
  readonly #filled = new Set<string>();
  #ids = new Int32Array(0);

  constructor(memory: StepMemory, bodies: BodyTable) {
    this.#memory = memory;
    this.#bodies = bodies;
  }

  begin(time: number, step: number): void {
    this.time = time;
    this.step = step;
    if (this.#filled.size > 0) this.#filled.clear();
  }

  isFilled(name: (typeof NAMES)[number]): boolean {
    return this.#filled.has(name);
  }

  get count(): number {
    return this.#bodies.count;
  }

  get ids(): Int32Array {
    if (!this.#filled.has('ids')) {
      if (this.#ids.length !== this.count) this.#ids = new Int32Array(this.count);
      this.handles().forEach((handle, k) => {
        this.#ids[k] = this.#bodies.idOf(handle);
      });
      this.#filled.add('ids');
    }
    return this.#ids;
  }

  get mass(): Float64Array {
    const { F, I } = this.#memory;
    return this.#array('mass', 1, (handle, to, k) => {
      const at =
        handle >= 0
          ? I[layout.MOTION] + layout.MOTION_STRIDE * handle + layout.INVERSE_MASS
          : clumpAddress(this.#memory, -1 - handle) + layout.BODY_INVERSE_MASS;
      to[k] = F[at] > 0 ? 1 / F[at] : 0;
    });
  }

  get position(): Float64Array {
    return this.#vectors('position', layout.POSITION, 4, 0, layout.BODY_POSITION);
  }

  get velocity(): Float64Array {
    return this.#vectors('velocity', layout.MOTION, layout.MOTION_STRIDE, 0, layout.BODY_VELOCITY);
  }

  get angularVelocity(): Float64Array {
    return this.#vectors('angularVelocity', layout.MOTION, layout.MOTION_STRIDE, 3, layout.BODY_ANGULAR_VELOCITY);
  }

  get force(): Float64Array {
    return this.#array('force', 3, undefined);
  }

  get torque(): Float64Array {
    return this.#array('torque', 3, undefined);
  }

  handles(): Int32Array {
    return this.#bodies.handles();
  }

  #vectors(name: string, header: number, stride: number, offset: number, ofClump: number): Float64Array {
    const { F, I } = this.#memory;
    return this.#array(name, 3, (handle, to, k) => {
      const at = handle >= 0 ? I[header] + stride * handle + offset : clumpAddress(this.#memory, -1 - handle) + ofClump;
      to[3 * k] = F[at];
      to[3 * k + 1] = F[at + 1];
      to[3 * k + 2] = F[at + 2];
    });
  }

  #array(
    name: string,
    size: number,
    fill: ((handle: BodyHandle, to: Float64Array, k: number) => void) | undefined,
  ): Float64Array {
    const length = size * this.count;
    let array = this.#arrays.get(name);
    if (array?.length !== length) {
      array = new Float64Array(length);
      this.#arrays.set(name, array);
    }
    if (this.#filled.has(name)) return array;
    this.#filled.add(name);
    if (fill === undefined) array.fill(0);
    else {
      const handles = this.handles();
      for (let k = 0; k < handles.length; k++) fill(handles[k] as BodyHandle, array, k);
    }
    return array;
  }
}

export class ProgramForces {
  readonly #memory: StepMemory;
  readonly #bodies: BodyTable;
  readonly #lazy: LazyBodies;
  #given = new Map<number, GivenForce>();
  #hook: StepHook | undefined;

  constructor(memory: StepMemory, bodies: BodyTable) {
    this.#memory = memory;
    this.#bodies = bodies;
    this.#lazy = new LazyBodies(memory, bodies);
  }

  get isNeeded(): boolean {
    return this.#hook !== undefined || this.#given.size > 0;
  }

  get hook(): StepHook | undefined {
    return this.#hook;
  }

  /** Makes room for its forces at once: memory does not grow within a step. */
  set hook(hook: StepHook | undefined) {
    this.#hook = hook;
    if (hook !== undefined) this.#memory.grow({ loads: 1 });
    this.#note(false);
  }

  set(given: GivenForce): void {
    const [id, ...load] = given;
    if (load.every((part) => part === 0)) this.#given.delete(id);
    else {
      this.#memory.grow({ loads: 1 });
      this.#given.set(id, given);
    }
    this.#note(false);
  }

  /** Writes the forces of one step; `step` counts those done before. */
  write(time: number, step: number): void {
    this.#writeGiven();
    this.#note(false);
    const hook = this.#hook;
    if (hook === undefined) return;
    const bodies = this.#lazy;
    bodies.begin(time, step);
    hook(bodies);
    const [hasForce, hasTorque] = [bodies.isFilled('force'), bodies.isFilled('torque')];
    if (!hasForce && !hasTorque) return;
    this.#note(true);
    const handles = bodies.handles();
    const { force, torque } = bodies;
    for (let k = 0; k < handles.length; k++) {
      const load = this.#loadOf(handles[k] as BodyHandle) + layout.LOAD_GIVEN;
      for (let c = 0; c < 3; c++) {
        if (hasForce) this.#memory.F[load + c] = this.#memory.F[load + c] + force[3 * k + c];
        if (hasTorque) this.#memory.F[load + 3 + c] = this.#memory.F[load + 3 + c] + torque[3 * k + c];
      }
    }
  }

  /** Runs a probe with the forces set for single bodies, which a probe does not use up. */
  during(probe: () => void): void {
    this.#writeGiven();
    this.#note(false);
    probe();
    for (const id of this.#given.keys()) {
      const handle = this.#bodies.find(id);
      if (handle === undefined) continue;
      const load = this.#loadOf(handle) + layout.LOAD_GIVEN;
      this.#memory.F.fill(0, load, load + 6);
    }
  }

  save(): readonly GivenForce[] {
    return [...this.#given.values()].sort(([a], [b]) => a - b);
  }

  restore(given: readonly GivenForce[]): void {
    this.#given = new Map(given.map((each) => [each[0], each]));
    if (given.length > 0) this.#memory.grow({ loads: 1 });
    this.#note(false);
  }

  /** Whether the step has to look at loads. */
  #note(isWritten: boolean): void {
    const { I } = this.#memory;
    I[layout.HAS_LOADS] = isWritten || this.#given.size > 0 || I[layout.FIELD_GROUP_COUNT] > 0 ? 1 : 0;
  }

  #writeGiven(): void {
    for (const [id, [, ...load]] of this.#given) {
      const handle = this.#bodies.find(id);
      // The body has left.
      if (handle === undefined) this.#given.delete(id);
      else this.#memory.F.set(load, this.#loadOf(handle) + layout.LOAD_GIVEN);
    }
  }

  #loadOf(handle: BodyHandle): number {
    const { I } = this.#memory;
    return handle >= 0
      ? I[layout.FIELD_LOAD] + layout.LOAD_STRIDE * handle
      : I[layout.FIELD_BODY_LOAD] + layout.LOAD_STRIDE * (-1 - handle);
  }
}
