// SPDX-License-Identifier: MIT
/** Graphics card, optional packages, and other programs that Scree uses. */
import { execFile } from 'node:child_process';
import { engineLaunch, findEngine } from '../engines/engine-launch.ts';
import type { EngineName } from '../engines/engine-name.ts';
import { openGpu } from '../gpu/engine/gpu-adapter.ts';
import { type Finding, found, missing } from './finding.ts';

/** Programs that only print their version answer within a second; ParaView loads its libraries first. */
const LONGEST_ANSWER_MS = 20_000;
const GIB = 2 ** 30;

async function graphicsCard(): Promise<Finding> {
  try {
    const { device, name, isSoftware } = await openGpu();
    const { maxBufferSize, maxStorageBuffersPerShaderStage } = device.limits;
    const limits = `buffers of ${(maxBufferSize / GIB).toFixed(1)} GiB, ${maxStorageBuffersPerShaderStage} to a kernel`;
    device.destroy();
    if (!isSoftware) return found('graphics card', `${name}; ${limits}`);
    return missing('graphics card', 'computes on the processor: right, but slower than --device cpu', name);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^device gpu: /, '') : String(error);
    return missing('graphics card', `for --device gpu: ${reason}`);
  }
}

async function optionalPackage(name: string, purpose: string): Promise<Finding> {
  // The name is a variable, so that bundlers do not resolve it.
  const isThere = await import(name).then(
    () => true,
    () => false,
  );
  return isThere ? found(name, 'installed') : missing(name, `${purpose}: npm install ${name}`);
}

/** First line that the program prints; undefined if it is not installed or fails. */
function firstLine(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { encoding: 'utf8', timeout: LONGEST_ANSWER_MS }, (error, stdout, stderr) => {
      resolve(error === null ? (`${stdout}\n${stderr}`.trim().split('\n')[0] ?? '') : undefined);
    });
  });
}

async function program(name: string, call: readonly [string, ...string[]], remedy: string): Promise<Finding> {
  const [file, ...args] = call;
  const line = await firstLine(file, args);
  return line === undefined ? missing(name, remedy) : found(name, line);
}

/** Without a display ParaView does not even print its version, but the Python beside it does. */
async function paraView(): Promise<Finding> {
  const remedy = 'shows VTK files; Debian: apt-get install paraview; elsewhere paraview.org';
  const withDisplay = await program('ParaView', ['paraview', '--version'], remedy);
  return withDisplay.status === 'found' ? withDisplay : program('ParaView', ['pvpython', '--version'], remedy);
}

function outsideEngine(name: EngineName, title: string): Finding {
  try {
    return found(title, findEngine(engineLaunch({ name, ranks: 1 }, process.env)).version);
  } catch {
    return missing(title, `for --engine ${name}; Debian: apt-get install ${name}`);
  }
}

const PYTHON_READERS = 'import numpy, sys; print("Python", sys.version.split()[0], "with NumPy", numpy.__version__)';

export async function programFindings(): Promise<Finding[]> {
  return [
    await graphicsCard(),
    await optionalPackage('h5wasm', 'for scree export --to hdf5'),
    await optionalPackage('hyparquet-writer', 'for scree study --parquet'),
    await paraView(),
    await program(
      'Python',
      ['python3', '-c', PYTHON_READERS],
      'reads trajectories and tables (python/scree.py) and HDF5 files; Debian: apt-get install python3-numpy python3-h5py',
    ),
    outsideEngine('lammps', 'LAMMPS'),
    outsideEngine('liggghts', 'LIGGGHTS'),
    await program('MPI', ['mpirun', '--version'], 'for --ranks; Debian: apt-get install openmpi-bin'),
    await program('Slurm', ['sbatch', '--version'], 'for scree study --executor slurm, on a cluster'),
  ];
}
