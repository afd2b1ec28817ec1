// SPDX-License-Identifier: MIT
/**
 * How does this body touch that mesh? The one entry for meshes. Spheres go through the Double Hierarchy Method (Santasusana et al.
 * 2016, doi:10.1007/s40571-016-0109-4); other bodies have no path yet and are refused here.
 */
import { UnsupportedPairError } from '../../errors.ts';
import { FEATURE_EDGE, FEATURE_FACET } from '../../kernel/mesh-layout.ts';
import { inverseTransformPoint, type Pose, type PoseLike, pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { MeshContactOptions } from './mesh-contact-options.ts';
import { edgeWeights, nodalWeights } from './nodal-weights.ts';
import { indexOf, MESH_CONTACT_LAYOUT, MeshContactList, sphereMeshContacts } from './sphere-batch.ts';

export type MeshFeature = 'f' | 'e' | 'v';

export interface MeshContact {
  /** Number of the facet; of several that share the touching edge or vertex, one of them. */
  readonly facet: number;
  /** What of the mesh is touched: a facet's inside, an edge or a vertex; and the number of that facet, edge or vertex. */
  readonly feature: MeshFeature;
  readonly featureId: number;
  /** The point of the mesh that is touched, in world coordinates. */
  readonly point: Vector3;
  /** Unit vector from the mesh to the body. */
  readonly normal: Vector3;
  /** Negative for overlap. */
  readonly distance: number;
  /** Of the facet's vertices, in their order: they sum to 1, and their mean of the vertices is `point`. */
  readonly weights: readonly number[];
}

const list = new MeshContactList();
const oneSphere = new Float64Array(4);

/**
 * Every contact of the body with the mesh, sorted by distance, then by facet; none when they are apart.
 *
 * World coordinates. The answer does not depend on the order of the facets or of their vertices. Throws on bodies other than
 * spheres, on poses that are not finite and on options that do not exist.
 */
export function meshContacts(
  mesh: FacetMesh | MeshIndex,
  poseOfMesh: PoseLike,
  body: Shape,
  poseOfBody: PoseLike,
  options?: MeshContactOptions,
): MeshContact[] {
  if (body.kind !== 'sphere') {
    throw new UnsupportedPairError(
      'mesh-body',
      `meshContacts: a ${body.kind} against a mesh is not supported; meshes meet spheres. Use spheres or a compound's spheres one by one`,
    );
  }
  const { position } = pose(poseOfBody);
  const placed = pose(poseOfMesh);
  oneSphere.set([position.x, position.y, position.z, body.radius]);
  sphereMeshContacts(mesh, placed, oneSphere, options, list);
  return Array.from({ length: list.count }, (_, i) => readContact(indexOf(mesh).mesh, placed, list.values, i));
}

function readContact(mesh: FacetMesh, placed: Pose, values: Float64Array, i: number): MeshContact {
  const { stride, facet: f, feature: kind, featureId: id, point: p, normal: n, distance } = MESH_CONTACT_LAYOUT;
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
  return {
    facet,
    feature: feature === FEATURE_FACET ? 'f' : feature === FEATURE_EDGE ? 'e' : 'v',
    featureId,
    point,
    normal: vectorAt(n),
    distance: values[at + distance] as number,
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
