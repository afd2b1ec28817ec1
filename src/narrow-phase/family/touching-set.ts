// SPDX-License-Identifier: MIT
/**
 * Common part of two touching polyhedra (a point, segment or polygon), and the smallest feature of each that contains
 * it. It does not depend on the normal, which is not unique at a corner or an edge: boxes with parallel faces that
 * share an edge touch e-e, although one possible normal is that of two faces.
 */
import { addScaled, cross, distance, dot, interpolate, length, subtract, type Vector3 } from '../../math/vector.ts';
import { type DifferenceSupport, direction } from '../gjk/difference-point.ts';
import { gjkDistance } from '../gjk/gjk-distance.ts';
import { weightedSum } from '../gjk/johnson.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import type { PlacedBody } from './placed-body.ts';

/** The part of a body at the contact plane. */
interface Feature {
  readonly corners: readonly Vector3[];
  readonly edges: readonly (readonly [Vector3, Vector3])[];
  /** 0 to 2: vertex, edge, face. */
  readonly dimension: number;
}

/** Common points closer than this are one, or collinear. */
const SPAN_IN_NEAR = 8;
/** In a feature's plane GJK needs few steps. */
const STEP_LIMIT = 64;

/** The vertices of a body not more than `level` below the farthest along a unit vector. */
export function featureAlong({ vertices = [], topology }: PlacedBody, n: Vector3, level: number): Feature {
  const heights = vertices.map((vertex) => dot(vertex, n));
  const least = Math.max(...heights) - level;
  const isCorner = (i: number): boolean => heights[i] >= least;
  const edges: [Vector3, Vector3][] = [];
  const { vertexOffsets: offsets, vertexNeighbours } = topology ?? { vertexOffsets: [], vertexNeighbours: [] };
  vertices.forEach((from, i) => {
    if (!isCorner(i)) return;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const j = vertexNeighbours[k];
      if (j > i && isCorner(j)) edges.push([from, vertices[j]]);
    }
  });
  const corners = vertices.filter((_, i) => isCorner(i));
  return { corners, edges, dimension: Math.min(corners.length, 3) - 1 };
}

function distanceToSegment(point: Vector3, [from, to]: readonly [Vector3, Vector3]): number {
  const edge = subtract(to, from);
  const along = dot(subtract(point, from), edge) / dot(edge, edge);
  return distance(point, addScaled(from, edge, Math.min(1, Math.max(0, along))));
}

/** Distance of a point from the hull of a feature's corners. */
function distanceToFeature(point: Vector3, { corners }: Feature, rounding: number): number {
  const support: DifferenceSupport = (d) => {
    const onB = corners.reduce((best, corner) => (dot(corner, d) > dot(best, d) ? corner : best));
    return { w: subtract(onB, point), onA: point, onB, vertexA: -1, vertexB: -1 };
  };
  const start = subtract(corners[0], point);
  if (!(length(start) > 0)) return 0;
  const setting = { support, start, subDistance: signedVolumes, rounding, stepLimit: STEP_LIMIT, algorithm: 'touch' };
  const { state, simplex, weights } = gjkDistance(setting);
  if (state === 'contact') return 0;
  const points = simplex.map(({ w }) => w);
  return length(weightedSum(points, weights));
}

/** Where the lines of two edges cross, if that is on both edges. */
function crossing(
  [p, q]: readonly [Vector3, Vector3],
  [r, s]: readonly [Vector3, Vector3],
  near: number,
): Vector3 | undefined {
  const u = subtract(q, p);
  const v = subtract(s, r);
  const across = cross(u, v);
  const squared = dot(across, across);
  const between = subtract(r, p);
  const alongU = dot(cross(between, v), across) / squared;
  const alongV = dot(cross(between, u), across) / squared;
  if (!(alongU >= 0 && alongU <= 1 && alongV >= 0 && alongV <= 1)) return undefined;
  const onU = addScaled(p, u, alongU);
  const onV = addScaled(r, v, alongV);
  return distance(onU, onV) <= near ? interpolate(onU, onV, 0.5) : undefined;
}

/** Points that span the common part of two features: corners of one on the other, and crossings of edges. */
function* commonPoints(a: Feature, b: Feature, near: number, rounding: number): Generator<Vector3> {
  for (const corner of a.corners) if (distanceToFeature(corner, b, rounding) <= near) yield corner;
  for (const corner of b.corners) if (distanceToFeature(corner, a, rounding) <= near) yield corner;
  for (const edgeA of a.edges) {
    for (const edgeB of b.edges) {
      const found = crossing(edgeA, edgeB, near);
      if (found !== undefined) yield found;
    }
  }
}

/** The smallest part of a feature that contains the points. */
function carrier({ corners, edges, dimension }: Feature, points: readonly Vector3[], near: number): number {
  const isNear = (measure: (point: Vector3) => number): boolean => points.every((point) => measure(point) <= near);
  if (corners.some((corner) => isNear((point) => distance(point, corner)))) return 0;
  if (edges.some((edge) => isNear((point) => distanceToSegment(point, edge)))) return 1;
  return dimension;
}

/**
 * Dimensions of the smallest features of A and B that contain their common part; undefined if nothing is within `near`.
 */
export function touchingDimensions(
  a: Feature,
  b: Feature,
  near: number,
  rounding: number,
): readonly [number, number] | undefined {
  const span = SPAN_IN_NEAR * near;
  let ends: readonly Vector3[] = [];
  for (const point of commonPoints(a, b, near, rounding)) {
    const [first, last] = ends as [Vector3?, Vector3?];
    if (first === undefined) {
      ends = [point];
    } else if (last === undefined) {
      if (distance(first, point) > span) ends = [first, point];
    } else {
      const along = direction(subtract(last, first));
      const reach = along === undefined ? 0 : dot(along, subtract(point, first));
      if (along !== undefined && length(cross(along, subtract(point, first))) > span) return [a.dimension, b.dimension];
      if (reach < 0) ends = [point, last];
      else if (reach > distance(first, last)) ends = [first, point];
    }
  }
  if (ends.length === 0) return undefined;
  return [carrier(a, ends, span), carrier(b, ends, span)];
}
