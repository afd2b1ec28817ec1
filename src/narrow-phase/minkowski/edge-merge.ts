// SPDX-License-Identifier: MIT
/**
 * The outline of a Minkowski sum of two convex polygons: their edges merged by direction, in linear time (de Berg et
 * al. 2008, Computational Geometry, section 13.3). Works on indices; the caller knows the coordinates and decides the
 * turns.
 */

export interface MergedCorner {
  /** The corner is the sum of vertex p of the first and vertex q of the second polygon. */
  readonly p: number;
  readonly q: number;
  /** Origin of the edge from this corner to the next: the first polygon, the second, or both. */
  readonly alongP: boolean;
  readonly alongQ: boolean;
}

interface MergeInput {
  readonly countP: number;
  readonly countQ: number;
  /** The lowest vertex of each polygon, of several the leftmost; vertices run counter-clockwise. */
  readonly startP: number;
  readonly startQ: number;
  /**
   * Sign of the cross product of the edge of the first polygon at vertex p and of the second at q: > 0 where the first
   * comes first.
   */
  readonly turn: (p: number, q: number) => number;
}

/** Corners counter-clockwise from the lowest. A polygon may be a point (count 1): it has no edges. */
export function mergeEdges({ countP, countQ, startP, startQ, turn }: MergeInput): MergedCorner[] {
  const corners: MergedCorner[] = [];
  const edgesP = countP > 1 ? countP : 0;
  const edgesQ = countQ > 1 ? countQ : 0;
  let i = 0;
  let j = 0;
  while (i < edgesP || j < edgesQ) {
    const p = (startP + i) % countP;
    const q = (startQ + j) % countQ;
    // Directions never lie half a turn apart here, so the sign of the cross product orders them.
    const order = i === edgesP ? -1 : j === edgesQ ? 1 : turn(p, q);
    const alongP = order >= 0;
    const alongQ = order <= 0;
    corners.push({ p, q, alongP, alongQ });
    if (alongP) i++;
    if (alongQ) j++;
  }
  return corners.length > 0 ? corners : [{ p: startP, q: startQ, alongP: false, alongQ: false }];
}
