// SPDX-License-Identifier: MIT
/**
 * A body pressed into a concave corner of two faces: its lowest corner can be beyond the rim of both faces, in the
 * wedge behind their common edge. It then touches both faces, at the edge.
 */
import { addScaled, dot, length, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { facetNormal } from './boundary-patches.ts';
import { ON_FACET_TOLERANCE } from './facet-outlines.ts';
import { inwardDirection } from './tangent-cones.ts';

interface CornerRegion {
  readonly centroid: Vector3;
  readonly facet: number;
}

/**
 * The rim of the patch next to a body's footprint that misses the patch; undefined unless faces rise there and the body
 * is behind both.
 */
export function cornerRegion(
  body: BodyAtMesh,
  facets: readonly number[],
  footprint: readonly Vector3[],
  normal: Vector3,
  distance: number,
): CornerRegion | undefined {
  const found = footprint.flatMap((foot) => {
    const near = nearestOnRim(body, facets, foot);
    return isBehindCorner(body, facets, near.point, foot, normal, distance) ? [near] : [];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const centroid = found.reduce((sum, { point }) => addScaled(sum, point, 1 / found.length), ZERO_VECTOR);
  return { centroid, facet: first.facet };
}

function* sidesOf(body: BodyAtMesh, f: number): Iterable<{ edge: number; from: Vector3; to: Vector3 }> {
  const { facetOffsets, facetEdges } = body.patches.mesh;
  const corners = body.corners(f);
  for (let k = 0; k < corners.length; k++) {
    const edge = facetEdges[facetOffsets[f] + k];
    yield { edge, from: corners[k], to: corners[(k + 1) % corners.length] };
  }
}

function nearestOnSide(p: Vector3, from: Vector3, to: Vector3): Vector3 {
  const offset = subtract(to, from);
  const along = dot(subtract(p, from), offset) / dot(offset, offset);
  return along <= 0 ? from : along >= 1 ? to : addScaled(from, offset, along);
}

function nearestOnRim(
  body: BodyAtMesh,
  facets: readonly number[],
  foot: Vector3,
): { readonly point: Vector3; readonly facet: number } {
  let best = { point: ZERO_VECTOR, facet: -1 };
  let least = Infinity;
  for (const facet of facets) {
    for (const { from, to } of sidesOf(body, facet)) {
      const point = nearestOnSide(foot, from, to);
      const off = length(subtract(foot, point));
      if (off >= least) continue;
      least = off;
      best = { point, facet };
    }
  }
  return best;
}

/**
 * At every edge of the patch through `rim` that the foot is beyond: does a face rise there, with the body's lowest
 * point behind it too?
 */
function isBehindCorner(
  body: BodyAtMesh,
  facets: readonly number[],
  rim: Vector3,
  foot: Vector3,
  normal: Vector3,
  distance: number,
): boolean {
  const { isCrease } = body.patches;
  const tolerance = ON_FACET_TOLERANCE * body.size;
  const beyond = subtract(foot, rim);
  const lowest = addScaled(beyond, normal, distance);
  let isBehind = false;
  for (const f of facets) {
    for (const { edge, from, to } of sidesOf(body, f)) {
      if (!isCrease(edge) || length(subtract(rim, nearestOnSide(rim, from, to))) > tolerance) continue;
      const inward = inwardDirection(body.patches.mesh, edge, f);
      if (dot(beyond, inward) > -tolerance) continue;
      if (!hasFaceBehind(body, edge, f, inward, normal, lowest, rim)) return false;
      isBehind = true;
    }
  }
  return isBehind;
}

/**
 * True if a face rises from the edge of facet `f`, with the body's centre in front of it and the lowest point beyond
 * its rim.
 */
function hasFaceBehind(
  body: BodyAtMesh,
  edge: number,
  f: number,
  inward: Vector3,
  normal: Vector3,
  lowest: Vector3,
  rim: Vector3,
): boolean {
  const { mesh } = body.patches;
  const { edgeFacets, edgeFacetOffsets } = mesh;
  const others = edgeFacets.subarray(edgeFacetOffsets[edge], edgeFacetOffsets[edge + 1]);
  return others.some((g) => {
    if (g === f) return false;
    const rising = inwardDirection(mesh, edge, g);
    if (!(dot(rising, normal) > 0) || dot(lowest, rising) > ON_FACET_TOLERANCE * body.size) return false;
    const across = facetNormal(mesh, g);
    const side = dot(across, inward) < 0 ? -1 : 1;
    return side * dot(across, subtract(body.centre, rim)) >= 0;
  });
}
