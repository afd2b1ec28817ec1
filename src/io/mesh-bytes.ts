// SPDX-License-Identifier: MIT
/** Reads a mesh of any supported format, detected by content first and by name second. Uses no Node module. */
import { MeshError } from '../errors.ts';
import { type ConvexPolyhedron, polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import type { MeshData } from './mesh-data.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { isBinaryStl, readStl } from './stl.ts';

/**
 * File formats of meshes that Scree reads.
 *
 * @example
 * ```ts no-run
 * import { type MeshFormat, writeMeshFile } from 'scree/io';
 *
 * const format: MeshFormat = 'stl';
 * ```
 */
export type MeshFormat = 'obj' | 'stl' | 'ply';

const FORMATS: readonly MeshFormat[] = ['obj', 'stl', 'ply'];

/**
 * Same as `readMeshFile` for bytes in memory; `file` gives the format and the name for messages.
 *
 * @throws MeshError with file, line and remedy for an unknown format or a file that is damaged.
 *
 * @example
 * ```ts
 * import { readMesh } from 'scree/io';
 *
 * const { facets } = readMesh(new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'triangle.obj');
 * console.log(facets); // [ [ 0, 1, 2 ] ]
 * ```
 */
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

/**
 * The convex hull of the mesh's points as a shape.
 *
 * @throws InvalidShapeError when it has no volume.
 *
 * @example
 * ```ts
 * import { polyhedronFromMesh } from 'scree/io';
 *
 * const corners = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
 * console.log(polyhedronFromMesh({ vertices: corners }).boundingBox().max.x); // 1
 * ```
 */
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
