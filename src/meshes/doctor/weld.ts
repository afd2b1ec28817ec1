// SPDX-License-Identifier: MIT
/**
 * Decides which vertices to merge: those at cracks, or all within a tolerance, and the ends of sides as short as
 * rounding.
 */
import { InvalidOptionError } from '../../errors.ts';
import { FacetGeometry } from '../facet-geometry.ts';
import { type FacetList, parametersOf } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';
import { examineMesh } from './examine.ts';
import { clusterVertices, rootOf, unite } from './vertex-clusters.ts';

interface WeldedVertices {
  /** Per vertex: the lowest of those it is welded with. */
  readonly representative: Int32Array;
  /** Undefined if nothing was welded. */
  readonly weldTolerance: number | undefined;
}

/** `wanted` is the welding distance; undefined welds only vertices at open edges, if that closes edges. */
export function weldedVertices(list: FacetList, path: string, wanted: number | undefined): WeldedVertices {
  if (wanted !== undefined && !(wanted >= 0 && Number.isFinite(wanted))) {
    throw new InvalidOptionError('weld-tolerance', `weldTolerance: expected a length >= 0, got ${wanted}`, { wanted });
  }
  const { among, weldTolerance } =
    wanted === undefined ? cracks(list, path) : { among: all(list), weldTolerance: wanted };
  const representative = clusterVertices(list.vertices, among, weldTolerance ?? 0);
  if (representative === undefined) {
    const problem = `weldTolerance: ${weldTolerance} would weld the mesh into a lump; choose one well below its edges`;
    throw new InvalidOptionError('weld-tolerance', problem, { wanted });
  }
  joinShortSides(list, representative);
  return { representative, weldTolerance };
}

function all({ vertices }: FacetList): Int32Array {
  const numbers = new GrowingList();
  for (let v = 0; 3 * v < vertices.length; v++) numbers.push(v);
  return numbers.toArray();
}

function cracks(list: FacetList, path: string): { among: Int32Array; weldTolerance: number | undefined } {
  const { weldTolerance, findings } = examineMesh(parametersOf(list), path, { skipSelfIntersections: true });
  const among = new GrowingList();
  const isOpen = new Uint8Array(list.vertices.length / 3);
  for (const v of findings.find(({ kind }) => kind === 'open-edge')?.vertices ?? []) isOpen[v] = 1;
  for (let v = 0; weldTolerance !== undefined && v < isOpen.length; v++) if (isOpen[v] === 1) among.push(v);
  return { among: among.toArray(), weldTolerance };
}

/** A side as short as rounding is a point, and so is one too short to define a corner of its polygon. */
function joinShortSides(list: FacetList, representative: Int32Array): void {
  const { facetOffsets, facetVertices } = list;
  const geometry = new FacetGeometry(list);
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    geometry.measure(f);
    if (geometry.shortestEdge > geometry.tolerance) continue;
    for (let i = begin; i < end; i++) {
      const v = facetVertices[i];
      const w = facetVertices[i + 1 === end ? begin : i + 1];
      if (lengthOf(list.vertices, v, w) <= geometry.tolerance) unite(representative, v, w);
    }
  }
  for (let v = 0; v < representative.length; v++) representative[v] = rootOf(representative, v);
}

function lengthOf(vertices: Float64Array, v: number, w: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (vertices[3 * v + k] - vertices[3 * w + k]) ** 2;
  return Math.sqrt(squared);
}
