// SPDX-License-Identifier: MIT
/** Where a wall is, for the regions that follow it. */
import { displacedPoint, displacementAt } from '../../bodies/prescribed-motion.ts';
import { IDENTITY_POSE, type Pose } from '../../math/pose.ts';
import { dot, normalise, scale, vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector } from './half-spaces.ts';
import { meshAddress, meshPoseAt, poseIn } from './meshes.ts';

type Walls = Pick<SimulationSpec, 'halfSpaces' | 'meshes'>;

/** Of the wall of this name at a time, if forces do not move it: of a half-space, its point nearest to the origin. */
export function wallPlaceAt({ halfSpaces = [], meshes = [] }: Walls, name: string, time: number): Pose | undefined {
  const wall = halfSpaces.find((each) => each.name === name);
  if (wall !== undefined) return { ...IDENTITY_POSE, position: nearestPointAt(wall, time) };
  const mesh = meshes.find((each) => each.name === name);
  return mesh && meshPoseAt(mesh, time);
}

function nearestPointAt({ normal, offset, motion }: HalfSpaceSpec, time: number) {
  const unit = normalise(vector3(normal));
  const start = scale(unit, offset);
  if (motion === undefined) return start;
  return scale(unit, dot(unit, displacedPoint(displacementAt(motion, time), start)));
}

/** Where the wall of this name is now. */
export function wallPlaceNow(memory: StepMemory, walls: Walls, name: string): Pose | undefined {
  const { F } = memory;
  const k = walls.halfSpaces?.findIndex((each) => each.name === name) ?? -1;
  if (k >= 0) {
    const at = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
    const normal = readVector(F, at + layout.HALF_SPACE_NORMAL);
    return { ...IDENTITY_POSE, position: scale(normal, F[at + layout.HALF_SPACE_OFFSET]) };
  }
  const mesh = walls.meshes?.findIndex((each) => each.name === name) ?? -1;
  return mesh >= 0 ? poseIn(F, meshAddress(memory, mesh) + layout.MESH_POSITION) : undefined;
}
