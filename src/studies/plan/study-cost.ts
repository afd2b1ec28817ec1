// SPDX-License-Identifier: MIT
/**
 * Estimates the cost of the runs of a study before they start: memory, disk and steps at every point that was read, the
 * time of a step by a trial at the first point.
 */
import { DEFAULT_KEPT } from '../../runs/checkpoints/checkpoint-store.ts';
import { measureRun, type RunTime } from '../../scene/check/run-time.ts';
import { tryRun } from '../../scene/check/trial-run.ts';
import { fastestThreads } from '../../simulation/threads/auto-threads.ts';
import { MOST_THREADS } from '../../simulation/time-loop/step-loop.ts';
import type { CheckedScenes } from './check-scenes.ts';

/** Cost of a run of one scene. */
export interface CaseCost {
  /** On one core, on average over the points, s; undefined if unknown. */
  readonly seconds: RunTime | undefined;
  /** The same at the point with the longest run. */
  readonly longest: RunTime | undefined;
  /** Threads with which the largest run would be the fastest, if it had as many cores. */
  readonly threads: number;
  /** Of the largest run, bytes. */
  readonly memory: number;
  /** Outputs and checkpoints of a run, on average over the points, bytes. */
  readonly disk: number;
}

/** Start of the program and of a run, s: measured, 0.4 to 0.8. */
const START_SECONDS = 0.6;

/** Of a checkpoint for each element with its contacts; measured: 200 in flight, 300 in a bed. */
const CHECKPOINT_BYTES = 300;

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Memory of the largest run of all scenes, bytes; needs no trial. */
export function largestMemory({ sizes }: Pick<CheckedScenes, 'sizes'>): number {
  return [...sizes.values()].flat().reduce((most, { memory }) => Math.max(most, memory), 0);
}

/** Computing time of runs with these steps and elements, relative to the first. */
export function relativeWork(sizes: readonly { readonly steps: number; readonly elementSteps: number }[]): number[] {
  const [first] = sizes;
  if (first === undefined) return [];
  return sizes.map(({ steps, elementSteps }) => {
    const [work, reference] = first.elementSteps > 0 ? [elementSteps, first.elementSteps] : [steps, first.steps];
    return reference > 0 ? work / reference : 1;
  });
}

/** Tries the first moments of a scene, about a second; `now` is a clock in milliseconds. */
export async function caseCost({ scenes, sizes }: CheckedScenes, name: string, now: () => number): Promise<CaseCost> {
  const scene = scenes.get(name);
  const own = sizes.get(name) ?? [];
  const memory = own.reduce((most, each) => Math.max(most, each.memory), 0);
  const kept = scene?.checkpoints?.keep ?? DEFAULT_KEPT;
  const disk = meanOf(own.map(({ outputs, elements }) => outputs + kept * CHECKPOINT_BYTES * elements));
  if (scene === undefined) return { seconds: undefined, longest: undefined, threads: 1, memory, disk };
  const alone = { ...scene, simulation: { ...scene.simulation, threads: 1 } };
  const { runTime } = measureRun(alone, await tryRun(alone, now), now);
  const work = relativeWork(own);
  const times = (factor: number): RunTime | undefined =>
    runTime && { least: factor * runTime.least + START_SECONDS, most: factor * runTime.most + START_SECONDS };
  const largest = own[work.indexOf(Math.max(...work))];
  const threads =
    scene.events !== undefined || largest === undefined
      ? 1
      : fastestThreads(scene.simulation, largest.meanKinds, MOST_THREADS);
  return { seconds: times(meanOf(work)), longest: times(Math.max(...work)), threads, memory, disk };
}
