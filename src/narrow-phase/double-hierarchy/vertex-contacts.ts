// SPDX-License-Identifier: MIT
/** Contacts of a convex body with the vertices of a mesh: with the cone over the edges there, where the body touches its tip. */
import { dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { point as pointShape } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type BodyAtMesh, canBeOutside } from './body-at-mesh.ts';
import { ON_RIDGE_TOLERANCE } from './edge-contacts.ts';
import { type FeatureContact, SAME_NORMAL_SINE } from './feature-contact.ts';
import { edgeDirectionsAt, sumOfNormals, vertexCone } from './tangent-cones.ts';

export function vertexContacts(body: BodyAtMesh): FeatureContact[] {
  const { facetOffsets, facetVertices } = body.patches.mesh;
  const vertices = new Set<number>();
  for (const f of body.facets) {
    for (let i = facetOffsets[f] as number; i < (facetOffsets[f + 1] as number); i++) {
      vertices.add(facetVertices[i] as number);
    }
  }
  return [...vertices].sort((a, b) => a - b).flatMap((v) => vertexContact(body, v) ?? []);
}

function vertexContact(body: BodyAtMesh, v: number): FeatureContact | undefined {
  const { mesh, patchOfFacet, isCrease, kinds } = body.patches;
  const facets = [...mesh.vertexFacets.subarray(mesh.vertexFacetOffsets[v], mesh.vertexFacetOffsets[v + 1])];
  const edges = new Set(facets.flatMap((f) => edgesAt(body, f, v)));
  const creases = [...edges].filter(isCrease);
  if (creases.length < 2) return undefined;
  const kindsHere = creases.map((edge) => kinds[edge] as number);
  if (!canBeOutside(body, body.vertex(v), kindsHere, facets)) return undefined;
  const shape = pointShape({ position: body.vertex(v) });
  if (!(body.contactWith(shape).distance <= body.query.maxDistance)) return undefined;
  const patches = [...new Set(facets.map((f) => patchOfFacet[f] as number))].sort((a, b) => a - b);
  const directions = edgeDirectionsAt(body, v, edges);
  const cone = coneAt(body, v, facets, patches.length === 1, creases, directions);
  if (cone === undefined) return undefined;
  const { normal, distance, pointOnA } = body.contactWith(cone);
  const isOfTip =
    distance <= body.query.maxDistance &&
    directions.every((direction) => dot(direction, normal) <= SAME_NORMAL_SINE) &&
    length(subtract(pointOnA, body.vertex(v))) <= ON_RIDGE_TOLERANCE * body.size &&
    body.isOnSide(normal, body.vertex(v)) &&
    (body.query.depth < 0 || dot(normal, sumOfNormals(mesh, facets)) >= -SAME_NORMAL_SINE);
  if (!isOfTip) return undefined;
  const [facet] = facets as [number];
  return {
    ...{ feature: 'v', featureId: v, facet, patches, point: body.vertex(v), normal, distance },
    shapes: () => [shape],
  };
}

/** The two edges of facet `f` that meet at `v`. */
function edgesAt(body: BodyAtMesh, f: number, v: number): [number, number] {
  const { facetOffsets, facetVertices, facetEdges } = body.patches.mesh;
  const begin = facetOffsets[f] as number;
  const count = (facetOffsets[f + 1] as number) - begin;
  const corner = facetVertices.subarray(begin, begin + count).indexOf(v);
  return [facetEdges[begin + corner] as number, facetEdges[begin + ((corner + count - 1) % count)] as number];
}

function coneAt(
  body: BodyAtMesh,
  v: number,
  facets: readonly number[],
  isFlat: boolean,
  creases: readonly number[],
  directions: readonly Vector3[],
): Shape | undefined {
  if (!isFlat) return vertexCone(body, v, directions, false, facets);
  // A corner of a face with an open rim: a tip when it is less than straight.
  const angle = facets.reduce((sum, f) => {
    const [p, q] = edgeDirectionsAt(body, v, edgesAt(body, f, v)) as [Vector3, Vector3];
    return sum + Math.acos(Math.min(1, Math.max(-1, dot(p, q))));
  }, 0);
  if (creases.length !== 2 || !(angle < Math.PI - SAME_NORMAL_SINE)) return undefined;
  return vertexCone(body, v, edgeDirectionsAt(body, v, creases), true, facets);
}
