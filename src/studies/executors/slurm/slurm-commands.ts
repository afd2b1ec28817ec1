// SPDX-License-Identifier: MIT
/** The programs of Slurm that a study uses, and what they answer: sbatch, squeue, scancel, scontrol, sacct. */
import { execFile } from 'node:child_process';
import { RunError } from '../../../runs/run-error.ts';

/** Longest time that Slurm may need for an answer, ms; its programs give up sooner. */
const LONGEST_ANSWER_MS = 120_000;
/** scancel tries again for minutes if a task is on its way from one state to another; whoever asks tries again, too. */
const LONGEST_CANCEL_MS = 10_000;
const LARGEST_ANSWER = 1 << 28;
/** States of tasks that compute, or hold their node still. */
const RUNNING = ['RUNNING', 'COMPLETING', 'CONFIGURING', 'SIGNALING', 'STAGE_OUT', 'STOPPED', 'SUSPENDED'];
const WAITING = ['PENDING', 'REQUEUED', 'REQUEUE_HOLD', 'REQUEUE_FED', 'RESV_DEL_HOLD', 'SPECIAL_EXIT', 'RESIZING'];
/** Largest index of an array plus one, where Slurm does not tell: its default. */
const USUAL_ARRAY_SIZE = 1001;

/** A task of an array that is queued or computes. */
export interface QueuedTask {
  /** Name of its job. */
  readonly name: string;
  /** Number of its job. */
  readonly job: string;
  readonly task: number;
  readonly state: 'waiting' | 'running';
  /** Why it waits; empty if it does not. */
  readonly reason: string;
}

interface Answer {
  readonly code: number;
  readonly text: string;
  readonly problem: string;
}

function ask(program: string, args: readonly string[], timeout = LONGEST_ANSWER_MS): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'utf8', timeout, maxBuffer: LARGEST_ANSWER } as const;
    execFile(program, args, options, (error, text, printed) => {
      if (error?.code === 'ENOENT') {
        const needs = '--executor slurm needs sbatch, squeue, scancel and scontrol on this machine';
        reject(new RunError('no-slurm', `${program}: not found; ${needs}`));
        return;
      }
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, text, problem: printed.trim().split('\n').at(-1) ?? '' });
    });
  });
}

/** Tasks in what `squeue -o %j|%F|%K|%T|%r` prints; those that have ended are left out. */
export function readQueue(text: string): QueuedTask[] {
  return text.split('\n').flatMap((line): QueuedTask[] => {
    const [name = '', job = '', task = '', state = '', ...reason] = line.split('|');
    const isRunning = RUNNING.includes(state);
    if (!isRunning && !WAITING.includes(state)) return [];
    const common = { name, job, task: Number(task) };
    return isRunning
      ? [{ ...common, state: 'running', reason: '' }]
      : [{ ...common, state: 'waiting', reason: reason.join('|') }];
  });
}

/** Tasks of these jobs that have not ended; `problem` when Slurm cannot be asked. */
export async function queuedTasks(
  names: readonly string[],
): Promise<{ readonly tasks: readonly QueuedTask[] } | { readonly problem: string }> {
  if (names.length === 0) return { tasks: [] };
  const { code, text, problem } = await ask('squeue', [
    '--noheader',
    '--array',
    `--name=${names.join(',')}`,
    '--format=%j|%F|%K|%T|%r',
  ]);
  return code === 0 ? { tasks: readQueue(text) } : { problem: problem || `squeue ended with exit code ${code}` };
}

/** The number of the job in what `sbatch --parsable` prints: `12`, or `12;cluster`. */
export function readJobNumber(text: string): string | undefined {
  return /^(\d+)(?:;.*)?$/m.exec(text)?.[1];
}

/**
 * Submits a script; the number of its job. Throws a RunError with Slurm's words; its code is `queue-full` when Slurm
 * may take the script later.
 */
export async function submitScript(path: string): Promise<string> {
  const { code, text, problem } = await ask('sbatch', ['--parsable', path]);
  const job = readJobNumber(text);
  if (code === 0 && job !== undefined) return job;
  const words = problem || text.trim() || `exit code ${code}`;
  if (/temporarily un/i.test(words)) throw new RunError('queue-full', `sbatch: the queue of Slurm is full: ${words}`);
  throw new RunError('not-submitted', `${path}: sbatch refused it: ${words}; see the key slurm of the study file`);
}

/** Takes what waits from the queue, and sends SIGTERM to the scripts that run. */
export async function stopJob(job: string): Promise<void> {
  await ask('scancel', ['--state=PENDING', job], LONGEST_CANCEL_MS);
  await ask('scancel', ['--batch', '--signal=TERM', job], LONGEST_CANCEL_MS);
}

export async function cancelJob(job: string): Promise<void> {
  await ask('scancel', [job], LONGEST_CANCEL_MS);
}

/** Most tasks of an array whose first is 1. */
export async function mostArrayTasks(): Promise<number> {
  const { text } = await ask('scontrol', ['show', 'config']);
  const size = Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(text)?.[1] ?? USUAL_ARRAY_SIZE);
  return Math.max(1, size - 1);
}

/** How a task ended. */
export interface TaskEnd {
  /** By the user or the administrator: it is not to be submitted again by itself. */
  readonly isCancelled: boolean;
  readonly words: string;
}

function endOf(state: string, exit: string): TaskEnd {
  const [code = '0', signal = '0'] = exit.split(':');
  const how = signal !== '0' ? `, signal ${signal}` : code !== '0' ? `, exit code ${code}` : '';
  return { isCancelled: state.startsWith('CANCELLED'), words: `${state.split(' ')[0]}${how}` };
}

/** From `sacct -n -X -P -o State,ExitCode`; undefined if it tells nothing. */
export function readAccounting(text: string): TaskEnd | undefined {
  const line = text.trim().split('\n').at(-1) ?? '';
  const [state = '', exit = ''] = line.split('|');
  return /^[A-Z_]+( by \d+)?$/.test(state) ? endOf(state, exit) : undefined;
}

/** From `scontrol show job -o`. */
export function readJobRecord(text: string): TaskEnd | undefined {
  const state = /\bJobState=([A-Z_]+)/.exec(text)?.[1];
  return state === undefined ? undefined : endOf(state, /\bExitCode=(\d+:\d+)/.exec(text)?.[1] ?? '0:0');
}

/** The last line of the state file of a task: `2026-11-18T06:45:41Z ended 1`. */
export function readStateFile(text: string): { readonly word: string; readonly rest: string } {
  const [, word = '', rest = ''] = /^\S+ (\w+) ?(.*)$/.exec(text.trim().split('\n').at(-1) ?? '') ?? [];
  return { word, rest };
}

/** What the task itself wrote of its end. */
export function endInStateFile(text: string): TaskEnd | undefined {
  const { word, rest } = readStateFile(text);
  if (word === 'stopped') return { isCancelled: true, words: 'CANCELLED' };
  if (word === 'ended') return { isCancelled: false, words: `exit code ${rest}` };
  if (word === 'requeued') return { isCancelled: false, words: 'the time limit, and could not be queued again' };
  return word === 'running' ? { isCancelled: false, words: `a kill on ${rest}` } : undefined;
}

/** What Slurm knows of a task that has left the queue: from its accounting, or from its memory of recent jobs. */
export async function slurmsWord(job: string, task: number): Promise<TaskEnd | undefined> {
  const id = `${job}_${task}`;
  const accounting = await ask('sacct', ['-n', '-X', '-P', '-j', id, '-o', 'State,ExitCode']);
  const found = accounting.code === 0 ? readAccounting(accounting.text) : undefined;
  if (found !== undefined) return found;
  const record = await ask('scontrol', ['show', 'job', '-o', id]);
  return record.code === 0 ? readJobRecord(record.text) : undefined;
}
