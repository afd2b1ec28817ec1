// SPDX-License-Identifier: MIT
/** Where the meshes of a simulation are at a time: they follow their motions whatever happens. */
import { displacedPoint, displacementAt } from '../../bodies/prescribed-motion.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { multiply } from '../../math/quaternion.ts';
import type { MeshSpec } from '../../simulation/simulation-spec.ts';

export function meshPose({ position, orientation, motion }: MeshSpec, time: number): Pose {
  const start = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  if (motion === undefined) return start;
  const moved = displacementAt(motion, time);
  return {
    position: displacedPoint(moved, start.position),
    orientation: multiply(moved.turn, start.orientation),
  };
}

/** 7 numbers a mesh: position, orientation w first. */
export function meshPoses(meshes: readonly MeshSpec[], time: number): Float64Array {
  return Float64Array.from(
    meshes.flatMap((mesh) => {
      const { position, orientation } = meshPose(mesh, time);
      return [position.x, position.y, position.z, orientation.w, orientation.x, orientation.y, orientation.z];
    }),
  );
}
