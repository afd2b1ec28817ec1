// SPDX-License-Identifier: MIT
/** `scree decompose`: decomposes a mesh file that is not convex into convex pieces, written as one object each. */
import { Command, InvalidArgumentError } from 'commander';
import { readMeshFile, writePiecesFile } from '../../io/mesh-file.ts';
import { convexPiecesOf, type MeshPieces } from '../../io/mesh-file-pieces.ts';
import { refuseInput } from '../options/input-guard.ts';
import { EXIT_OK } from '../terminal/exit-code.ts';
import { TextOutput } from '../terminal/text-output.ts';

interface DecomposeOptions {
  readonly out?: string;
  readonly tolerance?: number;
  readonly pieces?: number;
  readonly json?: true;
}

const DETAILS = `
The mesh must be closed, with its fronts outward; scree info tells what is wrong with one that is refused. Objects of an
OBJ file (o, or g) that are convex stay as they are. Pieces cover the mesh; the volume error is what they hold beyond
it, as a part of its volume, and bounds what they have in common too. The deviation is how far a piece reaches from the
mesh, between two bounds. With --tolerance 0 the pieces are exact, if there may be enough of them.

In a scene: shape: { concave: { file: pieces.obj } }

Example: scree decompose bracket.stl --out bracket-pieces.obj --tolerance 0.005`;

export function decomposeCommand(): Command {
  return new Command('decompose')
    .argument('<mesh>', 'OBJ, STL or PLY file')
    .option('--out <file>', 'write the pieces, as .obj with one object each', readTarget)
    .option(
      '--tolerance <part>',
      "volume that the pieces may have more, as a part of the mesh's (default: 0.01)",
      readTolerance,
    )
    .option('--pieces <number>', 'most pieces (default: 128)', readCount)
    .option('--json', 'one JSON object instead of lines')
    .addHelpText('after', DETAILS)
    .action(async (file: string, options: DecomposeOptions) => {
      process.exitCode = await decompose(file, options);
    });
}

async function decompose(file: string, { out, tolerance, pieces, json }: DecomposeOptions): Promise<number> {
  const options = { ...(tolerance !== undefined && { tolerance }), ...(pieces !== undefined && { pieces }) };
  if (out !== undefined) refuseInput('--out', out, [file]);
  const data = readMeshFile(file);
  const made = convexPiecesOf(data, options, file);
  if (out !== undefined) writePiecesFile(out, made.pieces);
  const output = new TextOutput(process.stdout);
  await output.write(json ? jsonText(file, out, made, data.warnings) : linesOf(file, out, made, data.warnings));
  return EXIT_OK;
}

function linesOf(file: string, out: string | undefined, made: MeshPieces, warnings: readonly string[]): string {
  const { pieces, volume, volumeError, largestDeviation, isWithinTolerance } = made;
  const corners = pieces.reduce((sum, { vertices }) => sum + vertices.length / 3, 0);
  const rows = [
    ['pieces', `${pieces.length}, with ${corners} corners in all`],
    ['volume', `${short(volume)}, that of the pieces is more by ${short(100 * volumeError)} %`],
    ['deviation', `at most ${short(largestDeviation.upper)}, at least ${short(largestDeviation.lower)}`],
    ...(out === undefined ? [] : [['written', out]]),
  ];
  const lines = [file, ...rows.map(([name, value]) => `  ${name.padEnd(9)} ${value}`)];
  for (const warning of warnings) lines.push(`reader   ${warning}`);
  if (!isWithinTolerance) lines.push('', 'The tolerance was not met: allow more pieces, or a larger tolerance.');
  return `${lines.join('\n')}\n`;
}

function jsonText(file: string, out: string | undefined, made: MeshPieces, warnings: readonly string[]): string {
  const { pieces, names, ...rest } = made;
  const list = pieces.map(({ vertices, faceOffsets }, i) => ({
    object: names[i],
    vertexCount: vertices.length / 3,
    faceCount: faceOffsets.length - 1,
  }));
  return `${JSON.stringify({ file, out: out ?? null, warnings, pieceCount: pieces.length, ...rest, pieces: list })}\n`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** A name that cannot be written is found out before the mesh is cut. */
function readTarget(path: string): string {
  if (path.toLowerCase().endsWith('.obj')) return path;
  throw new InvalidArgumentError('expected a name that ends in .obj.');
}

function readTolerance(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number >= 0.');
}

function readCount(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('expected an integer >= 1.');
}
