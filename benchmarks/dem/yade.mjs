// SPDX-License-Identifier: MIT
/** Driver of YADE for `scree bench step --driver`: `yade.mjs FOLDER THREADS`. Spheres and half-spaces along the axes; a quarter of the steps, as it is slow. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTiming, readScene, run } from './run-engine.mjs';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'yade-spheres.py');
const SHARE = 0.25;

const [sceneFolder, threads] = process.argv.slice(2);
printTiming((folder) => {
  const scene = readScene(sceneFolder);
  if (scene.radius === undefined || scene.mesh) return { missing: 'not run: this driver has spheres and planes only' };
  const steps = [scene.warmUpSteps, scene.steps].map((count) => String(Math.max(1, Math.round(SHARE * count))));
  const output = run(['yade', `-j${threads}`, '-n', '-x', SCRIPT, resolve(sceneFolder), ...steps], folder);
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error('failed: YADE printed no timing');
  return JSON.parse(line);
});
