// SPDX-License-Identifier: MIT
/** A simulation goes on from a saved state: its parts take over what is theirs. A spec that was changed on purpose acts from the present on. */
import { SimulationError } from '../errors.ts';
import { toTriple, vector3 } from '../math/vector.ts';
import * as layout from '../step-kernel/layout.ts';
import type { StepKernel } from '../step-kernel/step-kernel.ts';
import { readVector } from './half-spaces.ts';
import type { Insertions } from './insertions.ts';
import type { MovingParts } from './motion-hooks.ts';
import { type OpenedState, readSavedState, roomForSaved, type SavedScalars } from './saved-state.ts';
import { writeLaws } from './set-up.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { BodyView } from './simulation-views.ts';

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
  const isInvalid = memory.I[layout.LIST_INVALID] ?? 0;
  writeLaws(memory, spec, bodies);
  memory.I[layout.LIST_INVALID] = isInvalid;
  list.restore();
  return saved;
}

/** Takes the velocities of half a step before, as a state has them, to the present by the old step and gravity; `view` gives them. The new ones act from there. */
export function restartMotion(
  { spec, memory, bodies }: MovingParts,
  { timeStep, gravity }: Pick<SavedScalars, 'timeStep' | 'gravity'>,
  view: () => BodyView,
): void {
  const { F } = memory;
  F[layout.TIME_STEP] = timeStep;
  F.set(gravity, layout.GRAVITY);
  const { ids, velocity, angularVelocity } = view();
  F[layout.TIME_STEP] = spec.timeStep;
  F.set(toTriple(vector3(spec.gravity)), layout.GRAVITY);
  ids.forEach((id, k) => {
    bodies.setMotion(bodies.handleOf(id), readVector(velocity, 3 * k), readVector(angularVelocity, 3 * k));
  });
  memory.I[layout.LIST_INVALID] = 1;
}

/** Part of a step by which the present may miss a whole number of new steps: rounding of times that are multiples of steps. */
const ROUNDING = 1e-6;

function refuse(problem: string): never {
  throw new SimulationError('not-changeable', `saved state: ${problem}`);
}

/** Steps of the spec at the present time of a state that was saved after some of another length. Throws a SimulationError where that cannot be. */
export function stepsAtNewStep(spec: SimulationSpec, stepCount: number, savedStep: number): number {
  const { timeStep, insertions = [], meshes = [] } = spec;
  if (timeStep === savedStep) return stepCount;
  if (insertions.length > 0) refuse('timeStep cannot be changed with insertions, which count in steps');
  if (meshes.some(({ free }) => free !== undefined)) refuse('timeStep cannot be changed with free meshes');
  const time = stepCount * savedStep;
  const steps = Math.round(time / timeStep);
  if (Math.abs(time / timeStep - steps) <= ROUNDING) return steps;
  const near = time / steps;
  return refuse(
    `timeStep: the state is at ${time} s, which is no whole number of steps of ${timeStep} s; ${steps === 0 ? 'take a shorter one' : `${near} s is near`}`,
  );
}
