// SPDX-License-Identifier: MIT
/** One thread of the torture tool: takes the number of a block, answers with its report. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PairKind } from './pair-kinds.ts';
import { TortureSession } from './session.ts';

const { seed, kinds, progress } = workerData as {
  seed: number;
  kinds: readonly PairKind[];
  /** The number of the query that is running, for the watch on hangs. */
  progress: SharedArrayBuffer;
};
const current = new Float64Array(progress);
const session = new TortureSession({
  seed,
  kinds,
  onStart: (number) => {
    current[0] = number;
  },
});

parentPort?.on('message', ({ block, only }: { block: number; only?: number }) => {
  parentPort?.postMessage(session.runBlock(block, only));
});
parentPort?.postMessage('ready');
