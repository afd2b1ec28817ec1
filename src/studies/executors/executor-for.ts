// SPDX-License-Identifier: MIT
/** The executor of a name, with what the study file says about it. */
import type { Study } from '../study-file/study.ts';
import type { Executor } from './executor.ts';
import type { ExecutorName } from './executor-names.ts';
import { LocalExecutor } from './local-executor.ts';
import { SlurmExecutor } from './slurm/slurm-executor.ts';

interface NamedOptions {
  /** Of `local`. */
  readonly cores?: number;
  /** Of `slurm`. */
  readonly detach?: boolean;
}

export function executorFor(
  name: ExecutorName,
  { slurm = {} }: Pick<Study, 'slurm'>,
  { cores, detach = false }: NamedOptions = {},
): Executor {
  if (name === 'slurm') return new SlurmExecutor({ ...slurm, detach });
  return new LocalExecutor(cores === undefined ? {} : { cores });
}
