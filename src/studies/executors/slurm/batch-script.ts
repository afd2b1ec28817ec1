// SPDX-License-Identifier: MIT
/**
 * The script of an array job. Each task runs its line of the list of cases. Slurm sends SIGUSR1 before the time limit:
 * the run writes a checkpoint and the task goes back to the queue. Every task appends to a state file what becomes of
 * it, for clusters without accounting.
 */
import { shellWord } from '../../shell-word.ts';
import type { SlurmOptions } from '../../study-file/slurm-fields.ts';
import type { TaskResources } from './task-resources.ts';

export interface BatchJob {
  /** Name of the job in Slurm, and of its files. */
  readonly name: string;
  /** Folder of these files, an absolute path. */
  readonly folder: string;
  /** Number of tasks. */
  readonly tasks: number;
  readonly resources: TaskResources;
  /** Command that runs cases; `--cases` and ids follow. */
  readonly command: readonly string[];
}

/** `1-02:03:00` */
export function slurmTime(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${days > 0 ? `${days}-` : ''}${two(hours)}:${two(rest)}:00`;
}

function sbatchLines({ name, folder, tasks, resources }: BatchJob, options: SlurmOptions): string[] {
  const { cpus, megabytes, minutes, warning } = resources;
  const { partition, account, qos, atOnce, lines = [] } = options;
  return [
    `--job-name=${name}`,
    `--array=1-${tasks}${atOnce === undefined ? '' : `%${atOnce}`}`,
    '--ntasks=1',
    `--cpus-per-task=${cpus}`,
    `--mem=${megabytes}M`,
    ...(minutes === undefined ? [] : [`--time=${slurmTime(minutes)}`]),
    '--requeue',
    `--signal=B:USR1@${warning}`,
    `--output=${shellWord(`${folder.replaceAll('%', '%%')}/${name}-%a.log`)}`,
    '--open-mode=append',
    ...(partition === undefined ? [] : [`--partition=${partition}`]),
    ...(account === undefined ? [] : [`--account=${account}`]),
    ...(qos === undefined ? [] : [`--qos=${qos}`]),
    ...lines,
  ];
}

export function batchScript(job: BatchJob, options: SlurmOptions): string {
  const { name, folder, resources, command } = job;
  const { setup = [] } = options;
  // sbatch replaces %a by the number of the task, and %% by %.
  return `#!/bin/bash
${sbatchLines(job, options)
  .map((line) => `#SBATCH ${line}`)
  .join('\n')}

cd ${shellWord(folder)} || exit 1
state=${name}-$SLURM_ARRAY_TASK_ID.state
note() { echo "$(date -u +%FT%TZ) $*" >> "$state"; }

# Before the time limit: a checkpoint, then back to the queue. When it is cancelled or preempted: a checkpoint.
reason=
worker=
stop() { reason=$1; if [ -n "$worker" ]; then kill -TERM "$worker" 2> /dev/null; fi; }
trap 'stop limit' USR1
trap 'stop stopped' TERM

# A list that is gone: the study was started again without this job.
[ -f ${name}.cases ] || exit 0
cases=$(sed -n "\${SLURM_ARRAY_TASK_ID}p" ${name}.cases)
${setup.map((line) => `${line}\n`).join('')}note "running $(hostname)"
${command.map(shellWord).join(' ')} --cores ${resources.cpus} --cases $cases &
worker=$!
if [ -n "$reason" ]; then kill -TERM "$worker"; fi
wait "$worker"
code=$?
# A signal ends the wait, not the process.
while kill -0 "$worker" 2> /dev/null; do wait "$worker"; code=$?; done

if [ "$reason" = limit ] && [ "$code" -ne 0 ]; then
  note "requeued $code"
  scontrol requeue "\${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && exit 0
fi
if [ "$reason" = stopped ]; then note "stopped $code"; else note "ended $code"; fi
exit "$code"
`;
}
