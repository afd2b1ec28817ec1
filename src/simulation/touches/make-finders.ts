// SPDX-License-Identifier: MIT
/** The finders that a simulation needs, in their fixed order, from a description that can be sent to its threads. */
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import { hasOtherShapes, hasTouches } from '../simulation-room.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { ConvexFinder } from './convex-finder.ts';
import { type ConvexSpec, convexSpec } from './convex-shapes.ts';
import { type FinderMesh, MeshFinder } from './mesh-finder.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Plain data: threads get copies of it. */
export interface FinderSpec {
  readonly meshes: readonly FinderMesh[];
  /** Where there are bodies that are not made of spheres. */
  readonly convex?: ConvexSpec;
  /** Build of the contact kernel; all give the same bits. */
  readonly kernel?: KernelName;
}

/** Undefined when the step kernel finds all contacts itself. */
export function finderSpec(spec: SimulationSpec, kernel?: KernelName): FinderSpec | undefined {
  if (!hasTouches(spec)) return undefined;
  const meshes = (spec.meshes ?? []).map(({ mesh, oneSided = false }) => ({ mesh, oneSided }));
  const convex = hasOtherShapes(spec) ? { convex: convexSpec(spec) } : {};
  return { meshes, ...convex, ...(kernel === undefined ? {} : { kernel }) };
}

/** One finder a mesh, then one for convex bodies. */
export function makeFinders({ meshes, convex, kernel }: FinderSpec): TouchFinder[] {
  const ofMeshes = meshes.map((mesh, k) => new MeshFinder(k, mesh, kernel));
  return convex === undefined ? ofMeshes : [...ofMeshes, new ConvexFinder(convex, kernel)];
}
