// SPDX-License-Identifier: MIT
/**
 * The further threads of a simulation, as Node's workers on the shared memory. The thread that asks for steps is number 0 and
 * works along. In a browser that thread must be a worker itself: the main thread of a page may not wait.
 */
import type { MessagePort, Worker } from 'node:worker_threads';
import { SimulationError } from '../errors.ts';
import type { PagedMemory, StepModule } from '../step-kernel/step-kernel.ts';
import { EPOCH, MEMORY_PAGES, ORDER_TO_STOP, STEPS_WANTED, THREAD_FAILED, THREADS_READY } from './step-loop.ts';
import type { FinderSpec } from './touches/make-finders.ts';

/** Starting a worker takes a fraction of a second; a machine under heavy load may need much longer. */
const START_LIMIT_MS = 60_000;

/** Node runs JavaScript only: from the sources, as in tests, the built worker is taken. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/simulation/step-worker.js' : './step-worker.js',
  import.meta.url,
);

/**
 * Imports the worker's module. One that cannot be imported, or fails before it is ready, is counted all the same: the thread that waits for the
 * count sees it change, even if it begins to wait only afterwards.
 */
const BOOT = `
const { workerData } = require('node:worker_threads');
import(workerData.url).catch((error) => {
  workerData.port.postMessage(String(error?.message ?? error));
  const I = new Int32Array(workerData.memory.buffer);
  Atomics.store(I, ${THREAD_FAILED}, 1);
  Atomics.add(I, ${THREADS_READY}, 1);
  Atomics.notify(I, ${THREADS_READY});
});`;

export class ThreadTeam {
  readonly #memory: PagedMemory;
  readonly #workers: readonly Worker[];
  /** What a worker says that cannot go on. */
  readonly #failures: readonly MessagePort[];

  /** `finders` describes what finds touches; every thread makes its own. */
  constructor(module: StepModule, memory: PagedMemory, threads: number, finders: FinderSpec | undefined) {
    this.#memory = memory;
    // Asked for at run time, so that a browser's bundle, which has one thread, need not know the module.
    const { MessageChannel: NodeChannel, Worker: NodeWorker } = process.getBuiltinModule('node:worker_threads');
    const failures: MessagePort[] = [];
    this.#workers = Array.from({ length: threads - 1 }, (_, k) => {
      const { port1, port2 } = new NodeChannel();
      failures.push(port1);
      const workerData = { url: WORKER.href, port: port2, module, memory, thread: k + 1, threads, finders };
      const worker = new NodeWorker(BOOT, { eval: true, workerData, transferList: [port2] });
      worker.unref();
      port1.unref();
      return worker;
    });
    this.#failures = failures;
  }

  /** Lets the workers run so many steps; the caller must run the same loop. */
  start(steps: number): void {
    const I = new Int32Array(this.#memory.buffer);
    this.#awaitWorkers(I);
    Atomics.store(I, STEPS_WANTED, steps);
    Atomics.store(I, MEMORY_PAGES, this.#memory.buffer.byteLength / 65536);
    this.#wake(I);
  }

  /** Without this, workers that cannot start would let the first barrier wait for ever. */
  #awaitWorkers(I: Int32Array): void {
    const wanted = this.#workers.length;
    let ready = Atomics.load(I, THREADS_READY);
    let outcome = 'ok';
    while (ready < wanted && outcome !== 'timed-out') {
      outcome = Atomics.wait(I, THREADS_READY, ready, START_LIMIT_MS);
      ready = Atomics.load(I, THREADS_READY);
    }
    const hasFailed = Atomics.load(I, THREAD_FAILED) !== 0;
    if (ready >= wanted && !hasFailed) return;
    throw new SimulationError(
      'threads-failed',
      hasFailed
        ? `threads: a worker could not import what the simulation needs: ${this.#reason()}; mend it, or run with threads: 1`
        : `threads: ${ready} of ${wanted} workers started within ${START_LIMIT_MS / 1000} s; run with threads: 1`,
      { ready, wanted },
    );
  }

  #reason(): string {
    const { receiveMessageOnPort } = process.getBuiltinModule('node:worker_threads');
    const told = this.#failures.map((port) => receiveMessageOnPort(port)?.message).find((each) => each !== undefined);
    return told ?? 'no reason is known';
  }

  /** Tells the workers, should they be waiting, that this thread has failed. */
  abandon(): void {
    Atomics.store(new Int32Array(this.#memory.buffer), THREAD_FAILED, 1);
    this.stop();
  }

  /** Ends the workers; they are between two orders. */
  stop(): void {
    const I = new Int32Array(this.#memory.buffer);
    Atomics.store(I, ORDER_TO_STOP, 1);
    this.#wake(I);
    for (const worker of this.#workers) void worker.terminate();
  }

  #wake(I: Int32Array): void {
    Atomics.add(I, EPOCH, 1);
    Atomics.notify(I, EPOCH);
  }
}
