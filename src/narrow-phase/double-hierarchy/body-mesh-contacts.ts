// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with a mesh, beyond Santasusana et al. 2016 (doi:10.1007/s40571-016-0109-4), who treat
 * spheres. Each face, edge and vertex of the mesh is replaced by its tangent cone (half-space, wedge or pointed cone)
 * for the exact query of two convex bodies. It is a contact only if the body touches the feature itself, so inner edges
 * have no effect.
 */

import { UnsupportedPairError } from '../../errors.ts';
import { typescriptKernel } from '../../kernel/kernel.ts';
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import { FEATURE_EDGE, FEATURE_FACET, FEATURE_VERTEX } from '../../kernel/mesh/mesh-layout.ts';
import { type Pose, type PoseLike, poseArgument, transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { add, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import type { HalfSpace } from '../../shapes/kinds/half-space.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { chosenKernel } from '../contact.ts';
import { vectorAt, writePose } from '../kernel-query.ts';
import { bodyMeshQuery, runBodyMesh, settleMesh } from './body-mesh-query.ts';
import { bodyRecord } from './body-record.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { kernelBoundary } from './kernel-boundary.ts';
import type { MeshContact, MeshFeature } from './mesh-contact.ts';
import { type MeshContactOptions, meshOptionsArgument } from './mesh-contact-options.ts';
import { edgeWeights, weightsOnFacet } from './nodal-weights.ts';
import { indexOf } from './sphere-batch.ts';

const FEATURES: Readonly<Record<number, MeshFeature>> = {
  [FEATURE_FACET]: 'f',
  [FEATURE_EDGE]: 'e',
  [FEATURE_VERTEX]: 'v',
};

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
  const boundary = kernelBoundary(boundaryPatches(index.mesh, coplanarSine));
  const engine = chosenKernel(typescriptKernel, kernel);
  const query = bodyMeshQuery();
  settleMesh(index, boundary);
  writePose(query + at.QUERY_MESH_POSE, placedMesh);
  writePose(query + at.QUERY_WORLD_POSE, placedBody);
  F[query + at.QUERY_REACH] = maxDistance;
  F[query + at.QUERY_DEPTH] = depth;
  F[query + at.QUERY_FACTOR] = 1;
  I[2 * query + at.QUERY_NEAR] = 0;
  I[2 * query + at.QUERY_SHAPE] = bodyRecord(body);
  I[2 * query + at.QUERY_BODY] = kernelBlock(body);
  runBodyMesh(engine, boundary);
  const order = I[2 * query + at.QUERY_ORDER];
  return Array.from({ length: I[2 * query + at.QUERY_KEPT_COUNT] }, (_, k) => {
    const contact = I[2 * query + at.QUERY_CONTACTS] + at.CONTACT_STRIDE * I[order + k];
    return meshContact(index.mesh, placedMesh, vectorAt(query + at.QUERY_ORIGIN), contact);
  });
}

/** A contact of the kernel's memory in the world; `origin` is that of its frame, in the mesh's. */
function meshContact(mesh: FacetMesh, placedMesh: Pose, origin: Vector3, contact: number): MeshContact {
  const feature = FEATURES[I[2 * contact + at.CONTACT_FEATURE]];
  const featureId = I[2 * contact + at.CONTACT_FEATURE_ID];
  const facet = I[2 * contact + at.CONTACT_FACET];
  const point = add(vectorAt(contact + at.CONTACT_POINT), origin);
  return {
    facet,
    feature,
    featureId,
    distance: F[contact + at.CONTACT_DISTANCE],
    lower: F[contact + at.CONTACT_LOWER],
    upper: F[contact + at.CONTACT_UPPER],
    point: transformPoint(placedMesh, point),
    normal: rotate(placedMesh.orientation, vectorAt(contact + at.CONTACT_NORMAL)),
    weights: weightsAt(mesh, facet, feature, featureId, point),
  };
}

function weightsAt(mesh: FacetMesh, facet: number, feature: MeshFeature, featureId: number, inMesh: Vector3): number[] {
  if (feature === 'f') return weightsOnFacet(mesh, facet, inMesh);
  const begin = mesh.facetOffsets[facet];
  const end = mesh.facetOffsets[facet + 1];
  const names = feature === 'e' ? mesh.facetEdges : mesh.facetVertices;
  const corner = names.subarray(begin, end).indexOf(featureId);
  if (feature === 'e') return edgeWeights(mesh, facet, corner, inMesh);
  return Array.from({ length: end - begin }, (_, k) => (k === corner ? 1 : 0));
}
