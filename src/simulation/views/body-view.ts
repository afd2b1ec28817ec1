// SPDX-License-Identifier: MIT
/** The bodies of a simulation as flat copies at the present time, in the order of ids. */
import { multiply } from '../../math/quaternion.ts';
import { addScaled, type Vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import { clumpAddress, clumpInteger, rateOf } from '../bodies/clumps.ts';
import { idOf, inverseMassOf, isFresh, materialOf, positionOf, shapeOf } from '../bodies/elements.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector } from '../walls/half-spaces.ts';
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
  return handle >= 0 ? readSphere(memory, handle) : readClump(memory, -1 - handle, forms);
}

function readSphere(memory: StepMemory, e: number): Unscaled<BodyState> {
  const { F } = memory;
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  const probe = memory.address(layout.PROBE) + 6 * e;
  const radius = F[memory.address(layout.POSITION) + 4 * e + 3];
  const inverseMass = inverseMassOf(memory, e);
  const kick = isFresh(memory, e) || inverseMass === 0 ? 0 : 0.5 * F[layout.TIME_STEP];
  const force = readVector(F, probe);
  const torque = readVector(F, probe + 3);
  const pulled = addScaled(readVector(F, layout.GRAVITY), force, inverseMass);
  const [w = 1, x = 0, y = 0, z = 0] = F.subarray(
    memory.address(layout.ORIENTATION) + 4 * e,
    memory.address(layout.ORIENTATION) + 4 * e + 4,
  );
  return {
    id: idOf(memory, e),
    shape: shapeOf(memory, e),
    material: materialOf(memory, e),
    radius,
    force,
    torque,
    position: positionOf(memory, e),
    orientation: { w, x, y, z },
    velocity: addScaled(readVector(F, motion), pulled, kick),
    angularVelocity: addScaled(readVector(F, motion + 3), torque, ((2.5 * inverseMass) / (radius * radius)) * kick),
  };
}

function readClump(memory: StepMemory, clump: number, forms: readonly (BodyForm | undefined)[]): Unscaled<BodyState> {
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
  return {
    id: clumpInteger(memory, clump, layout.BODY_ID),
    shape,
    material: clumpInteger(memory, clump, layout.BODY_MATERIAL),
    radius: F[at + layout.BODY_RADIUS],
    force,
    torque,
    position: readVector(F, at + layout.BODY_POSITION),
    orientation: multiply({ w, x, y, z }, own),
    velocity: addScaled(readVector(F, at + layout.BODY_VELOCITY), pulled, kick),
    angularVelocity: inverseMass === 0 ? readVector(F, at + layout.BODY_ANGULAR_VELOCITY) : rateOf(F, at, momentum),
  };
}

/** Copies the given bodies. The forces of the present time must have been probed. */
export function viewBodies(
  memory: StepMemory,
  handles: readonly BodyHandle[],
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
  const put = (array: Float64Array, k: number, { x, y, z }: Vector3): void => {
    array[3 * k] = x;
    array[3 * k + 1] = y;
    array[3 * k + 2] = z;
  };
  handles.forEach((handle, k) => {
    const body = readBody(memory, handle, forms);
    view.ids[k] = body.id;
    view.shape[k] = body.shape;
    view.material[k] = body.material;
    view.radius[k] = body.radius;
    const { w, x, y, z } = body.orientation;
    view.orientation.set([w, x, y, z], 4 * k);
    put(view.position, k, body.position);
    put(view.velocity, k, body.velocity);
    put(view.angularVelocity, k, body.angularVelocity);
    put(view.force, k, body.force);
    put(view.torque, k, body.torque);
  });
  return view;
}
