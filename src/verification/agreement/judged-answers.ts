// SPDX-License-Identifier: MIT
/**
 * Results of one algorithm for pairs of polyhedra with known signed distance: number of results with a large error, a
 * wrong sign, or a depth that is too small.
 */
import { type Algorithm, type Contact, contact } from '../../narrow-phase/contact.ts';
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';

/** Two polyhedra by their vertices in world coordinates, as x, y, z triples. */
export interface KnownPair {
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Signed. */
  readonly distance: number;
}

export interface Judgement {
  pairs: number;
  /**
   * Error above 1e-6 and 1e-9 of the extent of the smaller body, or 32 units in the last place of the coordinates if
   * that is more.
   */
  over6: number;
  over9: number;
  wrongSign: number;
  /** Overlapping pairs with a depth that is too small by more than 1e-12 of the size. */
  tooShallow: number;
  bounded: number;
  unsupported: number;
}

/** Placing the bodies, a support value and the transformation back cost a few roundings of the largest coordinate. */
const ROUNDING = 32 * 2 ** -52;
const DEPTH_TOLERANCE = 1e-12;
/** The sign of a touching pair is undecided within the tolerance of a result. */
const SIGN_TOLERANCE = 1e-9;

function extent(flat: Float64Array): number {
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < flat.length; i += 3) {
      low = Math.min(low, flat[i]);
      high = Math.max(high, flat[i]);
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}

const largestCoordinate = (flat: Float64Array): number => flat.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

export class Judge {
  readonly #pairs: readonly (KnownPair & {
    readonly shapeA: ConvexPolyhedron;
    readonly shapeB: ConvexPolyhedron;
    readonly size: number;
    readonly rounding: number;
  })[];

  constructor(pairs: readonly KnownPair[]) {
    this.#pairs = pairs.map((pair) => ({
      ...pair,
      shapeA: polyhedron({ vertices: pair.a }),
      shapeB: polyhedron({ vertices: pair.b }),
      size: Math.min(extent(pair.a), extent(pair.b)),
      rounding: ROUNDING * Math.max(largestCoordinate(pair.a), largestCoordinate(pair.b)),
    }));
  }

  judge(algorithm: Algorithm): Judgement {
    const sum: Judgement = { pairs: 0, over6: 0, over9: 0, wrongSign: 0, tooShallow: 0, bounded: 0, unsupported: 0 };
    for (const { shapeA, shapeB, distance, size, rounding } of this.#pairs) {
      sum.pairs++;
      const found: Contact = contact(shapeA, {}, shapeB, {}, { algorithm });
      if (found.status === 'unsupported') {
        sum.unsupported++;
        continue;
      }
      if (found.status === 'bounded') sum.bounded++;
      const error = Math.abs(found.distance - distance);
      if (!(error <= Math.max(1e-6 * size, rounding))) sum.over6++;
      if (!(error <= Math.max(1e-9 * size, rounding))) sum.over9++;
      const isSigned = Math.abs(distance) > Math.max(SIGN_TOLERANCE * size, rounding);
      if (isSigned && Math.sign(found.distance) !== Math.sign(distance)) sum.wrongSign++;
      if (distance < 0 && found.distance > distance + Math.max(DEPTH_TOLERANCE * size, rounding)) sum.tooShallow++;
    }
    return sum;
  }
}
