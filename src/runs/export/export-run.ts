// SPDX-License-Identifier: MIT
/** Exports the frames of a run in another format to a separate folder. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../io/make-folder.ts';
import { vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { insideFolder } from '../files/inside-folder.ts';
import { EXPORT_FOLDER } from '../folder/run-files.ts';
import { VTK_FOLDER } from '../outputs/vtk-output.ts';
import { atPath, RunError } from '../run-error.ts';
import { readSceneCopy } from '../scenes/scene-on-disk.ts';
import { exportCsv } from './export-csv.ts';
import { exportHdf5 } from './export-hdf5.ts';
import { type DumpBox, exportLammpsDump } from './export-lammps-dump.ts';
import { exportVtk } from './export-vtk.ts';
import { ExportedRun, type FrameSelection } from './exported-run.ts';
import { frameRadii } from './frame-radii.ts';

const EXPORT_FORMATS = ['hdf5', 'vtk', 'csv', 'lammps-dump'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportResult {
  readonly folder: string;
  readonly files: readonly string[];
  readonly frames: number;
  /** Damaged parts of the trajectory, which were skipped. */
  readonly problem: string | undefined;
  /** Bodies that are in the largest frame but not in `surfaces.pvd`. */
  readonly withoutSurface: number;
}

export interface ExportOptions {
  readonly to: ExportFormat;
  readonly selection: FrameSelection;
  /** Default: `export` in the run folder. */
  readonly out?: string;
  readonly force?: boolean;
  /** Most bodies whose surfaces are written for ParaView, those with the lowest ids; default: all. */
  readonly surfaces?: number;
}

function boxOf({ domain }: SimulationSpec): DumpBox {
  if (domain === undefined) return { periodic: [false, false, false], limits: undefined };
  const [min, max] = [vector3(domain.min), vector3(domain.max)];
  const limits = [[min.x, max.x] as const, [min.y, max.y] as const, [min.z, max.z] as const];
  return { periodic: domain.periodic ?? [false, false, false], limits };
}

/** Returns the names of the files. */
async function writeFormat(run: ExportedRun, folder: string, out: string, options: ExportOptions): Promise<string[]> {
  const { to, surfaces = Infinity } = options;
  if (to === 'csv') return atPath(out, () => exportCsv(run, out));
  const spec = readSceneCopy(folder, run.manifest).simulation;
  const radii = frameRadii(spec);
  if (to === 'vtk') return atPath(out, () => exportVtk(run, out, { radii, surfaces }));
  const box = boxOf(spec);
  if (to === 'lammps-dump') return atPath(out, () => exportLammpsDump(run, out, box));
  const edges = box.limits?.map(([min, max]) => max - min);
  return exportHdf5(run, out, { periodic: box.periodic, edges }, radii);
}

/**
 * Folder of the exports of a run. Throws a RunError if a link leads out of the run folder, which may come from somebody
 * else.
 */
function ownExports(folder: string, to: ExportFormat): string {
  return dirname(dirname(insideFolder(folder, `${EXPORT_FOLDER}/${to}/${VTK_FOLDER}/any`)));
}

/** Throws a RunError when the run has no such frames, or the folder for them holds something already. */
export async function exportRun(folder: string, options: ExportOptions): Promise<ExportResult> {
  const { to, selection, force = false } = options;
  const run = new ExportedRun(folder, selection);
  try {
    const out = options.out ?? ownExports(folder, to);
    if (!force && existsSync(out) && atPath(out, () => readdirSync(out)).length > 0) {
      throw new RunError(
        'not-empty',
        `${out}: is not empty; choose another folder with --out, or --force to replace files in it`,
      );
    }
    atPath(out, () => makeFolder(out));
    const files = await writeFormat(run, folder, out, options);
    const { problem } = run.trajectory;
    const surfaces = to === 'vtk' ? (options.surfaces ?? Infinity) : Infinity;
    const withoutSurface = Math.max(0, run.mostBodies - surfaces);
    return { folder: out, files, frames: run.readCount, problem, withoutSurface };
  } finally {
    run.trajectory.close();
  }
}
