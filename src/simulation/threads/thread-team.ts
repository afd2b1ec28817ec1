// SPDX-License-Identifier: MIT
/**
 * The worker threads of a simulation on shared memory, in Node or in a cross-origin isolated page. The calling thread
 * is number 0 and computes too. In a browser it must be a worker, because the main thread of a page may not block.
 */
import { SimulationError } from '../../errors.ts';
import type { PagedMemory } from '../../step-kernel/step-kernel.ts';
import {
  EPOCH,
  MEMORY_PAGES,
  ORDER_TO_STOP,
  STEPS_WANTED,
  THREAD_FAILED,
  THREADS_READY,
} from '../../step-kernel/step-layout.ts';
import { nodeThreadScript } from './node-thread-script.ts';
import { pageThreadScript } from './page-thread-script.ts';
import { isNode, type ThreadData } from './thread-data.ts';
import { nextOrder } from './thread-order.ts';

/** Starting a worker takes a fraction of a second; a machine under heavy load may need much longer. */
const START_LIMIT_MS = 60_000;
/** Between two checks whether the threads have started. */
const START_LOOK_MS = 5;

/** A separate constant, since webpack bundles the file of `new URL(…, import.meta.url)`. */
const HERE = import.meta.url;
/** Node runs JavaScript only. In tests from the sources that is compiled (tests/setup/sources-plugin.ts). */
const NODE_WORKER = './step-worker.js';

interface StartedThread {
  terminate(): unknown;
  /** Why it could not start, if it has reported that. */
  failure?(): string | undefined;
}

/** A browser's worker, by what is used of it. */
interface PageWorker {
  terminate(): void;
  onerror: ((event: { readonly message?: string; preventDefault(): void }) => void) | null;
  postMessage(data: ThreadData): void;
}

function startNodeThread(workerData: ThreadData): StartedThread {
  const { MessageChannel, receiveMessageOnPort, Worker } = process.getBuiltinModule('node:worker_threads');
  const { port1, port2 } = new MessageChannel();
  const url = new URL(NODE_WORKER, HERE).href;
  // Code that was compiled in another thread cannot import modules, as those of user-defined laws.
  const script = workerData.finders?.laws === undefined ? nodeThreadScript() : undefined;
  const worker = new Worker(BOOT, {
    eval: true,
    workerData: { ...workerData, script, url, port: port2 },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return {
    terminate: () => worker.terminate(),
    failure: () => receiveMessageOnPort(port1)?.message,
  };
}

/**
 * Runs the worker's script, or imports its module where there is none. A thread that cannot start, or fails before it
 * is ready, is counted all the same: the thread that waits for the count sees it change, even if it begins to wait only
 * afterwards.
 */
const BOOT = `
const { workerData } = process.getBuiltinModule('node:worker_threads');
async function run({ text, cachedData }) {
  const { Script } = process.getBuiltinModule('node:vm');
  return new Script(text, { filename: 'step-worker.js', cachedData }).runInThisContext();
}
const { script, url } = workerData;
(script === undefined ? import(url) : run(script)).then(({ started }) => started).catch((error) => {
  workerData.port.postMessage(String(error?.message ?? error));
  const I = new Int32Array(workerData.memory.buffer);
  Atomics.store(I, ${THREAD_FAILED}, 1);
  Atomics.add(I, ${THREADS_READY}, 1);
  Atomics.notify(I, ${THREADS_READY});
});`;

/** Message if the browser gives no reason, as for scripts that its content security policy forbids. */
const NOT_LOADED =
  'its script was not loaded; allow worker-src blob: in the content security policy of the page, or serve ' +
  'scree/step-worker and call setStepWorkerUrl';

function startPageThread(data: ThreadData): StartedThread {
  const { Worker } = globalThis as unknown as { Worker: new (url: string, options: object) => PageWorker };
  const worker = new Worker(pageThreadScript(), { type: 'module' });
  let problem: string | undefined;
  worker.onerror = (event) => {
    event.preventDefault();
    problem ??= event.message || NOT_LOADED;
    const I = new Int32Array(data.memory.buffer);
    Atomics.store(I, THREAD_FAILED, 1);
    Atomics.add(I, THREADS_READY, 1);
    Atomics.notify(I, THREADS_READY);
  };
  worker.postMessage(data);
  return { terminate: () => worker.terminate(), failure: () => problem };
}

export class ThreadTeam {
  readonly #memory: PagedMemory;
  readonly #start: (thread: number) => StartedThread;
  readonly #workers: StartedThread[] = [];

  constructor(data: Omit<ThreadData, 'thread'>) {
    this.#memory = data.memory;
    const start = isNode() ? startNodeThread : startPageThread;
    this.#start = (thread) => start({ ...data, thread });
  }

  /**
   * Starts workers for this many threads, the caller included, unless they run already. Returns whether all are ready.
   */
  request(threads: number): boolean {
    while (this.#workers.length < threads - 1) this.#workers.push(this.#start(this.#workers.length + 1));
    const I = new Int32Array(this.#memory.buffer);
    if (Atomics.load(I, THREAD_FAILED) !== 0) this.#refuse(I);
    return Atomics.load(I, THREADS_READY) >= this.#workers.length;
  }

  /**
   * Resolves when all threads have started. A browser starts workers only while their creator does not block, so the
   * first step must wait for this. In Node, `start` waits.
   */
  async whenStarted(): Promise<void> {
    if (isNode()) return;
    const I = new Int32Array(this.#memory.buffer);
    const hasFailed = (): boolean => Atomics.load(I, THREAD_FAILED) !== 0;
    for (let waited = 0; waited < START_LIMIT_MS && !hasFailed(); waited += START_LOOK_MS) {
      if (Atomics.load(I, THREADS_READY) >= this.#workers.length) return;
      await new Promise((resolve) => setTimeout(resolve, START_LOOK_MS));
    }
  }

  /** Lets the workers run this many steps on this many threads; the caller must run the same loop. */
  start(steps: number, threads: number): void {
    this.request(threads);
    const I = new Int32Array(this.#memory.buffer);
    this.#awaitWorkers(I);
    Atomics.store(I, STEPS_WANTED, steps);
    Atomics.store(I, MEMORY_PAGES, this.#memory.buffer.byteLength / 65536);
    this.#wake(I, threads);
  }

  /** Without this, workers that cannot start would block the first barrier forever. */
  #awaitWorkers(I: Int32Array): void {
    const wanted = this.#workers.length;
    let ready = Atomics.load(I, THREADS_READY);
    let outcome = 'ok';
    while (isNode() && ready < wanted && outcome !== 'timed-out') {
      outcome = Atomics.wait(I, THREADS_READY, ready, START_LIMIT_MS);
      ready = Atomics.load(I, THREADS_READY);
    }
    if (ready < wanted || Atomics.load(I, THREAD_FAILED) !== 0) this.#refuse(I);
  }

  #refuse(I: Int32Array): never {
    const wanted = this.#workers.length;
    const ready = Atomics.load(I, THREADS_READY);
    const reason = this.#workers.map((worker) => worker.failure?.()).find((failure) => failure !== undefined);
    throw new SimulationError(
      'threads-failed',
      Atomics.load(I, THREAD_FAILED) !== 0
        ? `threads: a worker could not import what the simulation needs: ${reason ?? 'no reason is known'}; mend ` +
            'it, or run with threads: 1'
        : isNode()
          ? `threads: ${ready} of ${wanted} workers started within ${START_LIMIT_MS / 1000} s; run with threads: 1`
          : `threads: ${ready} of ${wanted} workers have started; in a browser use await Simulation.create(spec), ` +
            'or await simulation.whenStarted() before the first step',
      { ready, wanted },
    );
  }

  /** Signals waiting workers that this thread has failed. */
  abandon(): void {
    Atomics.store(new Int32Array(this.#memory.buffer), THREAD_FAILED, 1);
    this.stop();
  }

  /** Ends the workers; they are between two orders. */
  stop(): void {
    const I = new Int32Array(this.#memory.buffer);
    Atomics.store(I, ORDER_TO_STOP, 1);
    this.#wake(I, 0);
    for (const worker of this.#workers) void worker.terminate();
  }

  #wake(I: Int32Array, threads: number): void {
    Atomics.store(I, EPOCH, nextOrder(Atomics.load(I, EPOCH), threads));
    Atomics.notify(I, EPOCH);
  }
}
