// SPDX-License-Identifier: MIT
/** The finders that a simulation needs, in their fixed order, from a description that can be sent to its threads. */
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import { hasTouches } from '../simulation-room.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { type FinderMesh, MeshFinder } from './mesh-finder.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Plain data: threads get copies of it. */
export interface FinderSpec {
  readonly meshes: readonly FinderMesh[];
  /** Build of the contact kernel; all give the same bits. */
  readonly kernel?: KernelName;
}

/** Undefined when the step kernel finds all contacts itself. */
export function finderSpec(spec: SimulationSpec, kernel?: KernelName): FinderSpec | undefined {
  if (!hasTouches(spec)) return undefined;
  const meshes = (spec.meshes ?? []).map(({ mesh, oneSided = false }) => ({ mesh, oneSided }));
  return kernel === undefined ? { meshes } : { meshes, kernel };
}

/** One finder a mesh. */
export function makeFinders({ meshes, kernel }: FinderSpec): TouchFinder[] {
  return meshes.map((mesh, k) => new MeshFinder(k, mesh, kernel));
}
