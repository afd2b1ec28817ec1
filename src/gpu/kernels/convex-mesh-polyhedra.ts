// SPDX-License-Identifier: MIT
/**
 * WGSL: polyhedra against the tangent cones of faces, edges and vertices of a mesh (docs/theory/body-mesh-contacts.md).
 * The least overlap over the normals of a cone is at a normal of a face of the cone, at the cross product of an edge of
 * the cone and an edge of the silhouette of the body along it, or at the normal of a face of the body. The second case
 * is a contact with an edge of the mesh, the third with a vertex.
 */

import { MOST_MET } from './convex-mesh-around.ts';

/** What is asked of a body: farthest points, and what it holds. */
export const POLYHEDRON_BODY = /* wgsl */ `
struct Lowest { point: vec3f, vertex: u32 }
fn lowestOf(a: Body, nb: vec3f) -> Lowest {
  let v = vertexSupport(a.shape, nb).vertex;
  return Lowest(a.factor * vertexOf(a.shape, v), v);
}
// The face or edge along a direction, by its sine: the cosine of such an angle is 1 in float32.
fn levelOf(a: Body, nb: vec3f, v: u32) -> Feature {
  var feature = featureOf(a.shape, nb, v, LEVEL_SINE);
  if (feature.face < 0) { return feature; }
  let off = cross(bitcast<vec3f>(shapes[headOf(a.shape, 1u).y + 2u * u32(feature.face)].xyz), nb);
  if (dot(off, off) > LEVEL_SINE * LEVEL_SINE) { feature.face = -1; }
  return feature;
}
fn hasPoint(a: Body, point: vec3f, depth: f32) -> bool {
  let first = headOf(a.shape, 1u).y;
  for (var f = 0u; f < headOf(a.shape, 0u).z; f++) {
    let face = bitcast<vec4f>(shapes[first + 2u * f]);
    if (dot(face.xyz, point) - a.factor * face.w > -depth) { return false; }
  }
  return true;
}
fn meetsSegment(a: Body, begin: vec3f, to: vec3f, depth: f32) -> bool {
  let first = headOf(a.shape, 1u).y;
  var low = 0.0;
  var high = 1.0;
  for (var f = 0u; f < headOf(a.shape, 0u).z; f++) {
    let face = bitcast<vec4f>(shapes[first + 2u * f]);
    let x = dot(face.xyz, begin) - a.factor * face.w + depth;
    let y = dot(face.xyz, to) - a.factor * face.w + depth;
    if (x > 0.0 && y > 0.0) { return false; }
    if (x > 0.0) { low = max(low, x / (x - y)); }
    if (y > 0.0) { high = min(high, x / (x - y)); }
  }
  return low <= high;
}
`;

/**
 * Whether a body holds a point of a facet: where its smallest copy that reaches the plane touches it, or else on a
 * side; or of one side alone.
 */
export const MEETS_FACET = /* wgsl */ `
fn meetsFacet(w: ptr<function, Around>, a: Body, face: u32, only: u32, shift: vec3f, depth: f32) -> bool {
  if (only == 0u) {
    let n = normalOf(face);
    let height = -above(face, (*w).x).metres - dot(n, shift);
    let nb = inBody(w, select(n, -n, height < 0.0));
    let low = lowestOf(a, nb).point;
    let reach = dot(low, nb);
    if (abs(height) > reach - depth) { return false; }
    if (isOver((*w).x, face, inMesh(w, low * (abs(height) / reach)) + shift, 0.0)) { return true; }
  }
  for (var k = 0u; k < sidesOf(face); k++) {
    let side = sideOf(face, k);
    if (only != 0u && side != only) { continue; }
    let part = pieceOf(cornerOf((*w).x, face, side), a.radius, shift);
    if (part.isNear && meetsSegment(a, inBody(w, part.begin), inBody(w, part.to), depth)) { return true; }
  }
  return false;
}
`;

/** Edges of the outline along a direction, and the contacts with edges and vertices. */
export const POLYHEDRON_SEARCH = /* wgsl */ `
// The least overlap: normal from the mesh to the body in the body's frame, which edge or face, and whether it is across
// an edge of the mesh.
struct Best { n: vec3f, overlap: f32, code: u32 }
fn overlapAlong(a: Body, n: vec3f, centre: vec3f) -> f32 { return dot(lowestOf(a, -n).point, -n) - dot(n, centre); }
fn edgeOf(a: Body, k: u32) -> u32 { return headOf(a.shape, 1u).z + 3u * k; }
// The normal across a direction and edge k of the outline that the body has along it, outward; none where the edge is
// not part of it.
fn acrossOutline(a: Body, along: vec3f, k: u32) -> vec3f {
  let edge = edgeOf(a, k);
  let left = bitcast<vec3f>(shapes[edge + 1u].xyz);
  let right = bitcast<vec3f>(shapes[edge + 2u].xyz);
  if (dot(left, along) * dot(right, along) > 0.0) { return vec3f(0.0); }
  let c = cross(along, bitcast<vec3f>(shapes[edge].xyz));
  let squared = dot(c, c);
  if (squared < 1.0e-8) { return vec3f(0.0); }
  let out = c * inverseSqrt(squared);
  return select(-out, out, dot(out, left + right) >= 0.0);
}
// Of all normals across an edge of the mesh; centre is that of the body from a point of the edge, all in the body's
// frame. first and last are the directions of the outermost facets, from the edge.
fn leastAcross(a: Body, along: vec3f, first: vec3f, last: vec3f, centre: vec3f) -> Best {
  var best = Best(vec3f(0.0), 3.0e38, 0u);
  for (var k = 0u; k < headOf(a.shape, 0u).w; k++) {
    let out = acrossOutline(a, along, k);
    if (dot(out, out) < 0.5 || dot(out, first) < -SAME_NORMAL || dot(out, last) < -SAME_NORMAL) { continue; }
    let v = a.factor * vertexOf(a.shape, shapes[edgeOf(a, k)].w & 255u);
    let overlap = dot(out, v) + dot(out, centre);
    if (overlap < best.overlap) { best = Best(-out, overlap, k); }
  }
  return best;
}
fn meetEdge(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, face: u32, side: u32, record: u32) {
  let c = cornerOf((*w).x, face, side);
  if (c.at.x * c.at.x + c.at.y * c.at.y > a.radius * a.radius || c.at.z < -a.radius || c.at.z > c.long + a.radius) {
    return;
  }
  let part = pieceOf(c, a.radius, vec3f(0.0));
  if (!part.isNear || !meetsSegment(a, inBody(w, part.begin), inBody(w, part.to), 0.0)) { return; }
  let along = inBody(w, c.e);
  let first = inBody(w, firstOf(record));
  let last = inBody(w, lastOf(record));
  let centre = inBody(w, c.at.x * c.n + c.at.y * c.m);
  let best = leastAcross(a, along, first, last, centre);
  if (!(best.overlap > 0.0) || best.overlap > 1.0e38) { return; }
  // A normal of one of the outermost facets must not be better: then that is touched.
  let slack = ON_FEATURE * a.radius;
  for (var k = 0u; k < 2u; k++) {
    let other = select(last, first, k == 0u);
    let across = unitOf(cross(along, other));
    for (var sign = -1.0; sign < 2.0; sign += 2.0) {
      let n = sign * across;
      if (dot(n, first) > SAME_NORMAL || dot(n, last) > SAME_NORMAL) { continue; }
      if (overlapAlong(a, n, centre) < best.overlap - slack) { return; }
    }
  }
  let n = inMesh(w, best.n);
  if (!isAtFront(w, a, record, n, dot(best.n, centre))) { return; }
  // Where it is touched, along the edge: where the two edges cross, or, of a face that lies on it, all of that.
  let start = tipOf(c);
  let startInBody = inBody(w, start);
  let across = cross(along, best.n);
  let edge = shapes[edgeOf(a, best.code)];
  let begin = a.factor * vertexOf(a.shape, edge.w & 255u) - startInBody;
  let to = a.factor * vertexOf(a.shape, edge.w >> 8u) - startInBody;
  let g0 = dot(begin, across);
  let g1 = dot(to, across);
  let where1 = clamp(g0 / (g0 - g1), 0.0, 1.0);
  var low = dot(mix(begin, to, where1), along);
  var high = low;
  let feature = levelOf(a, -best.n, edge.w & 255u);
  if (feature.face >= 0) {
    let ring = ringOf(headOf(a.shape, 1u).y + 2u * u32(feature.face));
    let corners = cornersOf(ring);
    var last2 = a.factor * vertexOf(a.shape, byteOf(corners, ring.count - 1u)) - startInBody;
    for (var k = 0u; k < ring.count; k++) {
      let here = a.factor * vertexOf(a.shape, byteOf(corners, k)) - startInBody;
      let u = dot(last2, across);
      let v = dot(here, across);
      if ((u <= 0.0 && v > 0.0) || (u > 0.0 && v <= 0.0)) {
        let at = dot(mix(last2, here, u / (u - v)), along);
        low = min(low, at);
        high = max(high, at);
      }
      last2 = here;
    }
  }
  let near = ON_FEATURE * a.radius;
  if (!(low <= c.long + near && high >= -near)) { return; }
  addMet(all, Met(1u, record, face, side, n, best.overlap, start, clamp(low, 0.0, c.long), clamp(high, 0.0, c.long),
    false, best.code, where1, NO_RULER, true));
}
fn meetVertex(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, face: u32, side: u32, record: u32) {
  let tip = tipOf(cornerOf((*w).x, face, side));
  if (dot(tip, tip) > a.radius * a.radius) { return; }
  let point = inBody(w, tip);
  if (!hasPoint(a, point, 0.0)) { return; }
  let rays = rayCount(record);
  let first = headOf(a.shape, 1u).y;
  var best = Best(vec3f(0.0), 3.0e38, 0u);
  for (var f = 0u; f < headOf(a.shape, 0u).z; f++) {
    let plane = bitcast<vec4f>(shapes[first + 2u * f]);
    let depth = a.factor * plane.w - dot(plane.xyz, point);
    if (!(depth < best.overlap)) { continue; }
    let n = -inMesh(w, plane.xyz);
    if (isNormal(record, rays, n)) { best = Best(n, depth, f); }
  }
  if (!(best.overlap > 0.0) || best.overlap > 1.0e38) { return; }
  // Normals of the cone's faces, and those across its edges, must not be better.
  let slack = ON_FEATURE * a.radius;
  for (var k = 0u; k < rays; k++) {
    let ray = rayOf(record, k);
    let next = rayOf(record, select(k + 1u, 0u, k + 1u == rays));
    let normal = unitOf(cross(ray, next));
    for (var sign = -1.0; sign < 2.0; sign += 2.0) {
      if (isNormal(record, rays, sign * normal) &&
        overlapAlong(a, inBody(w, sign * normal), -point) < best.overlap - slack) {
        return;
      }
    }
    let along = inBody(w, ray);
    for (var e = 0u; e < headOf(a.shape, 0u).w; e++) {
      let out = acrossOutline(a, along, e);
      if (dot(out, out) < 0.5) { continue; }
      let v = a.factor * vertexOf(a.shape, shapes[edgeOf(a, e)].w & 255u);
      if (dot(out, v - point) < best.overlap - slack && isNormal(record, rays, -inMesh(w, out))) { return; }
    }
  }
  if (!isTipAtFront(w, a, record, best.n, tip)) { return; }
  addMet(all, Met(2u, record, face, side, best.n, best.overlap, tip, 0.0, 0.0, false, best.code, 0.0, NO_RULER, true));
}
`;

/** What holds for every body: on which side it is, and the faces that it meets. */
export const SIDES = /* wgsl */ `
// In the normal cone of a vertex.
fn isNormal(record: u32, rays: u32, n: vec3f) -> bool {
  for (var k = 0u; k < rays; k++) { if (dot(rayOf(record, k), n) > SAME_NORMAL) { return false; } }
  return true;
}
// May a contact with an edge be one of the body, by the side that its centre is on, so far above it?
fn isAtFront(w: ptr<function, Around>, a: Body, record: u32, n: vec3f, height: f32) -> bool {
  let deep = select(a.radius, 0.0, (*w).isTwoSided);
  if (height < -deep - ON_FEATURE * a.radius) { return false; }
  if ((*w).isTwoSided) { return true; }
  for (var k = 0u; k < geometry[record].x; k++) {
    if (dot(n, bitcast<vec3f>(geometry[record + 3u + 2u * k].xyz)) >= -SAME_NORMAL) { return true; }
  }
  return false;
}
fn isTipAtFront(w: ptr<function, Around>, a: Body, record: u32, n: vec3f, tip: vec3f) -> bool {
  let deep = select(a.radius, 0.0, (*w).isTwoSided);
  if (dot(n, -tip) < -deep - ON_FEATURE * a.radius) { return false; }
  return (*w).isTwoSided || dot(n, bitcast<vec3f>(geometry[record + 1u].xyz)) >= -SAME_NORMAL;
}
// The height of the centre above a face on the side where the body is, and the normal to there.
struct Side { n: vec3f, height: WallHeight }
fn sideOfFace(w: ptr<function, Around>, face: u32) -> Side {
  let h = above(face, (*w).x);
  let n = normalOf(face);
  if (h.metres < 0.0 && (*w).isTwoSided) { return Side(-n, WallHeight(-h.metres, Split(-h.quanta, 0.0), false)); }
  return Side(n, WallHeight(h.metres, Split(h.quanta, 0.0), false));
}
fn meetFace(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, face: u32, plate: u32) {
  let side = sideOfFace(w, face);
  if (side.height.metres < -a.radius) { return; }
  let nb = -inBody(w, side.n);
  let low = lowestOf(a, nb);
  let overlap = dot(low.point, nb) - side.height.metres;
  if (!(overlap > 0.0)) { return; }
  let foot = footOn(w, a, plate, side.n, nb, low, overlap);
  var point = foot.point;
  var under = foot.face;
  let isInCorner = under == 0u;
  if (isInCorner) {
    let rim = rimNear(w, plate, point, side.n, overlap, a.radius);
    if (rim.face == 0u) { return; }
    under = rim.face;
    point = rim.point;
  }
  addMet(all, Met(0u, 0u, under, 0u, side.n, overlap, point, 0.0, 0.0, isInCorner, low.vertex, 0.0, NO_RULER, true));
}
// All contacts, those that are none closed.
fn meetMesh(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>) {
  (*all).count = 0u;
  for (var q = 0u; q < (*w).count; q++) {
    var isNew = true;
    for (var o = 0u; o < q; o++) { if ((*w).patches[o] == (*w).patches[q]) { isNew = false; break; } }
    if (isNew) { meetFace(w, a, all, (*w).facets[q], (*w).patches[q]); }
  }
  for (var q = 0u; q < (*w).count; q++) {
    if (((*w).sharp[q >> 5u] & (1u << (q & 31u))) == 0u) { continue; }
    let face = (*w).facets[q];
    for (var k = 0u; k < sidesOf(face); k++) {
      let side = sideOf(face, k);
      let links = linksOf(side);
      if (links.x != 0u) { meetEdge(w, a, all, face, side, links.x); }
      if (links.y != 0u) { meetVertex(w, a, all, face, side, links.y); }
    }
  }
  if ((*all).count > ${MOST_MET}u) { return; }
  closeOthers(w, a, all);
}
`;
