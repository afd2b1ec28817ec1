// SPDX-License-Identifier: MIT
/** Whether the bodies of a scene fit into the memory of a simulation on the CPU: at the start, and with insertions. */
import { memoryProblem, startProblem } from '../../simulation/time-loop/expected-memory.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';

export interface MemoryCheck {
  /** Why a run would be refused. */
  readonly refusal?: string;
  /** Why it would end before its time, if all insertions find space and the bodies come to touch each other. */
  readonly warning?: string;
}

export function memoryCheck(scene: Scene): MemoryCheck {
  if (scene.events !== undefined) return {};
  const refusal = startProblem(scene.simulation);
  if (refusal !== undefined) return { refusal };
  const { bodiesAtStart, bodiesInserted, memory } = estimates(scene);
  const problem = memoryProblem(bodiesAtStart + bodiesInserted, memory);
  return problem === undefined
    ? {}
    : { warning: `once all bodies are inserted and packed, the run would end: ${problem}` };
}
