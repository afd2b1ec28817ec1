// SPDX-License-Identifier: MIT
/** Reads mesh files of all supported formats, and writes some of them. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { MeshError } from '../errors.ts';
import type { ConvexHull } from '../meshes/convex-hull.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { endlessFileProblem } from './endless-file.ts';
import { type MeshFormat, readMesh } from './mesh-bytes.ts';
import type { MeshData } from './mesh-data.ts';
import { convexPiecesObj, objPieces } from './obj-writer.ts';
import { stlBytes } from './stl-writer.ts';

/**
 * Reads the OBJ, STL or PLY file at `path`. If the content is clearly of another format than the name says, the content
 * decides, with a warning.
 *
 * @throws MeshError with the location of the problem in the file.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { readMeshFile } from 'scree/io';
 *
 * const path = join(mkdtempSync(join(tmpdir(), 'scree-')), 'triangle.obj');
 * writeFileSync(path, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
 * console.log(readMeshFile(path).facets); // [ [ 0, 1, 2 ] ]
 * ```
 */
export function readMeshFile(path: string): MeshData {
  return readMesh(readBytes(path), path);
}

/** What `writeMeshFile` takes: the end of the file's name. */
export const WRITTEN_FORMATS: readonly MeshFormat[] = ['obj', 'stl'];

/** The format that a file of this name is written in, if there is one. */
export function writtenFormat(path: string): MeshFormat | undefined {
  return WRITTEN_FORMATS.find((name) => path.toLowerCase().endsWith(`.${name}`));
}

/**
 * Writes the mesh as OBJ, with all digits, or binary STL, in triangles of single precision, by the end of the name.
 *
 * @throws MeshError when the file cannot be written.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { facetMesh } from 'scree/contact';
 * import { readMeshFile, writeMeshFile } from 'scree/io';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * const path = join(mkdtempSync(join(tmpdir(), 'scree-')), 'floor.stl');
 * writeMeshFile(path, floor);
 * console.log(readMeshFile(path).facets.length); // 1
 * ```
 */
export function writeMeshFile(path: string, mesh: FacetMesh): void {
  const format = writtenFormat(path);
  if (format === undefined) {
    const message = `${path}: cannot be written; expected a name that ends in .${WRITTEN_FORMATS.join(' or .')}`;
    throw new MeshError('unknown-format', message, { file: path, supported: WRITTEN_FORMATS });
  }
  writeTexts(path, format === 'stl' ? [stlBytes(mesh)] : objPieces(mesh));
}

/**
 * Writes convex pieces as an OBJ file with one object each, all digits.
 *
 * @throws MeshError when the file cannot be written.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { convexHull } from 'scree/contact';
 * import { readMeshFile, writePiecesFile } from 'scree/io';
 *
 * const path = join(mkdtempSync(join(tmpdir(), 'scree-')), 'pieces.obj');
 * writePiecesFile(path, [convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])]);
 * console.log(readMeshFile(path).facets.length); // 4
 * ```
 */
export function writePiecesFile(path: string, pieces: readonly ConvexHull[]): void {
  writeTexts(path, convexPiecesObj(pieces));
}

function writeTexts(path: string, texts: Iterable<string | Uint8Array>): void {
  try {
    const file = openSync(path, 'w');
    try {
      for (const text of texts) writeAll(file, typeof text === 'string' ? new TextEncoder().encode(text) : text);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshError('unwritable-file', `${path}: cannot be written (${reason})`, { file: path });
  }
}

/** The system may take less than it is given. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function readBytes(path: string): Uint8Array {
  const endless = endlessFileProblem(path);
  if (endless !== undefined) throw new MeshError('unreadable-file', `${path}: ${endless}`, { file: path });
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshError('unreadable-file', `${path}: cannot be read (${reason})`, { file: path });
  }
}
