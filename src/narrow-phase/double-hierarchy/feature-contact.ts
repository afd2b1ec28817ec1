// SPDX-License-Identifier: MIT
/** Contact of a body with one feature of a mesh, in the frame of `BodyAtMesh`. */
import type { Vector3 } from '../../math/vector.ts';

export interface FeatureContact {
  readonly feature: 'f' | 'e' | 'v';
  readonly featureId: number;
  readonly facet: number;
  /** The plane patches that the feature belongs to: one for a facet, those around an edge or vertex. */
  readonly patches: readonly number[];
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  /** False when the body lies over a gap and the point, its centroid there, is off the feature. */
  readonly isOnFeature: boolean;
  /** True when the lowest part of the body is over no facet but in the corner of faces that meet at the rim. */
  readonly isInCorner?: boolean;
  /** True if the body, moved by `shift`, is deeper in the feature than `depth`. */
  isInside(shift: Vector3, depth: number): boolean;
}

/**
 * Sine of the angle up to which two normals are equal: the accuracy of contact normals of curved bodies. An edge or
 * vertex touched along the normal of its own facet is a contact of the facet.
 */
export const SAME_NORMAL_SINE = 1e-6;
