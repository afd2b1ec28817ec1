// SPDX-License-Identifier: MIT
/**
 * What contact forces do to a mesh: forces on its vertices (Santasusana et al. 2016, eq. 13, with weights that reproduce the contact
 * point), and force and moment on the whole. Since the weights keep the point, both have the same resultant.
 */
import { add, addScaled, cross, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshContact } from './mesh-contact.ts';

export interface MeshLoad {
  readonly force: Vector3;
  /** About the point that was asked for. */
  readonly moment: Vector3;
}

/**
 * Adds the force on the mesh at a contact to those of its facet's vertices: three numbers a vertex in `into`, in world coordinates.
 * The force on the mesh is minus that on the body.
 */
export function addNodalForces(
  mesh: FacetMesh,
  { facet, weights }: Pick<MeshContact, 'facet' | 'weights'>,
  force: Vector3,
  into: Float64Array,
): void {
  const begin = mesh.facetOffsets[facet] as number;
  weights.forEach((weight, k) => {
    const at = 3 * (mesh.facetVertices[begin + k] as number);
    into[at] = (into[at] as number) + weight * force.x;
    into[at + 1] = (into[at + 1] as number) + weight * force.y;
    into[at + 2] = (into[at + 2] as number) + weight * force.z;
  });
}

/** Sum of the forces on the mesh, one a contact, and of their moments about a point. */
export function meshLoad(
  contacts: readonly Pick<MeshContact, 'point'>[],
  forces: readonly Vector3[],
  about: Vector3 = ZERO_VECTOR,
): MeshLoad {
  let force = ZERO_VECTOR;
  let moment = ZERO_VECTOR;
  contacts.forEach(({ point }, i) => {
    const each = forces[i] ?? ZERO_VECTOR;
    force = add(force, each);
    moment = addScaled(moment, cross(subtract(point, about), each), 1);
  });
  return { force, moment };
}
