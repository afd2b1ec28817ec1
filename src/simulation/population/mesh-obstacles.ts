// SPDX-License-Identifier: MIT
/** Keeps inserted balls clear of meshes at their present poses. */
import { IDENTITY_POSE, type Pose } from '../../math/pose.ts';
import { add, type Vector3 } from '../../math/vector.ts';
import { MeshContactList, sphereMeshContacts } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { checkedWallContacts } from '../../narrow-phase/walls/wall-contacts.ts';
import { Sphere } from '../../shapes/kinds/sphere.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import type { MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { imageShifts } from '../touches/mesh-images.ts';
import { meshPoseAt } from '../walls/meshes.ts';

/** Says of a ball whether it reaches no facet. A ball within a closed mesh, far from its facets, is clear of it. */
export function clearOfMeshes(
  { meshes = [], domain }: Pick<SimulationSpec, 'meshes' | 'domain'>,
  time: number,
  poseOf = (spec: MeshSpec, _: number): Pose => meshPoseAt(spec, time),
): (centre: Vector3, radius: number) => boolean {
  const placed = meshes.map((spec, k) => {
    const { position, orientation } = poseOf(spec, k);
    const images = imageShifts(domain).map((shift) => ({ position: add(position, shift), orientation }));
    return { mesh: spec.mesh, shape: spec.shape, images };
  });
  const list = new MeshContactList();
  const ball = new Float64Array(4);
  return ({ x, y, z }, radius) =>
    placed.every(({ mesh, shape, images }) => {
      if (shape !== undefined) return isClearOfWall(shape, images, { x, y, z }, radius);
      return images.every((at) => {
        ball.set([x, y, z, radius]);
        return sphereMeshContacts(mesh, at, ball, {}, list).count === 0;
      });
    });
}

/** Inside a closed wall a ball is clear if it is within one of the images; else if it touches none of them. */
function isClearOfWall(shape: WallShapeSpec, images: readonly Pose[], position: Vector3, radius: number): boolean {
  const body = new Sphere({ radius });
  const isClear = (at: Pose): boolean =>
    checkedWallContacts(shape, at, body, { ...IDENTITY_POSE, position }).length === 0;
  return shape.side === 'inside' && shape.open === undefined ? images.some(isClear) : images.every(isClear);
}
