// SPDX-License-Identifier: MIT
/**
 * Driver of LIGGGHTS built with superquadrics, for `scree bench step --driver`: `liggghts-superquadrics.mjs FOLDER
 * PROCESSES`. Equal superquadrics and half-spaces along the axes. The environment variable LIGGGHTS_SUPERQUADRICS is
 * the path of the program.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastSnapshot } from './engine-output.mjs';
import { runTimed } from './run-engine.mjs';
import { BODIES_DUMP, dumpLines, PAIRS_COMPUTE, PAIRS_DUMP, stateOf } from './superquadric-state.mjs';

/** LIGGGHTS refuses smaller exponents: its method needs second derivatives, which they do not have everywhere. */
const SMALLEST_EXPONENT = 2;

function refusal({ superquadrics = [], mesh }) {
  if (!process.env.LIGGGHTS_SUPERQUADRICS)
    return 'not run: set LIGGGHTS_SUPERQUADRICS to the path of LIGGGHTS built with superquadrics';
  if (superquadrics.length !== 1 || mesh) return 'not run: this driver supports equal superquadrics and planes only';
  const { n1, n2 } = superquadrics[0];
  if (Math.min(n1, n2) < SMALLEST_EXPONENT) return 'not run: LIGGGHTS supports exponents of 2 and more only';
  return undefined;
}

runTimed({
  name: 'liggghts',
  hasSuperquadrics: true,
  refusal,
  // LIGGGHTS requires the compute before the first run. It costs nothing until a dump uses it.
  before: [PAIRS_COMPUTE],
  after: dumpLines(),
  stateOf: (scene, folder) =>
    stateOf(scene, ...[PAIRS_DUMP, BODIES_DUMP].map((name) => lastSnapshot(readFileSync(join(folder, name), 'utf8')))),
});
