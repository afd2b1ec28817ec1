// SPDX-License-Identifier: MIT
/** Search for the nearest or deepest pair of pieces of two bodies, with bounds over all pairs. */
import { gapOfBalls, type PlacedPiece } from './placed-piece.ts';

export class NearestPieces {
  /** The nearest pair so far; -1 where no pair has an answer. */
  pieceA = -1;
  pieceB = -1;
  /** Bounds of the smallest signed distance over all pairs. */
  lower = Infinity;
  upper = Infinity;
  gjkIterations = 0;
  epaIterations = 0;
  /** Pairs proven farther apart than this are skipped. */
  limit: number;

  constructor(maxDistance: number) {
    this.limit = maxDistance;
  }

  /**
   * Queries the pair `first`, then all others in order, except those whose bounding balls are farther apart than the
   * limit. Stops if `ask` returns false.
   */
  search(
    a: readonly PlacedPiece[],
    b: readonly PlacedPiece[],
    [firstA, firstB]: readonly [number, number],
    ask: (p: PlacedPiece, q: PlacedPiece, i: number, j: number) => boolean,
  ): void {
    const visit = (i: number, j: number): boolean => gapOfBalls(a[i], b[j]) > this.limit || ask(a[i], b[j], i, j);
    if (!visit(firstA, firstB)) return;
    for (let i = 0; i < a.length; i++) {
      for (let j = 0; j < b.length; j++) if ((i !== firstA || j !== firstB) && !visit(i, j)) return;
    }
  }

  /** Adds the answer for a pair. Returns true if it is the nearest so far. */
  add(i: number, j: number, distance: number, lower: number, upper: number): boolean {
    this.lower = Math.min(this.lower, lower);
    this.upper = Math.min(this.upper, upper);
    if (this.pieceA >= 0 && !(distance < this.limit)) return false;
    this.limit = Math.min(this.limit, distance);
    this.pieceA = i;
    this.pieceB = j;
    return true;
  }
}
