// SPDX-License-Identifier: MIT
/**
 * Driver of a LIGGGHTS that was built with superquadrics, for `scree bench step --driver`: `liggghts-superquadrics.mjs
 * FOLDER PROCESSES`. Equal superquadrics and half-spaces along the axes. The environment variable
 * LIGGGHTS_SUPERQUADRICS is the path of the program.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastSnapshot } from './engine-output.mjs';
import { CPU_COMMAND, liggghtsName, runInputFile } from './run-engine.mjs';
import {
  BODIES_DUMP,
  DATA_FILE,
  PAIRS_DUMP,
  stateOf,
  superquadricData,
  superquadricInput,
} from './superquadric-input.mjs';

/** Exponents below 2 have no second derivative where they are needed, and LIGGGHTS refuses them. */
const SMALLEST_EXPONENT = 2;

function refusal({ superquadrics = [], mesh }) {
  if (!process.env.LIGGGHTS_SUPERQUADRICS)
    return 'not run: LIGGGHTS_SUPERQUADRICS is not the path of a LIGGGHTS built with superquadrics';
  if (superquadrics.length !== 1 || mesh) return 'not run: this driver has equal superquadrics and planes only';
  const { n1, n2 } = superquadrics[0];
  if (Math.min(n1, n2) < SMALLEST_EXPONENT) return 'not run: LIGGGHTS has exponents from 2 on';
  return undefined;
}

runInputFile({
  program: process.env.LIGGGHTS_SUPERQUADRICS ?? '',
  refusal,
  dataFile: { name: DATA_FILE, text: superquadricData },
  input: (scene) => superquadricInput(scene, CPU_COMMAND),
  engineOf: (output) => `${liggghtsName(output)}, superquadrics`,
  stateOf: (scene, folder) =>
    stateOf(scene, ...[PAIRS_DUMP, BODIES_DUMP].map((name) => lastSnapshot(readFileSync(join(folder, name), 'utf8')))),
});
