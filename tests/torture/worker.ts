// SPDX-License-Identifier: MIT
/** One thread of the torture tool: takes the number of a block, answers with its report. */
import { parentPort, workerData } from 'node:worker_threads';
import { TortureSession } from './session.ts';
import type { PairKind } from './torture-pairs.ts';

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
