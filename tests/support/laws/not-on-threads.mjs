// SPDX-License-Identifier: MIT
// A law that further threads of a simulation cannot import.
import { workerData } from 'node:worker_threads';

if (workerData?.thread > 0) throw new Error('no licence for a second thread');

export { default } from './linear-spring.mjs';
