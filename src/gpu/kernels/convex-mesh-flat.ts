// SPDX-License-Identifier: MIT
/**
 * WGSL: a polyhedron that lies flat on a face of a mesh. Each corner of the supported area is a contact, as on a
 * half-space. The face of the body is clipped to the convex hull of its parts on facets
 * (src/narrow-phase/double-hierarchy/flat-support.ts), so gaps inside do not matter.
 */

/** Points of parts that wait for the hull. */
const HULL_ROOM = 72;

export const MESH_FLAT = /* wgsl */ `
var<private> hull: array<vec2f, ${HULL_ROOM}>;
// Of the hull so far, and whether a facet had more corners than there is room for.
struct Resting { code: u32, count: u32, isFull: bool }

fn turnOfThree(a: vec2f, b: vec2f, c: vec2f) -> f32 { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
// The convex hull of the first points, counter-clockwise, in their position (Jarvis 1973,
// doi:10.1016/0020-0190(73)90020-3); returns how many remain.
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
      let offset = hull[k] - at;
      let squared = dot(offset, offset);
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
    // Both ends of a hull that is all but a segment are straight, too; they lie beyond their neighbours.
    let isEnd = dot(clipped[k] - before, after - clipped[k]) < 0.0;
    if (isEnd || turnOfThree(before, clipped[k], after) > tolerance * length(after - before)) { k++; continue; }
    for (var j = k; j + 1u < kept; j++) { clipped[j] = clipped[j + 1u]; }
    kept--;
  }
  for (var j = 0u; j < kept; j++) { hull[j] = clipped[j]; }
  return kept;
}
// Whether each of the corners in polygonA, seen along the normal of the patch, is above one of its facets: in one pass,
// since a side is loaded once for all corners.
fn isWholeOn(w: ptr<function, Around>, plate: u32, count: u32, axes: mat3x3f, tolerance: f32) -> bool {
  var missing = (1u << count) - 1u;
  for (var q = 0u; q < (*w).count && missing != 0u; q++) {
    if ((*w).patches[q] != plate) { continue; }
    let head = geometry[(*w).facets[q] + 3u];
    var over = missing;
    for (var k = 0u; k < (head.y >> 24u) && over != 0u; k++) {
      let side = head.z + 8u * k;
      let plane = geometry[side];
      let m = inBody(w, bitcast<vec3f>(plane.xyz));
      let u = vec2f(dot(m, axes[0]), dot(m, axes[1]));
      var height = coarseAbove(plane, (*w).x);
      var isRough = true;
      for (var left = over; left != 0u; left &= left - 1u) {
        let c = firstTrailingBit(left);
        let along = dot(u, polygonA[c]) - tolerance;
        if (isRough && abs(height + along) <= ROUGH * lattice()) {
          height = above(side, (*w).x).metres;
          isRough = false;
        }
        if (height + along > 0.0) { over &= ~(1u << c); }
      }
    }
    missing &= ~over;
  }
  return missing == 0u;
}
// What of the corners in polygonA, seen along the normal of the patch, rests on it: 0 nothing, 1 all, 2 the hull.
fn restsOn(w: ptr<function, Around>, a: Body, plate: u32, count: u32, axes: mat3x3f) -> Resting {
  let tolerance = ON_FEATURE * a.radius;
  if (isWholeOn(w, plate, count, axes, tolerance)) { return Resting(1u, 0u, false); }
  var found = 0u;
  for (var q = 0u; q <= (*w).count; q++) {
    let isLast = q == (*w).count;
    if (!isLast && (*w).patches[q] != plate) { continue; }
    var left = 0u;
    if (!isLast) {
      let face = (*w).facets[q];
      for (var k = 0u; k < count; k++) { clip[k] = polygonA[k]; }
      left = count;
      for (var k = 0u; k < sidesOf(face) && left > 0u; k++) {
        let side = sideOf(face, k);
        let m = inBody(w, bitcast<vec3f>(geometry[side].xyz));
        left = clipByLine(left, -vec2f(dot(m, axes[0]), dot(m, axes[1])), above(side, (*w).x).metres);
        if (left > 34u) { return Resting(0u, 0u, true); }
      }
    }
    if (isLast || found + left > ${HULL_ROOM}u) { found = makeHull(found, tolerance); }
    for (var k = 0u; k < left; k++) { hull[found + k] = clip[k]; }
    found += left;
  }
  return Resting(select(0u, 2u, found > 1u), found, false);
}
// Where the lowest feature of the body is above a patch: the facet there, none where it is beside the patch, and the
// point. Of a face or edge that is level a corner above the patch is enough: where there is none, but a part of it is,
// the body touches an edge or vertex of the patch along its normal.
struct Foot { point: vec3f, face: u32 }
fn footOn(w: ptr<function, Around>, a: Body, plate: u32, n: vec3f, nb: vec3f, low: Lowest, overlap: f32) -> Foot {
  let feature = levelOf(a, nb, low.vertex);
  var corners = vec4u(low.vertex | (u32(max(feature.other, 0)) << 8u), 0u, 0u, 0u);
  var count = select(1u, 2u, feature.other >= 0);
  if (feature.face >= 0) {
    let ring = ringOf(headOf(a.shape, 1u).y + 2u * u32(feature.face));
    corners = cornersOf(ring);
    count = ring.count;
  }
  var found = Foot(inMesh(w, low.point) + overlap * n, 0u);
  for (var k = 0u; k < count; k++) {
    let foot = inMesh(w, a.factor * vertexOf(a.shape, byteOf(corners, k))) + overlap * n;
    let face = facetUnder(w, plate, foot, ON_FEATURE * a.radius);
    if (face != 0u) { return Foot(foot, face); }
  }
  return found;
}
// The points of a body that lies flat on a patch: their number, 0 where it does not, 99 where there is no room. The
// normal leads into the mesh, in world axes.
fn flatOn(w: ptr<function, Around>, a: Body, plate: u32, height: WallHeight, isInCorner: bool, normal: vec3f) -> u32 {
  let body = (*w).i;
  let nb = directionBack(body, normal);
  let v = vertexSupport(a.shape, nb).vertex;
  let axes = axesAcross(nb);
  var level = Level(Feature(v, -1, -1), 0u);
  var rests = Resting(0u, 0u, false);
  // At any tilt where all of it rests, so that its corners are vertices with depths of their own; what is cut off at the
  // rim must be all but level, since the depths of its corners are those of a plane.
  for (var round = 0u; round < 2u; round++) {
    level = levelFeature(a, nb, v, transpose(axes), select(FLAT_SINE, WALL_SINE, round == 0u));
    if (level.count < 2u) { return 0u; }
    if (round == 1u) { break; }
    rests = restsOn(w, a, plate, level.count, axes);
    if (rests.isFull) { return 99u; }
    if (rests.code == 0u && !isInCorner) { return 0u; }
    if (rests.code != 2u) { return cornersOfLevel(body, a, level, axes, normal, height); }
  }
  var kept = level.count;
  if (rests.count == 2u) {
    polygonB[0] = hull[0];
    polygonB[1] = hull[1];
    kept = commonPart(kept, 2u);
  } else {
    for (var k = 0u; k < kept; k++) { clip[k] = polygonA[k]; }
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

/**
 * The overlap of a single contact with the digits that positions and orientations have. The normal leads into the mesh,
 * in world axes.
 */
export const POLYHEDRON_EXACT = /* wgsl */ `
fn exactOverlap(w: ptr<function, Around>, a: Body, met: Met, normal: vec3f) -> f32 {
  let s = partsOf(a.radius);
  let isEdge = met.kind == 1u;
  let c = cornerOf((*w).x, met.face, select(met.side, sideOf(met.face, 0u), met.kind == 0u));
  // Of the body: an edge, a vertex of a face, or a vertex.
  var ends = vec2u(met.code);
  if (isEdge) {
    let edge = shapes[edgeOf(a, met.code)].w;
    ends = vec2u(edge & 255u, edge >> 8u);
  } else if (met.kind == 2u) { ends = vec2u(byteOf(cornersOf(ringOf(headOf(a.shape, 1u).y + 2u * met.code)), 0u)); }
  let q = orientationAt((*w).i);
  var at = Parts(vec3f(0.0), vec3f(0.0));
  var along = 0.0;
  for (var k = 0u; k < 2u; k++) {
    let own = a.factor * vertexOf(a.shape, ends[k]);
    let x = turnedExactly(q, own, s);
    if (k == 0u) { at = x; along = dot(inMesh(w, own), c.e); continue; }
    let part = partOf(Parts(x.whole - at.whole, x.rest - at.rest), round(met.part * PARTS));
    at = Parts(at.whole + part.whole, at.rest + part.rest);
    along = mix(along, dot(inMesh(w, own), c.e), met.part);
  }
  var quanta = c.quanta;
  var local = vec3f(dot(met.n, c.n), dot(met.n, c.m), dot(met.n, c.e));
  // The edge of the mesh is taken where the two cross: there a normal that is a little off does not count.
  if (isEdge) { quanta.z = -i32(round(along / p.unit)); }
  if (met.kind == 0u) { local = vec3f(select(1.0, -1.0, local.x < 0.0), 0.0, 0.0); quanta = vec3i(quanta.x, 0, 0); }
  return lengthOfParts(alongUnitExactly(normal, at) - alongUnitExactly(local, quantaExactly(quanta, vec3f(p.unit), s)),
    s);
}
`;
