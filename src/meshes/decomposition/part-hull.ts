// SPDX-License-Identifier: MIT
/** A part, its convex hull and the excess volume of the hull. */
import { MeshError } from '../../errors.ts';
import { type ConvexHull, convexHull } from '../convex-hull.ts';
import { massPropertiesOfPolyhedron } from '../polyhedron-mass-properties.ts';
import { type Part, pointsOf, type Solid } from './solid.ts';

export interface HulledPart {
  /** One part, or several joined parts with a common hull. */
  readonly parts: readonly Part[];
  readonly hull: ConvexHull;
  /** Volume of the parts, from the mesh's surface and the caps. */
  readonly volume: number;
  readonly hullVolume: number;
}

/** Undefined if the part is so thin that rounding leaves no volume. */
export function hulled(solid: Solid, parts: readonly Part[], volume: number): HulledPart | undefined {
  const hull = hullOfPoints(coordinatesOf(solid, parts));
  return hull && { parts, hull, volume, hullVolume: volumeOf(hull) };
}

/** Excess volume of the hull. */
export function surplusOf({ volume, hullVolume }: HulledPart): number {
  return Math.max(0, hullVolume - volume);
}

function volumeOf({ vertices, faceOffsets, faceVertices }: ConvexHull): number {
  return massPropertiesOfPolyhedron(vertices, faceOffsets, faceVertices).volume;
}

/** Undefined for flat sets. */
function hullOfPoints(points: Float64Array): ConvexHull | undefined {
  try {
    return convexHull(points);
  } catch (error) {
    if (error instanceof MeshError) return undefined;
    throw error;
  }
}

function coordinatesOf(solid: Solid, parts: readonly Part[]): Float64Array {
  const points = pointsOf(parts.flat());
  const flat = new Float64Array(3 * points.length);
  points.forEach((p, i) => {
    flat.set(solid.point(p), 3 * i);
  });
  return flat;
}
