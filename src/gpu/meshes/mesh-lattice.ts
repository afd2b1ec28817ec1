// SPDX-License-Identifier: MIT
/**
 * A mesh in fixed-point numbers for the GPU: a lattice in the frame of the mesh, planes of facets and sides as sums of
 * integer products, and bins of the facets within reach. Built once, because the mesh is at rest in its own frame.
 */
import { SceneError } from '../../errors.ts';
import type { MeshImages } from '../../simulation/touches/mesh-images.ts';
import {
  FACET_VECTORS,
  MESH_VECTORS,
  ONE_SIDED,
  OPEN_EDGE,
  OPEN_VERTEX,
  SIDE_VECTORS,
  SOLID_WALL,
} from '../kernels/mesh-geometry.ts';
import { binsOf } from './lattice-bins.ts';
import { type LatticePlace, MOST_CELLS, QUANTA, writeOffset, writePlane } from './lattice-planes.ts';
import { isSheet, type LatticeWall, wallWords } from './lattice-walls.ts';

/** Numbers of facets share a word with the number of their sides, and those of faces one with that of the mesh. */
const MOST_FACETS = 2 ** 24;
const MOST_SIDES = 255;

/** A mesh with its data for the GPU. */
export interface LatticeMesh extends LatticePlace {
  readonly images: MeshImages;
  readonly patchOfFacet: ArrayLike<number>;
  readonly oneSided: boolean;
}

export type Lattice = LatticeMesh | LatticeWall;

export function isWall(lattice: Lattice): lattice is LatticeWall {
  return 'shape' in lattice;
}

/** All meshes as one buffer, and where each mesh of facets has its facets and sides in it, in words. */
export interface Geometry {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly offsets: readonly ({ readonly faces: number; readonly sides: number } | undefined)[];
}

/**
 * Data of each mesh, facets, sides, bins, and the records of walls that are shapes. `cell` is the cell of the lattices,
 * `reach` the reach of bins, m.
 */
export function geometryWords(meshes: readonly Lattice[], cell: number, reach: number): Geometry {
  const parts = meshes.map((mesh, k) => {
    if (isWall(mesh)) return { mesh, words: wallWords(mesh, k, cell), isSheet: isSheet(mesh) };
    const { min, max } = mesh.box;
    min.forEach((from, axis) => {
      const cells = Math.ceil((max[axis] - from + 2 * reach) / cell) + 1;
      if (cells > MOST_CELLS) {
        throw new SceneError(
          'mesh-too-large',
          `meshes[${k}] "${mesh.name}": ${max[axis] - from} m are ${cells} cells of ${cell} m on the GPU, more ` +
            `than ${MOST_CELLS}; cut off what no body reaches, or run with --device cpu`,
        );
      }
    });
    const facets = mesh.images.mesh.facetOffsets.length - 1;
    if (facets >= MOST_FACETS) {
      throw new SceneError('mesh-too-large', `meshes[${k}] "${mesh.name}": ${facets} facets, at most ${MOST_FACETS}`);
    }
    return { mesh, facets, bins: binsOf(mesh.images.mesh, mesh.low, mesh.box, cell, reach) };
  });
  let at = 4 * MESH_VECTORS * meshes.length;
  const places = parts.map((part) => {
    const faces = at;
    if ('words' in part) {
      at += part.words.length;
      return { faces };
    }
    const { mesh, facets, bins } = part;
    const sides = faces + 4 * FACET_VECTORS * facets;
    const starts = sides + 4 * SIDE_VECTORS * mesh.images.mesh.facetVertices.length;
    const items = starts + bins.starts.length;
    at = 4 * Math.ceil((items + bins.facets.length) / 4);
    return { faces, sides, starts, items };
  });
  const words = new Uint32Array(at);
  const offsets = parts.map((part, k) => {
    const place = places[k];
    const head = 4 * MESH_VECTORS * k;
    if ('words' in part) {
      words.set([place.faces / 4], head);
      words.set([0, part.mesh.material, part.isSheet ? 0 : SOLID_WALL], head + 4);
      words.set(part.words, place.faces);
      return undefined;
    }
    const { mesh, bins } = part;
    const { faces, sides = 0, starts = 0, items = 0 } = place;
    words.set([...bins.size, bins.shift], head);
    words.set([starts, mesh.material, mesh.oneSided ? ONE_SIDED : 0, faces / 4], head + 4);
    writeFacets(words, mesh, faces, sides, cell);
    bins.starts.forEach((start, b) => {
      words[starts + b] = items + start;
    });
    // By the address of the facet's first vector.
    bins.facets.forEach((facet, b) => {
      words[items + b] = faces / 4 + FACET_VECTORS * facet;
    });
    return { faces, sides };
  });
  return { words, offsets };
}

function writeFacets(words: Uint32Array, mesh: LatticeMesh, faces: number, sides: number, cell: number): void {
  const { images, patchOfFacet, low } = mesh;
  const { vertices, facetOffsets, facetVertices, facetEdges, facetNormals, edgeFacetOffsets } = images.mesh;
  const floats = new Float32Array(words.buffer);
  const whole = new Int32Array(words.buffer);
  const unit = cell / QUANTA;
  const sizes = [cell, cell, cell];
  const isOpen = (e: number): boolean => edgeFacetOffsets[e + 1] - edgeFacetOffsets[e] === 1;
  const openVertex = new Uint8Array(vertices.length / 3);
  images.mesh.edgeVertices.forEach((v, i) => {
    if (isOpen(i >> 1)) openVertex[v] = 1;
  });
  const point = (v: number): [number, number, number] => [
    vertices[3 * v] - low[0],
    vertices[3 * v + 1] - low[1],
    vertices[3 * v + 2] - low[2],
  ];
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const count = facetOffsets[f + 1] - begin;
    if (count > MOST_SIDES) {
      throw new SceneError(
        'facet-too-large',
        `mesh "${mesh.name}": facet ${f} has ${count} sides, at most ${MOST_SIDES} on the GPU`,
      );
    }
    const n = facetNormals.subarray(3 * f, 3 * f + 3);
    const face = faces + 4 * FACET_VECTORS * f;
    const start = point(facetVertices[begin]);
    writePlane(floats, whole, face, n, sizes, dot(n, start), unit);
    let longest = 0;
    let doubleArea = 0;
    for (let k = 0; k < count; k++) {
      const corner = begin + k;
      const v = facetVertices[corner];
      const a = point(v);
      const b = point(facetVertices[begin + ((k + 1) % count)]);
      const along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      const length = Math.sqrt(dot(along, along));
      const e = along.map((x) => x / length);
      const across = cross(e, n);
      const size = Math.sqrt(dot(across, across));
      const m = across.map((x) => x / size);
      longest = Math.max(longest, length);
      doubleArea += length * (dot(m, a) - dot(m, start));
      const side = sides + 4 * SIDE_VECTORS * corner;
      writePlane(floats, whole, side, m, sizes, dot(m, a), unit);
      const from = dot(e, a);
      writePlane(floats, whole, side + 12, e, sizes, from, unit);
      floats[side + 24] = length;
      writeOffset(whole, side + 25, side + 26, (from + length) / unit);
      const edge = facetEdges[corner];
      words[side + 28] = images.edgeOf(edge);
      words[side + 29] = images.vertexOf(v);
      words[side + 30] = (isOpen(edge) ? OPEN_EDGE : 0) | (openVertex[v] === 1 ? OPEN_VERTEX : 0);
    }
    words.set(
      [patchOfFacet[images.facetOf(f)], (f | (count << 24)) >>> 0, (sides + 4 * SIDE_VECTORS * begin) / 4],
      face + 12,
    );
    floats[face + 15] = Math.max(doubleArea / longest, 1e-6 * cell);
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const [x, y, z] = [a[0], a[1], a[2]];
  const [u, v, w] = [b[0], b[1], b[2]];
  return [y * w - z * v, z * u - x * w, x * v - y * u];
}
