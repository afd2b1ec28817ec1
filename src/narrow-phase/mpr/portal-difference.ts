// SPDX-License-Identifier: MIT
/**
 * The Minkowski difference A - B as portal refinement sees it: a point inside and support points (eq. 4 and 5 of
 * Neumayr & Otter 2017), taken about the centre of A so that a far origin costs no digits.
 */
import { interpolate, length, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { PlacedBody } from '../family/placed-body.ts';

/** A point of A - B and the points of the bodies that it comes from. */
export interface DifferencePoint {
  readonly r: Vector3;
  readonly onA: Vector3;
  readonly onB: Vector3;
}

export interface Difference {
  /** Inside A - B, unless that is flat; and the point of A that it comes from. */
  readonly inner: Vector3;
  readonly innerOnA: Vector3;
  /** Of the bodies and their distance: what coordinates are rounded to. */
  readonly size: number;
  /** A point of A - B farthest along a unit direction; points of the bodies are about `origin`. */
  support(direction: Vector3): DifferencePoint;
  readonly origin: Vector3;
}

type Support = (direction: Vector3) => Vector3;

/**
 * Support points about an origin near the body. Vertices are moved before they are compared: far ones would be compared
 * by their rounding.
 */
function supportAbout(body: PlacedBody, origin: Vector3): Support {
  const vertices = body.vertices?.map((vertex) => subtract(vertex, origin));
  if (vertices === undefined) return (direction) => subtract(body.support(direction).point, origin);
  return ({ x, y, z }) => {
    let best = ZERO_VECTOR;
    let top = -Infinity;
    for (const vertex of vertices) {
      const along = x * vertex.x + y * vertex.y + z * vertex.z;
      if (along > top) {
        top = along;
        best = vertex;
      }
    }
    return best;
  };
}

export function differenceOf(a: PlacedBody, b: PlacedBody): Difference {
  const origin = a.centre;
  const supportA = supportAbout(a, origin);
  const supportB = supportAbout(b, origin);
  const inner = subtract(origin, b.centre);
  return {
    inner,
    innerOnA: ZERO_VECTOR,
    origin,
    size: Math.max(a.extent + b.extent, length(inner)),
    support: (direction) => {
      const onA = supportA(direction);
      const onB = supportB({ x: -direction.x, y: -direction.y, z: -direction.z });
      return { r: subtract(onA, onB), onA, onB };
    },
  };
}

/** The same difference with the inner point moved towards another point of it. */
export function seenTowards(difference: Difference, { r, onA }: DifferencePoint, share: number): Difference {
  const { inner, innerOnA } = difference;
  return { ...difference, inner: interpolate(inner, r, share), innerOnA: interpolate(innerOnA, onA, share) };
}
