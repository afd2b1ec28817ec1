// SPDX-License-Identifier: MIT
/**
 * A sharper normal for polyhedra. The plane of the last triangle of B - A is parallel to edges of the bodies
 * themselves; the normal taken from these, or from a face that they lie on, has digits that the triangle, often a
 * sliver, has lost. Any unit vector gives a lower bound of the signed distance, so the one with the largest gap is the
 * best, wherever it came from.
 */
import { rotate } from '../../math/quaternion.ts';
import { cross, dot, negate, subtract, type Vector3 } from '../../math/vector.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { type DifferencePoint, type DifferenceSupport, direction } from './difference-point.ts';

/** Candidates turned away from the normal by more than an angle with this cosine belong to other features. */
const NEAR_COSINE = 0.99;

export interface Gap {
  /** Unit, from A to B. */
  readonly normal: Vector3;
  /** The gap of the bodies along it. */
  readonly lower: number;
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].filter((number) => number >= 0);
}

function edgesOf({ vertices }: PlacedBody, chosen: readonly number[]): Vector3[] {
  if (vertices === undefined) return [];
  const edges: Vector3[] = [];
  for (let i = 0; i < chosen.length; i++) {
    for (let j = i + 1; j < chosen.length; j++) {
      edges.push(subtract(vertices[chosen[j]], vertices[chosen[i]]));
    }
  }
  return edges;
}

/** Outward normals of the faces that all of two or more vertices lie on. */
function faceNormals({ topology, pose }: PlacedBody, chosen: readonly number[]): Vector3[] {
  if (topology === undefined || chosen.length < 2) return [];
  const { vertexFaceOffsets: offsets, vertexFaces, facePlanes } = topology;
  const isAt = (face: number, vertex: number): boolean => {
    for (let k = offsets[vertex]; k < offsets[vertex + 1]; k++) {
      if (vertexFaces[k] === face) return true;
    }
    return false;
  };
  const normals: Vector3[] = [];
  const first = chosen[0];
  for (let k = offsets[first]; k < offsets[first + 1]; k++) {
    const face = vertexFaces[k];
    if (!chosen.every((vertex) => isAt(face, vertex))) continue;
    const x = facePlanes[4 * face];
    const y = facePlanes[4 * face + 1];
    const z = facePlanes[4 * face + 2];
    normals.push(rotate(pose.orientation, { x, y, z }));
  }
  return normals;
}

/** Candidate normals of the plane through some points of the difference, of either sign and any length. */
function candidates(points: readonly DifferencePoint[], a: PlacedBody, b: PlacedBody): Vector3[] {
  const onA = distinct(points.map(({ vertexA }) => vertexA));
  const onB = distinct(points.map(({ vertexB }) => vertexB));
  const edges = [...edgesOf(a, onA), ...edgesOf(b, onB)];
  const normals = [...faceNormals(a, onA), ...faceNormals(b, onB)];
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) normals.push(cross(edges[i], edges[j]));
  }
  return normals;
}

/** The best of a normal and those that the vertices behind some points of the difference suggest. */
export function settledNormal(
  found: Gap,
  points: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  support: DifferenceSupport,
): Gap {
  let best = found;
  for (const candidate of candidates(points, a, b)) {
    const unit = direction(candidate);
    if (unit === undefined) continue;
    const cosine = dot(unit, found.normal);
    if (Math.abs(cosine) < NEAR_COSINE) continue;
    const normal = cosine > 0 ? unit : negate(unit);
    const lower = dot(normal, support(negate(normal)).w);
    if (lower > best.lower) best = { normal, lower };
  }
  return best;
}
