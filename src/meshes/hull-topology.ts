// SPDX-License-Identifier: MIT
/**
 * Canonical arrays of a convex hull: faces, edges and adjacency, with a numbering that depends only on the point set.
 * Faces and edges are sorted by counting, in linear time.
 */

import type { MergedHull } from './facet-merging.ts';
import { consecutiveIntegers } from './integer-lists.ts';

interface HullTopology {
  /** Per vertex: the point it is. */
  readonly pointOf: Int32Array;
  readonly faceOffsets: Int32Array;
  readonly faceVertices: Int32Array;
  readonly edges: Int32Array;
  readonly vertexOffsets: Int32Array;
  readonly vertexNeighbours: Int32Array;
  readonly vertexFaceOffsets: Int32Array;
  readonly vertexFaces: Int32Array;
}

/** Extracts loops, edges and adjacency from the merged hull over `pointCount` points; `compare` orders the vertices. */
export function hullTopology(
  merged: MergedHull,
  pointCount: number,
  compare: (p: number, q: number) => number,
): HullTopology {
  const vertexOf = new Int32Array(pointCount).fill(-1);
  const { corners } = merged.hull;
  for (let i = 0; i < corners.length; i++) vertexOf[corners[i]] = 0;
  let vertexCount = 0;
  for (let p = 0; p < pointCount; p++) if (vertexOf[p] === 0) vertexCount++;
  const pointOf = new Int32Array(vertexCount);
  let at = 0;
  for (let p = 0; p < pointCount; p++) if (vertexOf[p] === 0) pointOf[at++] = p;
  pointOf.sort(compare);
  for (let v = 0; v < vertexCount; v++) vertexOf[pointOf[v]] = v;

  const faces = sortedFaces(unsortedFaces(merged, vertexOf), vertexCount);
  const edges = sortedEdges(faces, vertexCount);
  return { pointOf, ...faces, edges, ...neighbourLists(edges, vertexCount), ...faceLists(faces, vertexCount) };
}

interface Faces {
  readonly faceOffsets: Int32Array;
  readonly faceVertices: Int32Array;
}

/** Loops in the numbering of the clusters, each starting at its lowest vertex. */
function unsortedFaces({ hull, clusters }: MergedHull, vertexOf: Int32Array): Faces {
  const { corners, neighbours } = hull;
  const { faceOf, faceCount } = clusters;
  const faceOffsets = new Int32Array(faceCount + 1);
  const isBoundary = (half: number, face: number): boolean => faceOf[neighbours[half]] !== face;
  for (let t = 0; t < hull.count; t++) {
    const face = faceOf[t];
    for (let half = 3 * t; half < 3 * t + 3; half++) {
      if (isBoundary(half, face)) faceOffsets[face + 1] = faceOffsets[face + 1] + 1;
    }
  }
  accumulate(faceOffsets);
  // A boundary edge is found by walking: for each face keep one half-edge, then turn around its end inside the face.
  const faceVertices = new Int32Array(faceOffsets[faceCount]);
  const isDone = new Uint8Array(faceCount);
  for (let i = 0; i < corners.length; i++) {
    const face = faceOf[Math.floor(i / 3)];
    if (isDone[face] === 1 || !isBoundary(i, face)) continue;
    isDone[face] = 1;
    let at = faceOffsets[face];
    let half = i;
    do {
      faceVertices[at++] = vertexOf[corners[half]];
      half = following(half);
      while (!isBoundary(half, face)) half = following(oppositeHalf(half, hull.neighbours, corners));
    } while (half !== i);
    rotateToLowest(faceVertices, faceOffsets[face], at);
  }
  return { faceOffsets, faceVertices };
}

/** The next half-edge in the same triangle. */
function following(half: number): number {
  return half % 3 === 2 ? half - 2 : half + 1;
}

function oppositeHalf(half: number, neighbours: Int32Array, corners: Int32Array): number {
  const other = 3 * neighbours[half];
  const end = corners[following(half)];
  return corners[other] === end ? other : corners[other + 1] === end ? other + 1 : other + 2;
}

function rotateToLowest(values: Int32Array, begin: number, end: number): void {
  let lowest = begin;
  for (let i = begin + 1; i < end; i++) if (values[i] < values[lowest]) lowest = i;
  if (lowest === begin) return;
  const head = values.slice(begin, lowest);
  values.copyWithin(begin, lowest, end);
  values.set(head, end - head.length);
}

/** Sorts the faces by their first two vertices: a directed edge belongs to one face, so that orders whole loops. */
function sortedFaces({ faceOffsets, faceVertices }: Faces, vertexCount: number): Faces {
  const faceCount = faceOffsets.length - 1;
  const identity = consecutiveIntegers(faceCount);
  const second = countingSort(identity, (f) => faceVertices[faceOffsets[f] + 1], vertexCount);
  const order = countingSort(second, (f) => faceVertices[faceOffsets[f]], vertexCount);
  const offsets = new Int32Array(faceCount + 1);
  const vertices = new Int32Array(faceVertices.length);
  let at = 0;
  for (let i = 0; i < faceCount; i++) {
    const f = order[i];
    const end = faceOffsets[f + 1];
    for (let j = faceOffsets[f]; j < end; j++) vertices[at++] = faceVertices[j];
    offsets[i + 1] = at;
  }
  return { faceOffsets: offsets, faceVertices: vertices };
}

/** Pairs the two half-edges of every edge by sorting all of them by (lower, higher) vertex. */
function sortedEdges({ faceOffsets, faceVertices }: Faces, vertexCount: number): Int32Array {
  const halfCount = faceVertices.length;
  const endOf = new Int32Array(halfCount);
  const faceOfHalf = new Int32Array(halfCount);
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const begin = faceOffsets[f];
    const end = faceOffsets[f + 1];
    for (let i = begin; i < end; i++) {
      endOf[i] = faceVertices[i + 1 === end ? begin : i + 1];
      faceOfHalf[i] = f;
    }
  }
  const identity = consecutiveIntegers(halfCount);
  const higher = countingSort(identity, (i) => Math.max(faceVertices[i], endOf[i]), vertexCount);
  const order = countingSort(higher, (i) => Math.min(faceVertices[i], endOf[i]), vertexCount);
  const edges = new Int32Array(2 * halfCount);
  for (let e = 0; 2 * e < halfCount; e++) {
    const first = order[2 * e];
    const second = order[2 * e + 1];
    const isForward = faceVertices[first] < endOf[first];
    const left = isForward ? first : second;
    edges[4 * e] = faceVertices[left];
    edges[4 * e + 1] = endOf[left];
    edges[4 * e + 2] = faceOfHalf[left];
    edges[4 * e + 3] = faceOfHalf[isForward ? second : first];
  }
  return edges;
}

/** Neighbour lists, ascending, because edges sorted by (v0, v1) list the lower neighbours of a vertex first. */
function neighbourLists(
  edges: Int32Array,
  vertexCount: number,
): Pick<HullTopology, 'vertexOffsets' | 'vertexNeighbours'> {
  const vertexOffsets = new Int32Array(vertexCount + 1);
  for (let e = 0; e < edges.length; e += 4) {
    for (let k = 0; k < 2; k++) {
      const v = edges[e + k];
      vertexOffsets[v + 1] = vertexOffsets[v + 1] + 1;
    }
  }
  accumulate(vertexOffsets);
  const at = vertexOffsets.slice();
  const vertexNeighbours = new Int32Array(edges.length / 2);
  for (let e = 0; e < edges.length; e += 4) {
    const v0 = edges[e];
    const v1 = edges[e + 1];
    vertexNeighbours[at[v0]] = v1;
    vertexNeighbours[at[v1]] = v0;
    at[v0] = at[v0] + 1;
    at[v1] = at[v1] + 1;
  }
  return { vertexOffsets, vertexNeighbours };
}

function faceLists(faces: Faces, vertexCount: number): Pick<HullTopology, 'vertexFaceOffsets' | 'vertexFaces'> {
  const { faceOffsets, faceVertices } = faces;
  const vertexFaceOffsets = new Int32Array(vertexCount + 1);
  for (let i = 0; i < faceVertices.length; i++) {
    const v = faceVertices[i];
    vertexFaceOffsets[v + 1] = vertexFaceOffsets[v + 1] + 1;
  }
  accumulate(vertexFaceOffsets);
  const at = vertexFaceOffsets.slice();
  const vertexFaces = new Int32Array(faceVertices.length);
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    for (let i = faceOffsets[f]; i < faceOffsets[f + 1]; i++) {
      const v = faceVertices[i];
      vertexFaces[at[v]] = f;
      at[v] = at[v] + 1;
    }
  }
  return { vertexFaceOffsets, vertexFaces };
}

/** Turns counts at [i + 1] into offsets. */
function accumulate(offsets: Int32Array): void {
  for (let i = 1; i < offsets.length; i++) offsets[i] = offsets[i] + offsets[i - 1];
}

/** Stable sort of `items` by a key in [0, keyCount). */
function countingSort(items: Int32Array, keyOf: (item: number) => number, keyCount: number): Int32Array {
  const offsets = new Int32Array(keyCount + 1);
  for (let i = 0; i < items.length; i++) {
    const key = keyOf(items[i]);
    offsets[key + 1] = offsets[key + 1] + 1;
  }
  accumulate(offsets);
  const sorted = new Int32Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const key = keyOf(item);
    sorted[offsets[key]] = item;
    offsets[key] = offsets[key] + 1;
  }
  return sorted;
}
