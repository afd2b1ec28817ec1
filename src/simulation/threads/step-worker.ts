// SPDX-License-Identifier: MIT
/** A worker thread of a simulation: waits for an order, runs the common step loop, waits again. */

import { wasmStepKernel } from '../../step-kernel/step-kernel.ts';
import {
  EPOCH,
  MEMORY_PAGES,
  ORDER_TO_STOP,
  STEPS_WANTED,
  THREAD_FAILED,
  THREADS_READY,
} from '../../step-kernel/step-layout.ts';
import { runSteps } from '../time-loop/step-loop.ts';
import { touchFinders } from '../touches/make-finders.ts';
import { loadModules } from '../user-laws/law-modules.ts';
import { receiveThreadData, type ThreadData } from './thread-data.ts';
import { threadsOfOrder } from './thread-order.ts';

async function followOrders({ module, memory, thread, finders }: ThreadData): Promise<void> {
  const kernel = wasmStepKernel(module, memory);
  let I = new Int32Array(memory.buffer);
  let F = new Float64Array(memory.buffer);
  if (finders?.laws !== undefined) {
    await loadModules(finders.laws);
  }
  const touches = finders === undefined ? undefined : touchFinders(finders, kernel, thread);
  let seen = 0;
  Atomics.add(I, THREADS_READY, 1);
  Atomics.notify(I, THREADS_READY);
  for (;;) {
    Atomics.wait(I, EPOCH, seen);
    const epoch = Atomics.load(I, EPOCH);
    if (epoch === seen) continue;
    seen = epoch;
    if (Atomics.load(I, ORDER_TO_STOP) !== 0) break;
    const threads = threadsOfOrder(epoch);
    if (thread >= threads) continue;
    // Growing is seen at once by WebAssembly, but a little later by the views of this thread.
    const pages = Atomics.load(I, MEMORY_PAGES);
    while (memory.buffer.byteLength < 65536 * pages) Atomics.wait(I, EPOCH, seen, 1);
    if (F.buffer !== memory.buffer) {
      I = new Int32Array(memory.buffer);
      F = new Float64Array(memory.buffer);
    }
    try {
      runSteps({ kernel, F, I, thread, threads, touches }, Atomics.load(I, STEPS_WANTED));
    } catch (error) {
      Atomics.store(I, THREAD_FAILED, 1);
      throw error;
    }
  }
}

/** Ends when the thread does. */
export const started = receiveThreadData(followOrders);
