// SPDX-License-Identifier: MIT
/**
 * Contact points of two touching features, from the features alone, so they do not depend on the search. One vertex
 * determines them; otherwise exact GJK runs on the difference of the features minus the contact vector: a flat set that
 * contains the origin, whose weights give both points. (A triangle of EPA need not contain the projection if a facet of
 * the difference has several.)
 */

import type { Difference } from './exact-difference.ts';
import { nearestToOrigin } from './exact-distance.ts';
import { weightsOfOrigin } from './exact-simplex.ts';
import type { ExactSupport } from './exact-support.ts';
import { combine, dot, type ExactVector, negate, subtract } from './exact-vector.ts';

/** Homogeneous points in units of the grid: the point is the vector divided by the weight, which is > 0. */
interface Witness {
  readonly onA: ExactVector;
  readonly onB: ExactVector;
  readonly weight: bigint;
}

function maximumAmong(features: Int32Array, body: ExactSupport, direction: ExactVector): number {
  let best = features[0];
  let largest = dot(direction, body.vertex(best));
  for (const index of features) {
    const value = dot(direction, body.vertex(index));
    if (value > largest) {
      largest = value;
      best = index;
    }
  }
  return best;
}

/** `normal` from A to B, `gap` = normal . (b - a) for vertices b, a of the features; any sign. */
export function witnessOfFeatures(
  difference: Difference,
  featureA: Int32Array,
  featureB: Int32Array,
  normal: ExactVector,
  gap: bigint,
): Witness {
  const { a, b } = difference;
  const weight = dot(normal, normal);
  if (featureA.length === 1 || featureB.length === 1) {
    if (featureA.length === 1) {
      const vertex = a.vertex(featureA[0]);
      return { onA: combine(vertex, weight, vertex, 0n), onB: combine(vertex, weight, normal, gap), weight };
    }
    const vertex = b.vertex(featureB[0]);
    return { onA: combine(vertex, weight, normal, -gap), onB: combine(vertex, weight, vertex, 0n), weight };
  }

  const point = (i: number, j: number) => ({
    a: i,
    b: j,
    w: combine(subtract(b.vertex(j), a.vertex(i)), weight, normal, -gap),
  });
  const { points } = nearestToOrigin(point(featureA[0], featureB[0]), (direction) =>
    point(maximumAmong(featureA, a, direction), maximumAmong(featureB, b, negate(direction))),
  );
  const weights = weightsOfOrigin(points);
  let onA: ExactVector = { x: 0n, y: 0n, z: 0n };
  let onB: ExactVector = onA;
  let total = 0n;
  points.forEach((used, k) => {
    const share = weights[k];
    onA = combine(onA, 1n, a.vertex(used.a), share);
    onB = combine(onB, 1n, b.vertex(used.b), share);
    total += share;
  });
  return { onA, onB, weight: total };
}
