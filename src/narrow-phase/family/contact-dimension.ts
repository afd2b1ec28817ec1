// SPDX-License-Identifier: MIT
/**
 * The type of a contact from the features that its normal points at (EPA section 4.2.2): a vertex has dimension 0, an
 * edge 1, a face 2. A smooth point counts as a vertex, the side of a cylinder or cone as an edge, its caps as faces.
 */
import { inverseRotate } from '../../math/quaternion.ts';
import { dot, negate, type Vector3 } from '../../math/vector.ts';
import { isDisc, type Profile, profileNormal } from '../../shapes/profile.ts';
import type { ConvexShapeQueries } from '../../shapes/shape.ts';
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

/**
 * Dimension of the feature of a body of revolution along a unit direction of its own frame: a disc, a straight side, a
 * point.
 */
function revolvedDimension(d: Vector3, profile: Profile): number {
  const radial = Math.sqrt(d.x * d.x + d.y * d.y);
  const flat = profile.find((piece) => {
    if (piece.arc !== undefined) return false;
    const [across, up] = profileNormal(piece, piece.from);
    return Math.abs(radial * up - d.z * across) < ROUGH_TOLERANCE && radial * across + d.z * up > 0;
  });
  return flat === undefined ? 0 : isDisc(flat) ? 2 : 1;
}

/** Dimension of the feature of a core that is farthest along a unit vector. */
function dimensionAlong({ shape, pose, vertices }: PlacedBody, n: Vector3, level: number): number {
  if (vertices !== undefined) {
    const heights = vertices.map((vertex) => dot(vertex, n));
    const least = Math.max(...heights) - level;
    return Math.min(heights.filter((height) => height >= least).length, 3) - 1;
  }
  const own = inverseRotate(pose.orientation, n);
  const profile = (shape as ConvexShapeQueries).profile?.();
  return profile === undefined ? 0 : revolvedDimension(own, profile);
}

/** Data of a contact of two cores, in the frame of the pair. */
interface CoreContact {
  /** Signed distance of the cores, unit normal from A to B. */
  readonly distance: number;
  readonly normal: Vector3;
  /** How far apart the bounds are: how well the normal is known. */
  readonly width: number;
}

/**
 * Type of the contact of two cores; for touching polyhedra, that of the smallest features that contain the common part.
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
