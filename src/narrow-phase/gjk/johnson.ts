// SPDX-License-Identifier: MIT
/**
 * The point of a simplex nearest the origin by Johnson's recursion (Gilbert, Johnson and Keerthi 1988; TD eq. 1 and 2):
 * of all subsets, smallest first, the one whose weights are positive and that no further point would bring nearer.
 * Where rounding leaves no such subset, their backup procedure takes the nearest of those with positive weights.
 */
import { addScaled, dot, lengthSquared, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';

/** Weights of a simplex of up to 4 points, none negative, of sum 1; the points of weight 0 are not needed. */
export type SubDistance = (points: readonly Vector3[]) => readonly number[];

/** Subsets of 4 points as bits, those with fewer points first. */
const SUBSETS: readonly number[] = Array.from({ length: 15 }, (_, k) => k + 1).sort(
  (x, y) => bitCount(x) - bitCount(y) || x - y,
);

function bitCount(subset: number): number {
  return (subset & 1) + ((subset >> 1) & 1) + ((subset >> 2) & 1) + ((subset >> 3) & 1);
}

/** Sum of weights times points. */
export function weightedSum(points: readonly Vector3[], weights: readonly number[]): Vector3 {
  let sum = ZERO_VECTOR;
  for (let i = 0; i < points.length; i++) sum = addScaled(sum, points[i], weights[i]);
  return sum;
}

/** Cofactors of every subset: `cofactors[subset][j]` for j in the subset. */
function cofactorsOf(points: readonly Vector3[]): readonly (readonly number[])[] {
  const count = points.length;
  const cofactors = Array.from({ length: 1 << count }, () => [0, 0, 0, 0]);
  for (let j = 0; j < count; j++) cofactors[1 << j][j] = 1;
  for (const subset of SUBSETS) {
    if (subset >= 1 << count) continue;
    const own = cofactors[subset];
    const k = subset & 1 ? 0 : subset & 2 ? 1 : subset & 4 ? 2 : 3;
    for (let j = 0; j < count; j++) {
      if (subset & (1 << j)) continue;
      let sum = 0;
      for (let i = 0; i < count; i++) {
        if (!(subset & (1 << i))) continue;
        const p = points[i];
        sum += own[i] * (dot(p, points[k]) - dot(p, points[j]));
      }
      cofactors[subset | (1 << j)][j] = sum;
    }
  }
  return cofactors;
}

function weightsOf(subset: number, cofactors: readonly (readonly number[])[], count: number): number[] {
  const own = cofactors[subset] as number[];
  let total = 0;
  for (let j = 0; j < count; j++) if (subset & (1 << j)) total += own[j];
  return Array.from({ length: count }, (_, j) => (subset & (1 << j) ? own[j] / total : 0));
}

export const johnson: SubDistance = (points) => {
  const count = points.length;
  const cofactors = cofactorsOf(points);
  let nearest: number[] | undefined;
  let leastSquared = Infinity;
  for (const subset of SUBSETS) {
    if (subset >= 1 << count) continue;
    let inside = true;
    let farther = true;
    for (let j = 0; j < count; j++) {
      if (subset & (1 << j)) inside &&= (cofactors[subset] as number[])[j] > 0;
      else farther &&= (cofactors[subset | (1 << j)] as number[])[j] <= 0;
    }
    if (!inside) continue;
    const weights = weightsOf(subset, cofactors, count);
    if (farther) return weights;
    const squared = lengthSquared(weightedSum(points, weights));
    if (squared < leastSquared) {
      leastSquared = squared;
      nearest = weights;
    }
  }
  return nearest ?? points.map((_, i) => (i === 0 ? 1 : 0));
};
