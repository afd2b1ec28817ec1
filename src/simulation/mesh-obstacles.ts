// SPDX-License-Identifier: MIT
/** Meshes as what an inserted ball must keep clear of, where they are at a time. */
import type { Pose } from '../math/pose.ts';
import type { Vector3 } from '../math/vector.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { MeshContactList, sphereMeshContacts } from '../narrow-phase/double-hierarchy/sphere-batch.ts';

/** Says of a ball whether it reaches no facet. A ball within a closed mesh, far from its facets, is clear of it. */
export function clearOfMeshes(
  meshes: readonly { readonly mesh: FacetMesh; readonly pose: Pose }[],
): (centre: Vector3, radius: number) => boolean {
  const list = new MeshContactList();
  const ball = new Float64Array(4);
  return ({ x, y, z }, radius) =>
    meshes.every(({ mesh, pose }) => {
      ball.set([x, y, z, radius]);
      return sphereMeshContacts(mesh, pose, ball, {}, list).count === 0;
    });
}
