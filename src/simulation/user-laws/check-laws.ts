// SPDX-License-Identifier: MIT
/** Completes the touches of a probe or of a step that ran out of room, and reports a user-defined law that failed. */
import { SimulationError } from '../../errors.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { idOf } from '../bodies/elements.ts';
import type { FailureTime } from '../failures.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { TouchFinders } from '../touches/touch-finder.ts';
import { eachProbedBlock, failedBlock, finishTouches } from '../touches/touch-room.ts';

/**
 * Finds the touches of each block for a probe, one block after the other; `use` may read those of its block. Throws a
 * SimulationError if a law fails. `isKept`: as in `TouchFinders.probe`.
 */
export function probeContacts(
  memory: StepMemory,
  touches: TouchFinders | undefined,
  at: FailureTime,
  use: (block: number) => void,
  isKept = false,
): void {
  eachProbedBlock(memory, touches, use, isKept);
  if (touches !== undefined) checkLaws(memory, touches, at, true);
}

/**
 * Completes the touches of a step that had too little room for them. Throws a SimulationError when a law has failed.
 */
export function completeContacts(memory: StepMemory, touches: TouchFinders | undefined, at: FailureTime): void {
  if (touches === undefined) return;
  if (failedBlock(memory.I) < 0) finishTouches(memory, touches);
  checkLaws(memory, touches, at, false);
}

/** Throws when a law of the user's own gave no finite force, in the last step or the last probe. */
function checkLaws(memory: StepMemory, touches: TouchFinders, { time, step }: FailureTime, isProbe: boolean): void {
  const block = failedBlock(memory.I);
  const failure = block < 0 ? undefined : touches.lawFailure(block);
  if (failure === undefined) return;
  if (!isProbe) memory.I[layout.HALF_DONE] = 0;
  const { module, law, materials, element, kind, partner, problem } = failure;
  const bodies = [element, ...(kind === layout.TOUCH_BODY ? [partner] : [])].map((e) => idOf(memory, e));
  const wall = kind === layout.TOUCH_HALF_SPACE ? `half-space ${partner}` : `mesh ${partner}`;
  const second = bodies[1] === undefined ? wall : `body ${bodies[1]}`;
  throw new SimulationError(
    'law-failed',
    `step ${step}, time ${time} s: the law "${law}" of module "${module}", asked about the contact of body ` +
      `${bodies[0]} ("${materials[0]}") and ` +
      (`${second} ("${materials[1]}"), ${problem}; let it return finite numbers for every overlap and velocity, ` +
        'or take a smaller time step'),
    { time, step, bodies, module, law, materials, problem },
  );
}
