// SPDX-License-Identifier: MIT
/**
 * The polynomial through the stages of a Radau step, of order 3, in Newton's form about the end of the step (Hairer &
 * Wanner II, section IV.8).
 */
import { NODES } from './radau-coefficients.ts';

export class CollocationPolynomial {
  /** Divided differences. */
  readonly vectors: readonly [Float64Array, Float64Array, Float64Array];

  constructor(size: number) {
    this.vectors = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  }

  /** The solution less the state at the end of the step, at s steps behind it. */
  evaluate(s: number, out: Float64Array): void {
    const [p1, p2, p3] = this.vectors;
    const [c1, c2] = NODES;
    for (let i = 0; i < out.length; i++) out[i] = s * (p1[i] + (s + 1 - c2) * (p2[i] + (s + 1 - c1) * p3[i]));
  }

  /** From the stages less the start. */
  set([z1, z2, z3]: readonly Float64Array[]): void {
    const [p1, p2, p3] = this.vectors;
    const [c1, c2] = NODES;
    for (let i = 0; i < p1.length; i++) {
      const slope = (z1[i] - z2[i]) / (c1 - c2);
      p1[i] = (z2[i] - z3[i]) / (c2 - 1);
      p2[i] = (slope - p1[i]) / (c1 - 1);
      p3[i] = p2[i] - (slope - z1[i] / c1) / c2;
    }
  }

  clear(): void {
    for (const vector of this.vectors) vector.fill(0);
  }
}

/** Three vectors by a matrix, component by component; `to` may be `from`. */
export function transformStages(matrix: readonly number[], from: Float64Array[], to: Float64Array[]): void {
  const [a, b, c] = from;
  const [x, y, z] = to;
  for (let i = 0; i < x.length; i++) {
    const u = a[i];
    const v = b[i];
    const w = c[i];
    x[i] = matrix[0] * u + matrix[1] * v + matrix[2] * w;
    y[i] = matrix[3] * u + matrix[4] * v + matrix[5] * w;
    z[i] = matrix[6] * u + matrix[7] * v + matrix[8] * w;
  }
}
