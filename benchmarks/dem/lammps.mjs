// SPDX-License-Identifier: MIT
/**
 * Driver of LAMMPS for `scree bench step --driver`: `lammps.mjs FOLDER PROCESSES`. Spheres and half-spaces along the
 * axes.
 */
import { runTimed } from './run-engine.mjs';

runTimed({
  name: 'lammps',
  refusal: ({ radius, mesh }) =>
    radius === undefined || mesh ? 'not run: this driver has spheres and planes only' : undefined,
});
