// SPDX-License-Identifier: MIT
/**
 * The type of a contact from the features that its normal points at (EPA section 4.2.2): a vertex has dimension 0, an edge 1, a face 2. A
 * smooth point counts as a vertex, the side of a cylinder or cone as an edge, its caps as faces.
 */
import { inverseRotate } from '../../math/quaternion.ts';
import { addScaled, cross, distance, dot, length, negate, subtract, type Vector3 } from '../../math/vector.ts';
import { type ContactType, contactType } from '../contact-result.ts';
import { areBothPolyhedral, direction, roundingOf } from '../gjk/difference-point.ts';
import type { PlacedBody } from './placed-body.ts';

/** Vertices this many roundings of the coordinates behind the farthest are level with it, */
const LEVEL_IN_ROUNDINGS = 16;
/** and where the normal is less certain than rounding, as of curved bodies and local searches, this part of the extent. */
const ROUGH_TOLERANCE = 1e-7;
/** Bodies this many roundings apart or deep touch, and a point this near a vertex or edge is on it. */
const TOUCH_IN_ROUNDINGS = 64;

/** Dimension of a cylinder's or cone's feature along a unit direction of its own frame. */
function revolvedDimension(d: Vector3, radius: number, height: number, isCone: boolean): number {
  const radial = Math.sqrt(d.x * d.x + d.y * d.y);
  if (radial < ROUGH_TOLERANCE && (!isCone || d.z < 0)) return 2;
  if (!isCone) return Math.abs(d.z) < ROUGH_TOLERANCE ? 1 : 0;
  // The side's normal is (height, radius) in the half-plane of radius and axis.
  const off = (radial * radius - d.z * height) / Math.sqrt(radius * radius + height * height);
  return Math.abs(off) < ROUGH_TOLERANCE ? 1 : 0;
}

/** Dimension of the feature of a core that is farthest along a unit vector. */
function dimensionAlong({ shape, pose, vertices }: PlacedBody, n: Vector3, level: number): number {
  if (vertices !== undefined) {
    const heights = vertices.map((vertex) => dot(vertex, n));
    const least = Math.max(...heights) - level;
    return Math.min(heights.filter((height) => height >= least).length, 3) - 1;
  }
  const own = inverseRotate(pose.orientation, n);
  if (shape.kind === 'cylinder') return revolvedDimension(own, shape.radius, 2 * shape.halfLength, false);
  if (shape.kind === 'cone') return revolvedDimension(own, shape.radius, shape.height, true);
  return 0;
}

/** A contact at one point may be at an edge or vertex of a feature: the dimension of what carries the point. */
function carrierDimension({ vertices = [], topology }: PlacedBody, point: Vector3, near: number, most: number): number {
  if (most === 0 || topology === undefined) return most;
  if (vertices.some((vertex) => distance(vertex, point) <= near)) return 0;
  if (most === 1) return 1;
  const { vertexOffsets: offsets, vertexNeighbours } = topology;
  for (const [i, from] of vertices.entries()) {
    for (let k = offsets[i] as number; k < (offsets[i + 1] as number); k++) {
      const j = vertexNeighbours[k] as number;
      if (j > i && distanceToSegment(point, from, vertices[j] as Vector3) <= near) return 1;
    }
  }
  return most;
}

function distanceToSegment(point: Vector3, from: Vector3, to: Vector3): number {
  const edge = subtract(to, from);
  const along = dot(subtract(point, from), edge) / dot(edge, edge);
  return distance(point, addScaled(from, edge, Math.min(1, Math.max(0, along))));
}

/** The edge of a body that is farthest along a unit vector. */
function edgeAlong({ vertices = [] }: PlacedBody, n: Vector3): Vector3 {
  const [p, q] = [...vertices].sort((u, v) => dot(v, n) - dot(u, n)) as [Vector3, Vector3];
  return direction(subtract(q, p)) ?? n;
}

/** What is known of a contact of two cores, in the frame of the pair. */
export interface CoreContact {
  /** Signed distance of the cores, unit normal from A to B, point on A. */
  readonly distance: number;
  readonly normal: Vector3;
  readonly pointOnA: Vector3;
  /** How far apart the bounds are: how well the normal is known. */
  readonly width: number;
}

/** Type of the contact of two cores. Polyhedra that touch at a single point have the type of what carries it: there are many normals. */
export function typeOfCores(a: PlacedBody, b: PlacedBody, found: CoreContact): ContactType {
  const { normal, pointOnA, width } = found;
  const rounding = roundingOf(a, b);
  const arePolyhedral = areBothPolyhedral(a, b);
  const level = (body: PlacedBody): number => {
    const rough = ROUGH_TOLERANCE * body.extent;
    return Math.max(LEVEL_IN_ROUNDINGS * rounding, arePolyhedral ? Math.min(width, rough) : rough);
  };
  const onA = dimensionAlong(a, normal, level(a));
  const onB = dimensionAlong(b, negate(normal), level(b));
  const near = TOUCH_IN_ROUNDINGS * rounding;
  if (!arePolyhedral || Math.abs(found.distance) > near) return contactType(onA, onB);
  const areCrossing = (): boolean =>
    onA === 1 && onB === 1 && length(cross(edgeAlong(a, normal), edgeAlong(b, negate(normal)))) > ROUGH_TOLERANCE;
  if (Math.min(onA, onB) > 0 && !areCrossing()) return contactType(onA, onB);
  return contactType(carrierDimension(a, pointOnA, near, onA), carrierDimension(b, pointOnA, near, onB));
}
