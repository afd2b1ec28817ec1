// SPDX-License-Identifier: MIT
/** Travel of an element in the last step, and the size to compare it with. */
import { addScaled, length, type Vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { clumpAddress } from '../bodies/clumps.ts';
import { flagsOf, idOf, ownerOf } from '../bodies/elements.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector } from '../walls/half-spaces.ts';

export interface TravelledElement {
  readonly element: number;
  /** Id of its body. */
  readonly body: number;
  /** Index of its clump, or -1. */
  readonly owner: number;
  readonly isSphere: boolean;
  readonly isFixed: boolean;
  /** Centre of the element's bounding ball after and before the step. */
  readonly end: Vector3;
  readonly start: Vector3;
  readonly radius: number;
  /** Displacement of its centre in the step. */
  readonly displacement: Vector3;
  /** Angular velocity. */
  readonly rate: Vector3;
  /** Upper bound of the travel of all its points, m. */
  readonly travel: number;
  /** Half the smallest thickness, m. */
  readonly size: number;
}

/** Length of the vector at F[at..]. */
export function lengthAt(F: Float64Array, at: number): number {
  return Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
}

/** `travel` of the element, without an object. */
export function travelOf(memory: StepMemory, e: number, timeStep: number): number {
  const { F } = memory;
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  if ((flagsOf(memory, e) & layout.NOT_SPHERE) === 0) return lengthAt(F, motion) * timeStep;
  const radius = F[memory.address(layout.POSITION) + 4 * e + 3];
  return (lengthAt(F, motion) + radius * lengthAt(F, motion + 3)) * timeStep;
}

/** `size` of the element. */
export function sizeOf(memory: StepMemory, e: number): number {
  const { F } = memory;
  if ((flagsOf(memory, e) & layout.NOT_SPHERE) === 0) return F[memory.address(layout.POSITION) + 4 * e + 3];
  return F[clumpAddress(memory, ownerOf(memory, e)) + layout.BODY_SIZE];
}

export function travelledElement(memory: StepMemory, e: number, timeStep: number): TravelledElement {
  const { F } = memory;
  const position = memory.address(layout.POSITION) + 4 * e;
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  const owner = ownerOf(memory, e);
  const isSphere = (flagsOf(memory, e) & layout.NOT_SPHERE) === 0;
  const radius = F[position + 3];
  const velocity = readVector(F, motion);
  const rate = readVector(F, motion + 3);
  const end = readVector(F, position);
  const speed = length(velocity) + (isSphere ? 0 : radius * length(rate));
  return {
    element: e,
    body: idOf(memory, e),
    owner,
    isSphere,
    end,
    radius,
    rate,
    isFixed: F[motion + layout.INVERSE_MASS] === 0,
    start: addScaled(end, velocity, -timeStep),
    displacement: addScaled({ x: 0, y: 0, z: 0 }, velocity, timeStep),
    travel: speed * timeStep,
    size: isSphere ? radius : F[clumpAddress(memory, owner) + layout.BODY_SIZE],
  };
}
