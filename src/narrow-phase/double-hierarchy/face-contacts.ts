// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the faces of a mesh. A face acts as a plane where the body's lowest feature is over
 * it: depth and normal are those of a half-space, however the face is divided into facets.
 */
import { dot, negate, subtract, type Vector3 } from '../../math/vector.ts';
import type { Contact } from '../contact.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { planeAt, pointAt } from './feature-blocks.ts';
import type { FeatureContact } from './feature-contact.ts';
import type { FaceSide } from './flat-corners.ts';
import { type Footprint, footprintRegion } from './footprint-region.ts';
import { cornerRegion } from './reflex-corners.ts';
import { rimOf } from './round-face.ts';

/** The facets of one plane around the body. */
export interface NearFace {
  readonly patch: number;
  readonly facets: readonly number[];
  /** The corner nearest to the body, where the plane is known best. */
  readonly through: Vector3;
}

/**
 * The side of the only face around the body, where that overlaps its plane and the face does not end within the body's
 * box: then no edge and no vertex can be touched, and what is behind the plane is behind the face, or beside all of it.
 */
export function soleFace(body: BodyAtMesh, faces: readonly NearFace[]): FaceSide | undefined {
  const [face] = faces;
  if (face === undefined || faces.length > 1 || hasRim(body, face.facets)) return undefined;
  const { patch, through } = face;
  const normal = sideOf(body, patch, through);
  if (!body.isOnSide(normal, through) || !(body.distanceTo(planeAt(normal, through)) < 0)) return undefined;
  return { patch, normal, through, isInCorner: false };
}

/** True if the patch of these facets ends at one of their sides. */
function hasRim(body: BodyAtMesh, facets: readonly number[]): boolean {
  const { mesh, isCrease } = body.patches;
  for (const f of facets) {
    for (let i = mesh.facetOffsets[f]; i < mesh.facetOffsets[f + 1]; i++) {
      if (isCrease(mesh.facetEdges[i])) return true;
    }
  }
  return false;
}

/** The normal of a patch on the side of the body, or, of facets with one side, to their front. */
function sideOf(body: BodyAtMesh, patch: number, through: Vector3): Vector3 {
  const front = body.patches.normals[patch];
  const isBehind = dot(front, subtract(body.centre, through)) < 0;
  return isBehind && body.query.depth < 0 ? negate(front) : front;
}

/** The facets around the body by patch, where the body comes within reach of the plane; these patches are marked. */
export function facesNear(body: BodyAtMesh): NearFace[] {
  const { patchOfFacet, marks } = body.patches;
  const groups = new Map<number, number[]>();
  for (const f of body.facets) {
    const patch = patchOfFacet[f];
    const group = groups.get(patch);
    if (group === undefined) groups.set(patch, [f]);
    else group.push(f);
  }
  const near: NearFace[] = [];
  for (const [patch, facets] of groups) {
    const through = body.nearestCorner(facets);
    if (!isPlaneReached(body, patch, facets, through)) continue;
    marks.add('patch', patch);
    near.push({ patch, facets, through });
  }
  return near;
}

/**
 * True if the body is within reach of the plane, including the facets' deviation from it. If not, it touches none of
 * their edges and vertices either.
 */
function isPlaneReached(body: BodyAtMesh, patch: number, facets: readonly number[], through: Vector3): boolean {
  const front = body.patches.normals[patch];
  const normal = dot(front, subtract(body.centre, through)) < 0 ? negate(front) : front;
  const distance = body.distanceTo(planeAt(normal, through));
  if (distance <= body.query.maxDistance) return true;
  return distance - unevenness(body, facets, normal, through) <= body.query.maxDistance;
}

/** Largest deviation of the facets' corners from the plane. */
function unevenness(body: BodyAtMesh, facets: readonly number[], normal: Vector3, through: Vector3): number {
  const { facetVertices, facetOffsets, vertices } = body.patches.mesh;
  const { x: ox, y: oy, z: oz } = body.origin;
  let largest = 0;
  for (const f of facets) {
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const v = 3 * facetVertices[i];
      const x = vertices[v] - ox - through.x;
      const y = vertices[v + 1] - oy - through.y;
      const z = vertices[v + 2] - oz - through.z;
      const height = Math.abs(normal.x * x + normal.y * y + normal.z * z);
      if (height > largest) largest = height;
    }
  }
  return largest;
}

export function faceContacts(body: BodyAtMesh, faces: readonly NearFace[]): FeatureContact[] {
  return faces.flatMap((face) => faceContact(body, face) ?? []);
}

function faceContact(body: BodyAtMesh, { patch, facets, through }: NearFace): FeatureContact | undefined {
  const normal = sideOf(body, patch, through);
  if (!body.isOnSide(normal, through)) return undefined;
  if (!(body.distanceTo(planeAt(normal, through)) <= body.query.maxDistance)) return undefined;
  const found = body.manifoldFound();
  const bounds = body.boundsFound(through);
  const footprint = footprintOf(body, found);
  const over = footprintRegion(footprint, normal, body, body.facetsUnder(footprint.corners, patch));
  const region = over ?? cornerRegion(body, facets, footprint.corners, normal, found.distance);
  if (region === undefined) return undefined;
  const point = region.centroid;
  // Into a corner the way leads through any of its faces.
  const pierced = over === undefined ? body.facets : facets;
  if (found.distance < 0 && !isPierced(body, point, pierced)) return undefined;
  const { distance } = found;
  const { facet } = region;
  const uneven = unevenness(body, facets, normal, through);
  return {
    feature: 'f',
    featureId: facet,
    facet,
    patches: [patch],
    point,
    normal,
    distance,
    lower: bounds.lower - uneven,
    upper: bounds.upper + uneven,
    isOnFeature: over?.isOnFacet ?? true,
    isInCorner: over === undefined,
    isInside: (shift, depth) => facets.some((f) => body.isInside(body.facetBlock(f), shift, depth)),
  };
}

function footprintOf(body: BodyAtMesh, found: Contact): Footprint {
  const corners = (found.manifold ?? []).map(({ pointOnA }) => pointOnA);
  if (corners.length === 0) return { corners: [found.pointOnA] };
  const rim = body.hasRoundFaces ? rimOf(found) : undefined;
  return rim === undefined ? { corners } : { corners: rim.box, rim };
}

/** True if the body penetrates the face. It may have its lowest point below the face and pass outside of it. */
function isPierced(body: BodyAtMesh, point: Vector3, facets: readonly number[]): boolean {
  if (body.distanceTo(pointAt(point)) <= 0) return true;
  return facets.some((f) => body.distanceTo(body.facetBlock(f)) <= 0);
}
