// SPDX-License-Identifier: MIT
/**
 * How much more several threads of this machine compute than one, if they share nothing: the most that any program can
 * gain there. It is less than the number of threads where cores lower their clock together or are halves of one core.
 */
import { Worker } from 'node:worker_threads';

/** Time of one measurement, ms: many times that of starting threads. */
const DURATION_MS = 400;

/**
 * Multiplications, square roots and reads from the nearest cache, all threads from the same moment on. Four sums that
 * do not wait for each other keep the core busy.
 */
const PROGRAM = `
const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const { arrived, threads, duration } = workerData;
const table = new Float64Array(1024).fill(1.1);
function work() {
  let a = 1, b = 2, c = 3, d = 4;
  for (let k = 0; k < 100000; k++) {
    const x = table[k & 1023];
    a = a * 0.999 + x;
    b = b * 0.998 + Math.sqrt(x + a);
    c = c * 0.997 + x * b;
    d = d * 0.996 + Math.sqrt(c);
  }
  table[0] = 1 + 1e-3 / (1 + a + b + c + d);
}
for (let k = 0; k < 20; k++) work();
Atomics.add(arrived, 0, 1);
while (Atomics.load(arrived, 0) < threads);
let rounds = 0;
const start = performance.now();
let now = start;
for (; now - start < duration; now = performance.now(), rounds++) work();
parentPort.postMessage(rounds / (now - start));
`;

/** Rounds per millisecond of all threads together. */
async function rate(threads: number): Promise<number> {
  const arrived = new Int32Array(new SharedArrayBuffer(4));
  const rates = await Promise.all(
    Array.from({ length: threads }, () => {
      const worker = new Worker(PROGRAM, { eval: true, workerData: { arrived, threads, duration: DURATION_MS } });
      return new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  return rates.reduce((sum, each) => sum + each, 0);
}

/** For each number of threads, how many times as much they compute as one thread. */
export async function machineSpeedUps(numbers: readonly number[]): Promise<number[]> {
  const one = await rate(1);
  const speedUps: number[] = [];
  for (const threads of numbers) speedUps.push(threads === 1 ? 1 : (await rate(threads)) / one);
  return speedUps;
}
