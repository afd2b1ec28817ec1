// SPDX-License-Identifier: MIT
/**
 * The Minkowski difference B - A = {b - a}, one vertex at a time: its signed distance from the origin is the contact.
 */

import type { ExactSupport } from './exact-support.ts';
import { type ExactVector, negate, subtract } from './exact-vector.ts';

/** A point b - a of the difference and the vertices it comes from. */
export interface DifferencePoint {
  readonly a: number;
  readonly b: number;
  readonly w: ExactVector;
}

export class Difference {
  readonly a: ExactSupport;
  readonly b: ExactSupport;

  constructor(a: ExactSupport, b: ExactSupport) {
    this.a = a;
    this.b = b;
  }

  point(a: number, b: number): DifferencePoint {
    return { a, b, w: subtract(this.b.vertex(b), this.a.vertex(a)) };
  }

  /** The point of the difference farthest along `direction`. */
  farthest(direction: ExactVector): DifferencePoint {
    return this.point(this.a.maximum(negate(direction)), this.b.maximum(direction));
  }

  /** An extreme point along the direction, within float64 accuracy. */
  nearFarthest(dx: number, dy: number, dz: number): DifferencePoint {
    return this.point(this.a.nearMaximum(-dx, -dy, -dz), this.b.nearMaximum(dx, dy, dz));
  }
}
