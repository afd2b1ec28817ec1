// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with a mesh, beyond Santasusana et al. 2016 (doi:10.1007/s40571-016-0109-4), who treat
 * spheres. Each face, edge and vertex of the mesh is replaced by its tangent cone (half-space, wedge or pointed cone)
 * for the exact query of two convex bodies. It is a contact only if the body touches the feature itself, so inner edges
 * have no effect.
 */
import { UnsupportedPairError } from '../../errors.ts';
import { type Pose, type PoseLike, poseArgument } from '../../math/pose.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { HalfSpace } from '../../shapes/kinds/half-space.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { BodyAtMesh } from './body-at-mesh.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { edgeContacts } from './edge-contacts.ts';
import { faceContacts } from './face-contacts.ts';
import type { FeatureContact } from './feature-contact.ts';
import { independentContacts } from './independent-contacts.ts';
import type { MeshContact } from './mesh-contact.ts';
import { type MeshContactOptions, meshOptionsArgument } from './mesh-contact-options.ts';
import { edgeWeights, weightsOnFacet } from './nodal-weights.ts';
import { indexOf } from './sphere-batch.ts';
import { vertexContacts } from './vertex-contacts.ts';

/**
 * Every contact of a convex body with a mesh, sorted by distance, then by facet; none when they are apart.
 *
 * World coordinates. A face of any number of coplanar facets is one contact, that of the body with its plane. The
 * answer does not depend on the order of the facets, but for which of them stands for an edge or vertex. Throws on
 * half-spaces, on poses that are not finite and on options that do not exist.
 */
export function bodyMeshContacts(
  mesh: FacetMesh | MeshIndex,
  poseOfMesh: PoseLike,
  body: ConvexShape | HalfSpace,
  poseOfBody: PoseLike,
  options?: MeshContactOptions,
): MeshContact[] {
  const [placedMesh, placedBody] = [poseArgument(poseOfMesh, 'poseOfMesh'), poseArgument(poseOfBody, 'poseOfBody')];
  return checkedBodyContacts(indexOf(mesh), placedMesh, body, placedBody, meshOptionsArgument(options));
}

/** The same for checked arguments. */
export function checkedBodyContacts(
  index: MeshIndex,
  placedMesh: Pose,
  body: ConvexShape | HalfSpace,
  placedBody: Pose,
  { numbers, kernel }: ReturnType<typeof meshOptionsArgument>,
): MeshContact[] {
  const [maxDistance, coplanarSine, depth] = numbers;
  if (body.kind === 'halfSpace') {
    throw new UnsupportedPairError(
      'mesh-half-space',
      'body: a halfSpace against a mesh is not supported; use a bounded body, such as a large box',
    );
  }
  const query = { maxDistance, depth, kernel };
  const patches = boundaryPatches(index.mesh, coplanarSine);
  const around = new BodyAtMesh(index, patches, placedMesh, body, placedBody, query);
  return featureContacts(around).map((found) => meshContact(around, found));
}

/** The same without a check of arguments, in the frame of `BodyAtMesh` and without weights. */
export function featureContacts(around: BodyAtMesh): FeatureContact[] {
  if (around.facets.length === 0) return [];
  const faces = faceContacts(around);
  if (faces === undefined) return [];
  around.patches.marks.begin();
  const all = [...faces, ...edgeContacts(around), ...vertexContacts(around)];
  return independentContacts(around, all).sort((a, b) => a.distance - b.distance || a.facet - b.facet);
}

function meshContact(body: BodyAtMesh, found: FeatureContact): MeshContact {
  const { facet, feature, featureId, point, normal, distance, lower, upper } = found;
  return {
    facet,
    feature,
    featureId,
    distance,
    lower,
    upper,
    point: body.toWorld(point),
    normal: body.directionToWorld(normal),
    weights: weightsAt(body, found),
  };
}

function weightsAt(body: BodyAtMesh, { facet, feature, featureId, point }: FeatureContact): number[] {
  const { mesh } = body.patches;
  const inMesh = body.toMesh(point);
  if (feature === 'f') return weightsOnFacet(mesh, facet, inMesh);
  const begin = mesh.facetOffsets[facet];
  const end = mesh.facetOffsets[facet + 1];
  const names = feature === 'e' ? mesh.facetEdges : mesh.facetVertices;
  const corner = names.subarray(begin, end).indexOf(featureId);
  if (feature === 'e') return edgeWeights(mesh, facet, corner, inMesh);
  return Array.from({ length: end - begin }, (_, k) => (k === corner ? 1 : 0));
}
