// SPDX-License-Identifier: MIT
/**
 * Data of the parts of a mesh while it is cut: numbered points, planes and plane convex polygons. A polygon keeps the
 * plane of its facet or cut, so slivers have accurate normals. A part is a closed list of polygons: every side occurs
 * equally often in both directions.
 */
import { tripleProduct } from '../precise-vectors.ts';

export interface Polygon {
  /** Points, counter-clockwise seen from outside. */
  readonly loop: readonly number[];
  /** Number of the plane; the reversed plane has the number with the last bit flipped. */
  readonly plane: number;
}

export type Part = readonly Polygon[];

/** Unit normal and a point; an offset from a far origin would lose digits. */
export interface Plane {
  readonly normal: readonly [number, number, number];
  readonly through: readonly [number, number, number];
}

export class Solid {
  /** Three a point. */
  readonly coordinates: number[];
  readonly planes: Plane[] = [];
  /** Points within this distance of a plane are on it. */
  readonly band: number;

  constructor(coordinates: number[], band: number) {
    this.coordinates = coordinates;
    this.band = band;
  }

  /** Adds a plane and its reverse; returns the number of the first. */
  addPlane({ normal, through }: Plane): number {
    const [x, y, z] = normal;
    this.planes.push({ normal, through }, { normal: [-x, -y, -z], through });
    return this.planes.length - 2;
  }

  point(p: number): readonly [number, number, number] {
    const { coordinates } = this;
    return [coordinates[3 * p], coordinates[3 * p + 1], coordinates[3 * p + 2]];
  }

  /** Signed height of a point above a plane. */
  height(p: number, { normal, through }: Plane): number {
    const { coordinates } = this;
    return (
      normal[0] * (coordinates[3 * p] - through[0]) +
      normal[1] * (coordinates[3 * p + 1] - through[1]) +
      normal[2] * (coordinates[3 * p + 2] - through[2])
    );
  }

  volume(part: Part): number {
    const origin = this.point(part[0].loop[0]);
    let sixVolumes = 0;
    for (const { loop } of part) {
      for (let i = 1; i + 1 < loop.length; i++) {
        sixVolumes += tripleProduct(this.coordinates, loop[0], loop[i], loop[i + 1], origin);
      }
    }
    return sixVolumes / 6;
  }
}

/** Distinct points of a part, ascending. */
export function pointsOf(part: Part): number[] {
  const points = new Set<number>();
  for (const { loop } of part) for (const p of loop) points.add(p);
  return Array.from(points).sort((a, b) => a - b);
}

/** Number of a directed side; points stay below 2^26. */
export function sideKey(a: number, b: number): number {
  return a * 67108864 + b;
}

/** Calls back with each side of a polygon, in order. */
export function forEachSide(loop: readonly number[], visit: (a: number, b: number) => void): void {
  for (let i = 0; i < loop.length; i++) visit(loop[i], loop[i + 1 === loop.length ? 0 : i + 1]);
}

/** Sides without an opposite, from and to in turn, in the order of the polygons. */
export function openSides(polygons: Part): number[] {
  const counts = new Map<number, number>();
  for (const { loop } of polygons) {
    forEachSide(loop, (a, b) => {
      const opposite = counts.get(sideKey(b, a)) ?? 0;
      if (opposite > 0) counts.set(sideKey(b, a), opposite - 1);
      else counts.set(sideKey(a, b), (counts.get(sideKey(a, b)) ?? 0) + 1);
    });
  }
  const open: number[] = [];
  for (const [key, count] of counts) {
    for (let i = 0; i < count; i++) open.push(Math.floor(key / 67108864), key % 67108864);
  }
  return open;
}
