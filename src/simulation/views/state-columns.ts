// SPDX-License-Identifier: MIT
/**
 * The state of all bodies as columns of numbers, in parts of one buffer. A copy of a million bodies would take 180 MB
 * and up to half a second.
 */
import * as layout from '../../step-kernel/step-layout.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { type BodyHandle, readSphereSpin, readSphereVelocity } from './body-view.ts';
import type { BodyView } from './simulation-views.ts';

/** Parts of the state of a body, in the order of the columns. */
export type StateOfBodies = Pick<BodyView, 'ids' | 'position' | 'orientation' | 'velocity' | 'angularVelocity'>;

/** Bodies in a part of a column: the buffer stays in the cache. */
const BODIES_AT_ONCE = 4096;

/** The columns of a copy of all bodies. */
export function columnsOfView({
  ids,
  position,
  orientation,
  velocity,
  angularVelocity,
}: StateOfBodies): Float64Array[] {
  return [Float64Array.from(ids), position, orientation, velocity, angularVelocity];
}

/**
 * The same numbers of single spheres, read from the memory; each part is valid until the next. The forces of the
 * present time must have been probed.
 */
export function* columnsOfSpheres(memory: StepMemory, handles: ArrayLike<BodyHandle>): Iterable<Float64Array> {
  const { F, I } = memory;
  const copy = (from: number, width: number, to: Float64Array, at: number): void => {
    for (let c = 0; c < width; c++) to[at + c] = F[from + c];
  };
  yield* column(handles, 1, (e, to, at) => {
    to[at] = I[2 * I[layout.TAG] + 4 * e + layout.TAG_ID];
  });
  yield* column(handles, 3, (e, to, at) => copy(I[layout.POSITION] + 4 * e, 3, to, at));
  yield* column(handles, 4, (e, to, at) => copy(I[layout.ORIENTATION] + 4 * e, 4, to, at));
  yield* column(handles, 3, (e, to, at) => readSphereVelocity(memory, e, to, at));
  yield* column(handles, 3, (e, to, at) => readSphereSpin(memory, e, to, at));
}

function* column(
  handles: ArrayLike<BodyHandle>,
  width: number,
  read: (element: number, to: Float64Array, at: number) => void,
): Iterable<Float64Array> {
  const part = new Float64Array(width * BODIES_AT_ONCE);
  for (let first = 0; first < handles.length; first += BODIES_AT_ONCE) {
    const count = Math.min(BODIES_AT_ONCE, handles.length - first);
    for (let k = 0; k < count; k++) read(handles[first + k], part, width * k);
    yield part.subarray(0, width * count);
  }
}
