// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the faces of a mesh. A face acts as a plane where the body's lowest feature is over
 * it: depth and normal are those of a half-space, however the face is divided into facets.
 */
import { dot, negate, subtract, type Vector3 } from '../../math/vector.ts';
import type { Contact } from '../contact.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { marginOn } from './facet-sides.ts';
import { planeAt, pointAt } from './feature-blocks.ts';
import type { FeatureContact } from './feature-contact.ts';
import { type Footprint, footprintRegion } from './footprint-region.ts';
import { MAY_BE_IN_CORNER, MAY_TOUCH } from './near-features.ts';
import { cornerRegion, facetMayBeInCorner, mayBeInCorner } from './reflex-corners.ts';
import { rimOf } from './round-face.ts';

/**
 * Contacts with the faces around the body; undefined if it touches none of their facets, and so no edge and no vertex
 * either.
 */
export function faceContacts(body: BodyAtMesh): FeatureContact[] | undefined {
  const { mesh, groups, warps } = body.patches;
  groups.make(body.facets, body.flags);
  const { ownBox } = body;
  const isTouched = touchedGroups(groups.count);
  let isAnyTouched = false;
  for (let g = 0; g < groups.count; g++) {
    let isMet = false;
    for (let i = groups.first[g]; i < groups.first[g + 1] && !isMet; i++) {
      isMet =
        (groups.flags[i] & MAY_TOUCH) !== 0 && ownBox.meetsFacet(mesh, groups.facets[i], warps[groups.patches[g]]);
    }
    isTouched[g] = isMet ? 1 : 0;
    isAnyTouched ||= isMet;
  }
  if (!isAnyTouched) return undefined;
  const found: FeatureContact[] = [];
  for (let g = 0; g < groups.count; g++) {
    // Into a corner a body may reach below a face that it does not touch.
    if (isTouched[g] === 0 && !groupMayBeInCorner(body, g)) continue;
    const contact = faceContact(body, g, isTouched[g] === 1);
    if (contact !== undefined) found.push(contact);
  }
  return found;
}

function groupMayBeInCorner(body: BodyAtMesh, g: number): boolean {
  const { first, facets, flags } = body.patches.groups;
  for (let i = first[g]; i < first[g + 1]; i++) {
    if ((flags[i] & MAY_BE_IN_CORNER) !== 0 && facetMayBeInCorner(body, facets[i], 0)) return true;
  }
  return false;
}

let touched = new Uint8Array(64);

function touchedGroups(count: number): Uint8Array {
  if (touched.length < count) touched = new Uint8Array(2 * count);
  return touched;
}

/** Largest deviation of the facets' corners from the plane. */
function unevenness(body: BodyAtMesh, facets: Int32Array, normal: Vector3, through: Vector3): number {
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

/** The plane of a group of facets that was looked at last: a corner of it, and its normal on the side of the body. */
const planeCorner = { x: 0, y: 0, z: 0 };
const planeNormal = { x: 0, y: 0, z: 0 };

/** Finds the plane of group g; false if its facets have one side, and the body is too far behind it. */
function findPlane(body: BodyAtMesh, g: number): boolean {
  const { groups, normals } = body.patches;
  const front = normals[groups.patches[g]];
  const { centre } = body;
  body.readNearestCorner(groups.facets, groups.first[g], groups.first[g + 1], planeCorner);
  const x = centre.x - planeCorner.x;
  const y = centre.y - planeCorner.y;
  const z = centre.z - planeCorner.z;
  const isBehind = front.x * x + front.y * y + front.z * z < 0;
  const sign = isBehind && body.query.depth < 0 ? -1 : 1;
  planeNormal.x = sign * front.x;
  planeNormal.y = sign * front.y;
  planeNormal.z = sign * front.z;
  return body.isHeightOnSide(planeNormal.x * x + planeNormal.y * y + planeNormal.z * z);
}

/** True if the body is behind the plane that was found, of facets with one side, and does not reach it. */
function isWhollyBehind(body: BodyAtMesh, g: number): boolean {
  const { maxDistance, depth } = body.query;
  if (depth < 0 || !(dot(subtract(body.centre, planeCorner), planeNormal) < 0)) return false;
  const distance = body.distanceTo(planeAt(negate(planeNormal), planeCorner));
  if (distance <= maxDistance) return false;
  const { groups } = body.patches;
  const facets = groups.facets.subarray(groups.first[g], groups.first[g + 1]);
  return distance - unevenness(body, facets, planeNormal, planeCorner) > maxDistance;
}

function faceContact(body: BodyAtMesh, g: number, isTouched: boolean): FeatureContact | undefined {
  if (!findPlane(body, g) || isWhollyBehind(body, g)) return undefined;
  if (!(body.distanceTo(planeAt(planeNormal, planeCorner)) <= body.query.maxDistance)) return undefined;
  if (body.isPointFound && !mayTouchFace(body, g, planeNormal, isTouched)) return undefined;
  const { groups } = body.patches;
  const patch = groups.patches[g];
  const facets = groups.facets.slice(groups.first[g], groups.first[g + 1]);
  const through = { ...planeCorner };
  const normal = { ...planeNormal };
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

/**
 * Distance, relative to the body, by which a lowest point beside a facet may count as over it here: the exact test
 * comes later.
 */
const BESIDE = 1e-6;
const foot = new Float64Array(3);
const lowest = new Float64Array(3);

/** False if a single lowest point, as `distanceTo` has found it, is over no facet of the patch and in no corner. */
function mayTouchFace(body: BodyAtMesh, g: number, normal: Vector3, isTouched: boolean): boolean {
  const { mesh, groups, sizes, rises } = body.patches;
  const { facets, first } = groups;
  const patch = groups.patches[g];
  const slack = BESIDE * body.size;
  body.readFoot(foot, lowest);
  // Without a facet that it touches the body passes beside the face.
  if (isTouched) {
    const { x, y, z } = body.origin;
    for (let i = first[g]; i < first[g + 1]; i++) {
      if (marginOn(mesh, facets[i], foot[0] + x, foot[1] + y, foot[2] + z) >= -slack) return true;
    }
  }
  // Facets beside the body's box have not been looked at.
  if (isTouched && first[g + 1] - first[g] < sizes[patch] && !body.boxHolds(foot)) return true;
  return rises[patch] !== 0 && mayBeInCorner(body, g, foot, lowest, normal, slack);
}

function footprintOf(body: BodyAtMesh, found: Contact): Footprint {
  const corners = (found.manifold ?? []).map(({ pointOnA }) => pointOnA);
  if (corners.length === 0) return { corners: [found.pointOnA] };
  const rim = body.hasRoundFaces ? rimOf(found) : undefined;
  return rim === undefined ? { corners } : { corners: rim.box, rim };
}

/** True if the body penetrates the face. It may have its lowest point below the face and pass outside of it. */
function isPierced(body: BodyAtMesh, point: Vector3, facets: ArrayLike<number>): boolean {
  if (body.meets(pointAt(point))) return true;
  const { ownBox, patches } = body;
  for (let i = 0; i < facets.length; i++) {
    if (ownBox.meetsFacet(patches.mesh, facets[i], 0) && body.meets(body.facetBlock(facets[i]))) return true;
  }
  return false;
}
