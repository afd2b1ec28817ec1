// SPDX-License-Identifier: MIT
/**
 * Convex decomposition of a closed mesh, for concave bodies. Parts are cut along planes through their notches (Chazelle
 * 1984, doi:10.1137/0213031) until they are convex or the excess volume of their hulls is within the tolerance; then
 * pieces that fit together are joined.
 */

import { describeValue, requireKeys } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { type ConvexHull, convexHull } from './convex-hull.ts';
import { bestCut, hulledPart } from './decomposition/best-cut.ts';
import { type Deviation, largestDeviation } from './decomposition/deviation.ts';
import { joinPieces } from './decomposition/join-pieces.ts';
import { type HulledPart, surplusOf } from './decomposition/part-hull.ts';
import type { Solid } from './decomposition/solid.ts';
import { cuttableMesh } from './decomposition/solid-of-mesh.ts';
import type { FacetMeshParameters } from './facet-mesh.ts';
import { scaleByPowerOfTwo } from './prepared-points.ts';

/** How exactly a mesh is cut into convex pieces. */
export interface DecompositionOptions {
  /** Maximum number of pieces; default 128. */
  readonly pieces?: number;
  /** Allowed excess volume of the pieces, as a fraction of the mesh's volume; 0 requests exact pieces; default 0.01. */
  readonly tolerance?: number;
}

/** Convex pieces of a mesh, with proven bounds of their errors. */
export interface ConvexDecomposition {
  /** The pieces, in the frame of the mesh; they cover it. */
  readonly pieces: readonly ConvexHull[];
  /** Volume of the mesh. */
  readonly volume: number;
  /**
   * Excess volume of the pieces as a fraction of the mesh's volume. It bounds both their volume outside the mesh and
   * their mutual overlap.
   */
  readonly volumeError: number;
  /** Bounds of the largest distance of a point of a piece from the solid, in the unit of the mesh. */
  readonly largestDeviation: Deviation;
  /**
   * True if the tolerance was met. Otherwise the maximum number of pieces was too small, or no reliable cut was left.
   */
  readonly isWithinTolerance: boolean;
}

/** Excess volume of a hull below this fraction of the mesh's volume is rounding. */
const ROUNDING = 1e-12;
/** Parts are cut into up to this many times the requested number of pieces before they are joined. */
const OVERCUT = 2;

/**
 * Convex pieces of the solid bounded by a closed mesh with outward normals; input as for `facetMesh`, with cavities and
 * several bodies allowed.
 *
 * @throws MeshError, naming the defect, for a mesh that is open, self-intersecting or inside out; InvalidOptionError
 * for options that do not exist or are out of range.
 *
 * @example
 * ```ts
 * import { convexDecomposition, layeredSolid } from 'scree/contact';
 *
 * const { vertices, facets } = layeredSolid(0, [
 *   { loops: [[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]], to: 1 },
 * ]);
 * console.log(convexDecomposition({ vertices, facets }).pieces.length); // 2
 * ```
 */
export function convexDecomposition(
  mesh: FacetMeshParameters,
  options: DecompositionOptions = {},
  path = 'mesh',
): ConvexDecomposition {
  requireKeys(options, 'options', ['pieces', 'tolerance'], InvalidOptionError);
  const { pieces = 128, tolerance = 0.01 } = options;
  checkOption('pieces', pieces, Number.isInteger(pieces) && pieces >= 1, 'an integer >= 1');
  checkOption(
    'tolerance',
    tolerance,
    typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity,
    'a finite number >= 0',
  );
  const { solid, parts, exponent } = cuttableMesh(mesh, path);
  const start = parts.flatMap((part) => hulledPart(solid, part));
  const volume = parts.reduce((sum, part) => sum + solid.volume(part), 0);
  const allowance = Math.max(tolerance, ROUNDING) * volume;
  // Exact cuts follow the drawing and often make the fewest pieces; what is smoothly hollow wants others.
  const cuts = [true, ...(tolerance > 0 ? [false] : [])].map((isExact) => {
    const cut = cutAll(solid, start, allowance, OVERCUT * pieces, isExact);
    const left = allowance - cut.reduce((sum, part) => sum + surplusOf(part), 0);
    return joinPieces(solid, cut, Math.max(ROUNDING * volume, left), pieces);
  });
  const errorOf = (list: readonly HulledPart[]): number =>
    (list.reduce((total, { hullVolume }) => total + hullVolume, 0) - volume) / volume;
  const isGood = (list: readonly HulledPart[]): boolean =>
    list.length <= pieces && errorOf(list) <= Math.max(tolerance, list.length * ROUNDING);
  const best = cuts.reduce((one, other) => {
    if (isGood(one) !== isGood(other)) return isGood(one) ? one : other;
    const isSmaller = isGood(one) ? other.length < one.length : errorOf(other) < errorOf(one);
    return isSmaller ? other : one;
  });
  const { lower, upper } = largestDeviation(solid, best);
  const restored = (value: number, power: number): number => scaleByPowerOfTwo(value, power * exponent);
  return {
    pieces: best.map(({ hull }) => convexHull(hull.vertices.map((x) => restored(x, 1)))),
    volume: restored(volume, 3),
    volumeError: errorOf(best),
    largestDeviation: { lower: restored(lower, 1), upper: restored(upper, 1) },
    isWithinTolerance: isGood(best),
  };
}

/** Repeatedly cuts the part with the largest excess volume. */
function cutAll(
  solid: Solid,
  start: readonly HulledPart[],
  allowance: number,
  most: number,
  isExact: boolean,
): HulledPart[] {
  const list = [...start];
  const isDone = new Set<HulledPart>();
  while (list.length < most && list.reduce((sum, part) => sum + surplusOf(part), 0) > allowance) {
    let worst: HulledPart | undefined;
    for (const part of list) {
      if (!isDone.has(part) && (worst === undefined || surplusOf(part) > surplusOf(worst))) worst = part;
    }
    if (worst === undefined) break;
    const made = bestCut(solid, worst.parts[0], isExact);
    if (made === undefined || made.length < 2) isDone.add(worst);
    else list.splice(list.indexOf(worst), 1, ...made);
  }
  return list;
}

function checkOption(name: string, value: unknown, isGood: boolean, expected: string): void {
  if (isGood) return;
  throw new InvalidOptionError('out-of-range', `options.${name}: expected ${expected}, got ${describeValue(value)}`, {
    name,
  });
}
