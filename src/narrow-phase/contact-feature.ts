// SPDX-License-Identifier: MIT
/**
 * Features of the last pair answered by the kernel: the face or edge of each core at the contact normal, in the
 * kernel's frame of the pair. Reads the kernel's memory, so it also works after the exact path.
 */

import type { PairKernel } from '../kernel/kernel.ts';
import {
  BOX,
  CONE,
  CORE_NORMAL,
  CYLINDER,
  DIMENSION_A,
  DIMENSION_B,
  HALF_SPACE,
  PAIR_A,
  PAIR_B,
  POLYHEDRON,
  RELATIVE,
  RELATIVE_ORIGIN,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import { cos, sin } from '../math/circular.ts';
import { dot, type Vector3 } from '../math/vector.ts';
import { vectorAt } from './kernel-query.ts';

export interface ContactFeature {
  /** The two ends of an edge, or a face's corners counter-clockwise from outside; none for a half-space. */
  readonly corners: readonly Vector3[];
  /** Outward unit normal of a face. */
  readonly normal?: Vector3;
  /** True for a curved core, whose normal is accurate to the tolerance of curved pairs only. */
  readonly curved: boolean;
}

/** Corners of a cap on a plane; for clipping by another face, twice as many. */
const RIM_POINTS_ON_PLANE = 4;
const RIM_POINTS = 8;

function cell(at: number): number {
  return F[at];
}

function integer(at: number): number {
  return I[at];
}

function vertexOf(s: number, v: number): Vector3 {
  return {
    x: cell(integer(2 * s + SHAPE_X) + v),
    y: cell(integer(2 * s + SHAPE_Y) + v),
    z: cell(integer(2 * s + SHAPE_Z) + v),
  };
}

/** The face at vertex v whose normal is most along d; undefined for points and segments. */
function faceOf(s: number, v: number, d: Vector3): ContactFeature | undefined {
  const offsets = integer(2 * s + SHAPE_VERTEX_FACE_OFFSETS);
  let best = -1;
  let top = -Infinity;
  for (let k = integer(offsets + v); k < integer(offsets + v + 1); k++) {
    const face = integer(integer(2 * s + SHAPE_VERTEX_FACES) + k);
    const along = dot(d, vectorAt(integer(2 * s + SHAPE_FACE_NORMALS) + 3 * face));
    if (along > top) {
      top = along;
      best = face;
    }
  }
  if (best < 0) return undefined;
  const corners: Vector3[] = [];
  const first = integer(2 * s + SHAPE_FACE_OFFSETS) + best;
  for (let k = integer(first); k < integer(first + 1); k++) {
    corners.push(vertexOf(s, integer(integer(2 * s + SHAPE_FACE_VERTICES) + k)));
  }
  return { corners, normal: vectorAt(integer(2 * s + SHAPE_FACE_NORMALS) + 3 * best), curved: false };
}

/** The edge from vertex v to the neighbour that is farthest along d. */
function edgeOf(s: number, v: number, d: Vector3): ContactFeature | undefined {
  const offsets = integer(2 * s + SHAPE_NEIGHBOUR_OFFSETS);
  let best: Vector3 | undefined;
  let top = -Infinity;
  for (let k = integer(offsets + v); k < integer(offsets + v + 1); k++) {
    const vertex = vertexOf(s, integer(integer(2 * s + SHAPE_NEIGHBOURS) + k));
    const along = dot(d, vertex);
    if (along > top) {
      top = along;
      best = vertex;
    }
  }
  return best && { corners: [vertexOf(s, v), best], curved: false };
}

/** A disc at height z as a polygon of its rim, counter-clockwise about the normal (0, 0, up). */
function discOf(radius: number, z: number, up: number, points: number): ContactFeature {
  const corners = Array.from({ length: points }, (_, k) => {
    const angle = (2 * Math.PI * k * up) / points;
    return { x: radius * cos(angle), y: radius * sin(angle), z };
  });
  return { corners, normal: { x: 0, y: 0, z: up }, curved: true };
}

/** Cap, base or straight side of a cylinder, cone or tablet along d, in its block's frame. */
function revolvedFeature(s: number, d: Vector3, dimension: number, rimPoints: number): ContactFeature {
  const isCone = integer(2 * s + SHAPE_KIND) === CONE;
  const radius = cell(s + SHAPE_PARAMETERS);
  const half = isCone ? cell(s + SHAPE_PARAMETERS + 1) / 2 : cell(s + SHAPE_PARAMETERS + 1);
  if (dimension === 2) return discOf(radius, d.z < 0 ? -half : half, d.z < 0 ? -1 : 1, rimPoints);
  const across = Math.sqrt(d.x * d.x + d.y * d.y);
  const x = (radius * d.x) / across;
  const y = (radius * d.y) / across;
  const top = isCone ? { x: 0, y: 0, z: half } : { x, y, z: half };
  return { corners: [{ x, y, z: -half }, top], curved: true };
}

function featureInBlock(
  engine: PairKernel,
  s: number,
  d: Vector3,
  dimension: number,
  rimPoints: number,
): ContactFeature | undefined {
  const kind = integer(2 * s + SHAPE_KIND);
  if (kind === HALF_SPACE) return { corners: [], normal: d, curved: false };
  if (dimension < 1) return undefined;
  if (kind === CYLINDER || kind === CONE || kind === TABLET) return revolvedFeature(s, d, dimension, rimPoints);
  if (kind !== POLYHEDRON && kind !== BOX) return undefined;
  const v = engine.supportVertex(s, d.x, d.y, d.z, 0);
  return dimension === 2 ? faceOf(s, v, d) : edgeOf(s, v, d);
}

/** A direction of B's frame in the frame of the pair. */
function rotatedToFrame(v: Vector3): Vector3 {
  const row = (k: number): number => dot(vectorAt(RELATIVE + 3 * k), v);
  return { x: row(0), y: row(1), z: row(2) };
}

function placedInFrame(feature: ContactFeature): ContactFeature {
  const t = vectorAt(RELATIVE_ORIGIN);
  const corners = feature.corners.map((corner) => {
    const r = rotatedToFrame(corner);
    return { x: r.x + t.x, y: r.y + t.y, z: r.z + t.z };
  });
  return { ...feature, corners, ...(feature.normal && { normal: rotatedToFrame(feature.normal) }) };
}

/** Both features in the frame of the pair, in the kernel's order; undefined when either is a point. */
export function contactFeatures(engine: PairKernel): readonly [ContactFeature, ContactFeature] | undefined {
  const a = integer(PAIR_A);
  const b = integer(PAIR_B);
  const n = vectorAt(CORE_NORMAL);
  // The direction from B to A in B's frame: the columns of the rotation against n.
  const column = (k: number): number =>
    -(cell(RELATIVE + k) * n.x + cell(RELATIVE + 3 + k) * n.y + cell(RELATIVE + 6 + k) * n.z);
  const inward = { x: column(0), y: column(1), z: column(2) };
  const onPlane = integer(2 * a + SHAPE_KIND) === HALF_SPACE || integer(2 * b + SHAPE_KIND) === HALF_SPACE;
  const rimPoints = onPlane ? RIM_POINTS_ON_PLANE : RIM_POINTS;
  const featureA = featureInBlock(engine, a, n, integer(DIMENSION_A), rimPoints);
  const featureB = featureInBlock(engine, b, inward, integer(DIMENSION_B), rimPoints);
  return featureA && featureB && [featureA, placedInFrame(featureB)];
}
