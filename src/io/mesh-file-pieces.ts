// SPDX-License-Identifier: MIT
/**
 * The convex pieces of a mesh file. Each closed object is decomposed if it is not convex; without closed objects, the
 * whole mesh is.
 */
import { MeshError } from '../errors.ts';
import {
  type ConvexDecomposition,
  convexDecomposition,
  type DecompositionOptions,
} from '../meshes/convex-decomposition.ts';
import { examineMesh } from '../meshes/doctor/examine.ts';
import type { MeshData, MeshObject } from './mesh-data.ts';

/** Convex pieces of the mesh of a file, with the names of its objects. */
export interface MeshPieces extends ConvexDecomposition {
  /** Per piece: the object that it comes from, or ''. */
  readonly names: readonly string[];
}

/**
 * Convex pieces of the mesh of a file, in its frame and unit. A closed convex object is a piece itself, so a file that
 * another program decomposed keeps its pieces. Objects may overlap; their intersection then counts twice. Throws
 * `MeshError` as `convexDecomposition` does, with the name of the object.
 *
 * @throws MeshError as `convexDecomposition` does, with the name of the object.
 *
 * @example
 * ```ts
 * import { convexPiecesOf, readObj } from 'scree/io';
 *
 * const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
 * console.log(convexPiecesOf(readObj(text)).pieces.length); // 1
 * ```
 */
export function convexPiecesOf(mesh: MeshData, options: DecompositionOptions = {}, path = 'mesh'): MeshPieces {
  const { objects = [] } = mesh;
  const parts = objects.map((object) => ({ name: object.name, ...facetsOf(mesh, object) }));
  const areClosed = parts.length > 1 && parts.every((part) => isClosed(part, path));
  const solids = areClosed ? parts : [{ name: '', vertices: mesh.vertices, facets: mesh.facets }];
  let { pieces: left = 128 } = options;
  const made = solids.map((part, i) => {
    // Every object gets at least one piece, and the first may not use up those of the others.
    const most = Math.max(1, left - (solids.length - 1 - i));
    const name = part.name === '' ? path : `${path}, object ${part.name}`;
    const result = convexDecomposition(part, { ...options, pieces: most }, name);
    left -= result.pieces.length;
    return { name: part.name, result };
  });
  if (left < 0 && options.pieces !== undefined) {
    const message =
      `${path}: has ${solids.length} objects, so that ${options.pieces} pieces are too few; join objects or allow ` +
      'more';
    throw new MeshError('too-few-pieces', message);
  }
  const volume = made.reduce((sum, { result }) => sum + result.volume, 0);
  const surplus = made.reduce((sum, { result }) => sum + result.volume * result.volumeError, 0);
  return {
    pieces: made.flatMap(({ result }) => result.pieces),
    names: made.flatMap(({ name, result }) => result.pieces.map(() => name)),
    volume,
    volumeError: surplus / volume,
    largestDeviation: {
      lower: Math.max(...made.map(({ result }) => result.largestDeviation.lower)),
      upper: Math.max(...made.map(({ result }) => result.largestDeviation.upper)),
    },
    isWithinTolerance: made.every(({ result }) => result.isWithinTolerance),
  };
}

/** An object's facets with the vertices that they use. */
function facetsOf({ vertices, facets }: MeshData, { begin, end }: MeshObject): Pick<MeshData, 'vertices' | 'facets'> {
  const numbers = new Map<number, number>();
  const coordinates: number[] = [];
  const own = facets.slice(begin, end).map((facet) =>
    facet.map((v) => {
      let number = numbers.get(v);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(v, number);
        coordinates.push(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
      }
      return number;
    }),
  );
  return { vertices: Float64Array.from(coordinates), facets: own };
}

function isClosed(part: Pick<MeshData, 'vertices' | 'facets'>, path: string): boolean {
  return examineMesh(part, path, { skipSelfIntersections: true }).isClosed;
}
