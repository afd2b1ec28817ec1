// SPDX-License-Identifier: MIT
/**
 * The contact manifold: where faces or parallel edges touch, the corners of their common part seen along the normal
 * (clipping of Sutherland and Hodgman 1974, doi:10.1145/360767.360802); elsewhere the one contact point. Each corner
 * has its own distance. Caps and straight sides of cylinders and cones count as faces and edges.
 */
import type { PairKernel } from '../kernel/kernel.ts';
import {
  CORE_NORMAL,
  ORIGIN_A,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  RELATIVE_ORIGIN,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_STATUS,
  ROTATION_A,
  ROUNDING,
  SHAPE_MARGIN,
  STATUS_BOUNDED,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import {
  addScaled,
  cross,
  distance,
  dot,
  interpolate,
  length,
  negate,
  scale,
  subtract,
  type Vector3,
  ZERO_VECTOR,
} from '../math/vector.ts';
import { type ContactFeature, contactFeatures } from './contact-feature.ts';
import type { ManifoldPoint } from './contact-result.ts';
import { vectorAt } from './kernel-query.ts';

/** A corner this many roundings of the coordinates outside still counts as inside; two corners this close are one. */
const CLIP_IN_ROUNDINGS = 16;
/**
 * Sine below which two edges are parallel: then both ends of their common part lie on both within this part of their
 * length.
 */
const PARALLEL_SINE = 1e-12;
/** The same where a curved body's normal has chosen the edge. */
const CURVED_PARALLEL_SINE = 1e-7;
/** An edge shorter than this many tolerances has no direction that could be parallel to another's. */
const SHORTEST_EDGE = 16;

/** The part of a polygon (or of a segment: two points) with inside.(x - through) >= -tolerance. */
function clip(points: readonly Vector3[], through: Vector3, inside: Vector3, tolerance: number): readonly Vector3[] {
  const height = (p: Vector3): number => dot(inside, subtract(p, through));
  const kept: Vector3[] = [];
  const sides = points.length === 2 ? 1 : points.length;
  points.forEach((p, k) => {
    const here = height(p);
    if (here >= -tolerance) kept.push(p);
    if (k >= sides) return;
    const next = points[(k + 1) % points.length];
    const there = height(next);
    const crosses = (here > tolerance && there < -tolerance) || (here < -tolerance && there > tolerance);
    if (crosses) kept.push(interpolate(p, next, here / (here - there)));
  });
  return kept;
}

/** The part of the points within a face's sides, seen along the unit normal n, about which its loop turns by `turn`. */
function clipByFace(
  points: readonly Vector3[],
  face: ContactFeature,
  n: Vector3,
  turn: number,
  tolerance: number,
): readonly Vector3[] {
  let kept = points;
  face.corners.forEach((corner, k) => {
    const next = face.corners[(k + 1) % face.corners.length];
    const inward = cross(n, subtract(next, corner));
    const size = length(inward);
    if (size > 0) kept = clip(kept, corner, scale(inward, turn / size), tolerance);
  });
  return kept;
}

/** The common part of two parallel edges on the first; empty where they cross or miss each other. */
function clipByEdge(edge: ContactFeature, by: ContactFeature, n: Vector3, tolerance: number): readonly Vector3[] {
  const [p, q] = edge.corners as [Vector3, Vector3];
  const [r, s] = by.corners as [Vector3, Vector3];
  const along = subtract(q, p);
  const other = subtract(s, r);
  const sizes = length(along) * length(other);
  const sine = edge.curved || by.curved ? CURVED_PARALLEL_SINE : PARALLEL_SINE;
  const shortest = Math.min(length(along), length(other));
  if (!(shortest > SHORTEST_EDGE * tolerance)) return [];
  if (!(length(cross(along, other)) <= (sine + tolerance / shortest) * sizes)) return [];
  const inward = addScaled(along, n, -dot(along, n));
  const size = length(inward);
  if (!(size > 0)) return [];
  const unit = scale(inward, dot(along, other) < 0 ? -1 / size : 1 / size);
  return clip(clip([p, q], r, unit, tolerance), s, negate(unit), tolerance);
}

/** The point of the feature's plane or line under p, along n. */
function projected(p: Vector3, feature: ContactFeature, n: Vector3, onPlane: Vector3): Vector3 {
  if (feature.normal) {
    const through = feature.corners[0] ?? onPlane;
    return addScaled(p, n, dot(feature.normal, subtract(through, p)) / dot(feature.normal, n));
  }
  const [r, s] = feature.corners as [Vector3, Vector3];
  const along = subtract(s, r);
  const across = addScaled(along, n, -dot(along, n));
  return addScaled(r, along, dot(subtract(p, r), across) / dot(across, along));
}

function withoutRepeats(points: readonly Vector3[], tolerance: number): readonly Vector3[] {
  const kept: Vector3[] = [];
  for (const p of points) {
    const repeats = kept.some((q) => distance(p, q) <= tolerance);
    if (!repeats) kept.push(p);
  }
  return kept;
}

/**
 * Corners of the common part of both features, on A's (first) or B's (second); fewer than two where they share a point.
 */
function commonCorners(
  a: ContactFeature,
  b: ContactFeature,
  n: Vector3,
  tolerance: number,
): { readonly corners: readonly Vector3[]; readonly onA: boolean } {
  const isPlaneA = a.corners.length === 0;
  const isPlaneB = b.corners.length === 0;
  if (isPlaneA) return { corners: b.corners, onA: false };
  if (isPlaneB) return { corners: a.corners, onA: true };
  if (b.normal) return { corners: clipByFace(a.corners, b, n, -1, tolerance), onA: true };
  if (a.normal) return { corners: clipByFace(b.corners, a, n, 1, tolerance), onA: false };
  return { corners: clipByEdge(a, b, n, tolerance), onA: true };
}

/** A point of the pair's frame in the world. */
function toWorld(p: Vector3): Vector3 {
  const row = (k: number): number => dot(vectorAt(ROTATION_A + 3 * k), p) + F[ORIGIN_A + k];
  return { x: row(0), y: row(1), z: row(2) };
}

/** The manifold of the pair that the kernel has answered last, its answer at r; empty when it has none. */
export function readManifold(engine: PairKernel, r: number): readonly ManifoldPoint[] {
  if (F[r + RESULT_STATUS] > STATUS_BOUNDED) return [];
  const single: ManifoldPoint = {
    pointOnA: vectorAt(r + RESULT_POINT_ON_A),
    pointOnB: vectorAt(r + RESULT_POINT_ON_B),
    distance: F[r],
  };
  const features = contactFeatures(engine);
  if (features === undefined) return [single];
  const [a, b] = features;
  const n = vectorAt(CORE_NORMAL);
  const tolerance = CLIP_IN_ROUNDINGS * F[ROUNDING];
  const common = commonCorners(a, b, n, tolerance);
  const corners = withoutRepeats(common.corners, tolerance);
  if (corners.length < 2) return [single];
  const marginA = F[I[PAIR_A] + SHAPE_MARGIN];
  const marginB = F[I[PAIR_B] + SHAPE_MARGIN];
  // The origin of a half-space's block lies on its surface.
  const originOfB = vectorAt(RELATIVE_ORIGIN);
  return corners.map((corner) => {
    const onA = common.onA ? corner : projected(corner, a, n, ZERO_VECTOR);
    const onB = common.onA ? projected(corner, b, n, originOfB) : corner;
    const first = toWorld(addScaled(onA, n, marginA));
    const second = toWorld(addScaled(onB, n, -marginB));
    const isSwapped = I[PAIR_SWAPPED] === 1;
    return {
      pointOnA: isSwapped ? second : first,
      pointOnB: isSwapped ? first : second,
      distance: dot(subtract(onB, onA), n) - marginA - marginB,
    };
  });
}
