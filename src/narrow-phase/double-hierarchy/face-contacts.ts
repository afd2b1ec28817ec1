// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the faces of a mesh. A face is a plane where the body's lowest feature is over it: depth and
 * normal are those of the body against the half-space, for any way of cutting the face into facets.
 */
import { dot, lengthSquared, negate, subtract, type Vector3 } from '../../math/vector.ts';
import { halfSpace } from '../../shapes/half-space.ts';
import { point as pointShape } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Contact } from '../contact.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import type { FeatureContact } from './feature-contact.ts';
import { footprintRegion, roundFootprint } from './footprint-region.ts';
import { cornerRegion } from './reflex-corners.ts';

/** Corners of a round face that hangs over the rim of a patch: its area is right to a part in a thousand. */
const ROUND_FACE_CORNERS = 64;

/** The facets around the body by patch. */
export function facetsByPatch(body: BodyAtMesh): ReadonlyMap<number, readonly number[]> {
  const { patchOfFacet } = body.patches;
  const groups = new Map<number, number[]>();
  for (const f of body.facets) {
    const patch = patchOfFacet[f] as number;
    const group = groups.get(patch);
    if (group === undefined) groups.set(patch, [f]);
    else group.push(f);
  }
  return groups;
}

export function faceContacts(body: BodyAtMesh, groups: ReadonlyMap<number, readonly number[]>): FeatureContact[] {
  return [...groups].flatMap(([patch, facets]) => faceContact(body, patch, facets) ?? []);
}

function faceContact(body: BodyAtMesh, patch: number, facets: readonly number[]): FeatureContact | undefined {
  const front = body.patches.normals[patch] as Vector3;
  const through = nearestCorner(body, facets);
  const isBehind = dot(front, subtract(body.centre, through)) < 0;
  const normal = isBehind && body.query.depth < 0 ? negate(front) : front;
  if (!body.isOnSide(normal, through)) return undefined;
  const found = body.contactWith(halfSpace({ normal, offset: dot(normal, through) }), true);
  if (!(found.distance <= body.query.maxDistance)) return undefined;
  const footprint = footprintOf(body, found);
  const under = body.facetsUnder(footprint, patch).map((facet) => ({ facet, corners: body.corners(facet) }));
  const over = footprintRegion(footprint, normal, under, body.size);
  const region = over ?? cornerRegion(body, facets, footprint, normal, found.distance);
  if (region === undefined) return undefined;
  const point = region.centroid;
  function* shapes(): Iterable<Shape> {
    for (const f of facets) yield body.facetShape(f);
  }
  // Into a corner the way leads through any of its faces.
  const pierced = over === undefined ? body.facets : facets;
  if (found.distance < 0 && !isPierced(body, point, pierced)) return undefined;
  const { distance } = found;
  const { facet } = region;
  return { feature: 'f', featureId: facet, facet, patches: [patch], point, normal, distance, shapes };
}

/** Of the corners of these facets, the one nearest to the body: through it the plane is known best. */
function nearestCorner(body: BodyAtMesh, facets: readonly number[]): Vector3 {
  let best: Vector3 | undefined;
  for (const f of facets) {
    for (const corner of body.corners(f)) {
      if (best === undefined || lengthSquared(corner) < lengthSquared(best)) best = corner;
    }
  }
  return best as Vector3;
}

function footprintOf(body: BodyAtMesh, found: Contact): readonly Vector3[] {
  const corners = (found.manifold ?? []).map(({ pointOnA }) => pointOnA);
  if (corners.length === 0) return [found.pointOnA];
  const isRound = body.hasRoundFaces && found.type === 'f-f' && corners.length === 4;
  return isRound ? roundFootprint(corners, ROUND_FACE_CORNERS) : corners;
}

/** Does the body reach through the face? It may have its lowest point under the face and pass it outside. */
function isPierced(body: BodyAtMesh, point: Vector3, facets: readonly number[]): boolean {
  if (body.contactWith(pointShape({ position: point })).distance <= 0) return true;
  return facets.some((f) => body.contactWith(body.facetShape(f)).distance <= 0);
}
