// SPDX-License-Identifier: MIT
/**
 * Driver of LIGGGHTS for `scree bench step --driver`: `liggghts.mjs FOLDER PROCESSES`. Spheres, half-spaces along the
 * axes, one rotating mesh.
 */
import { runTimed } from './run-engine.mjs';

runTimed({
  name: 'liggghts',
  refusal: ({ radius }) => (radius === undefined ? 'not run: the packaged LIGGGHTS has spheres only' : undefined),
});
