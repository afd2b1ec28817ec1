// SPDX-License-Identifier: MIT
/** The stages of a scene, and the spec of the simulation in each of them. */

import { pose } from '../../math/pose.ts';
import { vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type ChangePoint, changedSpec, type SimulationChange } from '../../simulation/changes/simulation-change.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { CriticalTimeStep } from '../check/critical-time-step.ts';
import type { OutputQuantity } from '../output-quantity.ts';
import type { Scene } from '../scene.ts';

/** Time steps between two checks of a condition without `every`. */
export const STEPS_BETWEEN_CHECKS = 100;

export interface StageCondition {
  /** With one column. */
  readonly quantity: OutputQuantity;
  readonly comparison: 'below' | 'above';
  /** In the SI unit of the quantity. */
  readonly value: number;
  /** Time between two checks, s; default: a number of time steps. */
  readonly every?: number;
}

export interface StageSpec {
  readonly name: string;
  /** s, in this stage. */
  readonly timeStep: number;
  /** Shortest of the stages with this time step; undefined if none is known, and for a stage that takes it over. */
  readonly critical?: CriticalTimeStep;
  /** s: the duration, or with a condition the longest. */
  readonly longest: number;
  readonly condition?: StageCondition;
  /** Shortest duration with a condition, s. */
  readonly shortest: number;
  readonly onTimeout: 'continue' | 'stop';
  /** When it begins; of the first stage it is in the spec of the scene already. */
  readonly change: SimulationChange;
  /** Intervals of outputs by name, s. */
  readonly outputs: Readonly<Record<string, number>>;
}

/** The positions of walls before the first step. */
export function pointAtStart(
  { halfSpaces = [], meshes = [] }: Omit<SimulationSpec, 'timeStep'>,
  time = 0,
): ChangePoint {
  return {
    time,
    halfSpaces: halfSpaces.map(({ normal, offset }) => ({ normal: vector3(normal), offset })),
    meshes: meshes.map(({ position = ZERO_VECTOR, orientation }) =>
      pose({ position, ...(orientation && { orientation }) }),
    ),
  };
}

/** The spec of the stage that follows `points.length` changes of a run. */
export function specOfStage(
  spec: SimulationSpec,
  stages: readonly StageSpec[],
  points: readonly ChangePoint[],
): SimulationSpec {
  return points.reduce((now, point, k) => changedSpec(now, stages[k + 1]?.change ?? {}, point), spec);
}

/** Time steps of all stages together at the most. */
export function mostSteps(stages: readonly StageSpec[]): number {
  return stages.reduce((sum, { longest, timeStep }) => sum + Math.ceil(longest / timeStep), 0);
}

/** Time step of a scene, or the longest of its stages, s. */
export function longestTimeStep({ simulation, stages }: Pick<Scene, 'simulation' | 'stages'>): number {
  return stages === undefined ? simulation.timeStep : Math.max(...stages.map(({ timeStep }) => timeStep));
}

/** Longest duration of all stages together, s. */
export function longestDuration(stages: readonly Pick<StageSpec, 'longest'>[]): number {
  // Sums of decimal numbers are cut to the digits that float64 keeps, so that 0.1 + 0.2 s is 0.3 s.
  return Number(stages.reduce((sum, { longest }) => sum + longest, 0).toPrecision(15));
}
