// SPDX-License-Identifier: MIT
/** Estimates the cost of a study before it starts, from the estimate of each of its scenes at the first point. */
import { estimates } from '../../scene/check/estimates.ts';
import { measureRun, type RunTime } from '../../scene/check/run-time.ts';
import { tryRun } from '../../scene/check/trial-run.ts';
import type { Scene } from '../../scene/scene.ts';

export interface StudyCost {
  /** Of one run of each scene on one core, s; undefined if unknown. */
  readonly perPoint: RunTime | undefined;
  /** Of the largest run, bytes. */
  readonly memory: number;
  /** What one run of each scene writes, bytes. */
  readonly outputs: number;
}

/** Start of the program and of a run, s: measured, 0.4 to 0.8. */
const START_SECONDS = 0.6;

/** What needs no trial. */
export function studySizes(scenes: ReadonlyMap<string, Scene>): Pick<StudyCost, 'memory' | 'outputs'> {
  const all = [...scenes.values()].map(estimates);
  return {
    memory: Math.max(0, ...all.map(({ memory }) => memory)),
    outputs: all.reduce((sum, { outputs }) => sum + outputs, 0),
  };
}

/** Tries the first moments of each scene, about a second each; `now` is a clock in milliseconds. */
export async function studyCost(scenes: ReadonlyMap<string, Scene>, now: () => number): Promise<StudyCost> {
  let perPoint: RunTime | undefined = { least: 0, most: 0 };
  for (const scene of scenes.values()) {
    const alone = { ...scene, simulation: { ...scene.simulation, threads: 1 } };
    const { runTime } = measureRun(alone, await tryRun(alone, now), now);
    perPoint =
      perPoint === undefined || runTime === undefined
        ? undefined
        : { least: perPoint.least + runTime.least + START_SECONDS, most: perPoint.most + runTime.most + START_SECONDS };
  }
  return { perPoint, ...studySizes(scenes) };
}
