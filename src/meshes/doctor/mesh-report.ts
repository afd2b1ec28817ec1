// SPDX-License-Identifier: MIT
/** What the mesh doctor says: sizes, shells, and one finding for each kind of thing that is wrong or remarkable. */
import type { Vector3 } from '../../math/vector.ts';
import type { FacetSizes } from './facet-flaws.ts';

export type FindingKind =
  | 'repeated-vertex'
  | 'no-area'
  | 'not-flat'
  | 'not-convex'
  | 'duplicate-facet'
  | 'flipped'
  | 'one-sided'
  | 'non-manifold-edge'
  | 'open-edge'
  | 'near-vertex'
  | 'self-intersection'
  | 'sliver'
  | 'unreferenced-vertex';

/** An error keeps `facetMesh` from using the mesh; a warning makes contacts doubtful; a note may be as it should be. */
export type Severity = 'error' | 'warning' | 'note';

export interface MeshFinding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** Facets, edges, vertices or pairs of facets. */
  readonly count: number;
  /** False when there are more than were counted. */
  readonly isComplete: boolean;
  /** What was found, in words. */
  readonly text: string;
  /** Does `mendMesh` mend it? */
  readonly canMend: boolean;
  /** Facets concerned: one each, for an open edge that of the edge, for a pair of facets two. */
  readonly facets: Int32Array;
  /** Vertices concerned: for edges two each. */
  readonly vertices: Int32Array;
}

export interface ShellReport {
  /** The lowest number of its facets. */
  readonly firstFacet: number;
  readonly facetCount: number;
  readonly isClosed: boolean;
  /** Where the fronts look; undefined where it is not closed. */
  readonly orientation: 'outward' | 'inward' | undefined;
  /** Volume enclosed, positive; undefined where it is not closed. */
  readonly volume: number | undefined;
}

/** Mesh files have no unit; the extent suggests one. */
export interface UnitGuess {
  readonly unit: 'metre' | 'millimetre';
  /** Multiply coordinates by this to have metres. */
  readonly metres: number;
}

export interface MeshReport extends FacetSizes {
  readonly vertexCount: number;
  readonly facetCount: number;
  readonly edgeCount: number;
  /** Of the vertices in use. */
  readonly min: Vector3;
  readonly max: Vector3;
  /** Largest side of the bounding box. */
  readonly extent: number;
  readonly unit: UnitGuess;
  readonly shellCount: number;
  /** The shells with the most facets, at most a hundred. */
  readonly shells: readonly ShellReport[];
  /** Every edge joins facets on both its sides. */
  readonly isClosed: boolean;
  /**
   * Where the fronts look, flipped facets turned over; `mixed` where shells differ; undefined where it is not closed.
   */
  readonly orientation: 'outward' | 'inward' | 'mixed' | undefined;
  /**
   * Volume enclosed by outward shells less that by inward ones, as an absolute value; undefined where it is not closed.
   */
  readonly volume: number | undefined;
  /** In metres: welding with it closes cracks; 0 welds equal vertices. Undefined where there is nothing to weld. */
  readonly weldTolerance: number | undefined;
  /** Errors first, then warnings, then notes. */
  readonly findings: readonly MeshFinding[];
  /** Would `facetMesh` take it? */
  readonly isUsable: boolean;
}
