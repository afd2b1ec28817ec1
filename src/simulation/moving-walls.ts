// SPDX-License-Identifier: MIT
/** All walls with a motion, half-spaces and meshes, moved to where they are at a time. */
import { moveHalfSpaces } from './half-spaces.ts';
import { moveMeshes } from './meshes.ts';
import { materialNumber } from './set-up.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { StepMemory } from './step-memory.ts';

/** Half-spaces that turn may touch something within `extent` of the origin. */
export function moveWalls(memory: StepMemory, spec: SimulationSpec, time: number, extent: number): void {
  const walls = spec.halfSpaces ?? [];
  const materials = walls.map(({ material }) => materialNumber(spec, material, 'halfSpaces'));
  moveHalfSpaces(memory, walls, materials, time, extent);
  moveMeshes(memory, spec, time);
}

export function hasMovingWalls({ halfSpaces = [], meshes = [] }: SimulationSpec): boolean {
  return halfSpaces.some(({ motion }) => motion !== undefined) || meshes.some(({ motion }) => motion !== undefined);
}
