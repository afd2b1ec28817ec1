// SPDX-License-Identifier: MIT
/**
 * Program of one process of the benchmark: `time-mesh-variant SET SPHERES VARIANT SECONDS` prints the timing as JSON.
 */
import { writeSync } from 'node:fs';
import { createMeshSet } from './mesh-set.ts';
import { timeMeshVariant } from './mesh-variants.ts';

const [set = '', spheres = '', variant = '', seconds = ''] = process.argv.slice(2);
const timing = await timeMeshVariant(variant, createMeshSet(set, Number(spheres)), Number(seconds));
writeSync(1, JSON.stringify(timing));
process.exit(0);
