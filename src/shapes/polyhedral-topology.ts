// SPDX-License-Identifier: MIT
/** Vertices, neighbours and faces of the bodies that need no hull: point, segment, facet and box. */

import type { Vector3 } from '../math/vector.ts';
import type { ConvexHull } from '../meshes/convex-hull.ts';
import type { Shape } from './shape.ts';

export type PolyhedralTopology = Pick<
  ConvexHull,
  | 'vertices'
  | 'faceOffsets'
  | 'faceVertices'
  | 'facePlanes'
  | 'vertexOffsets'
  | 'vertexNeighbours'
  | 'vertexFaceOffsets'
  | 'vertexFaces'
>;

const NO_FACES = {
  faceOffsets: Int32Array.of(0),
  faceVertices: new Int32Array(0),
  facePlanes: new Float64Array(0),
  vertexFaces: new Int32Array(0),
};

export function pointTopology(p: Vector3): PolyhedralTopology {
  return {
    ...NO_FACES,
    vertices: Float64Array.of(p.x, p.y, p.z),
    vertexOffsets: Int32Array.of(0, 0),
    vertexNeighbours: new Int32Array(0),
    vertexFaceOffsets: Int32Array.of(0, 0),
  };
}

export function segmentTopology(p: Vector3, q: Vector3): PolyhedralTopology {
  return {
    ...NO_FACES,
    vertices: Float64Array.of(p.x, p.y, p.z, q.x, q.y, q.z),
    vertexOffsets: Int32Array.of(0, 1, 2),
    vertexNeighbours: Int32Array.of(1, 0),
    vertexFaceOffsets: Int32Array.of(0, 0, 0),
  };
}

/** A flat polygon has two faces, back to back. The loop runs counter-clockwise about the normal. */
export function facetTopology(loop: readonly Vector3[], normal: Vector3): PolyhedralTopology {
  const n = loop.length;
  const indices = Array.from(loop, (_, i) => i);
  const first = loop[0];
  const offset = normal.x * first.x + normal.y * first.y + normal.z * first.z;
  return {
    vertices: Float64Array.from(loop.flatMap((p) => [p.x, p.y, p.z])),
    faceOffsets: Int32Array.of(0, n, 2 * n),
    faceVertices: Int32Array.from([...indices, 0, ...indices.slice(1).reverse()]),
    facePlanes: Float64Array.of(normal.x, normal.y, normal.z, offset, -normal.x, -normal.y, -normal.z, -offset),
    vertexOffsets: Int32Array.from({ length: n + 1 }, (_, i) => 2 * i),
    vertexNeighbours: Int32Array.from(indices.flatMap((i) => [(i + n - 1) % n, (i + 1) % n].sort((a, b) => a - b))),
    vertexFaceOffsets: Int32Array.from({ length: n + 1 }, (_, i) => 2 * i),
    vertexFaces: Int32Array.from(indices.flatMap(() => [0, 1])),
  };
}

/**
 * Vertex i has the sign of x in bit 2, of y in bit 1, of z in bit 0: the order that the kernel's box support counts on.
 */
export function boxTopology(h: Vector3): PolyhedralTopology {
  const vertices: number[] = [];
  for (let i = 0; i < 8; i++) vertices.push(i & 4 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 1 ? h.z : -h.z);
  const loops = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  const planes = [-1, 0, 0, h.x, 1, 0, 0, h.x, 0, -1, 0, h.y, 0, 1, 0, h.y, 0, 0, -1, h.z, 0, 0, 1, h.z];
  const ofVertex = vertices.length / 3;
  const indices = Array.from({ length: ofVertex }, (_, i) => i);
  return {
    vertices: Float64Array.from(vertices),
    faceOffsets: Int32Array.from({ length: 7 }, (_, i) => 4 * i),
    faceVertices: Int32Array.from(loops.flat()),
    facePlanes: Float64Array.from(planes),
    vertexOffsets: Int32Array.from({ length: 9 }, (_, i) => 3 * i),
    vertexNeighbours: Int32Array.from(indices.flatMap((i) => [i ^ 4, i ^ 2, i ^ 1].sort((a, b) => a - b))),
    vertexFaceOffsets: Int32Array.from({ length: 9 }, (_, i) => 3 * i),
    vertexFaces: Int32Array.from(indices.flatMap((i) => loops.flatMap((loop, f) => (loop.includes(i) ? [f] : [])))),
  };
}

/** Area of each face. */
export function faceAreas({ vertices, faceOffsets, faceVertices }: PolyhedralTopology): number[] {
  const at = (corner: number, axis: number): number => vertices[3 * faceVertices[corner] + axis];
  const areas: number[] = [];
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const first = faceOffsets[f];
    let [x, y, z] = [0, 0, 0];
    for (let k = first + 1; k + 1 < faceOffsets[f + 1]; k++) {
      const [ux, uy, uz] = [at(k, 0) - at(first, 0), at(k, 1) - at(first, 1), at(k, 2) - at(first, 2)];
      const [vx, vy, vz] = [at(k + 1, 0) - at(first, 0), at(k + 1, 1) - at(first, 1), at(k + 1, 2) - at(first, 2)];
      x += uy * vz - uz * vy;
      y += uz * vx - ux * vz;
      z += ux * vy - uy * vx;
    }
    areas.push(0.5 * Math.sqrt(x * x + y * y + z * z));
  }
  return areas;
}

/** Area of the largest face of a box or polyhedron; undefined for others. */
export function largestFaceArea(shape: Shape): number | undefined {
  if (shape.kind !== 'box' && shape.kind !== 'polyhedron') return undefined;
  return Math.max(0, ...faceAreas(shape.kind === 'box' ? boxTopology(shape.halfExtents) : shape.hull));
}
