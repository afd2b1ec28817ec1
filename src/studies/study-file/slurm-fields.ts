// SPDX-License-Identifier: MIT
/** The key `slurm` of a study file: where its runs are queued, and what their tasks ask for. */
import { z } from 'zod';
import { integer, optional, quantity, section, withDefault } from '../../scene/schema/fields.ts';
import { MOST_THREADS } from '../../simulation/time-loop/step-loop.ts';

/** Shortest time limit of a task, s: Slurm looks at time limits every half minute. */
const SHORTEST_TIME = 120;
const LONGEST_TIME = 365 * 86_400;
const MOST_TASKS = 1_000_000;
/** Bytes of the units of memory. */
const UNITS: Readonly<Record<string, number>> = {
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** Options of sbatch that the script of a study has already, and where else they are given. */
const OWN_OPTIONS: Readonly<Record<string, string>> = {
  '--partition': 'partition',
  '--account': 'account',
  '--qos': 'qos',
  '--time': 'time',
  '--mem': 'memory',
  '--cpus-per-task': 'cpus',
  '--array': 'chunk and atOnce',
};
const FIXED_OPTIONS = [
  '--job-name',
  '--output',
  '--error',
  '--open-mode',
  '--chdir',
  '--signal',
  '--requeue',
  '--no-requeue',
  '--ntasks',
  '--nodes',
  '--wait',
  '--parsable',
  '--wrap',
];

/** A word that sbatch takes; it has no blanks. */
const word = (description: string) =>
  z
    .string()
    .regex(/^\S{1,200}$/, { error: 'expected a word without blanks' })
    .meta({ description });

const line = (description: string) =>
  z
    .string()
    .regex(/^[^\r\n]{1,1000}$/, { error: 'expected one line' })
    .meta({ description });

const memoryField = z
  .unknown()
  .transform((given, context): number => {
    const [, digits = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*$/.exec(String(given)) ?? [];
    const bytes = Number(digits) * (UNITS[unit] ?? Number.NaN);
    if (bytes > 0) return bytes;
    context.addIssue({ code: 'custom', message: `expected a size, such as 500 MB or 4 GiB, got ${String(given)}` });
    return z.NEVER;
  })
  .meta({ description: 'Memory of a task.' });

const sbatchLine = line('An option of sbatch, such as --constraint=avx2.').superRefine((given, context) => {
  const name = /^--?[A-Za-z][\w-]*/.exec(given)?.[0];
  const refuse = (message: string): void => context.addIssue({ code: 'custom', message });
  if (name === undefined || !given.startsWith('--')) refuse(`expected an option of sbatch, --NAME=VALUE, got ${given}`);
  else if (Object.hasOwn(OWN_OPTIONS, name)) refuse(`${name} is given by the key ${OWN_OPTIONS[name]} of slurm`);
  else if (FIXED_OPTIONS.includes(name)) refuse(`${name} is set by Scree; leave it out`);
});

export const slurmField = section(
  {
    partition: optional(word('Partition.'), 'that of the cluster'),
    account: optional(word('Account that is charged.'), 'that of the user'),
    qos: optional(word('Quality of service.'), 'that of the user'),
    time: optional(
      quantity('time', { description: 'Time limit of a task.', from: SHORTEST_TIME, to: LONGEST_TIME }),
      'twice the longest estimate of its runs',
    ),
    memory: optional(memoryField, 'from the estimate of the largest run'),
    cpus: optional(
      integer({ description: 'Cores of a run.', from: 1, to: MOST_THREADS }),
      '1, or for runs of more than an hour as many as make them faster, at most 8',
    ),
    chunk: optional(
      integer({ description: 'Runs that a task of the array computes one after the other.', from: 1, to: MOST_TASKS }),
      'as many as take about a minute',
    ),
    atOnce: optional(
      integer({ description: 'Tasks that may run at a time.', from: 1, to: MOST_TASKS }),
      'as many as the cluster lets run',
    ),
    lines: withDefault(z.array(sbatchLine).meta({ description: 'Further options of sbatch.' }), [], 'none'),
    setup: withDefault(
      z.array(line('A command of the shell, such as module load nodejs.')).meta({
        description: 'Commands of the shell before the runs of a task.',
      }),
      [],
      'none',
    ),
  },
  'How the runs are queued with --executor slurm.',
);

/** Time in s, memory in bytes. */
export type SlurmOptions = Partial<z.output<typeof slurmField>>;
