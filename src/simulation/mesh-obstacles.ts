// SPDX-License-Identifier: MIT
/** Meshes as what an inserted ball must keep clear of, where they are at a time. */
import { displacedPoint, displacementAt } from '../bodies/prescribed-motion.ts';
import { type Pose, pose } from '../math/pose.ts';
import { multiply } from '../math/quaternion.ts';
import type { Vector3 } from '../math/vector.ts';
import { MeshContactList, sphereMeshContacts } from '../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { MeshSpec } from './simulation-spec.ts';

/** Says of a ball whether it reaches no facet. A ball within a closed mesh, far from its facets, is clear of it. */
export function clearOfMeshes(meshes: readonly MeshSpec[], time: number): (centre: Vector3, radius: number) => boolean {
  const placed = meshes.map((spec) => ({ mesh: spec.mesh, at: poseAt(spec, time) }));
  const list = new MeshContactList();
  const ball = new Float64Array(4);
  return ({ x, y, z }, radius) =>
    placed.every(({ mesh, at }) => {
      ball.set([x, y, z, radius]);
      return sphereMeshContacts(mesh, at, ball, {}, list).count === 0;
    });
}

function poseAt({ position, orientation, motion }: MeshSpec, time: number): Pose {
  const start = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  if (motion === undefined) return start;
  const moved = displacementAt(motion, time);
  return {
    position: displacedPoint(moved, start.position),
    orientation: multiply(moved.turn, start.orientation),
  };
}
