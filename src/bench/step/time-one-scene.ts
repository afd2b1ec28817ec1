// SPDX-License-Identifier: MIT
/**
 * Program of one process of the benchmark: `time-one-scene SCENE quick|full BED_FILE THREADS COPIES_X COPIES_Y WARM_UP
 * STEPS [profile]` prints the timing as JSON. COPIES_X and COPIES_Y repeat the packing side by side; 0 does not.
 */
import { writeSync } from 'node:fs';
import { readPacking } from './settled-packing.ts';
import { createScene } from './step-scene.ts';
import { tiledSpec } from './tiled-packing.ts';
import { timeSteps } from './time-steps.ts';

const [name = '', size = '', packingFile = '', ...numbers] = process.argv.slice(2);
const [threads = 1, copiesX = 0, copiesY = 0, warmUpSteps = 0, steps = 1] = numbers.map(Number);
const isProfiled = numbers[5] === 'profile';
const scene = createScene(name, size === 'quick');
const measured = scene.measured(readPacking(packingFile), threads);
const spec = copiesX > 0 ? tiledSpec(measured, scene, [copiesX, copiesY]) : measured;
const { firstSteps = 0 } = scene;
// Copies are timed on many threads; allocation, which takes 250 steps more, is measured without them.
const countsAllocation = copiesX === 0;
writeSync(1, JSON.stringify(timeSteps(spec, { warmUpSteps, steps, firstSteps, isProfiled, countsAllocation })));
// The threads of the simulation have received the order to end, but may take a while.
process.exit(0);
