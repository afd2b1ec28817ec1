// SPDX-License-Identifier: MIT
/** `scree analyse`: bulk quantities of a run from its trajectory, or columns of its tables, as tables and plots. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { HeapOptions } from '../../analysis/heap.ts';
import type { MixingOptions } from '../../analysis/mixing-index.ts';
import { PLANE_QUANTITIES } from '../../analysis/plane-flow.ts';
import { REGION_QUANTITIES } from '../../analysis/region-quantities.ts';
import type { SliceAxis } from '../../analysis/slices.ts';
import { InvalidOptionError } from '../../errors.ts';
import { runFiles } from '../../runs/folder/run-folder.ts';
import { readQuantity } from '../../scene/units/parse-quantity.ts';
import { refuseInput } from '../options/input-guard.ts';
import { TextOutput } from '../terminal/text-output.ts';

export interface AnalyseOptions {
  readonly quantity?: readonly string[];
  readonly region?: string;
  readonly plane?: string;
  readonly along?: SliceAxis;
  readonly slices?: number;
  readonly cells?: MixingOptions['cells'];
  readonly by?: MixingOptions['by'];
  readonly weight?: MixingOptions['weight'];
  readonly fewest?: number;
  readonly across?: HeapOptions['across'];
  readonly bins?: number;
  readonly from?: number;
  readonly until?: number;
  readonly table?: string;
  readonly columns?: readonly string[];
  readonly over?: string;
  readonly fit?: boolean;
  readonly average?: boolean;
  readonly csv?: string;
  readonly plot?: string;
  readonly chains?: string;
}

const DETAILS = `
Quantities of a region: ${REGION_QUANTITIES.join(', ')}; of a plane: ${PLANE_QUANTITIES.join(', ')}.
NAME alone is that of --region, plane.NAME that of --plane, region.PLACE.NAME and plane.PLACE.NAME those of a place that
the scene defines;
stress.zz or velocity.x is one component. Without --csv, --plot and --chains the table goes to the standard output.

Regions are all, a name of the scene, box:x,y,z:x,y,z, sphere:x,y,z:radius or cylinder:x,y,z:x,y,z:radius; numbers may
have units.
A plane is a name of the scene or point and direction, x,y,z:x,y,z.
--table needs no trajectory: it takes a CSV table of the run by its name. --fit gives a rate, such as that of a
discharge, as the slope of a column over time; --average gives means and their errors, or one profile of many.

Examples:
  scree analyse runs/a --quantity coordination packingFraction --region box:0,0,0:10cm,10cm,5cm
  scree analyse runs/a --quantity velocity.x --along z --slices 30 --plot profile.svg
  scree analyse runs/a --quantity plane.mass plane.massRate --plane 0,0,5cm:0,0,-1 --csv flow.csv
  scree analyse runs/a --chains chains.vtp
  scree analyse runs/a --table energies --columns energy.kinetic energy.potential --plot energies.svg
  scree analyse runs/a --table flow --columns plane.hole.mass --fit --from 0.5s --until 2s
  scree analyse runs/a --quantity velocity.x --along z --from 1s --average --plot profile.svg`;

function readTime(text: string): number {
  const reading = readQuantity(text, ['time']);
  if ('problem' in reading) throw new InvalidArgumentError(reading.problem);
  return reading.value;
}

function readCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1e6) throw new InvalidArgumentError('Expected an integer >= 1.');
  return value;
}

function readCells(text: string): MixingOptions['cells'] {
  const [x, y, z, ...rest] = text.split(',').map(readCount);
  if (x === undefined || y === undefined || z === undefined || rest.length > 0) {
    throw new InvalidArgumentError('Expected three integers, 5,5,5.');
  }
  return [x, y, z];
}

const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected ${words.join(', ')}.`);
    return found;
  };

/** Tables and plots may be in the run folder, but must not overwrite files of the run or each other. */
function refuseRunFiles(folder: string, { csv, plot, chains }: AnalyseOptions): void {
  const names = [...Object.entries({ csv, plot, chains })].flatMap(([option, path]) =>
    path ? [{ option, path }] : [],
  );
  const own = runFiles(folder);
  for (const [k, { option, path }] of names.entries()) {
    refuseInput(`--${option}`, path, own);
    const other = names.slice(0, k).find((each) => resolve(each.path) === resolve(path));
    if (other === undefined) continue;
    const message = `--${option} ${path}: is also the file of --${other.option}; choose another name`;
    throw new InvalidOptionError('same-file', message, { path });
  }
}

async function analyse(folder: string, options: AnalyseOptions): Promise<void> {
  // The schema of scenes takes a tenth of a second to load, which the other commands need not wait for.
  const { analyseRun } = await import('./analyse-run.ts');
  refuseRunFiles(folder, options);
  const { files, text, problem, notes = [] } = analyseRun(folder, options);
  for (const note of problem === undefined ? notes : [problem, ...notes]) process.stderr.write(`scree: ${note}\n`);
  for (const { path, content } of files) writeFileSync(path, content);
  await new TextOutput(process.stdout).write(text + files.map(({ path }) => `${path} written\n`).join(''));
}

export function analyseCommand(): Command {
  return new Command('analyse')
    .argument('<folder>', 'folder of a run; with a trajectory, unless --table is given')
    .option('--quantity <names...>', 'what to measure; count, coordination, packingFraction and pressure unless given')
    .option('--region <region>', 'where, for quantities without a region: all unless given')
    .option('--plane <plane>', 'for quantities plane.QUANTITY')
    .option('--along <axis>', 'cuts the region into slices along x, y or z: a row for each', oneOf('x', 'y', 'z'))
    .option('--slices <n>', 'how many slices, 20 unless given', readCount)
    .option('--cells <x,y,z>', 'cells of the mixing index, 5,5,5 unless given', readCells)
    .option('--by <kind>', 'what the mixing index tells apart: material or shape', oneOf('material', 'shape'))
    .option('--weight <kind>', 'what a body counts in the mixing index: number or mass', oneOf('number', 'mass'))
    .option('--fewest <n>', 'cells with fewer bodies do not count for the mixing index', readCount)
    .option('--across <axis>', 'axis of the surface of a heap: x, y, z or radial', oneOf('x', 'y', 'z', 'radial'))
    .option('--bins <n>', 'bins of the surface profile of a heap; the angle of repose does not depend on it', readCount)
    .option('--from <time>', 'start of the time range; includes the frame of this time', readTime)
    .option('--until <time>', 'end of the time range; includes the frame of this time', readTime)
    .option('--table <name>', 'takes a table that the run has written instead of measuring')
    .option('--columns <names...>', 'columns of the table, or what their names begin with; all unless given')
    .option('--over <column>', 'column for the axis across, time unless given')
    .option('--fit', 'of the table, the line through each column by least squares: slope, its error, intercept')
    .option('--average', 'means over time: of each column, or of each slice of a profile')
    .option('--csv <file>', 'writes the table to a file')
    .option('--plot <file.svg>', 'draws the values over time, or the last profile')
    .option('--chains <file>', 'writes force chains: all of them to .csv, the last moment to .vtp for ParaView')
    .addHelpText('after', DETAILS)
    .action(analyse);
}
