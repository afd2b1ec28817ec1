// SPDX-License-Identifier: MIT
/**
 * The fields that `scree contact --patch` adds to a line: the contact patch, and the overlap volume (2D: area) with its
 * gradient where it is known.
 */

import type { PlanarPose } from '../../math/planar-pose.ts';
import { toPair } from '../../math/planar-vector.ts';
import type { Pose } from '../../math/pose.ts';
import { toTriple } from '../../math/vector.ts';
import { contactPatch } from '../../narrow-phase/patch/contact-patch.ts';
import { hasOverlapArea, overlapArea } from '../../narrow-phase/patch/overlap-area.ts';
import { hasOverlapVolume, overlapVolume } from '../../narrow-phase/patch/overlap-volume.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { Shape } from '../../shapes/shape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** `patch`; for two polyhedra or two spheres also `overlapVolume` and `overlapGradient`. */
export function patchFields(a: Shape, poseA: Pose, b: Shape, poseB: Pose): JsonObject {
  const { polygon, area, centroid } = contactPatch(a, poseA, b, poseB);
  const patch = { polygon: polygon.map(toTriple), area, centroid: toTriple(centroid) };
  if (!hasOverlapVolume(a, b)) return { patch };
  const { volume, gradient } = overlapVolume(a, poseA, b, poseB);
  return { patch, overlapVolume: volume, overlapGradient: toTriple(gradient) };
}

/** For polygons and discs `overlapArea` and `overlapGradient`. */
export function planarPatchFields(a: PlanarShape, poseA: PlanarPose, b: PlanarShape, poseB: PlanarPose): JsonObject {
  if (!hasOverlapArea(a, b)) return {};
  const { area, gradient } = overlapArea(a, poseA, b, poseB);
  return { overlapArea: area, overlapGradient: toPair(gradient) };
}
