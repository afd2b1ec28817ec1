// SPDX-License-Identifier: MIT
/**
 * Exact EPA (van den Bergen 2001; Feng & Tan 2020): the plane of B - A nearest to an origin inside it. Float64 drives
 * the search, because any point of the difference strictly beyond a face is a fair expansion; exact arithmetic decides
 * visibility and the end: a face is accepted when the exact support along its exact normal rises no higher, and no
 * face is nearer.
 */

import type { Difference, DifferencePoint } from './exact-difference.ts';
import { comparePlaneDistances, type ExactPlane, ExactPolytope, type PolytopeFace } from './exact-polytope.ts';
import { compareDirections, cross, dot, isZero } from './exact-vector.ts';

/**
 * Limit of expansions, far above any known pair (concentric spheres of 1000 vertices take about 1100). The search is
 * finite; this keeps it short.
 */
export const EXPANSION_LIMIT = 100_000;

interface DepthPlane extends ExactPlane {
  /** Only if the expansion limit was reached: a lower bound of the depth in units of 2^extentBits. */
  readonly atLeast?: number;
  readonly iterations: number;
}

/** Binary heap of faces by the lower bound of their distance. */
class FaceQueue {
  private readonly faces: PolytopeFace[] = [];
  private readonly keys: number[] = [];

  push(face: PolytopeFace): void {
    const { faces, keys } = this;
    const key = face.lower;
    let k = faces.length;
    while (k > 0) {
      const parent = (k - 1) >> 1;
      if (keys[parent] <= key) break;
      faces[k] = faces[parent];
      keys[k] = keys[parent];
      k = parent;
    }
    faces[k] = face;
    keys[k] = key;
  }

  leastKey(): number {
    return this.keys[0] ?? Number.POSITIVE_INFINITY;
  }

  /** The face of least key that is still part of the polytope. */
  pop(): PolytopeFace | undefined {
    const { faces, keys } = this;
    for (;;) {
      const top = faces[0];
      const last = faces.pop();
      const key = keys.pop();
      if (top === undefined || last === undefined || key === undefined) return undefined;
      const n = faces.length;
      if (n > 0) {
        let k = 0;
        for (;;) {
          let child = 2 * k + 1;
          if (child >= n) break;
          if (child + 1 < n && keys[child + 1] < keys[child]) child++;
          if (keys[child] >= key) break;
          faces[k] = faces[child];
          keys[k] = keys[child];
          k = child;
        }
        faces[k] = last;
        keys[k] = key;
      }
      if (!top.removed) return top;
    }
  }
}

/**
 * Of two planes at the same distance the one whose normal from A to B, minus the outward one, is lexicographically
 * larger.
 */
function isPreferred(plane: ExactPlane, to: ExactPlane): boolean {
  return compareDirections(plane.normal, plane.normalSquared, to.normal, to.normalSquared) < 0;
}

function isSameDirection(plane: ExactPlane, other: ExactPlane): boolean {
  return dot(plane.normal, other.normal) > 0n && isZero(cross(plane.normal, other.normal));
}

/**
 * The supporting plane of the difference nearest to the origin, from a tetrahedron of its points that contains the
 * origin. Among planes at exactly the same distance the direction decides, so the start does not matter.
 */
export function nearestSupportingPlane(
  tetrahedron: readonly DifferencePoint[],
  difference: Difference,
  extentBits: number,
  limit = EXPANSION_LIMIT,
): DepthPlane {
  const polytope = new ExactPolytope(extentBits);
  const queue = new FaceQueue();
  for (const face of polytope.tetrahedron(tetrahedron)) queue.push(face);

  let best: ExactPlane | undefined;
  let bestUpper = Number.POSITIVE_INFINITY;
  for (let iterations = 0; ; iterations++) {
    const face = queue.leastKey() > bestUpper ? undefined : queue.pop();
    if (face === undefined) {
      const plane = best as ExactPlane;
      return { ...plane, iterations };
    }
    if (best) {
      if (face.lower > bestUpper) continue;
      const order = comparePlaneDistances(face.exactPlane(), best);
      if (order > 0 || (order === 0 && isSameDirection(face.exactPlane(), best))) continue;
    } else {
      const guess = polytope.point(difference.nearFarthest(face.nx, face.ny, face.nz));
      if (iterations < limit && face.isCertainlyBelow(guess)) {
        for (const made of polytope.add(guess, face)) queue.push(made);
        continue;
      }
    }
    const plane = face.exactPlane();
    const farthest = difference.farthest(plane.normal);
    const height = dot(plane.normal, farthest.w);
    if (height > plane.offset) {
      if (iterations >= limit) {
        return { ...plane, offset: height, atLeast: Math.min(face.lower, queue.leastKey()), iterations };
      }
      for (const made of polytope.add(polytope.point(farthest), face)) queue.push(made);
    } else if (best === undefined || comparePlaneDistances(plane, best) < 0 || isPreferred(plane, best)) {
      best = plane;
      bestUpper = face.upper;
    }
  }
}
