// SPDX-License-Identifier: MIT
/** What the tasks of an array ask Slurm for, from the estimate of the scene or from the study file. */
import type { CaseCost } from '../../plan/study-cost.ts';
import type { SlurmOptions } from '../../study-file/slurm-fields.ts';
import { PROGRAM_BYTES } from '../executor.ts';

export interface TaskResources {
  /** Runs that a task computes one after the other. */
  readonly chunk: number;
  readonly cpus: number;
  readonly megabytes: number;
  /** Time limit; undefined: that of the partition. */
  readonly minutes: number | undefined;
  /** How long before the limit Slurm sends a signal, s. */
  readonly warning: number;
}

/** A task takes seconds to start, so that short runs share one until it lasts as long as this, s. */
const TASK_SECONDS = 60;
/** Estimates are made on another machine, and nodes of a cluster share their memory with other programs. */
const TIME_MARGIN = 2;
const MEMORY_MARGIN = 1.25;
/** What a thread needs besides, bytes. */
const THREAD_BYTES = 40 * 2 ** 20;
/** Shortest time limit that is asked for, minutes: starting a program on a busy file system may take one. */
const LEAST_MINUTES = 10;
/** Runs that need less than this on one core get one: independent runs do not wait for each other. */
const SHORT_RUN_SECONDS = 3600;
const MOST_CPUS = 8;
/** Enough for the checkpoint of millions of bodies on a slow disk, s. */
const WARNING_SECONDS = 120;
const MEGABYTE = 2 ** 20;

/** `runs` is the number of runs of this scene. */
export function taskResources(cost: CaseCost, options: SlurmOptions, runs: number): TaskResources {
  const { longest } = cost;
  const cpus =
    options.cpus ?? (longest === undefined || longest.most < SHORT_RUN_SECONDS ? 1 : Math.min(cost.threads, MOST_CPUS));
  const fitting = longest === undefined ? 1 : Math.max(1, Math.floor(TASK_SECONDS / longest.most));
  const chunk = Math.max(1, Math.min(runs, options.chunk ?? fitting));
  const estimate = longest && Math.max(LEAST_MINUTES, Math.ceil((TIME_MARGIN * chunk * longest.most) / 60));
  const minutes = options.time === undefined ? estimate : Math.floor(options.time / 60);
  const bytes = options.memory ?? MEMORY_MARGIN * (cost.memory + PROGRAM_BYTES + cpus * THREAD_BYTES);
  return {
    chunk,
    cpus,
    megabytes: Math.ceil(bytes / MEGABYTE),
    minutes,
    warning: minutes === undefined ? WARNING_SECONDS : Math.min(WARNING_SECONDS, 30 * minutes),
  };
}

/** Parts of a list with this many elements each; the last may have fewer. */
export function chunksOf<Element>(list: readonly Element[], size: number): Element[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, k) => list.slice(k * size, (k + 1) * size));
}
