// SPDX-License-Identifier: MIT
/**
 * Classifies edges by the angle of their facets, and groups coplanar facets into patches. A ball that rolls over an
 * edge between coplanar facets must not notice it; Santasusana et al. 2016 (doi:10.1007/s40571-016-0109-4, section 7)
 * require a tolerance. Here it is an angle, or, for facets so thin that rounding turns them, the rounding of the
 * coordinates.
 */

import { refuseArgument, requireKeys } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { edgeDirections } from './facet-adjacency.ts';
import { COORDINATE_ROUNDING_TOLERANCE, FacetGeometry } from './facet-geometry.ts';
import { type FacetMesh, requireMesh } from './facet-mesh.ts';

/** Open edge: one facet only. */
export const OPEN_EDGE = 0;
/** Two facets in one plane, with their fronts on the same side. */
export const COPLANAR_EDGE = 1;
/** Convex edge seen from the front: less than 180 degrees behind it. */
export const CONVEX_EDGE = 2;
/** Concave edge seen from the front: more than 180 degrees behind it. */
export const REFLEX_EDGE = 3;
/** More than two facets, or two with opposite fronts. */
export const MIXED_EDGE = 4;

/**
 * Sine of the angle up to which facets are coplanar. Facets of a plane wall in a file with seven digits turn by less;
 * those of a ball of ten million facets by a thousand times more.
 */
const COPLANAR_TOLERANCE = 1e-6;

/** When two facets count as parts of one plane. */
export interface CoplanarOptions {
  /** Largest sine of the angle between coplanar facets. */
  readonly tolerance?: number;
  /** Accuracy of the coordinates relative to their magnitude; 2^-21 for files in single precision. */
  readonly coordinateTolerance?: number;
}

const OPTIONS = ['tolerance', 'coordinateTolerance'] as const;

function readTolerances(options: CoplanarOptions): Required<CoplanarOptions> {
  requireKeys(options, 'options', OPTIONS, InvalidOptionError);
  const { tolerance = COPLANAR_TOLERANCE, coordinateTolerance = COORDINATE_ROUNDING_TOLERANCE } = options;
  const read = { tolerance, coordinateTolerance };
  for (const name of OPTIONS) {
    const value: unknown = read[name];
    if (typeof value === 'number' && value >= 0) continue;
    refuseArgument(InvalidOptionError, 'out-of-range', `options.${name}`, 'a number >= 0', value);
  }
  return read;
}

/**
 * The class of every edge, `OPEN_EDGE` to `MIXED_EDGE`, one byte each.
 *
 * @throws MeshError unless `facetMesh` made the mesh, InvalidOptionError for options that do not exist or are out of
 * range.
 *
 * @example
 * ```ts
 * import { CONVEX_EDGE, COPLANAR_EDGE, edgeKinds, facetMesh, MIXED_EDGE, OPEN_EDGE, REFLEX_EDGE } from 'scree/contact';
 *
 * const sheet = facetMesh({
 *   vertices: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]],
 *   facets: [[0, 1, 2], [0, 2, 3]],
 * });
 * const kinds = [OPEN_EDGE, COPLANAR_EDGE, CONVEX_EDGE, REFLEX_EDGE, MIXED_EDGE];
 * console.log(kinds.map((kind) => edgeKinds(sheet).filter((each) => each === kind).length).join()); // 4,1,0,0,0
 * ```
 */
export function edgeKinds(mesh: FacetMesh, options: CoplanarOptions = {}): Uint8Array {
  requireMesh(mesh);
  const { tolerance, coordinateTolerance } = readTolerances(options);
  const { edgeVertices, edgeFacetOffsets, edgeFacets, facetNormals, vertices } = mesh;
  const edgeCount = edgeFacetOffsets.length - 1;
  const kinds = new Uint8Array(edgeCount);
  const areas = facetAreas(mesh);
  const directions = edgeDirections(mesh, mesh);
  for (let e = 0; e < edgeCount; e++) {
    const at = edgeFacetOffsets[e];
    const count = edgeFacetOffsets[e + 1] - at;
    if (count === 1) continue;
    if (count > 2 || directions[at] === directions[at + 1]) {
      kinds[e] = MIXED_EDGE;
      continue;
    }
    const a = 3 * edgeFacets[at];
    const b = 3 * edgeFacets[at + 1];
    const p = 3 * edgeVertices[2 * e];
    const q = 3 * edgeVertices[2 * e + 1];
    const dx = vertices[q] - vertices[p];
    const dy = vertices[q + 1] - vertices[p + 1];
    const dz = vertices[q + 2] - vertices[p + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ax = facetNormals[a];
    const ay = facetNormals[a + 1];
    const az = facetNormals[a + 2];
    const bx = facetNormals[b];
    const by = facetNormals[b + 1];
    const bz = facetNormals[b + 2];
    // Along the edge as the first facet runs, so that the sine is positive where the edge is convex.
    const triple = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
    const sine = (directions[at] * triple) / length;
    const cosine = ax * bx + ay * by + az * bz;
    // Twice the area by the edge is the height of a triangle over it; rounding moves its tip by this much.
    const height = (2 * Math.min(areas[a / 3], areas[b / 3])) / length;
    const rounding = coordinateTolerance * largestCoordinate(vertices, p, q);
    const isFlat = Math.abs(sine) <= tolerance || Math.abs(sine) * height <= rounding;
    kinds[e] = isFlat && cosine > 0 ? COPLANAR_EDGE : sine >= 0 ? CONVEX_EDGE : REFLEX_EDGE;
  }
  return kinds;
}

/** Facets that lie in one plane and are connected, as patches. */
export interface CoplanarPatches {
  readonly count: number;
  /** Per facet: its patch, from 0 to `count` - 1, numbered by decreasing size of the facet they were grown from. */
  readonly patchOfFacet: Int32Array;
}

/**
 * Patches of facets connected over coplanar edges and in one plane as a whole. Each patch grows from its largest facet
 * and takes facets within the tolerance of that facet's plane, so a finely meshed curve does not merge into one patch.
 *
 * @throws MeshError unless `facetMesh` made the mesh, InvalidOptionError for classes that are not those of its edges
 * and for options that do not exist.
 *
 * @example
 * ```ts
 * import { coplanarPatches, facetMesh } from 'scree/contact';
 *
 * const sheet = facetMesh({
 *   vertices: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]],
 *   facets: [[0, 1, 2], [0, 2, 3]],
 * });
 * console.log(coplanarPatches(sheet).count); // 1
 * ```
 */
export function coplanarPatches(
  mesh: FacetMesh,
  kinds: Uint8Array = edgeKinds(mesh),
  options: CoplanarOptions = {},
): CoplanarPatches {
  requireMesh(mesh);
  const { tolerance, coordinateTolerance } = readTolerances(options);
  const edgeCount = mesh.edgeFacetOffsets.length - 1;
  if (!(kinds instanceof Uint8Array) || kinds.length !== edgeCount) {
    refuseArgument(
      InvalidOptionError,
      'wrong-length',
      'kinds',
      `a Uint8Array of ${edgeCount}, one for each edge`,
      kinds,
    );
  }
  const { facetOffsets, facetVertices, facetEdges, edgeFacetOffsets, edgeFacets, facetNormals, vertices } = mesh;
  const facetCount = facetOffsets.length - 1;
  const patchOfFacet = new Int32Array(facetCount).fill(-1);
  const queue = new Int32Array(facetCount);
  let count = 0;

  const isInPlaneOf = (seed: number, f: number): boolean => {
    const o = 3 * facetVertices[facetOffsets[seed]];
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const v = 3 * facetVertices[i];
      const x = vertices[v] - vertices[o];
      const y = vertices[v + 1] - vertices[o + 1];
      const z = vertices[v + 2] - vertices[o + 2];
      const n = 3 * seed;
      const height = Math.abs(x * facetNormals[n] + y * facetNormals[n + 1] + z * facetNormals[n + 2]);
      const allowed =
        tolerance * Math.sqrt(x * x + y * y + z * z) + coordinateTolerance * largestCoordinate(vertices, o, v);
      if (height > allowed) return false;
    }
    return true;
  };

  for (const seed of byDecreasingSize(facetAreas(mesh))) {
    if (patchOfFacet[seed] !== -1) continue;
    patchOfFacet[seed] = count;
    queue[0] = seed;
    for (let head = 0, tail = 1; head < tail; head++) {
      const f = queue[head];
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        const e = facetEdges[i];
        if (kinds[e] !== COPLANAR_EDGE) continue;
        const at = edgeFacetOffsets[e];
        const other = edgeFacets[at] === f ? edgeFacets[at + 1] : edgeFacets[at];
        if (patchOfFacet[other] !== -1 || !isInPlaneOf(seed, other)) continue;
        patchOfFacet[other] = count;
        queue[tail++] = other;
      }
    }
    count++;
  }
  return { count, patchOfFacet };
}

function facetAreas(mesh: FacetMesh): Float64Array {
  const geometry = new FacetGeometry(mesh);
  const areas = new Float64Array(mesh.facetOffsets.length - 1);
  for (let f = 0; f < areas.length; f++) {
    geometry.measure(f);
    areas[f] = geometry.area;
  }
  return areas;
}

/** Facets sorted by the power of two of their area, largest first, then by number: a counting sort. */
function byDecreasingSize(areas: Float64Array): Int32Array {
  // The exponent is the upper end of the bits; a logarithm may round differently in another engine.
  const words = new Uint16Array(areas.buffer);
  const rankOf = (f: number): number => 2047 - (words[4 * f + 3] >> 4);
  const next = new Int32Array(2049);
  for (let f = 0; f < areas.length; f++) next[rankOf(f) + 1] = next[rankOf(f) + 1] + 1;
  for (let i = 1; i < next.length; i++) next[i] = next[i] + next[i - 1];
  const order = new Int32Array(areas.length);
  for (let f = 0; f < areas.length; f++) {
    const at = next[rankOf(f)];
    order[at] = f;
    next[rankOf(f)] = at + 1;
  }
  return order;
}

/** Distance of two vertices, given by the addresses of their coordinates. */
function largestCoordinate(vertices: Float64Array, p: number, q: number): number {
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const x = Math.abs(vertices[p + k]);
    const y = Math.abs(vertices[q + k]);
    if (x > largest) largest = x;
    if (y > largest) largest = y;
  }
  return largest;
}
