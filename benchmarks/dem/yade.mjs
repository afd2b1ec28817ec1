// SPDX-License-Identifier: MIT
/**
 * Driver of YADE for `scree bench step --driver`: `yade.mjs FOLDER THREADS`. Spheres or polyhedra and half-spaces along
 * the axes. It is slow: a quarter of the steps with spheres, what 30 seconds allow with polyhedra.
 */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTiming, readScene, run } from './run-engine.mjs';

const SHARE = 0.25;
const SECONDS = 30;

const [sceneFolder, threads] = process.argv.slice(2);

function program(name, ...rest) {
  const script = join(dirname(fileURLToPath(import.meta.url)), name);
  return ['yade', `-j${threads}`, '-n', '-x', script, resolve(sceneFolder), ...rest.map(String)];
}

function programFor({ polyhedra, warmUpSteps, steps }) {
  if (polyhedra) return program('yade-polyhedra.py', SECONDS, steps);
  return program('yade-spheres.py', ...[warmUpSteps, steps].map((count) => Math.max(1, Math.round(SHARE * count))));
}

printTiming((folder) => {
  const scene = readScene(sceneFolder);
  if ((scene.radius === undefined && !scene.polyhedra) || scene.mesh)
    return { missing: 'not run: this driver has spheres, polyhedra and planes only' };
  // It warns of polyhedra that meet in a degenerate way, in hundreds of thousands of lines.
  const output = run(programFor(scene), folder, { hasWarnings: !scene.polyhedra });
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error('failed: YADE printed no timing');
  return JSON.parse(line);
});
