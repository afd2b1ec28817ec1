// SPDX-License-Identifier: MIT
/**
 * Restores the parts of a simulation from a saved state. If the spec was changed on purpose, the change takes effect at
 * the present time.
 */
import { toTriple, vector3 } from '../../math/vector.ts';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { Insertions } from '../population/insertions.ts';
import { writeLaws } from '../set-up.ts';
import type { BodyView } from '../views/simulation-views.ts';
import { readVector } from '../walls/half-spaces.ts';
import type { MovingParts } from '../walls/motion-hooks.ts';
import { type OpenedState, readSavedState, roomForSaved, type SavedScalars } from './saved-state.ts';

export function takeOverState(
  { spec, memory, bodies, list, equipment }: MovingParts,
  kernel: StepKernel,
  insertions: Insertions,
  opened: OpenedState,
): SavedScalars {
  memory.grow(roomForSaved(opened.header));
  const saved = readSavedState(memory, opened, kernel.linkSlots);
  bodies.restore(saved);
  insertions.restore(saved.insertions);
  equipment.restore(saved.equipment);
  const isInvalid = memory.I[layout.LIST_INVALID];
  writeLaws(memory, spec, bodies);
  memory.I[layout.LIST_INVALID] = isInvalid;
  list.restore(saved.extent);
  return saved;
}

/**
 * Advances the velocities of a state by half a step to the present time, with the old time step and gravity, and then
 * switches to the new ones. `view` computes the velocities.
 */
export function restartMotion(
  { spec, memory, bodies, equipment }: MovingParts,
  { timeStep, gravity }: Pick<SavedScalars, 'timeStep' | 'gravity'>,
  view: () => BodyView,
): void {
  const { F } = memory;
  F[layout.TIME_STEP] = timeStep;
  F.set(gravity, layout.GRAVITY);
  const { ids, velocity, angularVelocity } = view();
  const { freeMeshes } = equipment;
  const [x = 0, y = 0, z = 0] = gravity;
  freeMeshes.restore(freeMeshes.atPresent(timeStep, { x, y, z }));
  F[layout.TIME_STEP] = spec.timeStep;
  F.set(toTriple(vector3(spec.gravity)), layout.GRAVITY);
  ids.forEach((id, k) => {
    bodies.setMotion(bodies.handleOf(id), readVector(velocity, 3 * k), readVector(angularVelocity, 3 * k));
  });
  memory.I[layout.LIST_INVALID] = 1;
}
