// SPDX-License-Identifier: MIT
/** Result type of contacts with a mesh. */
import type { Vector3 } from '../../math/vector.ts';

/** Feature of a mesh: facet, edge or vertex. */
export type MeshFeature = 'f' | 'e' | 'v';

/** One contact of a body with a mesh, in world coordinates. */
export interface MeshContact {
  /** Number of the facet; of several that share the touching edge or vertex, one of them. */
  readonly facet: number;
  /** The touched feature of the mesh: facet, edge or vertex, and its number. */
  readonly feature: MeshFeature;
  readonly featureId: number;
  /**
   * The point of the mesh that is touched, in world coordinates; the centroid where a face or an edge of a body rests
   * on it.
   */
  readonly point: Vector3;
  /** Unit vector from the mesh to the body. */
  readonly normal: Vector3;
  /** Negative for overlap. */
  readonly distance: number;
  /**
   * `lower <= true distance <= upper`, the true one being that of the numbers as given, in exact arithmetic: of the
   * sphere from the facet that it touches, of another body from the tangent cone of the feature.
   */
  readonly lower: number;
  readonly upper: number;
  /**
   * Of the facet's vertices, in their order: they sum to 1, and their mean of the vertices is `point`, or the nearest
   * to it where a body lies over a gap and its centroid is off the mesh.
   */
  readonly weights: readonly number[];
  /** For compounds: the number of the touching piece. */
  readonly piece?: number;
}
