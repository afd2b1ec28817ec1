// SPDX-License-Identifier: MIT
/** Keeps inserted balls clear of meshes at their present poses. */
import type { Pose } from '../../math/pose.ts';
import { add, type Vector3 } from '../../math/vector.ts';
import { MeshContactList, sphereMeshContacts } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { imageShifts } from '../touches/mesh-images.ts';
import { meshPoseAt } from '../walls/meshes.ts';

/** Says of a ball whether it reaches no facet. A ball within a closed mesh, far from its facets, is clear of it. */
export function clearOfMeshes(
  { meshes = [], domain }: Pick<SimulationSpec, 'meshes' | 'domain'>,
  time: number,
  poseOf = (spec: MeshSpec, _: number): Pose => meshPoseAt(spec, time),
): (centre: Vector3, radius: number) => boolean {
  const placed = meshes.flatMap((spec, k) => {
    const { position, orientation } = poseOf(spec, k);
    return imageShifts(domain).map((shift) => ({
      mesh: spec.mesh,
      at: { position: add(position, shift), orientation },
    }));
  });
  const list = new MeshContactList();
  const ball = new Float64Array(4);
  return ({ x, y, z }, radius) =>
    placed.every(({ mesh, at }) => {
      ball.set([x, y, z, radius]);
      return sphereMeshContacts(mesh, at, ball, {}, list).count === 0;
    });
}
