// SPDX-License-Identifier: MIT
/** Executors that have a name on the command line. Imports nothing: the help of the program needs the names alone. */
export const EXECUTOR_NAMES = ['local', 'slurm'] as const;
/** Name of a built-in executor. */
export type ExecutorName = (typeof EXECUTOR_NAMES)[number];

export function isExecutorName(name: string): name is ExecutorName {
  return (EXECUTOR_NAMES as readonly string[]).includes(name);
}
