// SPDX-License-Identifier: MIT
/** Poses of the meshes of a simulation at a time, as flat numbers. */

import type { MeshSpec } from '../../simulation/simulation-spec.ts';
import { meshPoseAt } from '../../simulation/walls/meshes.ts';
import type { SimulationView } from '../time/time-loop.ts';

/**
 * 7 numbers a mesh: position, orientation w first. Where a servo has taken one the simulation knows, which is at that
 * time.
 */
export function meshPoses(
  meshes: readonly MeshSpec[],
  time: number,
  simulation?: Pick<SimulationView, 'meshPose'>,
): Float64Array {
  return Float64Array.from(
    meshes.flatMap((mesh, k) => {
      const { position, orientation } =
        ((mesh.servo ?? mesh.free) && simulation?.meshPose(k)) ?? meshPoseAt(mesh, time);
      return [position.x, position.y, position.z, orientation.w, orientation.x, orientation.y, orientation.z];
    }),
  );
}
