// SPDX-License-Identifier: MIT
/**
 * Runs cases as array jobs of Slurm, which schedules, requeues after preemption and keeps time limits. This side
 * submits cases that no queued task has, and looks at the queue and at the records that tasks write. It may be killed:
 * the jobs go on, and the next call finds them.
 */
import { setTimeout } from 'node:timers/promises';
import { RunError } from '../../../runs/run-error.ts';
import { formatBytes, formatCount } from '../../../scene/format-quantity.ts';
import type { StudyCase } from '../../plan/study-case.ts';
import type { SlurmOptions } from '../../study-file/slurm-fields.ts';
import { type Executor, type ExecutorContext, type Forecast, LEAVE, type PlannedRuns } from '../executor.ts';
import { type ArrayJob, ArrayJobFiles, arrayJobFolder, newJobName } from './array-job.ts';
import { batchScript } from './batch-script.ts';
import {
  mostArrayTasks,
  type QueuedTask,
  queuedTasks,
  slurmsWord,
  submitScript,
  type TaskEnd,
} from './slurm-commands.ts';
import { stopArrayJobs } from './stop-jobs.ts';
import { chunksOf, taskResources } from './task-resources.ts';

/** A case whose task ended this many times without progress is given up. */
const MOST_ATTEMPTS = 3;
/** Between two looks at the queue, ms: often at first, seldom in a long study. */
const LEAST_WAIT_MS = 1000;
const MOST_WAIT_MS = 15_000;
const WAIT_SHARE = 0.05;
/** Looks without a task before it counts as ended: records on a file system of a network may be seen late. */
const LOOKS_WITHOUT = 2;
/** Characters of what a task printed that a message shows. */
const LONGEST_TAIL = 500;

/** Options of `SlurmExecutor`. */
export interface SlurmExecutorOptions extends SlurmOptions {
  /** Whether to leave the cases to Slurm as soon as they are submitted. */
  readonly detach?: boolean;
}

/** `1 task`, `3 tasks` */
function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** A task of an array job, by the cases that it has. */
interface Place {
  readonly job: ArrayJob;
  readonly task: number;
}

/** One call of `execute`. */
class QueuedCases {
  readonly #context: ExecutorContext;
  readonly #options: SlurmExecutorOptions;
  readonly #files: ArrayJobFiles;
  /** Cases without a record. */
  readonly #open: Map<string, StudyCase>;
  readonly #places = new Map<string, Place>();
  readonly #started = new Set<string>();
  readonly #attempts = new Map<string, { readonly count: number; readonly time: number }>();
  readonly #looksWithout = new Map<string, number>();
  readonly #told = new Set<string>();
  #jobs: ArrayJob[] = [];

  constructor(cases: readonly StudyCase[], context: ExecutorContext, options: SlurmExecutorOptions) {
    this.#context = context;
    this.#options = options;
    this.#files = new ArrayJobFiles(context.folder);
    this.#open = new Map(cases.map((each) => [each.id, each]));
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    await this.#findJobs();
    await this.#submitOrWait((error) => error.code === 'queue-full');
    const start = performance.now();
    while (this.#open.size > 0) {
      const isQueued = this.#places.size === this.#open.size;
      if ((this.#options.detach && isQueued) || (signal.aborted && signal.reason === LEAVE)) {
        this.#context.leave();
        return;
      }
      if (signal.aborted) {
        await stopArrayJobs(this.#context.folder);
        this.#takeRecords();
        return;
      }
      const share = WAIT_SHARE * (performance.now() - start);
      await setTimeout(Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, share)), undefined, { signal }).catch(() => {});
      if (!signal.aborted) await this.#look();
    }
  }

  /** Jobs that an earlier process submitted, with the tasks that are queued or run. */
  async #findJobs(): Promise<void> {
    const found = this.#files.open();
    const tasks = await this.#queue(found);
    if (tasks === undefined) return;
    for (const job of found) {
      const own = tasks.filter(({ name }) => name === job.name);
      const [first] = own;
      if (first === undefined) {
        this.#files.close(job);
        continue;
      }
      const known = { ...job, job: first.job };
      this.#files.note(known);
      this.#jobs.push(known);
      for (const { task } of own) this.#place(known, task);
      this.#context.note(
        `job ${known.job} of Slurm is still there, with ${counted(own.length, 'task')}`,
        'information',
      );
    }
  }

  #place(job: ArrayJob, task: number): void {
    for (const id of job.tasks[task - 1] ?? []) if (this.#open.has(id)) this.#places.set(id, { job, task });
  }

  /** Tasks that have not ended; waits while Slurm does not answer. Undefined when the study is to stop. */
  async #queue(jobs: readonly ArrayJob[]): Promise<readonly QueuedTask[] | undefined> {
    const { signal } = this.#context;
    for (;;) {
      const answer = await queuedTasks(jobs.map(({ name }) => name));
      if ('tasks' in answer) return answer.tasks;
      this.#tell(`Slurm does not answer, which is tried again: ${answer.problem}`);
      await setTimeout(MOST_WAIT_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
    }
  }

  /** Submits the open cases that no task has: one array for each scene, because scenes need different resources. */
  async #submit(): Promise<void> {
    const { signal, command, folder } = this.#context;
    const rest = [...this.#open.values()].filter(({ id }) => !this.#places.has(id));
    if (rest.length === 0 || signal.aborted) return;
    const mostTasks = await mostArrayTasks();
    for (const scene of new Set(rest.map((each) => each.scene))) {
      const ids = rest.filter((each) => each.scene === scene).map(({ id }) => id);
      const resources = taskResources(await this.#context.cost(scene), this.#options, ids.length);
      for (const tasks of chunksOf(chunksOf(ids, resources.chunk), mostTasks)) {
        if (signal.aborted) return;
        const name = newJobName();
        const planned = { name, job: undefined, tasks, isOver: false };
        const script = { name, folder: arrayJobFolder(folder), tasks: tasks.length, resources, command };
        const path = this.#files.begin(planned, batchScript(script, this.#options));
        let job: ArrayJob;
        try {
          job = { ...planned, job: await submitScript(path) };
        } catch (error) {
          this.#files.close(planned);
          throw error;
        }
        this.#files.note(job);
        this.#jobs.push(job);
        for (let task = 1; task <= tasks.length; task++) this.#place(job, task);
        const runs = tasks.reduce((sum, each) => sum + each.length, 0);
        const message = `job ${job.job} of Slurm: ${counted(runs, 'run')} in ${counted(tasks.length, 'task')}`;
        this.#context.note(message, 'information');
      }
    }
  }

  async #look(): Promise<void> {
    const tasks = await this.#queue(this.#jobs);
    if (tasks === undefined) return;
    this.#takeRecords();
    const queued = new Map(tasks.map((each) => [`${each.name}-${each.task}`, each]));
    for (const { reason, job } of tasks) {
      if (/held|never/i.test(reason)) this.#tell(`job ${job} of Slurm waits and will not start by itself: ${reason}`);
    }
    const lost = new Map<string, { readonly place: Place; readonly ids: string[] }>();
    for (const [id, place] of this.#places) {
      const key = `${place.job.name}-${place.task}`;
      const task = queued.get(key);
      if (task === undefined) {
        const { ids } = lost.get(key) ?? { ids: [] };
        lost.set(key, { place, ids: [...ids, id] });
      } else {
        this.#looksWithout.delete(key);
        if (task.state === 'running') this.#noteStart(place);
      }
    }
    for (const [key, { place, ids }] of lost) {
      const looks = (this.#looksWithout.get(key) ?? 0) + 1;
      this.#looksWithout.set(key, looks);
      if (looks >= LOOKS_WITHOUT) await this.#taskEnded(place, ids);
    }
    this.#closeJobs(new Set(tasks.map(({ name }) => name)));
    await this.#submitOrWait(() => true);
  }

  /** Submits what it can. An error that may pass is told, and the next look tries again. */
  async #submitOrWait(mayPass: (error: RunError) => boolean): Promise<void> {
    try {
      await this.#submit();
    } catch (error) {
      if (!(error instanceof RunError) || !mayPass(error)) throw error;
      this.#tell(`${error.message}; it is tried again`);
    }
  }

  /** Cases that have a record now. */
  #takeRecords(): void {
    for (const id of this.#open.keys()) if (this.#context.record(id) !== undefined) this.#end(id);
  }

  #end(id: string): void {
    this.#open.delete(id);
    this.#places.delete(id);
    this.#context.onEnd(id);
  }

  /** A task computes its cases in their order: the first without a record is the one that runs. */
  #noteStart({ job, task }: Place): void {
    const present = (job.tasks[task - 1] ?? []).find((id) => this.#open.has(id));
    if (present === undefined || this.#started.has(present)) return;
    this.#started.add(present);
    this.#context.onStart(present);
  }

  /** A task has left the queue without a record of these cases. */
  async #taskEnded({ job, task }: Place, ids: readonly string[]): Promise<void> {
    const end = await taskEnd(this.#files, job, task);
    for (const id of ids) {
      this.#places.delete(id);
      const time = this.#context.progress(id)?.time ?? 0;
      const before = this.#attempts.get(id) ?? { count: 0, time: 0 };
      const count = time > before.time ? 1 : before.count + 1;
      this.#attempts.set(id, { count, time });
      if (this.#started.delete(id) && !end.isCancelled && count < MOST_ATTEMPTS) {
        const message = `task ${task} of job ${job.job} ended by ${end.words}; run ${id} goes on in another`;
        this.#context.note(`${message} from its last checkpoint`);
      }
      if (!end.isCancelled && count < MOST_ATTEMPTS) continue;
      const tail = end.isCancelled ? '' : this.#files.printed(job.name, task, LONGEST_TAIL);
      const message = end.isCancelled
        ? `task ${task} of job ${job.job} was cancelled; scree study resume runs it again`
        : `its task ended ${count} times, the last time by ${end.words}${tail === '' ? '' : `: ${tail}`}`;
      this.#context.write({ id, state: 'lost', results: {}, notes: [message] });
      this.#end(id);
    }
  }

  #closeJobs(queued: ReadonlySet<string>): void {
    const placed = new Set([...this.#places.values()].map(({ job }) => job.name));
    this.#jobs = this.#jobs.filter((job) => {
      if (queued.has(job.name) || placed.has(job.name)) return true;
      this.#files.close(job);
      return false;
    });
  }

  /** Says something once. */
  #tell(message: string): void {
    if (!this.#told.has(message)) this.#context.note(message);
    this.#told.add(message);
  }
}

/** Slurm knows of kills and limits; the task itself knows whether it was asked to stop. */
async function taskEnd(files: ArrayJobFiles, { name, job }: ArrayJob, task: number): Promise<TaskEnd> {
  const slurms = job === undefined ? undefined : await slurmsWord(job, task);
  const own = files.end(name, task);
  if (own?.isCancelled && !slurms?.words.startsWith('PREEMPTED')) return own;
  return slurms ?? own ?? { isCancelled: false, words: 'unknown cause before it began' };
}

/**
 * Runs the cases of a study as array jobs of Slurm.
 *
 * @example
 * ```ts no-run
 * import { runStudy, SlurmExecutor } from 'scree/study';
 *
 * await runStudy('friction.study.yaml', 'runs/friction', { executor: new SlurmExecutor() });
 * ```
 */
export class SlurmExecutor implements Executor {
  readonly name = 'slurm';
  readonly #options: SlurmExecutorOptions;

  constructor(options: SlurmExecutorOptions = {}) {
    this.#options = options;
  }

  async execute(cases: readonly StudyCase[], context: ExecutorContext): Promise<void> {
    if (cases.length > 0 && !context.signal.aborted) await new QueuedCases(cases, context, this.#options).run();
  }

  forecast(
    planned: readonly PlannedRuns[],
    { folder, command }: Pick<ExecutorContext, 'folder' | 'command'>,
  ): Forecast {
    const arrays = planned
      .filter(({ runs }) => runs > 0)
      .map(({ runs, cost }) => {
        const resources = taskResources(cost, this.#options, runs);
        return { cost, resources, tasks: Math.ceil(runs / resources.chunk) };
      });
    const scripts = arrays.map(({ resources, tasks }) =>
      batchScript({ name: 'scree-NAME', folder: arrayJobFolder(folder), tasks, resources, command }, this.#options),
    );
    const { atOnce = Infinity } = this.#options;
    const tasks = arrays.reduce((sum, each) => sum + each.tasks, 0);
    const isKnown = arrays.every(({ cost }) => cost.seconds !== undefined);
    const longest = (end: 'least' | 'most'): number =>
      Math.max(
        0,
        ...arrays.map(({ cost, resources, tasks: own }) => {
          const rounds = Math.ceil(own / Math.min(own, atOnce));
          return rounds * resources.chunk * (cost.longest?.[end] ?? 0);
        }),
      );
    const bytes = arrays.map(({ resources, tasks: own }) => Math.min(own, atOnce) * resources.megabytes * 2 ** 20);
    const each = arrays.map(({ resources: { cpus, megabytes } }) => {
      return `${counted(cpus, 'core')} and ${formatBytes(megabytes * 2 ** 20)} each`;
    });
    return {
      seconds: isKnown ? { least: longest('least'), most: longest('most') } : undefined,
      memory: bytes.reduce((sum, each) => sum + each, 0),
      where: `in ${counted(tasks, 'task')} of Slurm (${[...new Set(each)].join('; ')}), without waiting in the queue`,
      scripts,
    };
  }
}
