// SPDX-License-Identifier: MIT
/** Report of the mesh doctor: sizes, shells, and one finding for each kind of defect or remark. */
import type { Vector3 } from '../../math/vector.ts';
import type { FacetSizes } from './facet-flaws.ts';

/** The kinds of defects of a mesh. */
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

/** An error makes `facetMesh` reject the mesh; a warning makes contacts unreliable; a note may be intended. */
export type Severity = 'error' | 'warning' | 'note';

/** All defects of one kind in a mesh, with their places. */
export interface MeshFinding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** Facets, edges, vertices or pairs of facets. */
  readonly count: number;
  /** False if the search stopped before all were counted. */
  readonly isComplete: boolean;
  /** Description. */
  readonly text: string;
  /** True if `mendMesh` repairs it. */
  readonly canMend: boolean;
  /** Facets concerned: one per counted item; for an open edge its facet, for a pair of facets both. */
  readonly facets: Int32Array;
  /** Vertices concerned: for edges both ends. */
  readonly vertices: Int32Array;
}

/** One connected part of a mesh. */
export interface ShellReport {
  /** The lowest number of its facets. */
  readonly firstFacet: number;
  readonly facetCount: number;
  readonly isClosed: boolean;
  /** Side of the front faces; undefined if the shell is open. */
  readonly orientation: 'outward' | 'inward' | undefined;
  /** Enclosed volume, positive; undefined if the shell is open. */
  readonly volume: number | undefined;
}

/** Unit guessed from the extent, because mesh files have none. */
export interface UnitGuess {
  readonly unit: 'metre' | 'millimetre';
  /** Multiply coordinates by this to have metres. */
  readonly metres: number;
}

/** What an examination tells of a mesh: sizes, shells, defects. */
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
   * Side of the front faces after flipped facets are reversed; `mixed` if shells differ; undefined if the mesh is open.
   */
  readonly orientation: 'outward' | 'inward' | 'mixed' | undefined;
  /** Volume of outward shells minus that of inward ones, as an absolute value; undefined if the mesh is open. */
  readonly volume: number | undefined;
  /** Tolerance in metres that closes cracks; 0 welds equal vertices. Undefined if there is nothing to weld. */
  readonly weldTolerance: number | undefined;
  /** Errors first, then warnings, then notes. */
  readonly findings: readonly MeshFinding[];
  /** True if `facetMesh` accepts the mesh. */
  readonly isUsable: boolean;
}
