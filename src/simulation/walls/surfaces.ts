// SPDX-License-Identifier: MIT
/** Moving surfaces of walls in the memory of the step kernel, and their velocity at a point for user-defined laws. */
import { isSurfaceRunning, type SurfaceMotionSpec } from '../../bodies/surface-motion.ts';
import { normalise, scale, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { checkDirection, checkNumber, checkVector, refuse } from '../checks/check-spec.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { writeVector } from './half-spaces.ts';

/** Writes the surfaces of all walls as they run at `time`. */
export function placeSurfaces(
  memory: StepMemory,
  { halfSpaces = [], meshes = [] }: SimulationSpec,
  time: number,
): void {
  halfSpaces.forEach(({ surface }, k) => {
    const wall = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
    if (surface === undefined) return;
    placeSurface(memory, wall + layout.HALF_SPACE_SURFACE, wall + layout.HALF_SPACE_MATERIAL, surface, time);
  });
  meshes.forEach(({ surface }, k) => {
    const mesh = memory.address(layout.MESH) + layout.MESH_STRIDE * k;
    if (surface === undefined) return;
    placeSurface(memory, mesh + layout.MESH_SURFACE, mesh + layout.MESH_INTEGERS, surface, time);
  });
}

function placeSurface({ F, I }: StepMemory, at: number, cell: number, spec: SurfaceMotionSpec, time: number): void {
  const { velocity = ZERO_VECTOR, rotation, belt } = spec;
  const kind = 2 * cell + layout.SURFACE_KIND;
  I[kind] = 0;
  if (!isSurfaceRunning(spec, time)) return;
  if (belt !== undefined) {
    I[kind] = layout.SURFACE_BELT;
    F[at + layout.SURFACE_VELOCITY] = belt.speed;
    writeVector(F, at + layout.SURFACE_ANGULAR_VELOCITY, normalise(vector3(belt.axis)));
    return;
  }
  I[kind] = layout.SURFACE_RIGID;
  writeVector(F, at + layout.SURFACE_VELOCITY, vector3(velocity));
  if (rotation === undefined) return;
  writeVector(F, at + layout.SURFACE_ANGULAR_VELOCITY, scale(normalise(vector3(rotation.axis)), rotation.rate));
  writeVector(F, at + layout.SURFACE_POINT, vector3(rotation.through));
}

export function checkSurface(
  { surface, motion }: { readonly surface?: SurfaceMotionSpec; readonly motion?: unknown },
  path: string,
): void {
  if (surface === undefined) return;
  const { velocity, rotation, belt, from = 0, until } = surface;
  if (motion !== undefined) refuse(`${path}.surface`, 'no motion beside a surface, whose wall stands still', 'both');
  if (velocity === undefined && rotation === undefined && belt === undefined) {
    refuse(`${path}.surface`, 'velocity, rotation or belt', 'none of them');
  }
  if (belt !== undefined) {
    if (velocity !== undefined || rotation !== undefined)
      refuse(`${path}.surface.belt`, 'nothing beside a belt', 'more');
    checkDirection(belt.axis, `${path}.surface.belt.axis`);
    checkNumber(belt.speed, `${path}.surface.belt.speed`);
  }
  if (velocity !== undefined) checkVector(velocity, `${path}.surface.velocity`);
  if (rotation !== undefined) {
    checkDirection(rotation.axis, `${path}.surface.rotation.axis`);
    checkVector(rotation.through, `${path}.surface.rotation.through`);
    checkNumber(rotation.rate, `${path}.surface.rotation.rate`);
  }
  checkNumber(from, `${path}.surface.from`, { least: 0 });
  if (until !== undefined && !(until > from)) {
    refuse(`${path}.surface.until`, `a time after the beginning at ${from} s`, until);
  }
}
