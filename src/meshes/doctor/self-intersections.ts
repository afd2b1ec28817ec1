// SPDX-License-Identifier: MIT
/** Finds intersecting facets of one mesh by a tree of boxes, without comparing all pairs. */

import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';
import { boxTree, facetBoxes, forEachInBox } from './box-tree.ts';
import { FacetOverlap } from './facet-overlap.ts';
import { convexPieces } from './facet-pieces.ts';

/** Maximum number of reported pairs. */
const MOST_PAIRS = 100_000;

/**
 * Maximum number of compared pairs, per facet and in addition. Boxes of facets in a sound mesh meet a few dozen others;
 * in a fan of needles around one vertex all meet. The additional allowance covers a few thousand needles.
 */
const COMPARISONS_PER_FACET = 100;
const MORE_COMPARISONS = 2e7;

interface SelfIntersections {
  /** Two facet numbers per pair, the lower first; pairs ascending. */
  readonly pairs: Int32Array;
  /** False if there were too many pairs to report or compare. */
  readonly isComplete: boolean;
}

/** Ignores facets without area and empty loops. */
export function selfIntersections(list: FacetList): SelfIntersections {
  const { pieces, facetOfPiece } = convexPieces(list);
  const pieceCount = facetOfPiece.length;
  if (pieceCount === 0) return { pairs: new Int32Array(0), isComplete: true };
  const boxes = facetBoxes(pieces);
  const tree = boxTree(boxes);
  const test = new FacetOverlap(pieces);
  const found = new GrowingList();
  let comparisonsLeft = COMPARISONS_PER_FACET * pieceCount + MORE_COMPARISONS;
  let isComplete = true;
  for (let index = 0; isComplete && index < pieceCount; index++) {
    const piece = tree.items[index];
    const f = facetOfPiece[piece];
    isComplete = forEachInBox(tree, boxes, 6 * piece, index + 1, (other) => {
      const g = facetOfPiece[other];
      if (g === f) return true;
      if (comparisonsLeft-- === 0) return false;
      if (test.overlap(piece, other)) {
        found.push(Math.min(f, g));
        found.push(Math.max(f, g));
      }
      return found.count < 2 * MOST_PAIRS;
    });
  }
  return { pairs: sortedPairs(found.toArray(), list.facetOffsets.length - 1), isComplete };
}

/** Ascending, without duplicates from facets with several pieces. */
function sortedPairs(pairs: Int32Array, facetCount: number): Int32Array {
  const keys = new Float64Array(pairs.length / 2);
  for (let i = 0; i < keys.length; i++) keys[i] = pairs[2 * i] * facetCount + pairs[2 * i + 1];
  keys.sort();
  const sorted = new GrowingList();
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (i > 0 && key === keys[i - 1]) continue;
    sorted.push(Math.floor(key / facetCount));
    sorted.push(key % facetCount);
  }
  return sorted.toArray();
}
