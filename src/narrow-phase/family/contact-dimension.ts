// SPDX-License-Identifier: MIT
/**
 * The type of a contact from the features that its normal points at (EPA section 4.2.2): a vertex has dimension 0, an
 * edge 1, a face 2. A smooth point counts as a vertex, the side of a cylinder or cone as an edge, its caps as faces.
 */
import { inverseRotate } from '../../math/quaternion.ts';
import { dot, negate, type Vector3 } from '../../math/vector.ts';
import { type ContactType, contactType } from '../contact-result.ts';
import { areBothPolyhedral, roundingOf } from '../gjk/difference-point.ts';
import type { PlacedBody } from './placed-body.ts';
import { featureAlong, touchingDimensions } from './touching-set.ts';

/** Vertices this many roundings of the coordinates behind the farthest are level with it, */
const LEVEL_IN_ROUNDINGS = 16;
/**
 * and where the normal is less certain than rounding, as of curved bodies and local searches, this part of the extent.
 */
const ROUGH_TOLERANCE = 1e-7;
/** Bodies this many roundings apart or deep touch, and a point this near a feature is on it. */
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

/** What is known of a contact of two cores, in the frame of the pair. */
export interface CoreContact {
  /** Signed distance of the cores, unit normal from A to B. */
  readonly distance: number;
  readonly normal: Vector3;
  /** How far apart the bounds are: how well the normal is known. */
  readonly width: number;
}

/**
 * Type of the contact of two cores; of polyhedra that touch, that of the smallest features that hold what they share.
 */
export function typeOfCores(a: PlacedBody, b: PlacedBody, found: CoreContact): ContactType {
  const { normal, width } = found;
  const rounding = roundingOf(a, b);
  const arePolyhedral = areBothPolyhedral(a, b);
  const level = (body: PlacedBody): number => {
    const rough = ROUGH_TOLERANCE * body.extent;
    return Math.max(LEVEL_IN_ROUNDINGS * rounding, arePolyhedral ? Math.min(width, rough) : rough);
  };
  const near = TOUCH_IN_ROUNDINGS * rounding;
  const isTouching = Math.abs(found.distance) <= near && width <= ROUGH_TOLERANCE * Math.max(a.extent, b.extent) + near;
  if (arePolyhedral && isTouching) {
    const featureA = featureAlong(a, normal, Math.max(near, level(a)));
    const featureB = featureAlong(b, negate(normal), Math.max(near, level(b)));
    const touching = touchingDimensions(featureA, featureB, near, rounding);
    if (touching !== undefined) return contactType(...touching);
  }
  return contactType(dimensionAlong(a, normal, level(a)), dimensionAlong(b, negate(normal), level(b)));
}
