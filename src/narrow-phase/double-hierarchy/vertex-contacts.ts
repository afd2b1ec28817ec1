// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the vertices of a mesh: queries the cone over the edges at a vertex, and keeps
 * contacts at its tip.
 */
import { addScaled, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { type BodyAtMesh, canBeOutside, reachFrom } from './body-at-mesh.ts';
import { ON_RIDGE_TOLERANCE } from './edge-contacts.ts';
import { coneAt, pointAt, polygonAt } from './feature-blocks.ts';
import { type FeatureContact, SAME_NORMAL_SINE } from './feature-contact.ts';
import { coneOf, type VertexCone } from './vertex-cone.ts';

export function vertexContacts(body: BodyAtMesh): FeatureContact[] {
  const { mesh, marks, isCorner } = body.patches;
  const { facetOffsets, facetVertices } = mesh;
  const { ownBox } = body;
  const known = body.query.near?.vertices;
  if (known !== undefined) {
    return known.flatMap((v) => (ownBox.meetsVertex(mesh, v) ? (vertexContact(body, v) ?? []) : []));
  }
  const vertices: number[] = [];
  for (const f of body.facets) {
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const v = facetVertices[i];
      if (isCorner[v] === 1 && marks.add('vertex', v) && ownBox.meetsVertex(mesh, v)) vertices.push(v);
    }
  }
  return vertices.sort((a, b) => a - b).flatMap((v) => vertexContact(body, v) ?? []);
}

function vertexContact(body: BodyAtMesh, v: number): FeatureContact | undefined {
  const cone = coneOf(body.patches, v);
  if (cone === undefined) return undefined;
  const { maxDistance, depth } = body.query;
  const tip = body.vertex(v);
  const { facets, isConvex, isReflex } = cone;
  if (!canBeOutside(body, tip, isConvex, isReflex, facets, 0, facets.length)) return undefined;
  if (!body.isWithinReach(pointAt(tip))) return undefined;
  if (!(body.distanceTo(coneBlock(body, tip, cone)) <= maxDistance)) return undefined;
  const bounds = body.boundsFound(tip);
  const { normal, distance, pointOnA } = body.contactFound();
  const isOfTip =
    cone.directions.every((direction) => dot(direction, normal) <= SAME_NORMAL_SINE) &&
    length(subtract(pointOnA, tip)) <= ON_RIDGE_TOLERANCE * body.size &&
    body.isOnSide(normal, tip) &&
    (depth < 0 || dot(normal, cone.sumOfNormals) >= -SAME_NORMAL_SINE);
  if (!isOfTip) return undefined;
  return {
    feature: 'v',
    featureId: v,
    facet: cone.facets[0],
    patches: cone.patches,
    point: tip,
    normal,
    distance,
    ...bounds,
    isOnFeature: true,
    isInside: (shift, inside) => body.isInside(pointAt(tip), shift, inside),
  };
}

function coneBlock(body: BodyAtMesh, tip: Vector3, { rays, axis }: VertexCone): number {
  const reach = reachFrom(body, tip);
  if (rays.length > 2) return coneAt(tip, rays, axis, reach);
  return polygonAt([tip, ...rays.map((ray) => addScaled(tip, ray, reach))], axis);
}
