// SPDX-License-Identifier: MIT
/** Moves all half-spaces and meshes with a prescribed motion to their poses at a time. */
import { subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { materialNumber } from '../set-up.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { halfSpaceLoad, moveHalfSpaces, noteMeanWork, readVector } from './half-spaces.ts';
import { meshAddress, meshLoad, moveMeshes } from './meshes.ts';
import { placeSurfaces } from './surfaces.ts';
import { hasTimedSurfaces } from './walls.ts';

/** Rotating half-spaces may touch something within `extent` of the origin. */
export function moveWalls(memory: StepMemory, spec: SimulationSpec, time: number, extent: number): void {
  const walls = spec.halfSpaces ?? [];
  const materials = walls.map(({ material }) => materialNumber(spec, material, 'halfSpaces'));
  moveHalfSpaces(memory, walls, materials, time, extent);
  moveMeshes(memory, spec, time);
  if (hasTimedSurfaces(spec)) placeSurfaces(memory, spec, time);
}

/**
 * The same at the end of a step. The work of the step's forces is that at the mean of the velocities before and after;
 * the kernel has used the former. Rotation has a constant rate except where it starts and ends.
 */
export function stepWalls(memory: StepMemory, spec: SimulationSpec, time: number, extent: number): void {
  const walls = movingWalls(memory, spec);
  const before = walls.map(({ velocity }) => readVector(memory.F, velocity));
  moveWalls(memory, spec, time, extent);
  walls.forEach(({ velocity, load }, k) => {
    const change = subtract(readVector(memory.F, velocity), before[k] ?? ZERO_VECTOR);
    if (change.x === 0 && change.y === 0 && change.z === 0) return;
    noteMeanWork(memory, load(), change);
  });
}

interface MovingWall {
  /** Address of its velocity. */
  readonly velocity: number;
  /** Force on it in the last step. */
  load(): Vector3;
}

/** Half-spaces, then meshes. */
function movingWalls(memory: StepMemory, { halfSpaces = [], meshes = [] }: SimulationSpec): MovingWall[] {
  const first = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_VELOCITY;
  const walls: MovingWall[] = [];
  halfSpaces.forEach(({ motion }, k) => {
    if (motion === undefined) return;
    walls.push({ velocity: first + layout.HALF_SPACE_STRIDE * k, load: () => halfSpaceLoad(memory, k) });
  });
  meshes.forEach(({ motion }, k) => {
    if (motion === undefined) return;
    walls.push({ velocity: meshAddress(memory, k) + layout.MESH_VELOCITY, load: () => meshLoad(memory, k).force });
  });
  return walls;
}
