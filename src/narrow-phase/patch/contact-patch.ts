// SPDX-License-Identifier: MIT
/**
 * The contact patch of two bodies in space: where faces or parallel edges touch, the polygon they share, midway between
 * both; elsewhere the one contact point. Its centroid is the contact point (Feng and Tan 2019, section 4.3).
 */
import type { PoseLike } from '../../math/pose.ts';
import { addScaled, cross, dot, interpolate, length, subtract, type Vector3 } from '../../math/vector.ts';
import { requireShape, type Shape } from '../../shapes/shape.ts';
import { type Contact, contact, type ManifoldPoint } from '../contact.ts';
import { refuseHalfSpaces } from '../unsupported-pair.ts';

/** The area, segment or point at which two bodies touch. */
export interface ContactPatch {
  /** Corners in order, in the plane midway between the features; two for edges, one for a point. */
  readonly polygon: readonly Vector3[];
  readonly area: number;
  /** World coordinates: of the area, of the segment, or the contact point itself. */
  readonly centroid: Vector3;
}

function middleOf({ pointOnA, pointOnB }: ManifoldPoint): Vector3 {
  return interpolate(pointOnA, pointOnB, 0.5);
}

/** Patch of a contact that has a manifold. */
function patchOfContact({ manifold = [], point, normal }: Contact): ContactPatch {
  const polygon = manifold.map(middleOf);
  const [first, second] = polygon;
  if (first === undefined || second === undefined) return { polygon, area: 0, centroid: first ?? point };
  if (polygon.length === 2) return { polygon, area: 0, centroid: interpolate(first, second, 0.5) };
  let area = 0;
  let moment: Vector3 = { x: 0, y: 0, z: 0 };
  let mean: Vector3 = moment;
  let extent = 0;
  for (let i = 0; i < polygon.length; i++) {
    const p = subtract(polygon[i], first);
    mean = addScaled(mean, p, 1 / polygon.length);
    extent = Math.max(extent, length(p));
    if (i === 0) continue;
    const q = subtract(polygon[i + 1] ?? first, first);
    const part = dot(normal, cross(p, q)) / 2;
    area += part;
    moment = addScaled(addScaled(moment, p, part / 3), q, part / 3);
  }
  // A sliver of rounding has no area to speak of; the mean of its corners is as good.
  const isSliver = !(Math.abs(area) > 2 ** -46 * extent * extent);
  const offset = isSliver ? mean : addScaled({ x: 0, y: 0, z: 0 }, moment, 1 / area);
  return { polygon, area: Math.abs(area), centroid: addScaled(first, offset, 1) };
}

/**
 * The patch where `a` at `poseA` touches `b` at `poseB`.
 *
 * @throws UnsupportedPairError for two half-spaces; InvalidShapeError, InvalidPoseError or InvalidOptionError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { box, contactPatch } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * console.log(contactPatch(cube, {}, cube, { position: [1, 0, 1.99] }).area); // 2
 * ```
 */
export function contactPatch(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike): ContactPatch {
  requireShape(a, 'a');
  requireShape(b, 'b');
  refuseHalfSpaces('contactPatch', a, b);
  return patchOfContact(contact(a, poseA, b, poseB, { manifold: true }));
}
