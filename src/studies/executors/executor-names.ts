// SPDX-License-Identifier: MIT
/** Executors that have a name on the command line. Imports nothing: the help of the program needs the names alone. */
export const EXECUTOR_NAMES = ['local', 'slurm'] as const;
/**
 * Name of a built-in executor.
 *
 * @example
 * ```ts no-run
 * import { type ExecutorName, runStudy } from 'scree/study';
 *
 * const executor: ExecutorName = 'local';
 * await runStudy('friction.study.yaml', 'runs/friction', { executor });
 * ```
 */
export type ExecutorName = (typeof EXECUTOR_NAMES)[number];

export function isExecutorName(name: string): name is ExecutorName {
  return (EXECUTOR_NAMES as readonly string[]).includes(name);
}
