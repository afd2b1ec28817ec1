// SPDX-License-Identifier: MIT
/**
 * What the drivers share: reading the scene that `scree bench step` wrote, running an engine, and printing its timing
 * as one line of JSON.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timingOfLoop } from './engine-output.mjs';

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

/** The command line on so many processes of MPI. */
function onProcesses(count, command) {
  return count === 1 ? command : ['mpirun', '-np', String(count), ...command];
}

/**
 * The data file that LAMMPS and LIGGGHTS read. An atom has the columns of its atom style ([type, diameter, density, x,
 * y, z] for a sphere), its motion is [vx, vy, vz, wx, wy, wz].
 */
export function dataText({ bounds, types, atoms, motions }) {
  const sides = ['x', 'y', 'z'].map((axis, k) => `${bounds.min[k]} ${bounds.max[k]} ${axis}lo ${axis}hi`);
  const numbered = (rows) => rows.map((row, k) => `${k + 1} ${row.join(' ')}`);
  const head = ['bodies', '', `${atoms.length} atoms`, `${types} atom types`, '', ...sides, ''];
  return [...head, 'Atoms', '', ...numbered(atoms), '', 'Velocities', '', ...numbered(motions), ''].join('\n');
}

const SPHERES = {
  name: 'spheres.data',
  text: ({ bodies, bounds, material }) => {
    const atoms = bodies.map(([x, y, z, radius]) => [1, 2 * radius, material.density, x, y, z]);
    return dataText({ bounds, types: 1, atoms, motions: bodies.map((numbers) => numbers.slice(4)) });
  },
};

/** Name and version of LIGGGHTS, from its output. */
export function liggghtsName(output) {
  return /LIGGGHTS-\S+ [\d.]+/.exec(output)?.[0] ?? 'LIGGGHTS';
}

/**
 * Runs LAMMPS or LIGGGHTS on the scene and the number of processes of the command line, and prints its timing.
 * `refusal` returns why this engine cannot run a scene. `dataFile` and `input` make the files that the engine reads.
 * `engineOf` reads its name and version from its output, `stateOf` the contacts and the agitation from its dump files.
 */
export function runInputFile({ program, refusal, dataFile = SPHERES, input, engineOf, stateOf = () => ({}) }) {
  const [sceneFolder, processes] = process.argv.slice(2);
  printTiming((folder) => {
    const scene = readScene(sceneFolder);
    const missing = refusal(scene);
    if (missing !== undefined) return { missing };
    writeFileSync(join(folder, dataFile.name), dataFile.text(scene));
    writeFileSync(join(folder, 'in.scene'), input(scene));
    if (scene.mesh) copyFileSync(join(sceneFolder, scene.mesh.file), join(folder, 'mesh.stl'));
    const output = run(onProcesses(Number(processes), [program, '-in', 'in.scene', '-log', 'none']), folder);
    return {
      ...timingOfLoop(output, { steps: scene.steps, processes: Number(processes), engine: engineOf(output) }),
      ...stateOf(scene, folder),
    };
  });
}
