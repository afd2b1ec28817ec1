// SPDX-License-Identifier: MIT
/**
 * Notches of a part: edges with an interior angle above 180 degrees. A connected solid without notches and cavities is
 * convex (Tietze 1928, Nakajima 1928).
 */
import { atan2 } from '../../math/circular.ts';
import { forEachSide, type Part, type Plane, type Polygon, type Solid, sideKey } from './solid.ts';

/** Sine of the angle between polygons that are coplanar within the rounding of their normals. */
const FLAT_SINE = 1e-9;

type Triple = readonly [number, number, number];

export interface Notch {
  readonly from: number;
  readonly to: number;
  /** Unit vectors in the two polygons, perpendicular to the edge and away from it. */
  readonly alongFirst: Triple;
  readonly alongSecond: Triple;
  readonly first: Polygon;
  readonly second: Polygon;
  /** Length times the angle above 180 degrees: the amount to resolve. */
  readonly weight: number;
}

export function notchesOf(solid: Solid, part: Part): Notch[] {
  const opposite = new Map<number, Polygon[]>();
  for (const polygon of part) {
    forEachSide(polygon.loop, (a, b) => {
      if (a < b) return;
      const key = sideKey(b, a);
      const there = opposite.get(key);
      if (there === undefined) opposite.set(key, [polygon]);
      else there.push(polygon);
    });
  }
  const notches: Notch[] = [];
  for (const first of part) {
    forEachSide(first.loop, (a, b) => {
      if (a > b) return;
      // More than one where parts of the solid touch along a side: then every two are asked.
      for (const second of opposite.get(sideKey(a, b)) ?? []) {
        if (first.plane >> 1 === second.plane >> 1) continue;
        const notch = notchAt(solid, a, b, first, second);
        if (notch !== undefined) notches.push(notch);
      }
    });
  }
  return notches;
}

/** True if the plane contains the notch and divides its angle into two of at most 180 degrees. */
export function resolves(solid: Solid, plane: Plane, { from, to, alongFirst, alongSecond }: Notch): boolean {
  if (Math.abs(solid.height(from, plane)) > solid.band || Math.abs(solid.height(to, plane)) > solid.band) return false;
  const first = dot(plane.normal, alongFirst);
  const second = dot(plane.normal, alongSecond);
  return Math.abs(first) < FLAT_SINE || Math.abs(second) < FLAT_SINE || first > 0 !== second > 0;
}

export function weightOf(notches: readonly Notch[]): number {
  return notches.reduce((sum, { weight }) => sum + weight, 0);
}

function notchAt(solid: Solid, a: number, b: number, first: Polygon, second: Polygon): Notch | undefined {
  const [p, q] = [solid.point(a), solid.point(b)];
  const side: Triple = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const length = Math.sqrt(dot(side, side));
  if (!(length > solid.band)) return undefined;
  const along: Triple = [side[0] / length, side[1] / length, side[2] / length];
  const m = solid.planes[first.plane].normal;
  const n = solid.planes[second.plane].normal;
  const sine = dot(cross(m, n), along);
  if (sine > -FLAT_SINE) return undefined;
  const [x, y, z] = cross(n, along);
  return {
    from: a,
    to: b,
    first,
    second,
    alongFirst: cross(m, along),
    alongSecond: [-x, -y, -z],
    weight: length * atan2(-sine, dot(m, n)),
  };
}

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
