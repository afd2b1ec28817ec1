// SPDX-License-Identifier: MIT
/** What moves by itself, within the time loop: bodies get the velocities of the way ahead, walls go to where they are due, and the work of both is noted. */
import type { BodyTable } from './body-table.ts';
import { stepWalls } from './moving-walls.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { LoopThread } from './step-loop.ts';
import type { StepMemory } from './step-memory.ts';

/** For steps from number `before` on; nothing where nothing moves by itself. `extent` tells how far from the origin a half-space may touch something. */
export function motionHooks(
  memory: StepMemory,
  spec: SimulationSpec,
  bodies: BodyTable,
  before: number,
  extent: () => number,
): Pick<LoopThread, 'steer' | 'afterStep'> {
  const { timeStep, halfSpaces = [], meshes = [] } = spec;
  const isSteered = bodies.prescribed.length > 0;
  if (!isSteered && [...halfSpaces, ...meshes].every(({ motion }) => motion === undefined)) return {};
  return {
    steer: isSteered ? (step) => bodies.steer((before + step - 1) * timeStep) : undefined,
    afterStep: (step) => {
      if (isSteered) bodies.noteWork();
      stepWalls(memory, spec, (before + step) * timeStep, extent());
    },
  };
}
