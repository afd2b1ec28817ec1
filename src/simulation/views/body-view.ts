// SPDX-License-Identifier: MIT
/** The bodies of a simulation as flat copies at the present time, in the order of ids. */
import { multiply } from '../../math/quaternion.ts';
import { addScaled } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import { clumpAddress, clumpInteger, rateOf } from '../bodies/clumps.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector, writeVector } from '../walls/half-spaces.ts';
import type { BodyState, BodyView } from './simulation-views.ts';

/** A body in the memory: the number of its element, or -1 - the number of the clump or convex body. */
export type BodyHandle = number;

/** All but the factor on the size, which follows from radius and shape. */
type Unscaled<View extends { readonly scale: unknown }> = Omit<View, 'scale'>;

/** Reads one body. The forces of the present time must have been probed. */
export function readBody(
  memory: StepMemory,
  handle: BodyHandle,
  forms: readonly (BodyForm | undefined)[],
): Unscaled<BodyState> {
  const view = viewBodies(memory, [handle], forms);
  const [w = 1, x = 0, y = 0, z = 0] = view.orientation;
  return {
    id: view.ids[0],
    shape: view.shape[0],
    material: view.material[0],
    radius: view.radius[0],
    force: readVector(view.force, 0),
    torque: readVector(view.torque, 0),
    position: readVector(view.position, 0),
    orientation: { w, x, y, z },
    velocity: readVector(view.velocity, 0),
    angularVelocity: readVector(view.angularVelocity, 0),
  };
}

/** Half a time step, from the last velocities to the present time; 0 for an element that has none or no force moves. */
function sphereKick({ F, I }: StepMemory, motion: number): number {
  const isFresh = (I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS] & layout.FRESH) !== 0;
  return isFresh || F[motion + layout.INVERSE_MASS] === 0 ? 0 : 0.5 * F[layout.TIME_STEP];
}

/** Writes the velocity of element e, a sphere, at the present time. */
export function readSphereVelocity(memory: StepMemory, e: number, to: Float64Array, at: number): void {
  const { F, I } = memory;
  const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
  const probe = I[layout.PROBE] + 6 * e;
  const inverseMass = F[motion + layout.INVERSE_MASS];
  const kick = sphereKick(memory, motion);
  for (let c = 0; c < 3; c++) {
    to[at + c] = F[motion + c] + kick * (F[layout.GRAVITY + c] + inverseMass * F[probe + c]);
  }
}

/** The same for its angular velocity. */
export function readSphereSpin(memory: StepMemory, e: number, to: Float64Array, at: number): void {
  const { F, I } = memory;
  const radius = F[I[layout.POSITION] + 4 * e + 3];
  const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
  const probe = I[layout.PROBE] + 6 * e;
  const spinKick = ((2.5 * F[motion + layout.INVERSE_MASS]) / (radius * radius)) * sphereKick(memory, motion);
  for (let c = 0; c < 3; c++) to[at + c] = F[motion + 3 + c] + spinKick * F[probe + 3 + c];
}

/** Copies the sphere that is element e to place k of the view. Simulations may have millions: makes no object. */
function viewSphere(memory: StepMemory, e: number, view: Unscaled<BodyView>, k: number): void {
  const { F, I } = memory;
  const position = I[layout.POSITION] + 4 * e;
  const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
  const probe = I[layout.PROBE] + 6 * e;
  const orientation = I[layout.ORIENTATION] + 4 * e;
  const tag = 2 * I[layout.TAG] + 4 * e;
  view.ids[k] = I[tag + layout.TAG_ID];
  view.shape[k] = I[tag + layout.TAG_SHAPE];
  view.material[k] = I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL];
  view.radius[k] = F[position + 3];
  for (let c = 0; c < 4; c++) view.orientation[4 * k + c] = F[orientation + c];
  for (let c = 0; c < 3; c++) {
    view.position[3 * k + c] = F[position + c];
    view.force[3 * k + c] = F[probe + c];
    view.torque[3 * k + c] = F[probe + 3 + c];
  }
  readSphereVelocity(memory, e, view.velocity, 3 * k);
  readSphereSpin(memory, e, view.angularVelocity, 3 * k);
}

/** The same for a clump, convex body or compound. */
function viewClump(
  memory: StepMemory,
  clump: number,
  forms: readonly (BodyForm | undefined)[],
  view: Unscaled<BodyView>,
  k: number,
): void {
  const { F } = memory;
  const at = clumpAddress(memory, clump);
  const inverseMass = F[at + layout.BODY_INVERSE_MASS];
  const flags = clumpInteger(memory, clump, layout.BODY_FLAGS);
  const kick = (flags & layout.FRESH) !== 0 || inverseMass === 0 ? 0 : 0.5 * F[layout.TIME_STEP];
  const force = readVector(F, at + layout.BODY_PROBE);
  const torque = readVector(F, at + layout.BODY_PROBE + 3);
  const pulled = addScaled(readVector(F, layout.GRAVITY), force, inverseMass);
  const [w = 1, x = 0, y = 0, z = 0] = F.subarray(at + layout.BODY_ORIENTATION, at + layout.BODY_ORIENTATION + 4);
  const shape = clumpInteger(memory, clump, layout.BODY_SHAPE);
  const own = forms[shape]?.own ?? { w: 1, x: 0, y: 0, z: 0 };
  const momentum = addScaled(readVector(F, at + layout.BODY_MOMENTUM), torque, kick);
  const turned = multiply({ w, x, y, z }, own);
  view.ids[k] = clumpInteger(memory, clump, layout.BODY_ID);
  view.shape[k] = shape;
  view.material[k] = clumpInteger(memory, clump, layout.BODY_MATERIAL);
  view.radius[k] = F[at + layout.BODY_RADIUS];
  view.orientation.set([turned.w, turned.x, turned.y, turned.z], 4 * k);
  writeVector(view.force, 3 * k, force);
  writeVector(view.torque, 3 * k, torque);
  writeVector(view.position, 3 * k, readVector(F, at + layout.BODY_POSITION));
  writeVector(view.velocity, 3 * k, addScaled(readVector(F, at + layout.BODY_VELOCITY), pulled, kick));
  const spin = inverseMass === 0 ? readVector(F, at + layout.BODY_ANGULAR_VELOCITY) : rateOf(F, at, momentum);
  writeVector(view.angularVelocity, 3 * k, spin);
}

/** Copies the given bodies. The forces of the present time must have been probed. */
export function viewBodies(
  memory: StepMemory,
  handles: ArrayLike<BodyHandle>,
  forms: readonly (BodyForm | undefined)[],
): Unscaled<BodyView> {
  const count = handles.length;
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
  for (let k = 0; k < count; k++) {
    const handle = handles[k];
    if (handle >= 0) viewSphere(memory, handle, view, k);
    else viewClump(memory, -1 - handle, forms, view, k);
  }
  return view;
}
