// SPDX-License-Identifier: MIT
/**
 * What the drivers share: reading the scene that `scree bench step` wrote, running an engine, and printing its timing
 * as one line of JSON.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineLaunch, findEngine } from '../../dist/engines/engine-launch.js';
import { timingOfLoop } from './engine-output.mjs';
import { timedInput } from './timed-input.mjs';

/** Line of an input file that prints the CPU time of the engine. */
export const CPU_COMMAND = `shell bash ${join(dirname(fileURLToPath(import.meta.url)), 'print-cpu-time.sh')}`;

/** `scene.json`, and the rows of `bodies.csv` as arrays of numbers. */
export function readScene(folder) {
  const scene = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  const [, ...lines] = readFileSync(join(folder, 'bodies.csv'), 'utf8').trim().split('\n');
  return { ...scene, bodies: lines.map((line) => line.split(',').map(Number)) };
}

/** Calls `work` with a folder that is gone afterwards; prints what it returns, or why there is nothing. */
export function printTiming(work) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-dem-'));
  try {
    console.log(JSON.stringify(work(folder)));
  } catch (error) {
    console.log(JSON.stringify({ missing: error.message }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a command in a folder and returns what it printed. Without warnings, what it writes of them goes nowhere.
 * Processes of MPI may outnumber the cores; one that waits gives way.
 */
export function run(command, folder, { hasWarnings = true } = {}) {
  const environment = {
    ...process.env,
    OMPI_ALLOW_RUN_AS_ROOT: '1',
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
    OMPI_MCA_rmaps_base_oversubscribe: '1',
    OMPI_MCA_hwloc_base_binding_policy: 'none',
    OMPI_MCA_mpi_yield_when_idle: '1',
  };
  const { stdout, stderr, status, error } = spawnSync(command[0], command.slice(1), {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', hasWarnings ? 'pipe' : 'ignore'],
    maxBuffer: 2 ** 28,
  });
  if (error) throw error.code === 'ENOENT' ? new Error(`not installed: ${command[0]}`) : error;
  if (status !== 0)
    throw new Error(`failed: ${`${stdout}${stderr ?? ''}`.split('\n').find((line) => /error/i.test(line))}`);
  return stdout;
}

/**
 * Runs LAMMPS or LIGGGHTS on the scene and the number of processes of the command line, and prints its timing.
 * `refusal` returns why this engine cannot run a scene. `before` and `after` are lines of the input around the steps,
 * `stateOf` reads the contacts and the agitation from dump files.
 */
export function runTimed({ name, hasSuperquadrics = false, refusal, before = [], after = [], stateOf = () => ({}) }) {
  const [sceneFolder, processes] = process.argv.slice(2);
  printTiming((folder) => {
    const scene = readScene(sceneFolder);
    const missing = refusal(scene);
    if (missing !== undefined) return { missing };
    const choice = { name, ranks: Number(processes), hasSuperquadrics };
    const launch = engineLaunch(choice, process.env);
    const engine = findEngine(launch);
    const { files, lines } = timedInput(engine, scene, sceneFolder);
    for (const [file, text] of files) writeFileSync(join(folder, file), text);
    const timed = [...before, `run ${scene.warmUpSteps}`, CPU_COMMAND, `run ${scene.steps}`, CPU_COMMAND, ...after];
    // Beds are cut into columns.
    const input = ['processors * * 1', ...lines, ...timed, ''];
    writeFileSync(join(folder, 'in.scene'), input.join('\n'));
    const command = [...launch.launcher, launch.program, '-in', 'in.scene', '-log', 'none'];
    const output = run(command, folder);
    const title = `${engine.version}${hasSuperquadrics ? ', superquadrics' : ''}`;
    return {
      ...timingOfLoop(output, { steps: scene.steps, processes: Number(processes), engine: title }),
      ...stateOf(scene, folder),
    };
  });
}
