// SPDX-License-Identifier: MIT
/** A part beside its convex hull: how much more the hull holds. */
import { MeshError } from '../../errors.ts';
import { type ConvexHull, convexHull } from '../convex-hull.ts';
import { massPropertiesOfPolyhedron } from '../polyhedron-mass-properties.ts';
import { type Part, pointsOf, type Solid } from './solid.ts';

export interface HulledPart {
  /** One, or several that were joined: their hull is common. */
  readonly parts: readonly Part[];
  readonly hull: ConvexHull;
  /** Of the parts, by the mesh's own surface and the caps. */
  readonly volume: number;
  readonly hullVolume: number;
}

/** Undefined when it is so thin that rounding leaves no volume. */
export function hulled(solid: Solid, parts: readonly Part[], volume: number): HulledPart | undefined {
  const hull = hullOfPoints(coordinatesOf(solid, parts));
  return hull && { parts, hull, volume, hullVolume: volumeOf(hull) };
}

/** By how much the hull is larger. */
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
