// SPDX-License-Identifier: MIT
/** How does this body touch that mesh? The one entry for meshes: it picks the path for the body. */
import type { PoseLike } from '../../math/pose.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { Shape } from '../../shapes/shape.ts';
import { bodyMeshContacts } from './body-mesh-contacts.ts';
import type { MeshContact } from './mesh-contact.ts';
import type { MeshContactOptions } from './mesh-contact-options.ts';

/**
 * Every contact of a body, convex or a compound, with a mesh, sorted by distance, then by facet; none when they are apart.
 *
 * World coordinates; normals point from the mesh to the body. Throws on half-spaces, on poses that are not finite and on options
 * that do not exist.
 */
export function meshContacts(
  mesh: FacetMesh,
  poseOfMesh: PoseLike,
  body: Shape,
  poseOfBody: PoseLike,
  options?: MeshContactOptions,
): MeshContact[] {
  return bodyMeshContacts(mesh, poseOfMesh, body, poseOfBody, options);
}
