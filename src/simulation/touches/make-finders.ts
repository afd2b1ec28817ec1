// SPDX-License-Identifier: MIT
/** The finders that a simulation needs, in their fixed order, from a description that can be sent to its threads. */
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import { hasOverlapLaw } from '../overlap-law-shapes.ts';
import { hasTouches } from '../simulation-room.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { type ConvexSpec, convexSpec } from './convex-shapes.ts';
import { type FinderMesh, MeshFinder } from './mesh-finder.ts';
import { OverlapFinder } from './overlap-finder.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Plain data: threads get copies of it. */
export interface FinderSpec {
  readonly meshes: readonly FinderMesh[];
  /** Where pairs of materials have the overlap-volume law. */
  readonly overlap?: ConvexSpec;
  /** Build of the contact kernel; all give the same bits. */
  readonly kernel?: KernelName;
}

/** Undefined when the step kernel finds all contacts itself. */
export function finderSpec(spec: SimulationSpec, kernel?: KernelName): FinderSpec | undefined {
  if (!hasTouches(spec)) return undefined;
  const meshes = (spec.meshes ?? []).map(({ mesh, oneSided = false }) => ({ mesh, oneSided }));
  return {
    meshes,
    ...(hasOverlapLaw(spec) && { overlap: convexSpec(spec) }),
    ...(kernel !== undefined && { kernel }),
  };
}

/** One finder a mesh, then that of common volumes. */
export function makeFinders({ meshes, overlap, kernel }: FinderSpec): TouchFinder[] {
  return [
    ...meshes.map((mesh, k) => new MeshFinder(k, mesh, kernel)),
    ...(overlap === undefined ? [] : [new OverlapFinder(overlap, kernel)]),
  ];
}
