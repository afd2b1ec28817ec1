// SPDX-License-Identifier: MIT
/**
 * A polyhedron that lies flat on a face of a mesh: the corners of what it rests on, each a contact, as on a half-space. Where its own face reaches beyond the face of the mesh it is cut off there: by the convex hull of the parts that lie on facets
 * (src/narrow-phase/double-hierarchy/flat-support.ts), so that gaps inside do not matter.
 */

/** Points of parts that wait for the hull. */
const HULL_ROOM = 72;

export const MESH_FLAT = /* wgsl */ `
var<private> hull: array<vec2f, ${HULL_ROOM}>;
// Of the hull so far, and whether a facet had more corners than there is room for.
struct Resting { code: u32, count: u32, isFull: bool }

fn turnOfThree(a: vec2f, b: vec2f, c: vec2f) -> f32 { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
// The convex hull of the first points, counter-clockwise, in their place (Jarvis 1973, doi:10.1016/0020-0190(73)90020-3); returns how many remain.
fn makeHull(given: u32, tolerance: f32) -> u32 {
  if (given < 2u) { return given; }
  var start = 0u;
  for (var k = 1u; k < given; k++) {
    if (hull[k].x < hull[start].x || (hull[k].x == hull[start].x && hull[k].y < hull[start].y)) { start = k; }
  }
  var at = hull[start];
  var kept = 0u;
  loop {
    clipped[kept] = at;
    kept++;
    if (kept == 32u) { break; }
    var next = at;
    var far = 0.0;
    for (var k = 0u; k < given; k++) {
      let way = hull[k] - at;
      let squared = dot(way, way);
      if (squared <= tolerance * tolerance) { continue; }
      let turned = turnOfThree(at, next, hull[k]);
      if (far == 0.0 || turned < 0.0 || (turned == 0.0 && squared > far)) { next = hull[k]; far = squared; }
    }
    let back = next - clipped[0];
    if (far == 0.0 || dot(back, back) <= tolerance * tolerance) { break; }
    at = next;
  }
  // Corners that are all but straight come from sides of facets.
  var k = 0u;
  while (k < kept && kept > 2u) {
    let before = clipped[select(k - 1u, kept - 1u, k == 0u)];
    let after = clipped[select(k + 1u, 0u, k + 1u == kept)];
    if (turnOfThree(before, clipped[k], after) > tolerance * length(after - before)) { k++; continue; }
    for (var j = k; j + 1u < kept; j++) { clipped[j] = clipped[j + 1u]; }
    kept--;
  }
  for (var j = 0u; j < kept; j++) { hull[j] = clipped[j]; }
  return kept;
}
// What of the corners in polygonA, seen along the normal of the patch, rests on it: 0 nothing, 1 all, 2 the hull.
fn restsOn(w: ptr<function, Around>, a: Body, plate: u32, count: u32, axes: mat3x3f) -> Resting {
  let tolerance = ON_FEATURE * a.radius;
  var isWhole = true;
  for (var k = 0u; k < count && isWhole; k++) {
    isWhole = facetUnder(w, plate, inMesh(w, polygonA[k].x * axes[0] + polygonA[k].y * axes[1]), tolerance) != 0u;
  }
  if (isWhole) { return Resting(1u, 0u, false); }
  var found = 0u;
  for (var q = 0u; q < (*w).count; q++) {
    if ((*w).patches[q] != plate) { continue; }
    let face = (*w).facets[q];
    for (var k = 0u; k < count; k++) { clip[k] = polygonA[k]; }
    var left = count;
    for (var k = 0u; k < sidesOf(face) && left > 0u; k++) {
      let side = sideOf(face, k);
      let m = inBody(w, bitcast<vec3f>(geometry[side].xyz));
      left = clipByLine(left, -vec2f(dot(m, axes[0]), dot(m, axes[1])), above(side, (*w).x).metres);
      if (left > 34u) { return Resting(0u, 0u, true); }
    }
    if (found + left > ${HULL_ROOM}u) { found = makeHull(found, tolerance); }
    for (var k = 0u; k < left; k++) { hull[found + k] = clip[k]; }
    found += left;
  }
  found = makeHull(found, tolerance);
  return Resting(select(0u, 2u, found > 1u), found, false);
}
// Where the lowest feature of the body is above a patch: the facet there, none where it is beside the patch, and the point.
struct Foot { point: vec3f, face: u32 }
fn footOn(w: ptr<function, Around>, a: Body, plate: u32, n: vec3f, nb: vec3f, low: Lowest, overlap: f32) -> Foot {
  let feature = featureOf(a.shape, nb, low.vertex, LEVEL_SINE);
  let foot = inMesh(w, low.point) + overlap * n;
  if (isAlone(feature)) { return Foot(foot, facetUnder(w, plate, foot, ON_FEATURE * a.radius)); }
  let axes = axesAcross(nb);
  let count = loadFeature(false, a.shape, a.factor, feature, transpose(axes), vec3f(0.0));
  let rests = restsOn(w, a, plate, count, axes);
  if (rests.code == 0u) { return Foot(foot, 0u); }
  var middle = vec2f(0.0);
  if (rests.code == 1u) { for (var k = 0u; k < count; k++) { middle += polygonA[k] / f32(count); } }
  else { for (var k = 0u; k < rests.count; k++) { middle += hull[k] / f32(rests.count); } }
  let height = dot(foot, n);
  let point = inMesh(w, middle.x * axes[0] + middle.y * axes[1]);
  let centroid = point + (height - dot(point, n)) * n;
  var under = facetUnder(w, plate, centroid, ON_FEATURE * a.radius);
  if (under == 0u) { for (var q = 0u; q < (*w).count; q++) { if ((*w).patches[q] == plate) { under = (*w).facets[q]; break; } } }
  return Foot(centroid, under);
}
// The points of a body that lies flat on a patch: their number, 0 where it does not, 99 where there is no room. The normal leads into the mesh, in world axes.
fn flatOn(w: ptr<function, Around>, a: Body, plate: u32, height: WallHeight, isInCorner: bool, normal: vec3f) -> u32 {
  let body = (*w).i;
  let nb = directionBack(body, normal);
  let v = vertexSupport(a.shape, nb).vertex;
  let axes = axesAcross(nb);
  let into = transpose(axes);
  let level = levelFeature(a, nb, v, into);
  if (level.count < 2u) { return 0u; }
  let rests = restsOn(w, a, plate, level.count, axes);
  if (rests.isFull) { return 99u; }
  if (rests.code == 0u && !isInCorner) { return 0u; }
  if (rests.code != 2u) { return cornersOfLevel(body, a, level, axes, normal, height); }
  let count = loadFeature(false, a.shape, a.factor, featureOf(a.shape, nb, v, FLAT_SINE), into, vec3f(0.0));
  if (count < 2u) { return 0u; }
  var kept = count;
  if (rests.count == 2u) {
    polygonB[0] = hull[0];
    polygonB[1] = hull[1];
    kept = commonPart(count, 2u);
  } else {
    for (var k = 0u; k < count; k++) { clip[k] = polygonA[k]; }
    for (var k = 0u; k < rests.count && kept > 0u; k++) {
      let start = hull[k];
      let e = hull[select(k + 1u, 0u, k + 1u == rests.count)] - start;
      let u = vec2f(-e.y, e.x) * inverseSqrt(dot(e, e));
      // Corners of the body that are on the hull are not cut off by rounding.
      kept = clipByLine(kept, u, dot(u, start) - 0.25 * ON_FEATURE * a.radius);
      if (kept > 34u) { return 99u; }
    }
  }
  if (kept < 2u) { return 0u; }
  planeB = Plane(vec3f(0.0, 0.0, height.metres), vec2f(0.0), vec3f(0.0));
  return takeCorners(kept, a.turn * axes, depthExactly(body, planeA.vertex, normal, height, a.radius));
}
`;

/** The overlap of a single contact with the digits that places and orientations have. The normal leads into the mesh, in world axes. */
export const POLYHEDRON_EXACT = /* wgsl */ `
fn exactOverlap(w: ptr<function, Around>, a: Body, met: Met, normal: vec3f) -> f32 {
  let body = (*w).i;
  if (met.kind == 0u) { return depthExactly(body, a.factor * vertexOf(a.shape, met.code), normal, sideOfFace(w, met.face).height, a.radius); }
  let s = partsOf(a.radius);
  let c = cornerOf((*w).x, met.face, met.side);
  let q = orientationAt(body);
  var quanta = c.quanta;
  var at = Parts(vec3f(0.0), vec3f(0.0));
  if (met.kind == 1u) {
    let edge = shapes[edgeOf(a, met.code)];
    let begin = a.factor * vertexOf(a.shape, edge.w & 255u);
    let to = a.factor * vertexOf(a.shape, edge.w >> 8u);
    let first = turnedExactly(q, begin, s);
    let last = turnedExactly(q, to, s);
    let part = partOf(Parts(last.whole - first.whole, last.rest - first.rest), round(met.part * PARTS));
    at = Parts(first.whole + part.whole, first.rest + part.rest);
    // The edge of the mesh is taken where the two cross: there a normal that is a little off does not count.
    quanta.z = -i32(round(dot(inMesh(w, mix(begin, to, met.part)), c.e) / p.unit));
  } else {
    let corners = cornersOf(ringOf(headOf(a.shape, 1u).y + 2u * met.code));
    at = turnedExactly(q, a.factor * vertexOf(a.shape, byteOf(corners, 0u)), s);
  }
  let local = vec3f(dot(met.n, c.n), dot(met.n, c.m), dot(met.n, c.e));
  return lengthOfParts(alongUnitExactly(normal, at) - alongUnitExactly(local, quantaExactly(quanta, vec3f(p.unit), s)), s);
}
`;
