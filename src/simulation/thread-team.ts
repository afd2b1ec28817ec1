// SPDX-License-Identifier: MIT
/**
 * The further threads of a simulation, as Node's workers on the shared memory. The thread that asks for steps is number 0 and
 * works along. In a browser that thread must be a worker itself: the main thread of a page may not wait.
 */
import type { Worker } from 'node:worker_threads';
import type { PagedMemory, StepModule } from '../step-kernel/step-kernel.ts';
import { EPOCH, MEMORY_PAGES, ORDER_TO_STOP, STEPS_WANTED } from './step-loop.ts';

/** Node runs JavaScript only: from the sources, as in tests, the built worker is taken. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/simulation/step-worker.js' : './step-worker.js',
  import.meta.url,
);

export class ThreadTeam {
  readonly #memory: PagedMemory;
  readonly #workers: readonly Worker[];

  constructor(module: StepModule, memory: PagedMemory, threads: number) {
    this.#memory = memory;
    // Asked for at run time, so that a browser's bundle, which has one thread, need not know the module.
    const { Worker: NodeWorker } = process.getBuiltinModule('node:worker_threads');
    this.#workers = Array.from({ length: threads - 1 }, (_, k) => {
      const worker = new NodeWorker(WORKER, { workerData: { module, memory, thread: k + 1, threads } });
      worker.unref();
      return worker;
    });
  }

  /** Lets the workers run so many steps; the caller must run the same loop. */
  start(steps: number): void {
    const I = new Int32Array(this.#memory.buffer);
    Atomics.store(I, STEPS_WANTED, steps);
    Atomics.store(I, MEMORY_PAGES, this.#memory.buffer.byteLength / 65536);
    this.#wake(I);
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
