// SPDX-License-Identifier: MIT
/** Program of one process of the benchmark: `time-one-variant SET_FILE VARIANT SECONDS` prints the timing as JSON. */
import { readFileSync, writeSync } from 'node:fs';
import { timeVariant } from './variants.ts';

const [setFile = '', variant = '', seconds = ''] = process.argv.slice(2);
const timing = await timeVariant(variant, JSON.parse(readFileSync(setFile, 'utf8')), Number(seconds));
writeSync(1, JSON.stringify(timing));
// Engines may keep threads or timers.
process.exit(0);
