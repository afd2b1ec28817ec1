// SPDX-License-Identifier: MIT
/** Cost of a run of a scene on this machine: number of threads and run time. */
import { threadsFor } from '../../simulation/threads/auto-threads.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';
import { measureStepCost, runTime } from './run-time.ts';
import type { Measured } from './scene-summary.ts';
import type { Trial } from './trial-run.ts';

/** `now` is a clock in milliseconds. */
export function measureRun(scene: Scene, trial: Trial, now: () => number): Measured {
  if (scene.events !== undefined) return { trial, runTime: undefined, threads: 1 };
  const expected = estimates(scene);
  const threads = threadsFor(scene.simulation, scene.simulation.threads, expected.meanKinds);
  // A run that cannot start, or whose law was not imported, has no steps to time.
  const canStart = trial.problem === undefined && trial.notTried === undefined;
  const cost = canStart ? measureStepCost(scene.simulation, expected.meanKinds, now) : undefined;
  return { trial, runTime: runTime(expected, trial, cost, threads), threads };
}
