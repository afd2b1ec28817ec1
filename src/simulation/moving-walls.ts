// SPDX-License-Identifier: MIT
/** All walls with a motion, half-spaces and meshes, moved to where they are at a time. */
import { isSurfaceTimed } from '../bodies/surface-motion.ts';
import { moveHalfSpaces } from './half-spaces.ts';
import { moveMeshes } from './meshes.ts';
import { materialNumber } from './set-up.ts';
import type { HalfSpaceSpec, MeshSpec, SimulationSpec } from './simulation-spec.ts';
import type { StepMemory } from './step-memory.ts';
import { placeSurfaces } from './surfaces.ts';

/** Half-spaces that turn may touch something within `extent` of the origin. */
export function moveWalls(memory: StepMemory, spec: SimulationSpec, time: number, extent: number): void {
  const walls = spec.halfSpaces ?? [];
  const materials = walls.map(({ material }) => materialNumber(spec, material, 'halfSpaces'));
  moveHalfSpaces(memory, walls, materials, time, extent);
  moveMeshes(memory, spec, time);
  if (hasTimedSurfaces(spec)) placeSurfaces(memory, spec, time);
}

/** Whether something of the walls changes in the course of a simulation. */
export function hasMovingWalls(spec: SimulationSpec): boolean {
  return wallsOf(spec).some(({ motion }) => motion !== undefined) || hasTimedSurfaces(spec);
}

function hasTimedSurfaces(spec: SimulationSpec): boolean {
  return wallsOf(spec).some(({ surface }) => surface !== undefined && isSurfaceTimed(surface));
}

function wallsOf({ halfSpaces = [], meshes = [] }: SimulationSpec): readonly (HalfSpaceSpec | MeshSpec)[] {
  return [...halfSpaces, ...meshes];
}
