// SPDX-License-Identifier: MIT
/**
 * Reads facets into flat arrays from input of callers or file readers: finite coordinates, indices in range, at least
 * three vertices per facet. Area, flatness and convexity are checked later (facet-geometry.ts).
 */

import { describeValue } from '../errors/refused-argument.ts';
import { MeshError } from '../errors.ts';
import { LARGEST_SIZE } from '../math/size-range.ts';
import type { Vector3, Vector3Like } from '../math/vector.ts';

export interface FacetList {
  /** Three numbers per vertex. */
  readonly vertices: Float64Array;
  /** Facet f has `facetVertices[facetOffsets[f] .. facetOffsets[f + 1])`. */
  readonly facetOffsets: Int32Array;
  /** Counter-clockwise seen from the front. */
  readonly facetVertices: Int32Array;
}

/** Facets in flat arrays, without an object for each. */
export interface FlatFacets {
  /** One more than facets, rising from 0 to the length of `vertices`. */
  readonly offsets: Int32Array;
  readonly vertices: Int32Array;
}

/** Vertices and facets of a mesh. */
export interface FacetMeshParameters {
  /** A Float64Array holds x, y, z in turn. */
  readonly vertices: readonly Vector3Like[] | Float64Array;
  /** Per facet, its vertices in order, counter-clockwise seen from the front. */
  readonly facets: readonly ArrayLike<number>[] | FlatFacets;
}

/** Reads vertices and facets into new arrays; throws `MeshError` with the path of the invalid value. */
export function readFacetList(given: FacetMeshParameters, path: string): FacetList {
  if (typeof given !== 'object' || given === null) {
    throw problem('not-an-object', path, `expected an object with vertices, facets, got ${describeValue(given)}`);
  }
  const { vertices, facets } = given;
  const points = readVertices(vertices, `${path}.vertices`);
  const flat = isFlat(facets) ? readFlat(facets, `${path}.facets`) : flatten(facets, `${path}.facets`);
  checkIndices(flat, points.length / 3, `${path}.facets`);
  return { vertices: points, facetOffsets: flat.offsets, facetVertices: flat.vertices };
}

/** A list of facets as the parameters of `facetMesh`. */
export function parametersOf({ vertices, facetOffsets, facetVertices }: FacetList): FacetMeshParameters {
  return { vertices, facets: { offsets: facetOffsets, vertices: facetVertices } };
}

function readVertices(value: FacetMeshParameters['vertices'], path: string): Float64Array {
  let flat: Float64Array;
  if (value instanceof Float64Array) {
    if (value.length % 3 !== 0)
      throw problem('not-triples', path, `expected x, y, z in turn, got ${value.length} numbers`);
    flat = value.slice();
  } else if (Array.isArray(value)) {
    flat = new Float64Array(3 * value.length);
    for (let i = 0; i < value.length; i++) {
      const given = value[i] as Vector3Like;
      const isTriple = Array.isArray(given) && given.length === 3;
      if (!isTriple && (typeof given !== 'object' || given === null || Array.isArray(given))) {
        throw problem('not-a-vector', `${path}[${i}]`, 'expected three numbers [x, y, z]', { vertex: i });
      }
      for (let k = 0; k < 3; k++) {
        const x: unknown = isTriple ? given[k] : (given as Vector3)['xyz'[k] as 'x'];
        flat[3 * i + k] = typeof x === 'number' ? x : Number.NaN;
      }
    }
  } else {
    throw problem('not-points', path, 'expected an array of points [[x, y, z], ...]');
  }
  if (flat.length === 0) throw problem('no-vertices', path, 'expected at least 3 vertices, got none');
  for (let i = 0; i < flat.length; i++) {
    const x = flat[i];
    if (!(Math.abs(x) <= LARGEST_SIZE)) {
      const location = `${path}[${Math.floor(i / 3)}].${'xyz'[i % 3]}`;
      const expected = Number.isFinite(x) ? `a number from ${-LARGEST_SIZE} to ${LARGEST_SIZE}` : 'a finite number';
      throw problem('not-finite', location, `expected ${expected}, got ${x}`, { vertex: Math.floor(i / 3) });
    }
    // Minus zero becomes zero.
    flat[i] = x + 0;
  }
  return flat;
}

function isFlat(facets: FacetMeshParameters['facets']): facets is FlatFacets {
  return typeof facets === 'object' && facets !== null && 'offsets' in facets;
}

function readFlat({ offsets, vertices }: FlatFacets, path: string): FlatFacets {
  if (!(offsets instanceof Int32Array && vertices instanceof Int32Array)) {
    throw problem('not-facets', path, 'expected offsets and vertices as two Int32Array');
  }
  let isRising = offsets[0] === 0 && offsets.at(-1) === vertices.length;
  for (let f = 0; isRising && f + 1 < offsets.length; f++) {
    isRising = offsets[f] <= offsets[f + 1];
  }
  if (!isRising)
    throw problem('bad-offsets', `${path}.offsets`, `expected numbers rising from 0 to ${vertices.length}`);
  if (offsets.length === 1) throw noFacets(path);
  return { offsets: offsets.slice(), vertices: vertices.slice() };
}

function flatten(facets: readonly ArrayLike<number>[], path: string): FlatFacets {
  if (!Array.isArray(facets)) throw problem('not-facets', path, 'expected an array of facets [[i, j, k, ...], ...]');
  if (facets.length === 0) throw noFacets(path);
  const offsets = new Int32Array(facets.length + 1);
  for (let f = 0; f < facets.length; f++) {
    const facet = facets[f] as ArrayLike<number> | null | undefined;
    if (typeof facet !== 'object' || facet === null || !(facet.length >= 0)) {
      throw problem('not-a-facet', `${path}[${f}]`, 'expected an array of vertex numbers [i, j, k, ...]', { facet: f });
    }
    offsets[f + 1] = offsets[f] + facet.length;
  }
  const vertices = new Int32Array(offsets[facets.length]);
  let at = 0;
  for (let f = 0; f < facets.length; f++) {
    const facet = facets[f] as ArrayLike<number>;
    for (let i = 0; i < facet.length; i++) {
      const v: unknown = facet[i];
      if (typeof v !== 'number' || (v | 0) !== v) {
        const got = typeof v === 'number' ? v : typeof v;
        throw problem('bad-index', `${path}[${f}][${i}]`, `expected the number of a vertex, got ${got}`, { facet: f });
      }
      vertices[at++] = v;
    }
  }
  return { offsets, vertices };
}

function checkIndices({ offsets, vertices }: FlatFacets, vertexCount: number, path: string): void {
  for (let f = 0; f + 1 < offsets.length; f++) {
    const begin = offsets[f];
    const end = offsets[f + 1];
    if (end - begin < 3) {
      const count = `expected at least 3 vertices, got ${end - begin}; leave the facet out`;
      throw problem('too-few-vertices', `${path}[${f}]`, count, { facet: f });
    }
    for (let i = begin; i < end; i++) {
      const v = vertices[i];
      if (v >= 0 && v < vertexCount) continue;
      const range = `expected a vertex from 0 to ${vertexCount - 1}, got ${v}`;
      throw problem('bad-index', `${path}[${f}][${i - begin}]`, range, { facet: f, vertex: v });
    }
  }
}

function noFacets(path: string): MeshError {
  return problem('no-facets', path, 'expected at least one facet, got none');
}

function problem(code: string, path: string, text: string, details: Readonly<Record<string, unknown>> = {}): MeshError {
  return new MeshError(code, `${path}: ${text}`, { path, ...details });
}
