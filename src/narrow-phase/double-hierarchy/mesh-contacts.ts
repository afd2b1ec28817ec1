// SPDX-License-Identifier: MIT
/**
 * Contacts of a body with a mesh, the entry for meshes. Spheres use the Double Hierarchy Method (Santasusana et al.
 * 2016, doi:10.1007/s40571-016-0109-4), other convex bodies tangent cones, compounds are queried piece by piece.
 */
import { F } from '../../kernel/memory.ts';
import { FEATURE_EDGE, FEATURE_FACET, MESH_UNCERTAINTY } from '../../kernel/mesh/mesh-layout.ts';
import { compose, inverseTransformPoint, type Pose, type PoseLike, poseArgument } from '../../math/pose.ts';
import { length, subtract, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { HalfSpace } from '../../shapes/kinds/half-space.ts';
import { type ConvexShape, requireShape, type Shape } from '../../shapes/shape.ts';
import { chosenKernel } from '../contact.ts';
import { checkedBodyContacts } from './body-mesh-contacts.ts';
import type { MeshContact } from './mesh-contact.ts';
import { type MeshContactOptions, meshOptionsArgument } from './mesh-contact-options.ts';
import { edgeWeights, weightsOnFacet } from './nodal-weights.ts';
import { answerSpheres, indexOf, MESH_CONTACT_LAYOUT, MeshContactList, SPHERE_MESH_TEXT } from './sphere-batch.ts';

const list = new MeshContactList();
const oneSphere = new Float64Array(4);

/**
 * Every contact of the body with the mesh, sorted by distance, then by facet; none when they are apart.
 *
 * World coordinates; normals point from the mesh to the body. The answer does not depend on the order of the facets or
 * of their vertices, but for which of several facets stands for an edge or vertex.
 *
 * @throws UnsupportedPairError for half-spaces; InvalidShapeError, InvalidPoseError or InvalidOptionError for arguments
 * that are none of these; MeshError unless `facetMesh` made the mesh.
 *
 * @example
 * ```ts
 * import { facetMesh, meshContacts, sphere } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[-1, -1, 0], [1, -1, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * const [found] = meshContacts(floor, {}, sphere({ radius: 0.1 }), { position: [0, 0, 0.09] });
 * console.log(found?.feature, found?.distance.toFixed(3)); // f -0.010
 * ```
 */
export function meshContacts(
  mesh: FacetMesh | MeshIndex,
  poseOfMesh: PoseLike,
  body: Shape,
  poseOfBody: PoseLike,
  options?: MeshContactOptions,
): MeshContact[] {
  const index = indexOf(mesh);
  const placedMesh = poseArgument(poseOfMesh, 'poseOfMesh');
  requireShape(body, 'body');
  const placedBody = poseArgument(poseOfBody, 'poseOfBody');
  const query = meshOptionsArgument(options);
  if (body.kind !== 'compound') return contactsOfPiece(index, placedMesh, body, placedBody, query);
  return body.pieces
    .flatMap(({ shape, pose: own }, piece) =>
      contactsOfPiece(index, placedMesh, shape, compose(placedBody, own), query).map((found) => ({ ...found, piece })),
    )
    .sort((a, b) => a.distance - b.distance || a.facet - b.facet);
}

function contactsOfPiece(
  index: MeshIndex,
  placed: Pose,
  body: ConvexShape | HalfSpace,
  placedBody: Pose,
  query: ReturnType<typeof meshOptionsArgument>,
): MeshContact[] {
  if (body.kind !== 'sphere') return checkedBodyContacts(index, placed, body, placedBody, query);
  const { position } = placedBody;
  oneSphere.set([position.x, position.y, position.z, body.radius]);
  answerSpheres(chosenKernel(SPHERE_MESH_TEXT, query.kernel), index, placed, oneSphere, 1, query.numbers, list);
  const uncertainty = F[index.settle() + MESH_UNCERTAINTY];
  const scale = body.radius + length(subtract(position, placed.position));
  const allowance = 4 * uncertainty + SPHERE_ALLOWANCE * scale;
  return Array.from({ length: list.count }, (_, i) => readContact(index.mesh, placed, list.values, i, allowance));
}

/**
 * Rounding error of the distance of a sphere, relative to its radius and its distance from the mesh's origin: the
 * transformation to the mesh's frame and a few products. The rounding of vertices and planes is in the mesh's own
 * uncertainty.
 */
const SPHERE_ALLOWANCE = 32 * 2 ** -52;

function readContact(mesh: FacetMesh, placed: Pose, values: Float64Array, i: number, allowance: number): MeshContact {
  const { stride, facet: f, feature: kind, featureId: id, point: p, normal: n, distance: d } = MESH_CONTACT_LAYOUT;
  const at = stride * i;
  const vectorAt = (k: number): Vector3 => ({
    x: values[at + k],
    y: values[at + k + 1],
    z: values[at + k + 2],
  });
  const facet = values[at + f];
  const feature = values[at + kind];
  const featureId = values[at + id];
  const point = vectorAt(p);
  const distance = values[at + d];
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
  if (feature === FEATURE_FACET) return weightsOnFacet(mesh, facet, point);
  const begin = mesh.facetOffsets[facet];
  const end = mesh.facetOffsets[facet + 1];
  const names = feature === FEATURE_EDGE ? mesh.facetEdges : mesh.facetVertices;
  const corner = names.subarray(begin, end).indexOf(featureId);
  if (feature === FEATURE_EDGE) return edgeWeights(mesh, facet, corner, point);
  return Array.from({ length: end - begin }, (_, k) => (k === corner ? 1 : 0));
}
