// SPDX-License-Identifier: MIT
/**
 * A body pressed into a concave corner of two faces: its lowest corner can be beyond the rim of both faces, in the
 * wedge behind their common edge. It then touches both faces, at the edge.
 */
import { addScaled, dot, length, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { COPLANAR_EDGE, OPEN_EDGE } from '../../meshes/edge-kinds.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { facetNormal } from './boundary-patches.ts';
import { ON_FACET_TOLERANCE } from './facet-outlines.ts';
import type { OrientedBox } from './oriented-box.ts';
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
  facets: Int32Array,
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
  facets: Int32Array,
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
  facets: Int32Array,
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

/**
 * False if no face rises from the rim of the facets of a group (`BoundaryPatches.groups`) with the body's lowest point
 * behind it: what `cornerRegion` needs at least, with `slack` for rounding. Foot, the lowest point above it and normal
 * are those on the facets' plane.
 */
export function mayBeInCorner(
  body: BodyAtMesh,
  group: number,
  foot: Float64Array,
  lowest: Float64Array,
  normal: Vector3,
  slack: number,
): boolean {
  const { mesh, kinds, groups } = body.patches;
  const { facetOffsets, facetVertices, facetEdges, facetNormals, edgeFacets, edgeFacetOffsets, vertices } = mesh;
  const { origin, centre } = body;
  for (let i = groups.first[group]; i < groups.first[group + 1]; i++) {
    const f = groups.facets[i];
    for (let corner = facetOffsets[f]; corner < facetOffsets[f + 1]; corner++) {
      const edge = facetEdges[corner];
      if (kinds[edge] === COPLANAR_EDGE || kinds[edge] === OPEN_EDGE) continue;
      if (writeInward(mesh, f, corner, inward) === 0) continue;
      const a = 3 * facetVertices[corner];
      const ax = vertices[a] - origin.x;
      const ay = vertices[a + 1] - origin.y;
      const az = vertices[a + 2] - origin.z;
      const beyond = (foot[0] - ax) * inward[0] + (foot[1] - ay) * inward[1] + (foot[2] - az) * inward[2];
      if (beyond > slack) continue;
      for (let k = edgeFacetOffsets[edge]; k < edgeFacetOffsets[edge + 1]; k++) {
        const g = edgeFacets[k];
        if (g === f) continue;
        writeInwardFrom(mesh, g, edge, rising);
        if (!(rising[0] * normal.x + rising[1] * normal.y + rising[2] * normal.z > -LEVEL)) continue;
        const over = (lowest[0] - ax) * rising[0] + (lowest[1] - ay) * rising[1] + (lowest[2] - az) * rising[2];
        if (over > slack) continue;
        const nx = facetNormals[3 * g];
        const ny = facetNormals[3 * g + 1];
        const nz = facetNormals[3 * g + 2];
        const height = (centre.x - ax) * nx + (centre.y - ay) * ny + (centre.z - az) * nz;
        const isFront = nx * inward[0] + ny * inward[1] + nz * inward[2] >= 0;
        if ((isFront ? height : -height) >= -slack) return true;
      }
    }
  }
  return false;
}

/**
 * The same for one facet and a body of which only the box is known, which may move by `skin`: its lowest point is
 * somewhere in the box, which is wide enough for that.
 */
export function facetMayBeInCorner(body: BodyAtMesh, f: number, skin: number): boolean {
  const { mesh, kinds, patchOfFacet, sizes, rises } = body.patches;
  if (rises[patchOfFacet[f]] === 0) return false;
  const { facetOffsets, facetVertices, facetEdges, facetNormals, edgeFacets, edgeFacetOffsets, vertices } = mesh;
  const { origin, centre, ownBox } = body;
  const slack = BOX_SLACK * body.size;
  const nx = facetNormals[3 * f];
  const ny = facetNormals[3 * f + 1];
  const nz = facetNormals[3 * f + 2];
  const o = 3 * facetVertices[facetOffsets[f]];
  const height = nx * (vertices[o] - origin.x) + ny * (vertices[o + 1] - origin.y) + nz * (vertices[o + 2] - origin.z);
  const over = nx * centre.x + ny * centre.y + nz * centre.z - height;
  if (Math.abs(over) <= skin) return true;
  const side = over < 0 && body.query.depth < 0 ? -1 : 1;
  // The only facet of a patch is its plane.
  const isPlane = sizes[patchOfFacet[f]] === 1;
  if (isPlane && ownBox.leastAlong(side * nx, side * ny, side * nz) > side * height + slack) return false;
  for (let corner = facetOffsets[f]; corner < facetOffsets[f + 1]; corner++) {
    const edge = facetEdges[corner];
    if (kinds[edge] === COPLANAR_EDGE || kinds[edge] === OPEN_EDGE) continue;
    if (writeInward(mesh, f, corner, inward) === 0) continue;
    const a = 3 * facetVertices[corner];
    const ax = vertices[a] - origin.x;
    const ay = vertices[a + 1] - origin.y;
    const az = vertices[a + 2] - origin.z;
    if (!reachesBehind(ownBox, inward[0], inward[1], inward[2], ax, ay, az, slack)) continue;
    for (let k = edgeFacetOffsets[edge]; k < edgeFacetOffsets[edge + 1]; k++) {
      const g = edgeFacets[k];
      if (g === f) continue;
      writeInwardFrom(mesh, g, edge, rising);
      if (isPlane && !(side * (rising[0] * nx + rising[1] * ny + rising[2] * nz) > -LEVEL)) continue;
      if (!reachesBehind(ownBox, rising[0], rising[1], rising[2], ax, ay, az, slack)) continue;
      // In the wedge between both the body reaches behind their bisector as well.
      const wx = inward[0] + rising[0];
      const wy = inward[1] + rising[1];
      const wz = inward[2] + rising[2];
      if (reachesBehind(ownBox, wx, wy, wz, ax, ay, az, 2 * slack)) return true;
    }
  }
  return false;
}

/** True if a point y of the box has w . (y - a) <= slack. */
function reachesBehind(
  box: OrientedBox,
  wx: number,
  wy: number,
  wz: number,
  ax: number,
  ay: number,
  az: number,
  slack: number,
): boolean {
  return box.leastAlong(wx, wy, wz) <= wx * ax + wy * ay + wz * az + slack;
}

/** Distance that rounding may hide from `facetMayBeInCorner`, relative to the body. */
const BOX_SLACK = 1e-6;
/** Sine of the angle below the plane of a face that counts as rising from it in `mayBeInCorner`. */
const LEVEL = 1e-9;
const inward = new Float64Array(3);
const rising = new Float64Array(3);

/** Writes the unit direction in a facet across the side that begins at a corner, away from it; returns its length. */
function writeInward(mesh: FacetMesh, f: number, corner: number, into: Float64Array): number {
  const { facetOffsets, facetVertices, facetNormals, vertices } = mesh;
  const a = 3 * facetVertices[corner];
  const b = 3 * facetVertices[corner + 1 === facetOffsets[f + 1] ? facetOffsets[f] : corner + 1];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const ez = vertices[b + 2] - vertices[a + 2];
  const long = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const unit = long > 0 ? 1 / long : 0;
  const nx = facetNormals[3 * f];
  const ny = facetNormals[3 * f + 1];
  const nz = facetNormals[3 * f + 2];
  into[0] = unit * (ny * ez - nz * ey);
  into[1] = unit * (nz * ex - nx * ez);
  into[2] = unit * (nx * ey - ny * ex);
  return long;
}

/** The same from one of the facet's edges. */
function writeInwardFrom(mesh: FacetMesh, f: number, edge: number, into: Float64Array): void {
  let corner = mesh.facetOffsets[f];
  while (mesh.facetEdges[corner] !== edge) corner++;
  writeInward(mesh, f, corner, into);
}
