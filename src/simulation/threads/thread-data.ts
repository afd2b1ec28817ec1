// SPDX-License-Identifier: MIT
/** The data that a worker thread gets at its start: with the worker in Node, as the first message in a browser. */
import type { PagedMemory, StepModule } from '../../step-kernel/step-kernel.ts';
import type { FinderSpec } from '../touches/make-finders.ts';

export interface ThreadData {
  readonly module: StepModule;
  readonly memory: PagedMemory;
  readonly thread: number;
  /** What finds touches; every thread makes its own. */
  readonly finders: FinderSpec | undefined;
}

/** Whether Node's modules are available; queried at run time, so that a bundle for browsers does not include them. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && typeof process.getBuiltinModule === 'function';
}

/** The part of a browser's worker that is used here: TypeScript declares it only together with all of its globals. */
interface WorkerScope {
  onmessage: ((event: { readonly data: ThreadData }) => void) | null;
}

/**
 * Called once by the thread; `begin` receives the start data. In Node the promise is that of `begin`, so its failure
 * reaches the creator of the worker. In a browser a failure is thrown outside the promise, since only such an error
 * reaches `onerror` of the worker.
 */
export async function receiveThreadData(begin: (data: ThreadData) => Promise<void>): Promise<void> {
  if (isNode()) return begin(process.getBuiltinModule('node:worker_threads').workerData as ThreadData);
  (globalThis as unknown as WorkerScope).onmessage = ({ data }) =>
    void begin(data).catch((error) =>
      setTimeout(() => {
        throw error;
      }),
    );
}
