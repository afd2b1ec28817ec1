// SPDX-License-Identifier: MIT
/** Reads a mesh file of any supported format, told by its content first and its name second; writes those that it can. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { MeshError } from '../errors.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { type ConvexPolyhedron, polyhedron } from '../shapes/convex-polyhedron.ts';
import { endlessFileProblem } from './endless-file.ts';
import type { MeshData } from './mesh-data.ts';
import { readObj } from './obj.ts';
import { objPieces } from './obj-writer.ts';
import { readPly } from './ply.ts';
import { isBinaryStl, readStl } from './stl.ts';
import { stlBytes } from './stl-writer.ts';

export type MeshFormat = 'obj' | 'stl' | 'ply';

const FORMATS: readonly MeshFormat[] = ['obj', 'stl', 'ply'];

/**
 * Reads the OBJ, STL or PLY file at `path`. When the content is plainly of another format than the name says, the content
 * wins and a warning says so. Throws `MeshError` with the place of the problem in the file.
 */
export function readMeshFile(path: string): MeshData {
  return readMesh(readBytes(path), path);
}

/** Same as `readMeshFile` for bytes at hand; `file` tells the format and is what messages call it. */
export function readMesh(bytes: Uint8Array, file: string): MeshData {
  const named = FORMATS.find((format) => file.toLowerCase().endsWith(`.${format}`));
  const format = formatOfContent(bytes) ?? named;
  if (!format) {
    const message = `${file}: unknown mesh format; expected one of .${FORMATS.join(', .')}`;
    throw new MeshError('unknown-format', message, { file, supported: FORMATS });
  }
  const mesh = readAs(format, bytes, file);
  if (named && named !== format) mesh.warnings.unshift(`${file}: named .${named}, but the content is ${format}`);
  return mesh;
}

/** What `writeMeshFile` takes: the end of the file's name. */
export const WRITTEN_FORMATS: readonly MeshFormat[] = ['obj', 'stl'];

/** The format that a file of this name is written in, if there is one. */
export function writtenFormat(path: string): MeshFormat | undefined {
  return WRITTEN_FORMATS.find((name) => path.toLowerCase().endsWith(`.${name}`));
}

/**
 * Writes the mesh as OBJ, with all digits, or binary STL, in triangles of single precision, by the end of the name. Throws `MeshError` when
 * the file cannot be written.
 */
export function writeMeshFile(path: string, mesh: FacetMesh): void {
  const format = writtenFormat(path);
  if (format === undefined) {
    const message = `${path}: cannot be written; expected a name that ends in .${WRITTEN_FORMATS.join(' or .')}`;
    throw new MeshError('unknown-format', message, { file: path, supported: WRITTEN_FORMATS });
  }
  const pieces = format === 'stl' ? [stlBytes(mesh)] : objPieces(mesh);
  try {
    const file = openSync(path, 'w');
    try {
      for (const piece of pieces) writeAll(file, typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
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

/** The convex hull of the mesh's points as a shape; throws `InvalidShapeError` when it has no volume. */
export function polyhedronFromMesh(mesh: Pick<MeshData, 'vertices'>): ConvexPolyhedron {
  return polyhedron({ vertices: mesh.vertices }, 'mesh');
}

function readAs(format: MeshFormat, bytes: Uint8Array, file: string): MeshData {
  switch (format) {
    case 'obj':
      return readObj(new TextDecoder().decode(bytes), file);
    case 'stl':
      return readStl(bytes, file);
    case 'ply':
      return readPly(bytes, file);
  }
}

/** The format that the first bytes or the size give away. */
function formatOfContent(bytes: Uint8Array): MeshFormat | undefined {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 2048));
  if (/^ply\s/.test(beginning)) return 'ply';
  if (/^\s*solid\b/i.test(beginning)) return 'stl';
  const hasNul = bytes.subarray(0, 2048).includes(0);
  if (bytes.length >= 84 && hasNul && isBinaryStl(bytes)) {
    const count = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(80, true);
    if (bytes.length === 84 + 50 * count) return 'stl';
  }
  return !hasNul && /^(v\s+[-+.\d]|mtllib\s|o\s)/m.test(beginning) ? 'obj' : undefined;
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
