// SPDX-License-Identifier: MIT
/**
 * Actions within the time loop: sets velocities of prescribed bodies, moves walls, records the work of both, drives
 * servo walls and free meshes, and checks outlets.
 */
import type { BodyTable } from '../bodies/body-table.ts';
import type { Bonds } from '../bonds/bonds.ts';
import { clockOf } from '../clock.ts';
import type { ListUpkeep } from '../neighbour-list/list-upkeep.ts';
import type { Equipment } from '../population/equipment.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { LoopThread } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { stepWalls } from './moving-walls.ts';
import { hasMovingWalls } from './walls.ts';

export interface MovingParts {
  readonly memory: StepMemory;
  readonly spec: SimulationSpec;
  readonly bodies: BodyTable;
  readonly list: ListUpkeep;
  readonly equipment: Equipment;
  readonly bonds: Pick<Bonds, 'placeWalls'>;
}

/** For steps from number `before` on; empty if there is nothing to do. */
export function motionHooks(
  { memory, spec, bodies, list, equipment, bonds }: MovingParts,
  before: number,
): Pick<LoopThread, 'steer' | 'afterStep' | 'readsBodies'> {
  const clock = clockOf(spec);
  const isSteered = bodies.prescribed.length > 0;
  const isWalled = hasMovingWalls(spec);
  const { outlets, isMoving } = equipment;
  if (!isSteered && !isWalled && !isMoving && outlets.count === 0) return {};
  return {
    // The work of walls goes to the sums of the first block, which moving the held spheres of that block writes too.
    readsBodies: isSteered || isWalled || equipment.servos.count + outlets.count > 0,
    steer: isSteered ? (step) => bodies.steer(clock.timeOf(before + step - 1)) : undefined,
    afterStep: (step) => {
      if (isSteered) bodies.noteWork();
      if (isWalled) stepWalls(memory, spec, clock.timeOf(before + step), list.extent);
      const status = equipment.afterStep(before + step);
      bonds.placeWalls(clock.timeOf(before + step));
      return status;
    },
  };
}
