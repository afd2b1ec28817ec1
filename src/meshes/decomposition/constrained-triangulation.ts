// SPDX-License-Identifier: MIT
/**
 * Constrained triangulation of points in the plane: a sweep from left to right, then edges are inserted by flipping
 * those that cross them (Sloan 1993, doi:10.1016/0045-7949(93)90239-A). Every decision is an exact predicate, so the
 * result is right or undefined; the shape of the triangles does not matter here.
 */
import { orient2d } from 'robust-predicates';

/** Positive when a, b, c turn left. */
export function leftTurn(x: ArrayLike<number>, y: ArrayLike<number>, a: number, b: number, c: number): number {
  return -orient2d(x[a], y[a], x[b], y[b], x[c], y[c]);
}

export class ConstrainedTriangulation {
  /** Three corners per triangle, counter-clockwise. */
  readonly corners: number[] = [];
  readonly #x: ArrayLike<number>;
  readonly #y: ArrayLike<number>;
  /** Maps a directed side to its position in `corners`. */
  readonly #sides = new Map<number, number>();
  readonly #fixed = new Set<number>();

  private constructor(x: ArrayLike<number>, y: ArrayLike<number>) {
    this.#x = x;
    this.#y = y;
  }

  /**
   * Undefined if two points coincide, all are collinear, two edges cross, or a point lies within an edge. `edges` are
   * pairs of points.
   */
  static of(
    x: ArrayLike<number>,
    y: ArrayLike<number>,
    edges: ArrayLike<number>,
  ): ConstrainedTriangulation | undefined {
    const made = new ConstrainedTriangulation(x, y);
    if (!made.#sweep()) return undefined;
    for (let e = 0; e < edges.length; e += 2) if (!made.#fix(edges[e], edges[e + 1])) return undefined;
    return made;
  }

  /** Position in `corners` of the side from a to b; undefined if no triangle is on its left. */
  sideFrom(a: number, b: number): number | undefined {
    return this.#sides.get(this.#key(a, b));
  }

  #key(a: number, b: number): number {
    return a * this.#x.length + b;
  }

  #put(at: number, a: number, b: number, c: number): void {
    const loop = [a, b, c];
    for (let k = 0; k < 3; k++) {
      this.corners[at + k] = loop[k];
      this.#sides.set(this.#key(loop[k], loop[(k + 1) % 3]), at + k);
    }
  }

  #turn(a: number, b: number, c: number): number {
    return leftTurn(this.#x, this.#y, a, b, c);
  }

  /** Joins each point in turn to the visible sides of the current hull. */
  #sweep(): boolean {
    const x = this.#x;
    const y = this.#y;
    const order = Array.from({ length: x.length }, (_, i) => i).sort((a, b) => x[a] - x[b] || y[a] - y[b]);
    for (let i = 1; i < order.length; i++) {
      if (x[order[i]] === x[order[i - 1]] && y[order[i]] === y[order[i - 1]]) return false;
    }
    let first = 2;
    while (first < order.length && this.#turn(order[0], order[1], order[first]) === 0) first++;
    if (first >= order.length) return false;
    // The points up to here lie in a line, in order; the next one sees all of it, from the left or from the right.
    const apex = order[first];
    const line = order.slice(0, first);
    if (this.#turn(order[0], order[1], apex) < 0) line.reverse();
    const next = new Map<number, number>();
    for (let i = 0; i + 1 < line.length; i++) {
      this.#put(this.corners.length, line[i], line[i + 1], apex);
      next.set(line[i], line[i + 1]);
    }
    next.set(line[line.length - 1], apex).set(apex, line[0]);
    const previous = new Map(Array.from(next, ([a, b]) => [b, a]));
    for (let i = first + 1; i < order.length; i++) this.#join(order[i], order[i - 1], next, previous);
    return true;
  }

  /** `last` is the previous point in the order; the new one sees a side of the hull that ends there. */
  #join(p: number, last: number, next: Map<number, number>, previous: Map<number, number>): void {
    let end = last;
    for (let to = next.get(end) ?? last; this.#turn(end, to, p) < 0; to = next.get(end) ?? last) {
      this.#put(this.corners.length, to, end, p);
      end = to;
    }
    let begin = last;
    for (let from = previous.get(begin) ?? last; this.#turn(from, begin, p) < 0; from = previous.get(begin) ?? last) {
      this.#put(this.corners.length, begin, from, p);
      begin = from;
    }
    next.set(begin, p).set(p, end);
    previous.set(end, p).set(p, begin);
  }

  /** Makes a-b a side of a triangle. */
  #fix(a: number, b: number): boolean {
    const crossed = this.#crossed(a, b);
    if (crossed === undefined) return false;
    // Each flip takes away a crossing or is repeated later; a set of points in the plane needs less than their square.
    const mostFlips = 4 * (crossed.length + 1) ** 2;
    for (let flips = 0; crossed.length > 0; flips++) {
      if (flips > mostFlips) return false;
      const [c, d] = crossed.shift() as [number, number];
      const opposite = this.#flip(c, d);
      if (opposite === undefined) crossed.push([c, d]);
      else if (this.#crosses(a, b, ...opposite)) crossed.push(opposite);
    }
    this.#fixed.add(this.#key(a, b)).add(this.#key(b, a));
    return this.sideFrom(a, b) !== undefined || this.sideFrom(b, a) !== undefined;
  }

  /** Sides that cross a-b; undefined if one of them is fixed or a point lies between. */
  #crossed(a: number, b: number): [number, number][] | undefined {
    if (this.sideFrom(a, b) !== undefined || this.sideFrom(b, a) !== undefined) return [];
    for (let p = 0; p < this.#x.length; p++) {
      if (p !== a && p !== b && this.#turn(a, b, p) === 0 && this.#isBetween(a, b, p)) return undefined;
    }
    const found: [number, number][] = [];
    for (let i = 0; i < this.corners.length; i++) {
      const c = this.corners[i];
      const d = this.corners[i % 3 === 2 ? i - 2 : i + 1];
      if (c > d && this.sideFrom(d, c) !== undefined) continue;
      if (!this.#crosses(a, b, c, d)) continue;
      if (this.#fixed.has(this.#key(c, d))) return undefined;
      found.push([c, d]);
    }
    return found;
  }

  #isBetween(a: number, b: number, p: number): boolean {
    const x = this.#x;
    const y = this.#y;
    const isWithin = (u: ArrayLike<number>): boolean => Math.min(u[a], u[b]) <= u[p] && u[p] <= Math.max(u[a], u[b]);
    return isWithin(x) && isWithin(y);
  }

  #crosses(a: number, b: number, c: number, d: number): boolean {
    if (a === c || a === d || b === c || b === d) return false;
    const isSplit = (p: number, q: number): boolean => (p < 0 && q > 0) || (p > 0 && q < 0);
    return isSplit(this.#turn(a, b, c), this.#turn(a, b, d)) && isSplit(this.#turn(c, d, a), this.#turn(c, d, b));
  }

  /**
   * Replaces the side c-d by the other diagonal of its two triangles; undefined if they form no strictly convex
   * quadrilateral.
   */
  #flip(c: number, d: number): [number, number] | undefined {
    const left = this.sideFrom(c, d);
    const right = this.sideFrom(d, c);
    if (left === undefined || right === undefined) return undefined;
    const p = this.#apexOf(left);
    const q = this.#apexOf(right);
    if (!(this.#turn(q, d, p) > 0 && this.#turn(p, c, q) > 0)) return undefined;
    const [first, second] = [left - (left % 3), right - (right % 3)];
    this.#sides.delete(this.#key(c, d));
    this.#sides.delete(this.#key(d, c));
    this.#put(first, q, d, p);
    this.#put(second, p, c, q);
    return [p, q];
  }

  /** The corner opposite the side at this position. */
  #apexOf(side: number): number {
    return this.corners[side - (side % 3) + ((side + 2) % 3)];
  }
}
