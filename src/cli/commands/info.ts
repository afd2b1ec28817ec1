// SPDX-License-Identifier: MIT
/** `scree info`: content and defects of a mesh file; on request it repairs the mesh and writes it. */
import { Command, InvalidArgumentError } from 'commander';
import { readMeshFile, WRITTEN_FORMATS, writeMeshFile, writtenFormat } from '../../io/mesh-file.ts';
import { singlePrecisionShift } from '../../io/stl-writer.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { examineMesh, type MendOptions, type MeshReport, mendMesh } from '../../meshes/mesh-doctor.ts';
import { refuseInput } from '../options/input-guard.ts';
import { EXIT_INPUT, EXIT_OK } from '../terminal/exit-code.ts';
import { changesJson, changesText, reportJson, reportText } from '../terminal/mesh-text.ts';
import { TextOutput } from '../terminal/text-output.ts';

interface InfoOptions {
  readonly json?: true;
  readonly mend?: string;
  readonly weld?: number;
  readonly quick?: true;
}

const DETAILS = `
Reads OBJ, STL and PLY, text or binary. An error keeps the mesh from being used and makes the exit code 1; a warning
makes contacts doubtful; a note may be as it should be. With --mend the exit code is about the mended mesh.

Mending welds vertices at cracks, removes facets without area and facets given twice, cuts facets that are not flat
or not convex into triangles, and turns facets over that disagree with their neighbours. It fills no holes and moves
only what it welds.

Example: scree info hopper.stl --mend hopper.obj`;

export function infoCommand(): Command {
  return new Command('info')
    .argument('<mesh>', 'OBJ, STL or PLY file')
    .option('--json', 'one JSON object instead of a table')
    .option('--mend <file>', `write the mended mesh, as .${WRITTEN_FORMATS.join(' or .')}`, readTarget)
    .option(
      '--weld <distance>',
      'with --mend: weld all vertices up to this distance instead of those at cracks',
      readLength,
    )
    .option('--quick', 'leave out the search for facets that pass through each other, which takes most of the time')
    .addHelpText('after', DETAILS)
    .action(async (file: string, options: InfoOptions, command: Command) => {
      if (options.weld !== undefined && options.mend === undefined) {
        command.error("error: option '--weld <distance>' needs '--mend <file>', which writes what was welded");
      }
      process.exitCode = await info(file, options);
    });
}

/** A name that cannot be written is found out before minutes are spent on the mesh. */
function readTarget(path: string): string {
  if (writtenFormat(path) !== undefined) return path;
  throw new InvalidArgumentError(`expected a name that ends in .${WRITTEN_FORMATS.join(' or .')}.`);
}

function readLength(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a length >= 0.');
}

async function info(file: string, { json, mend, weld, quick }: InfoOptions): Promise<number> {
  const output = new TextOutput(process.stdout);
  if (mend !== undefined) refuseInput('--mend', mend, [file]);
  const data = readMeshFile(file);
  const options = { skipSelfIntersections: quick === true };
  const report = examineMesh(data, file, options);
  if (mend === undefined) {
    await output.write(
      json ? jsonLine(reportJson(file, report, data.warnings)) : reportText(file, report, data.warnings),
    );
    return exitCodeOf(report);
  }
  if (!json) await output.write(reportText(file, report, data.warnings));
  const mendOptions: MendOptions = weld === undefined ? {} : { weldTolerance: weld };
  const mended = mendMesh(data, file, mendOptions);
  const mesh = facetMesh(mended, mend);
  writeMeshFile(mend, mesh);
  const after = examineMesh(mended, mend, options);
  const shift = writtenFormat(mend) === 'stl' ? singlePrecisionShift(mesh) : 0;
  const notes =
    shift > 0 ? [`${mend}: STL holds single precision; coordinates moved by up to ${shift.toPrecision(2)}`] : [];
  if (json) {
    const changes = changesJson(mend, mended.changes);
    await output.write(
      jsonLine({
        ...reportJson(file, report, data.warnings),
        mended: { ...changes, after: reportJson(mend, after, notes) },
      }),
    );
  } else await output.write(`${changesText(mend, mended.changes)}\n${reportText(mend, after, notes)}`);
  return exitCodeOf(after);
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function exitCodeOf({ isUsable }: MeshReport): number {
  return isUsable ? EXIT_OK : EXIT_INPUT;
}
