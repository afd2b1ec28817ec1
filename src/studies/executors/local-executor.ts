// SPDX-License-Identifier: MIT
/**
 * Runs cases in processes of this machine. While there are at least as many cases as cores, each core has one case:
 * independent runs need no barriers. The last cases share the free cores as threads.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { formatCount } from '../../scene/format-quantity.ts';
import type { StudyCase } from '../plan/study-case.ts';
import {
  computingTime,
  type Executor,
  type ExecutorContext,
  type Forecast,
  type PlannedRuns,
  PROGRAM_BYTES,
} from './executor.ts';

/** A case whose process was ended this many times is given up. */
const MOST_ATTEMPTS = 3;
/** Part of the free memory that runs may have. */
const MEMORY_SHARE = 0.8;
/** Characters of what a process printed that a message shows. */
const LONGEST_TAIL = 500;

interface Worker {
  readonly process: ChildProcess;
  readonly closed: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  busy: { readonly studyCase: StudyCase; readonly cores: number } | undefined;
  tail: string;
}

/** Options of `LocalExecutor`. */
export interface LocalOptions {
  /** Cores that all runs together may use; default: all. */
  readonly cores?: number;
}

/** Cores of the next case: one while cases wait for cores, otherwise a fair share of the free ones. */
export function coresForNext(freeCores: number, waiting: number): number {
  return Math.max(1, Math.floor(freeCores / Math.max(1, Math.min(waiting, freeCores))));
}

/** Processes that have room in memory. */
export function processesInMemory(bytesPerCase: number, freeBytes: number): number {
  return Math.max(1, Math.floor((MEMORY_SHARE * freeBytes) / (bytesPerCase + PROGRAM_BYTES)));
}

/** One call of `execute`. */
class Pool {
  readonly #context: ExecutorContext;
  readonly #cores: number;
  readonly #queue: StudyCase[];
  readonly #workers = new Set<Worker>();
  readonly #attempts = new Map<string, number>();
  readonly #mostWorkers: number;
  #finish: () => void = () => {};
  /** What a callback of the study threw, such as a full disk; no case starts any more then. */
  #problem: { readonly error: unknown } | undefined;

  constructor(cases: readonly StudyCase[], context: ExecutorContext, cores: number) {
    this.#context = context;
    this.#cores = cores;
    this.#queue = [...cases];
    this.#mostWorkers = Math.min(cores, cases.length, processesInMemory(context.memory, process.availableMemory()));
    if (this.#mostWorkers < Math.min(cores, cases.length)) {
      context.note(`${this.#mostWorkers} runs at a time: there is no memory for more`);
    }
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    const stop = (): void => {
      for (const { process: child } of this.#workers) child.kill('SIGTERM');
      this.#look();
    };
    signal.addEventListener('abort', stop);
    this.#look();
    await finished;
    signal.removeEventListener('abort', stop);
    if (this.#problem !== undefined) throw this.#problem.error;
  }

  get #isStopping(): boolean {
    return this.#context.signal.aborted || this.#problem !== undefined;
  }

  /** Carries out what an event of a process asks for. An error ends the study; running cases write checkpoints. */
  #handle(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#problem ??= { error };
      for (const { process: child } of this.#workers) child.kill('SIGTERM');
    }
    this.#look();
  }

  get #freeCores(): number {
    return this.#cores - [...this.#workers].reduce((sum, { busy }) => sum + (busy?.cores ?? 0), 0);
  }

  /** Gives work to who has none, and ends what is not needed. */
  #look(): void {
    const isStopping = this.#isStopping;
    while (!isStopping && this.#queue.length > 0 && this.#freeCores > 0) {
      const idle = [...this.#workers].find(({ busy }) => busy === undefined);
      if (idle === undefined && this.#workers.size >= this.#mostWorkers) break;
      const worker = idle ?? this.#start();
      const cores = coresForNext(this.#freeCores, Math.min(this.#queue.length, this.#room()));
      const studyCase = this.#queue.shift() as StudyCase;
      worker.busy = { studyCase, cores };
      this.#context.onStart(studyCase.id);
      worker.process.stdin?.write(`${JSON.stringify({ id: studyCase.id, cores })}\n`);
    }
    if (isStopping || this.#queue.length === 0) {
      for (const { busy, process: child } of this.#workers) if (busy === undefined) child.stdin?.end();
    }
    if (this.#workers.size === 0 && (isStopping || this.#queue.length === 0)) this.#finish();
  }

  /** Cases that could start now. */
  #room(): number {
    const busy = [...this.#workers].filter((worker) => worker.busy !== undefined).length;
    return Math.max(1, this.#mostWorkers - busy);
  }

  #start(): Worker {
    const [program = '', ...args] = this.#context.command;
    const child = spawn(program, [...args, '--from-stdin'], { stdio: ['pipe', 'pipe', 'pipe'] });
    const closed = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.on('error', () => resolve({ code: null, signal: null }));
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
    const worker: Worker = { process: child, closed, busy: undefined, tail: '' };
    // A process that has ended closes its pipe; what became of it is found out below.
    child.stdin?.on('error', () => {});
    child.stderr?.on('data', (text) => {
      worker.tail = (worker.tail + String(text)).slice(-LONGEST_TAIL);
    });
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', () => this.#handle(() => this.#ended(worker)));
    }
    closed.then(({ code, signal }) => {
      this.#workers.delete(worker);
      this.#handle(() => this.#lost(worker, signal ?? `exit code ${code}`));
    });
    this.#workers.add(worker);
    return worker;
  }

  /** The process has ended its case: it prints a line then. */
  #ended(worker: Worker): void {
    const { busy } = worker;
    worker.busy = undefined;
    if (busy !== undefined) this.#context.onEnd(busy.studyCase.id);
  }

  /** The process has gone; a case that it had is tried again, from its last checkpoint. */
  #lost({ busy, tail }: Worker, how: string): void {
    if (busy === undefined || this.#isStopping) return;
    const printed = tail.trim() === '' ? '' : `: ${tail.trim()}`;
    const { id } = busy.studyCase;
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempts);
    if (attempts < MOST_ATTEMPTS) {
      this.#context.note(`the process of run ${id} was ended (${how}${printed}); it goes on from its last checkpoint`);
      this.#queue.unshift(busy.studyCase);
      return;
    }
    const message = `its process was ended ${attempts} times, the last time by ${how}${printed}`;
    this.#context.write({ id, state: 'lost', results: {}, notes: [message] });
    this.#context.onEnd(id);
  }
}

/**
 * Runs the cases of a study in processes on this machine.
 *
 * @example
 * ```ts no-run
 * import { LocalExecutor, runStudy } from 'scree/study';
 *
 * await runStudy('friction.study.yaml', 'runs/friction', { executor: new LocalExecutor({ cores: 2 }) });
 * ```
 */
export class LocalExecutor implements Executor {
  readonly name = 'local';
  readonly #cores: number;

  constructor({ cores = availableParallelism() }: LocalOptions = {}) {
    this.#cores = cores;
  }

  async execute(cases: readonly StudyCase[], context: ExecutorContext): Promise<void> {
    if (cases.length > 0 && !context.signal.aborted) await new Pool(cases, context, this.#cores).run();
  }

  forecast(planned: readonly PlannedRuns[]): Forecast {
    const cores = this.#cores;
    const runs = planned.reduce((sum, each) => sum + each.runs, 0);
    const bytes = Math.max(0, ...planned.map(({ cost }) => cost.memory));
    const atOnce = Math.min(cores, runs, processesInMemory(bytes, process.availableMemory()));
    const total = computingTime(planned);
    const share = Math.max(1, atOnce);
    return {
      seconds: total && { least: total.least / share, most: total.most / share },
      memory: atOnce * (bytes + PROGRAM_BYTES),
      where: `on ${formatCount(cores)} cores of this machine`,
      scripts: [],
    };
  }
}
