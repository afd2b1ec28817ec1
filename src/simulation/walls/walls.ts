// SPDX-License-Identifier: MIT
/** Half-spaces and meshes together, and which of them change during a simulation. */
import { isSurfaceTimed } from '../../bodies/surface-motion.ts';
import type { HalfSpaceSpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';

type WallSpec = (HalfSpaceSpec & { readonly free?: undefined }) | MeshSpec;

function wallsOf({ halfSpaces = [], meshes = [] }: SimulationSpec): readonly WallSpec[] {
  return [...halfSpaces, ...meshes];
}

/** Whether some wall follows a motion, or a surface runs at times only. */
export function hasMovingWalls(spec: SimulationSpec): boolean {
  return wallsOf(spec).some(({ motion }) => motion !== undefined) || hasTimedSurfaces(spec);
}

export function hasTimedSurfaces(spec: SimulationSpec): boolean {
  return wallsOf(spec).some(({ surface }) => surface !== undefined && isSurfaceTimed(surface));
}

/** Whether some wall changes its position: by a motion, by its servo, or free. */
export function hasTravellingWalls(spec: SimulationSpec): boolean {
  return wallsOf(spec).some(
    ({ motion, servo, free }) => motion !== undefined || servo !== undefined || free !== undefined,
  );
}
