// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the edges between the faces of a mesh: with the wedge that the facets at an edge make, where the
 * body touches its ridge. Pieces of one straight edge between the same faces are one contact.
 */
import { addScaled, cross, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { segment } from '../../shapes/segment.ts';
import { type BodyAtMesh, canBeOutside, wayBetween } from './body-at-mesh.ts';
import { facetNormal } from './boundary-patches.ts';
import { type FeatureContact, SAME_NORMAL_SINE } from './feature-contact.ts';
import { unionOf } from './footprint-region.ts';
import { edgeWedge } from './tangent-cones.ts';

/** A touching point this close to a ridge or tip, relative to the body, is on it: as good as points on curved bodies are. */
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
}

export function edgeContacts(body: BodyAtMesh): FeatureContact[] {
  const touched = creasesNear(body).flatMap((edge) => touchedEdge(body, edge) ?? []);
  const groups: TouchedEdge[][] = [];
  for (const each of touched) {
    const group = groups.find(([first]) => isOneEdge(first as TouchedEdge, each, body.size));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups.map((group) => mergedContact(body, group));
}

function creasesNear(body: BodyAtMesh): number[] {
  const { mesh, isCrease } = body.patches;
  const edges = new Set<number>();
  for (const f of body.facets) {
    for (let i = mesh.facetOffsets[f] as number; i < (mesh.facetOffsets[f + 1] as number); i++) {
      const e = mesh.facetEdges[i] as number;
      if (isCrease(e)) edges.add(e);
    }
  }
  return [...edges].sort((a, b) => a - b);
}

function facetsAt(body: BodyAtMesh, edge: number): number[] {
  const { edgeFacets, edgeFacetOffsets } = body.patches.mesh;
  return [...edgeFacets.subarray(edgeFacetOffsets[edge], edgeFacetOffsets[edge + 1])];
}

function touchedEdge(body: BodyAtMesh, edge: number): TouchedEdge | undefined {
  const { mesh, patchOfFacet, kinds } = body.patches;
  const { maxDistance, depth } = body.query;
  const from = body.vertex(mesh.edgeVertices[2 * edge] as number);
  const to = body.vertex(mesh.edgeVertices[2 * edge + 1] as number);
  const facets = facetsAt(body, edge);
  if (!canBeOutside(body, from, [kinds[edge] as number], facets)) return undefined;
  if (!(body.contactWith(segment({ from, to })).distance <= maxDistance)) return undefined;
  const { direction: along, distance: long } = wayBetween(from, to);
  const wedge = edgeWedge(body, edge, from, along);
  if (wedge === undefined) return undefined;
  const { normal, distance, pointOnA, manifold = [] } = body.contactWith(wedge, true);
  if (!(distance <= maxDistance) || Math.abs(dot(normal, along)) > SAME_NORMAL_SINE) return undefined;
  if (!body.isOnSide(normal, from)) return undefined;
  const isInFront = (f: number): boolean => dot(normal, facetNormal(mesh, f)) >= -SAME_NORMAL_SINE;
  if (depth >= 0 && !(facets.length === 1 ? facets.every(isInFront) : facets.some(isInFront))) return undefined;
  const near = ON_RIDGE_TOLERANCE * body.size;
  let low = Infinity;
  let high = -Infinity;
  for (const p of [pointOnA, ...manifold.map((each) => each.pointOnA)]) {
    const way = subtract(p, from);
    if (!(length(cross(along, way)) <= near)) continue;
    low = Math.min(low, dot(way, along));
    high = Math.max(high, dot(way, along));
  }
  if (!(low <= long + near && high >= -near)) return undefined;
  low = Math.min(Math.max(low, 0), long);
  high = Math.min(Math.max(high, 0), long);
  const patches = [...new Set(facets.map((f) => patchOfFacet[f] as number))].sort((a, b) => a - b);
  return { edge, from, along, low, high, patches, normal, distance };
}

/** Are these pieces of one straight edge between the same faces, touched the same way? */
function isOneEdge(a: TouchedEdge, b: TouchedEdge, size: number): boolean {
  if (a.patches.join() !== b.patches.join() || length(cross(a.normal, b.normal)) > SAME_NORMAL_SINE) return false;
  const off = subtract(b.from, a.from);
  const isParallel = length(cross(a.along, b.along)) <= SAME_NORMAL_SINE;
  return isParallel && length(cross(a.along, off)) <= SAME_NORMAL_SINE * (size + length(off));
}

function mergedContact(body: BodyAtMesh, group: readonly TouchedEdge[]): FeatureContact {
  const [first] = group as [TouchedEdge];
  const placeOf = (each: TouchedEdge, at: number): number =>
    dot(subtract(addScaled(each.from, each.along, at), first.from), first.along);
  const intervals = group.map((each): [number, number] => {
    const [p, q] = [placeOf(each, each.low), placeOf(each, each.high)];
    return p < q ? [p, q] : [q, p];
  });
  const { middle } = unionOf(intervals);
  const outside = ([low, high]: readonly [number, number]): number => Math.max(low - middle, middle - high);
  let best = 0;
  intervals.forEach((interval, k) => {
    if (outside(interval) < outside(intervals[best] as [number, number])) best = k;
  });
  const { edge, patches, normal, distance } = group[best] as TouchedEdge;
  return {
    ...{ feature: 'e', featureId: edge, facet: facetsAt(body, edge)[0] as number, patches },
    ...{ point: addScaled(first.from, first.along, middle), normal, distance },
    *shapes() {
      const { edgeVertices } = body.patches.mesh;
      for (const each of group) {
        const from = body.vertex(edgeVertices[2 * each.edge] as number);
        yield segment({ from, to: body.vertex(edgeVertices[2 * each.edge + 1] as number) });
      }
    },
  };
}
