// SPDX-License-Identifier: MIT
/** Where the meshes of a simulation are at a time, as flat numbers. */
import { meshPoseAt } from '../../simulation/meshes.ts';
import type { MeshSpec } from '../../simulation/simulation-spec.ts';

/** 7 numbers a mesh: position, orientation w first. */
export function meshPoses(meshes: readonly MeshSpec[], time: number): Float64Array {
  return Float64Array.from(
    meshes.flatMap((mesh) => {
      const { position, orientation } = meshPoseAt(mesh, time);
      return [position.x, position.y, position.z, orientation.w, orientation.x, orientation.y, orientation.z];
    }),
  );
}
