// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the edges between faces: queries the wedge of the facets at an edge, and keeps
 * contacts on its ridge. Collinear pieces of an edge between the same faces give one contact.
 */
import { addScaled, cross, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { CONVEX_EDGE, REFLEX_EDGE } from '../../meshes/edge-kinds.ts';
import type { Contact } from '../contact.ts';
import { type BodyAtMesh, canBeOutside, footOn, reachFrom } from './body-at-mesh.ts';
import { facetNormal, facetsOfEdge } from './boundary-patches.ts';
import { planeAt, polygonAt, prismAt, segmentAt } from './feature-blocks.ts';
import { type FeatureContact, SAME_NORMAL_SINE } from './feature-contact.ts';
import { unionOf } from './flat-polygon.ts';
import { lineInRim, rimOf } from './round-face.ts';
import { type EdgeWedge, wedgeOf, wedgeSection } from './tangent-cones.ts';

/**
 * Distance from a ridge or tip, relative to the body, within which a contact point is on it: the accuracy of points on
 * curved bodies.
 */
export const ON_RIDGE_TOLERANCE = 1e-7;

/** Part of an edge that a body touches: from `low` to `high` along it. */
interface TouchedEdge {
  readonly edge: number;
  readonly from: Vector3;
  readonly along: Vector3;
  readonly low: number;
  readonly high: number;
  readonly patches: readonly number[];
  readonly normal: Vector3;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
}

export function edgeContacts(body: BodyAtMesh): FeatureContact[] {
  // Pieces of one edge lie between the same faces.
  const groups = new Map<string, TouchedEdge[][]>();
  for (const edge of creasesNear(body)) {
    const each = touchedEdge(body, edge);
    if (each === undefined) continue;
    const key = each.patches.join();
    const between = groups.get(key) ?? [];
    groups.set(key, between);
    const group = between.find(([first]) => isOneEdge(first, each, body.size));
    if (group === undefined) between.push([each]);
    else group.push(each);
  }
  return [...groups.values()].flatMap((between) => between.map((group) => mergedContact(body, group)));
}

/** Edges between faces that may be within reach of the body. */
function creasesNear(body: BodyAtMesh): number[] {
  const { mesh, isCrease, marks } = body.patches;
  const { facetOffsets, facetEdges } = mesh;
  const { ownBox } = body;
  const known = body.query.near?.edges;
  if (known !== undefined) return known.filter((e) => ownBox.meetsEdge(mesh, e));
  const edges: number[] = [];
  for (const f of body.facets) {
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const e = facetEdges[i];
      if (isCrease(e) && marks.add('edge', e) && ownBox.meetsEdge(mesh, e)) edges.push(e);
    }
  }
  return edges.sort((a, b) => a - b);
}

/** The wedge around the body, or the half-plane at an open edge, as a block of the kernel's memory. */
function wedgeBlock(body: BodyAtMesh, from: Vector3, { along, sides }: EdgeWedge): number {
  const foot = footOn(body, from, along);
  const reach = reachFrom(body, foot);
  const ends = [addScaled(foot, along, -reach), addScaled(foot, along, reach)] as const;
  if (sides.length === 3) return prismAt(ends, along, wedgeSection(sides, reach));
  const [side] = sides;
  const [a, b] = ends;
  return polygonAt([a, b, addScaled(b, side, reach), addScaled(a, side, reach)], cross(along, side));
}

function touchedEdge(body: BodyAtMesh, edge: number): TouchedEdge | undefined {
  const { mesh, patchOfFacet, kinds } = body.patches;
  const { maxDistance, depth } = body.query;
  const from = body.vertex(mesh.edgeVertices[2 * edge]);
  const to = body.vertex(mesh.edgeVertices[2 * edge + 1]);
  const { edgeFacets, edgeFacetOffsets: offsets } = mesh;
  const [isConvex, isReflex] = [kinds[edge] === CONVEX_EDGE, kinds[edge] === REFLEX_EDGE];
  if (!canBeOutside(body, from, isConvex, isReflex, edgeFacets, offsets[edge], offsets[edge + 1])) return undefined;
  if (!body.isWithinReach(segmentAt(from, to))) return undefined;
  const wedge = wedgeOf(body.patches, edge);
  if (wedge === undefined || !(body.distanceTo(wedgeBlock(body, from, wedge)) <= maxDistance)) return undefined;
  const facets = facetsOfEdge(mesh, edge);
  const { along } = wedge;
  const bounds = body.boundsFound(from);
  const found = body.manifoldFound();
  const { normal, distance } = found;
  if (Math.abs(dot(normal, along)) > SAME_NORMAL_SINE || !body.isOnSide(normal, from)) return undefined;
  const isInFront = (f: number): boolean => dot(normal, facetNormal(mesh, f)) >= -SAME_NORMAL_SINE;
  if (depth >= 0 && !(facets.length === 1 ? facets.every(isInFront) : facets.some(isInFront))) return undefined;
  const near = ON_RIDGE_TOLERANCE * body.size;
  const long = length(subtract(to, from));
  const [first, last] = touchedInterval(body, found, from, along, near);
  if (!(first <= long + near && last >= -near)) return undefined;
  const low = Math.min(Math.max(first, 0), long);
  const high = Math.min(Math.max(last, 0), long);
  const patches = [...new Set(facets.map((f) => patchOfFacet[f]))].sort((a, b) => a - b);
  return { edge, from, along, low, high, patches, normal, distance, ...bounds };
}

/**
 * The interval of the ridge that the body touches: from the corners of the manifold on it, or the part below a round
 * face.
 */
function touchedInterval(
  body: BodyAtMesh,
  found: Contact,
  from: Vector3,
  along: Vector3,
  near: number,
): readonly [number, number] {
  const { normal, pointOnA, manifold = [] } = found;
  if (body.hasRoundFaces && manifold.length > 1) {
    body.distanceTo(planeAt(normal, pointOnA));
    const rim = rimOf(body.manifoldFound());
    const interval = rim && lineInRim(rim, from, along);
    if (interval !== undefined) return interval;
  }
  let low = Infinity;
  let high = -Infinity;
  for (const p of [pointOnA, ...manifold.map((each) => each.pointOnA)]) {
    const offset = subtract(p, from);
    if (!(length(cross(along, offset)) <= near)) continue;
    low = Math.min(low, dot(offset, along));
    high = Math.max(high, dot(offset, along));
  }
  return [low, high];
}

/** True if these edges between the same faces are collinear and touched in the same way. */
function isOneEdge(a: TouchedEdge, b: TouchedEdge, size: number): boolean {
  if (length(cross(a.normal, b.normal)) > SAME_NORMAL_SINE) return false;
  const off = subtract(b.from, a.from);
  const isParallel = length(cross(a.along, b.along)) <= SAME_NORMAL_SINE;
  return isParallel && length(cross(a.along, off)) <= SAME_NORMAL_SINE * (size + length(off));
}

function mergedContact(body: BodyAtMesh, group: readonly TouchedEdge[]): FeatureContact {
  const [first] = group as [TouchedEdge];
  const positionAlong = (each: TouchedEdge, at: number): number =>
    dot(subtract(addScaled(each.from, each.along, at), first.from), first.along);
  const intervals = group.map((each): [number, number] => {
    const [p, q] = [positionAlong(each, each.low), positionAlong(each, each.high)];
    return p < q ? [p, q] : [q, p];
  });
  const { middle } = unionOf(intervals);
  const outside = ([low, high]: readonly [number, number]): number => Math.max(low - middle, middle - high);
  let best = 0;
  intervals.forEach((interval, k) => {
    if (outside(interval) < outside(intervals[best])) best = k;
  });
  const { edge, patches, normal, distance, lower, upper } = group[best];
  const { mesh } = body.patches;
  const blockOf = (e: number): number =>
    segmentAt(body.vertex(mesh.edgeVertices[2 * e]), body.vertex(mesh.edgeVertices[2 * e + 1]));
  return {
    feature: 'e',
    featureId: edge,
    facet: facetsOfEdge(mesh, edge)[0],
    patches,
    point: addScaled(first.from, first.along, middle),
    normal,
    distance,
    lower,
    upper,
    isOnFeature: outside(intervals[best]) <= 0,
    isInside: (shift, depth) => group.some((each) => body.isInside(blockOf(each.edge), shift, depth)),
  };
}
