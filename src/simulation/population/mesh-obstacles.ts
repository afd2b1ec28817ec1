// SPDX-License-Identifier: MIT
/** Keeps inserted balls clear of meshes at their present poses. */
import { IDENTITY_POSE, type Pose } from '../../math/pose.ts';
import type { Quaternion } from '../../math/quaternion.ts';
import { add, type Vector3 } from '../../math/vector.ts';
import { bodyMeshContacts } from '../../narrow-phase/double-hierarchy/body-mesh-contacts.ts';
import { MeshContactList, sphereMeshContacts } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { checkedWallContacts } from '../../narrow-phase/walls/wall-contacts.ts';
import { Sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import type { MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { imageShifts } from '../touches/mesh-images.ts';
import { type WallImages, wallImages } from '../touches/wall-images.ts';
import { meshPoseAt } from '../walls/meshes.ts';

/** Says of a ball whether it reaches no facet. A ball within a closed mesh, far from its facets, is clear of it. */
export function clearOfMeshes(
  { meshes = [], domain }: Pick<SimulationSpec, 'meshes' | 'domain'>,
  time: number,
  poseOf = (spec: MeshSpec, _: number): Pose => meshPoseAt(spec, time),
): (centre: Vector3, radius: number) => boolean {
  const placed = meshes.map((spec, k) => {
    const { position, orientation } = poseOf(spec, k);
    const { shape, shifts } = imagesOf(spec, domain);
    return { mesh: spec.mesh, shape, images: shifts.map((shift) => ({ position: add(position, shift), orientation })) };
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

/** The same of a shape at a pose. */
export function shapeClearOfMeshes(
  { meshes = [], domain }: Pick<SimulationSpec, 'meshes' | 'domain'>,
  time: number,
  poseOf = (spec: MeshSpec, _: number): Pose => meshPoseAt(spec, time),
): (shape: ConvexShape, position: Vector3, orientation: Quaternion) => boolean {
  const placed = meshes.map((spec, k) => {
    const { position, orientation } = poseOf(spec, k);
    const { shape, shifts } = imagesOf(spec, domain);
    const images = shifts.map((shift) => ({ position: add(position, shift), orientation }));
    return { mesh: spec.mesh, wall: shape, images };
  });
  return (shape, position, orientation) => {
    const at = { position, orientation };
    return placed.every(({ mesh, wall, images }) => {
      if (wall === undefined) return images.every((pose) => bodyMeshContacts(mesh, pose, shape, at).length === 0);
      return isInFreeSpace(wall, images, (pose) => checkedWallContacts(wall, pose, shape, at).length === 0);
    });
  };
}

function imagesOf(spec: MeshSpec, domain: SimulationSpec['domain']): Partial<WallImages> & Pick<WallImages, 'shifts'> {
  const { shape } = spec;
  return shape === undefined ? { shifts: imageShifts(domain) } : wallImages({ ...spec, shape }, domain);
}

/** Inside a closed wall a body is clear if it is within one of the images; else if it touches none of them. */
function isInFreeSpace(wall: WallShapeSpec, images: readonly Pose[], isClear: (at: Pose) => boolean): boolean {
  return wall.side === 'inside' && wall.open === undefined ? images.some(isClear) : images.every(isClear);
}

function isClearOfWall(shape: WallShapeSpec, images: readonly Pose[], position: Vector3, radius: number): boolean {
  const body = new Sphere({ radius });
  return isInFreeSpace(
    shape,
    images,
    (at) => checkedWallContacts(shape, at, body, { ...IDENTITY_POSE, position }).length === 0,
  );
}
