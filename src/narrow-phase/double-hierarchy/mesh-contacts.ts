// SPDX-License-Identifier: MIT
/**
 * How does this body touch that mesh? The one entry for meshes. Spheres go through the Double Hierarchy Method (Santasusana et al.
 * 2016, doi:10.1007/s40571-016-0109-4), other convex bodies by tangent cones, compounds piece by piece.
 */
import { F } from '../../kernel/memory.ts';
import { FEATURE_EDGE, FEATURE_FACET, MESH_UNCERTAINTY } from '../../kernel/mesh-layout.ts';
import { compose, inverseTransformPoint, type Pose, type PoseLike, pose } from '../../math/pose.ts';
import { length, subtract, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { Shape } from '../../shapes/shape.ts';
import { bodyMeshContacts } from './body-mesh-contacts.ts';
import type { MeshContact } from './mesh-contact.ts';
import type { MeshContactOptions } from './mesh-contact-options.ts';
import { edgeWeights, nodalWeights } from './nodal-weights.ts';
import { indexOf, MESH_CONTACT_LAYOUT, MeshContactList, sphereMeshContacts } from './sphere-batch.ts';

const list = new MeshContactList();
const oneSphere = new Float64Array(4);

/**
 * Every contact of the body with the mesh, sorted by distance, then by facet; none when they are apart.
 *
 * World coordinates; normals point from the mesh to the body. The answer does not depend on the order of the facets or of their
 * vertices, but for which of several facets stands for an edge or vertex. Throws on half-spaces, on poses that are not finite and on
 * options that do not exist.
 */
export function meshContacts(
  mesh: FacetMesh | MeshIndex,
  poseOfMesh: PoseLike,
  body: Shape,
  poseOfBody: PoseLike,
  options?: MeshContactOptions,
): MeshContact[] {
  if (body.kind === 'compound') {
    const placedBody = pose(poseOfBody);
    return body.pieces
      .flatMap(({ shape, pose: own }, piece) =>
        meshContacts(mesh, poseOfMesh, shape, compose(placedBody, own), options).map((found) => ({ ...found, piece })),
      )
      .sort((a, b) => a.distance - b.distance || a.facet - b.facet);
  }
  if (body.kind !== 'sphere') return bodyMeshContacts(mesh, poseOfMesh, body, poseOfBody, options);
  const { position } = pose(poseOfBody);
  const placed = pose(poseOfMesh);
  oneSphere.set([position.x, position.y, position.z, body.radius]);
  sphereMeshContacts(mesh, placed, oneSphere, options, list);
  const index = indexOf(mesh);
  const uncertainty = F[index.settle() + MESH_UNCERTAINTY] as number;
  const scale = body.radius + length(subtract(position, placed.position));
  const allowance = 4 * uncertainty + SPHERE_ALLOWANCE * scale;
  return Array.from({ length: list.count }, (_, i) => readContact(index.mesh, placed, list.values, i, allowance));
}

/**
 * What rounding may cost the distance of a sphere, relative to its radius and its centre's way to the origin of the mesh: the way into
 * the mesh's frame, and a few products there. What the vertices and planes cost is in the mesh's own uncertainty.
 */
const SPHERE_ALLOWANCE = 32 * 2 ** -52;

function readContact(mesh: FacetMesh, placed: Pose, values: Float64Array, i: number, allowance: number): MeshContact {
  const { stride, facet: f, feature: kind, featureId: id, point: p, normal: n, distance: d } = MESH_CONTACT_LAYOUT;
  const at = stride * i;
  const vectorAt = (k: number): Vector3 => ({
    x: values[at + k] as number,
    y: values[at + k + 1] as number,
    z: values[at + k + 2] as number,
  });
  const facet = values[at + f] as number;
  const feature = values[at + kind] as number;
  const featureId = values[at + id] as number;
  const point = vectorAt(p);
  const distance = values[at + d] as number;
  return {
    facet,
    feature: feature === FEATURE_FACET ? 'f' : feature === FEATURE_EDGE ? 'e' : 'v',
    featureId,
    point,
    normal: vectorAt(n),
    distance,
    lower: distance - allowance,
    upper: distance + allowance,
    weights: weightsAt(mesh, facet, feature, featureId, inverseTransformPoint(placed, point)),
  };
}

function weightsAt(mesh: FacetMesh, facet: number, feature: number, featureId: number, point: Vector3): number[] {
  if (feature === FEATURE_FACET) return nodalWeights(mesh, facet, point);
  const begin = mesh.facetOffsets[facet] as number;
  const end = mesh.facetOffsets[facet + 1] as number;
  const names = feature === FEATURE_EDGE ? mesh.facetEdges : mesh.facetVertices;
  const corner = names.subarray(begin, end).indexOf(featureId);
  if (feature === FEATURE_EDGE) return edgeWeights(mesh, facet, corner, point);
  return Array.from({ length: end - begin }, (_, k) => (k === corner ? 1 : 0));
}
