// SPDX-License-Identifier: MIT
/** `scree export`: the frames of a run in another format. */
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { InvalidOptionError } from '../../errors.ts';
import type { ExportFormat } from '../../runs/export/export-run.ts';
import type { FrameSelection } from '../../runs/export/exported-run.ts';
import { TextOutput } from '../terminal/text-output.ts';

const FORMATS = ['hdf5', 'vtk', 'csv', 'lammps-dump'];

const DETAILS = `
Reads trajectory.scree of the run, whether the run has ended or not, and writes into RUN/export/FORMAT. Damaged frames
are named on the standard error and left out.
  hdf5  trajectory.h5 in the layout of H5MD, for h5py, MDAnalysis and others; needs the package h5wasm (npm i h5wasm)
  vtk   bodies.pvd, surfaces.pvd, contacts.pvd, meshes.pvd, for ParaView
  csv   bodies.csv and contacts.csv; a scene can begin with the bodies of such a table
  lammps-dump  bodies.dump, for OVITO, VMD, ASE and LAMMPS; an OBJ file for each shape that is no sphere
Frames count from 0: --frames 7, --frames last, --frames 10:20 (20 not included), --frames -5: (the last five).

Example: scree export runs/balls --to hdf5 --every 10`;

/** A frame of as many bodies with 100 triangles each is a file of 60 MB. */
const SURFACES = 20_000;

interface ExportOptions {
  readonly to: ExportFormat;
  readonly frames: string;
  readonly every: number;
  readonly out?: string;
  readonly force?: true;
  readonly surfaces: number;
}

function integerFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Expected an integer >= ${least}.`);
  };
}

async function write(folder: string, options: ExportOptions, command: Command): Promise<void> {
  const { exportRun } = await import('../../runs/export/export-run.ts');
  const { holdsRun } = await import('../../runs/folder/read-manifest.ts');
  const { parseFrames } = await import('../../runs/export/exported-run.ts');
  const frames = parseFrames(options.frames);
  if (frames === undefined) {
    command.error(
      `error: option '--frames <frames>' argument '${options.frames}' is invalid. Expected 7, last, 10:20 or -5:.`,
    );
  }
  const selection: FrameSelection = { ...frames, every: options.every };
  const { to, out, force, surfaces } = options;
  if (to !== 'vtk' && command.getOptionValueSource('surfaces') === 'cli') {
    command.error("error: option '--surfaces <n>' is for --to vtk");
  }
  if (out !== undefined && holdsRun(out)) {
    const message = `--out ${out}: holds a run, whose files would be overwritten; choose another folder`;
    throw new InvalidOptionError('overwrites-input', message, { out });
  }
  const result = await exportRun(folder, { to, selection, ...(out && { out }), force: force === true, surfaces });
  if (result.problem !== undefined) console.error(`scree: ${result.problem}`);
  const { withoutSurface } = result;
  if (withoutSurface > 0) {
    const bodies = withoutSurface === 1 ? '1 body is' : `${withoutSurface} bodies are`;
    console.error(`scree: ${bodies} not in surfaces.pvd, those with the highest ids; --surfaces N writes more`);
  }
  const files = result.files.map((name) => `  ${join(result.folder, name)}\n`).join('');
  await new TextOutput(process.stdout).write(`${result.frames} ${result.frames === 1 ? 'frame' : 'frames'}:\n${files}`);
}

export function exportCommand(): Command {
  return new Command('export')
    .argument('<folder>', 'folder of the run')
    .addOption(new Option('--to <format>', 'what to write').choices(FORMATS).makeOptionMandatory())
    .option('--frames <frames>', 'which frames: 7, last, 10:20, -5:', ':')
    .option('--every <n>', 'each n-th of them', integerFrom(1), 1)
    .option('--surfaces <n>', 'bodies in surfaces.pvd at most, those with the lowest ids', integerFrom(0), SURFACES)
    .option('--out <folder>', 'where to write, instead of export/FORMAT in the run folder')
    .option('--force', 'replace files that are there')
    .addHelpText('after', DETAILS)
    .action(write);
}
