// SPDX-License-Identifier: MIT
/** The bodies of a simulation as flat copies, in the order of their ids, at the present time. */
import type { Quaternion } from '../math/quaternion.ts';
import type { Vector3 } from '../math/vector.ts';
import * as layout from '../step-kernel/layout.ts';
import { isDead, isFresh } from './elements.ts';
import type { StepMemory } from './step-memory.ts';

/** Flat copies; vectors have stride 3, orientations stride 4 (w first). */
export interface BodyView {
  readonly count: number;
  readonly ids: Int32Array;
  /** Numbers of `spec.shapes` and `spec.materials`. */
  readonly shape: Int32Array;
  readonly material: Int32Array;
  /** Of the smallest sphere around the centre of mass that holds the body. */
  readonly radius: Float64Array;
  /** Of the centre of mass. */
  readonly position: Float64Array;
  readonly orientation: Float64Array;
  /** At the present time, not at the half step before. */
  readonly velocity: Float64Array;
  /** In world axes. */
  readonly angularVelocity: Float64Array;
  /** Sum of the contact forces, without gravity. */
  readonly force: Float64Array;
  /** Sum of the contact torques about the centre of mass. */
  readonly torque: Float64Array;
}

export interface BodyState {
  readonly id: number;
  readonly shape: number;
  readonly material: number;
  readonly radius: number;
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
  readonly force: Vector3;
  readonly torque: Vector3;
}

/** Numbers of the living elements in the order of ids. */
export function elementsById(memory: StepMemory): Int32Array {
  const { I } = memory;
  const count = I[layout.ELEMENT_COUNT] ?? 0;
  const tags = 2 * memory.address(layout.TAG) + layout.TAG_ID;
  const living: number[] = [];
  for (let e = 0; e < count; e++) if (!isDead(memory, e)) living.push(e);
  const id = (e: number): number => I[tags + 4 * e] ?? 0;
  return Int32Array.from(living).sort((a, b) => id(a) - id(b));
}

/** Copies the given elements. The forces of the present time must have been probed. */
export function viewBodies(memory: StepMemory, elements: Int32Array): BodyView {
  const { F, I } = memory;
  const count = elements.length;
  const view = {
    count,
    ids: new Int32Array(count),
    shape: new Int32Array(count),
    material: new Int32Array(count),
    radius: new Float64Array(count),
    position: new Float64Array(3 * count),
    orientation: new Float64Array(4 * count),
    velocity: new Float64Array(3 * count),
    angularVelocity: new Float64Array(3 * count),
    force: new Float64Array(3 * count),
    torque: new Float64Array(3 * count),
  };
  const halfStep = 0.5 * (F[layout.TIME_STEP] ?? 0);
  for (let k = 0; k < count; k++) {
    const e = elements[k] ?? 0;
    const place = memory.address(layout.PLACE) + 4 * e;
    const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
    const probe = memory.address(layout.PROBE) + 6 * e;
    const tag = 2 * memory.address(layout.TAG) + 4 * e;
    const radius = F[place + 3] ?? 0;
    const inverseMass = F[motion + layout.INVERSE_MASS] ?? 0;
    const kick = isFresh(memory, e) || inverseMass === 0 ? 0 : halfStep;
    const inverseInertia = (2.5 * inverseMass) / (radius * radius);
    view.ids[k] = I[tag + layout.TAG_ID] ?? 0;
    view.shape[k] = I[tag + layout.TAG_SHAPE] ?? 0;
    view.material[k] = I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL] ?? 0;
    view.radius[k] = radius;
    view.orientation.set(
      F.subarray(memory.address(layout.SPIN) + 4 * e, memory.address(layout.SPIN) + 4 * e + 4),
      4 * k,
    );
    for (let axis = 0; axis < 3; axis++) {
      const force = F[probe + axis] ?? 0;
      const torque = F[probe + 3 + axis] ?? 0;
      const to = 3 * k + axis;
      view.position[to] = F[place + axis] ?? 0;
      view.velocity[to] = (F[motion + axis] ?? 0) + (inverseMass * force + (F[layout.GRAVITY + axis] ?? 0)) * kick;
      view.angularVelocity[to] = (F[motion + 3 + axis] ?? 0) + inverseInertia * torque * kick;
      view.force[to] = force;
      view.torque[to] = torque;
    }
  }
  return view;
}

/** One body of a view as values. */
export function bodyOfView(view: BodyView, k: number): BodyState {
  const vector = (array: Float64Array): Vector3 => ({
    x: array[3 * k] ?? 0,
    y: array[3 * k + 1] ?? 0,
    z: array[3 * k + 2] ?? 0,
  });
  const [w = 1, x = 0, y = 0, z = 0] = view.orientation.subarray(4 * k, 4 * k + 4);
  return {
    id: view.ids[k] ?? -1,
    shape: view.shape[k] ?? -1,
    material: view.material[k] ?? -1,
    radius: view.radius[k] ?? 0,
    position: vector(view.position),
    orientation: { w, x, y, z },
    velocity: vector(view.velocity),
    angularVelocity: vector(view.angularVelocity),
    force: vector(view.force),
    torque: vector(view.torque),
  };
}
