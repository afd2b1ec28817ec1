// SPDX-License-Identifier: MIT
/**
 * WGSL: flat contacts of polyhedra, as in src/kernel/features/flat-contact.ts. If faces or edges are parallel within a
 * sine of 0.05 (on half-spaces up to 0.7, with all shares 1), every corner of their intersection, projected along the
 * normal, is a contact with its own overlap and a share of the stiffness. A pair stores a few points: surplus corners
 * with the shortest sides are dropped, and the shares are those of the remaining polygon.
 */
/** Corners that two faces can have in common. */
const BUFFER = 36;

/**
 * Goes through the `count` corners in clip, with shares by the sides that meet there; `corner` says where each is
 * (\`at\`) and how deep (\`overlap\`). Ends the function with the number of those that overlap.
 */
export function cornersWith(corner: string): string {
  return /* wgsl */ `
  let rim = rimOf(count);
  if (!(rim > 0.0)) { return 0u; }
  var before = side(count - 1u, count);
  var sum = 0.0;
  var kept = 0u;
  for (var k = 0u; k < count; k++) {
    let after = side(k, count);
    let share = min(1.0, 2.0 * (before + after) / rim);
    before = after;
    ${corner}
    if (!(overlap > 0.0 && share > 0.0)) { continue; }
    points[kept] = vec4f(at, overlap);
    shares[kept] = vec2f(share, share);
    sum += share;
    kept++;
  }
  for (var k = 0u; k < kept; k++) { shares[k].y *= inverseSqrt(sum); }
  return kept;`;
}

/** What of a shape lies along a direction. */
export const FEATURE = /* wgsl */ `
const FLAT_SINE = 0.05;
// The face of a shape that is all but square to a direction in its own frame, or else the other end of such an edge;
// neither where a vertex is alone. v is the farthest vertex.
struct Feature { v: u32, face: i32, other: i32 }
fn isAlone(feature: Feature) -> bool { return feature.face < 0 && feature.other < 0; }
// Of the last such question: the angle by which the direction may turn, at least, before a face of the vertex is square
// to it (x), or an edge (y). Neither angle is smaller than its chord or its sine.
var<private> clearance: vec2f;
const ANGLE_ROUNDING = 1.0e-4;
fn clearanceOf(most: f32, leastSquared: f32, sine: f32) -> vec2f {
  return vec2f(sqrt(max(0.0, 2.0 - 2.0 * most)), sqrt(leastSquared)) - sine - ANGLE_ROUNDING;
}
`;

export const FEATURES = /* wgsl */ `
${FEATURE}
fn featureOf(shape: u32, direction: vec3f, v: u32, sine: f32) -> Feature {
  let head = headOf(shape, 1u);
  let vertex = shapes[head.x + v];
  let list = vertex.w;
  var four = shapes[list];
  let around = byteOf(four, 0u) + 2u;
  let end = byteOf(four, 1u) + around;
  var best = Feature(v, -1, -1);
  let square = sqrt(1.0 - sine * sine);
  var most = -1.0;
  var at = 2u;
  for (; at < around; at++) {
    if ((at & 15u) == 0u) { four = shapes[list + (at >> 4u)]; }
    let face = byteOf(four, at);
    let along = dot(bitcast<vec3f>(shapes[head.y + 2u * face].xyz), direction);
    if (along >= most) { most = along; if (along >= square) { best.face = i32(face); } }
  }
  var least = 1.0;
  if (best.face >= 0) { clearance = clearanceOf(most, least, sine); return best; }
  for (; at < end; at++) {
    if ((at & 15u) == 0u) { four = shapes[list + (at >> 4u)]; }
    let w = byteOf(four, at);
    let e = bitcast<vec3f>(shapes[head.x + w].xyz) - bitcast<vec3f>(vertex.xyz);
    let along = dot(e, direction);
    let ratio = along * along / dot(e, e);
    if (ratio <= least) { least = ratio; if (ratio <= sine * sine) { best.other = i32(w); } }
  }
  clearance = clearanceOf(most, least, sine);
  return best;
}
`;

/** The planes of both features, in a frame of the contact. */
export const PLANES = /* wgsl */ `
// Of A and B: a vertex of the feature in the frame of the contact, the slope of its plane there, and the vertex in the
// frame of the body.
struct Plane { at: vec3f, slope: vec2f, vertex: vec3f }
var<private> planeA: Plane;
var<private> planeB: Plane;

fn heightAt(plane: Plane, x: vec2f) -> f32 { return plane.at.z + dot(plane.slope, x - plane.at.xy); }
fn axesAcross(n: vec3f) -> mat3x3f {
  let a = abs(n);
  var u = vec3f(0.0);
  if (a.x <= a.y && a.x <= a.z) { u = vec3f(0.0, n.z, -n.y); }
  else if (a.y <= a.z) { u = vec3f(-n.z, 0.0, n.x); }
  else { u = vec3f(n.y, -n.x, 0.0); }
  u = unitOf(u);
  return mat3x3f(u, cross(n, u), n);
}
`;

export const FLAT = /* wgsl */ `
${PLANES}
const WALL_SINE = 0.7;
const FLAT_SLOPE_SQUARED = 0.0025062657;
const WHOLE = 0.99999;
var<private> polygonA: array<vec2f, 16>;
var<private> polygonB: array<vec2f, 16>;
var<private> clip: array<vec2f, ${BUFFER}>;
var<private> clipped: array<vec2f, ${BUFFER}>;
// Its corners in the frame of the contact: turn and shift take points there. Returns their number, 1 for a vertex.
fn loadFeature(isB: bool, shape: u32, factor: f32, feature: Feature, turn: mat3x3f, shift: vec3f) -> u32 {
  if (feature.face >= 0) {
    let head = headOf(shape, 1u);
    let face = head.y + 2u * u32(feature.face);
    let ring = ringOf(face);
    let corners = cornersOf(ring);
    var last = vec3f(0.0);
    var own = vec3f(0.0);
    for (var k = 0u; k < ring.count; k++) {
      own = factor * bitcast<vec3f>(shapes[head.x + byteOf(corners, k)].xyz);
      last = turn * own + shift;
      if (isB) { polygonB[k] = last.xy; } else { polygonA[k] = last.xy; }
    }
    let n = turn * bitcast<vec3f>(shapes[face].xyz);
    let plane = Plane(last, -n.xy / n.z, own);
    if (isB) { planeB = plane; } else { planeA = plane; }
    return ring.count;
  }
  if (feature.other < 0) { return 1u; }
  let own = factor * vertexOf(shape, min(feature.v, u32(feature.other)));
  let a = turn * own + shift;
  let b = turn * (factor * vertexOf(shape, max(feature.v, u32(feature.other)))) + shift;
  let e = b - a;
  let squared = dot(e.xy, e.xy);
  if (!(squared > 0.0)) { return 1u; }
  let plane = Plane(a, e.z / squared * e.xy, own);
  if (isB) { planeB = plane; polygonB[0] = a.xy; polygonB[1] = b.xy; }
  else { planeA = plane; polygonA[0] = a.xy; polygonA[1] = b.xy; }
  return 2u;
}

// Clips what is in clip to u.x >= least (Sutherland and Hodgman 1974).
fn clipByLine(count: u32, u: vec2f, least: f32) -> u32 {
  var isCut = false;
  for (var k = 0u; k < count; k++) { if (dot(u, clip[k]) < least) { isCut = true; break; } }
  if (!isCut) { return count; }
  var kept = 0u;
  let sides = select(count, 1u, count == 2u);
  for (var k = 0u; k < count; k++) {
    let x = clip[k];
    let here = dot(u, x) - least;
    if (here >= 0.0) { clipped[kept] = x; kept++; }
    if (k >= sides) { continue; }
    let y = clip[select(k + 1u, 0u, k + 1u == count)];
    let there = dot(u, y) - least;
    if ((here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0)) {
      clipped[kept] = x + here / (here - there) * (y - x);
      kept++;
    }
  }
  for (var k = 0u; k < kept; k++) { clip[k] = clipped[k]; }
  return kept;
}
fn clipParallel() -> u32 {
  let u = polygonA[1] - polygonA[0];
  let v = polygonB[1] - polygonB[0];
  let uu = dot(u, u);
  let across = u.x * v.y - u.y * v.x;
  if (!(uu > 0.0) || !(across * across <= FLAT_SINE * FLAT_SINE * uu * dot(v, v))) { return 0u; }
  let s = dot(polygonB[0] - polygonA[0], u) / uu;
  let t = dot(polygonB[1] - polygonA[0], u) / uu;
  let low = max(min(s, t), 0.0);
  let high = min(max(s, t), 1.0);
  if (!(low < high)) { return 0u; }
  clip[0] = polygonA[0] + low * u;
  clip[1] = polygonA[0] + high * u;
  return 2u;
}
fn commonPart(countA: u32, countB: u32) -> u32 {
  if (countA == 2u && countB == 2u) { return clipParallel(); }
  // Seen along the normal A's ring runs counter-clockwise, B's clockwise.
  let byB = countB > 2u;
  var count = select(countB, countA, byB);
  for (var k = 0u; k < count; k++) { if (byB) { clip[k] = polygonA[k]; } else { clip[k] = polygonB[k]; } }
  let sides = select(countA, countB, byB);
  let turn = select(1.0, -1.0, byB);
  var start = vec2f(0.0);
  if (byB) { start = polygonB[sides - 1u]; } else { start = polygonA[sides - 1u]; }
  for (var k = 0u; k < sides; k++) {
    var to = vec2f(0.0);
    if (byB) { to = polygonB[k]; } else { to = polygonA[k]; }
    let e = to - start;
    let u = turn * vec2f(-e.y, e.x);
    count = clipByLine(count, u, dot(u, start));
    start = to;
    if (count < 2u) { return 0u; }
  }
  return count;
}
fn side(k: u32, count: u32) -> f32 { return length(clip[select(k + 1u, 0u, k + 1u == count)] - clip[k]); }
fn rimOf(count: u32) -> f32 { var rim = 0.0; for (var k = 0u; k < count; k++) { rim += side(k, count); } return rim; }
// Leaves out corners until a pair has room for them.
fn thinOut(given: u32) -> u32 {
  var count = given;
  while (count > POINTS) {
    var least = 3.0e38;
    var worst = 0u;
    for (var k = 0u; k < count; k++) {
      let sides = side(select(k - 1u, count - 1u, k == 0u), count) + side(k, count);
      if (sides < least) { least = sides; worst = k; }
    }
    for (var k = worst; k + 1u < count; k++) { clip[k] = clip[k + 1u]; }
    count--;
  }
  return count;
}
fn isUneven(count: u32) -> bool {
  if (!(dot(planeA.slope, planeA.slope) > FLAT_SLOPE_SQUARED)) { return false; }
  for (var k = 0u; k < count; k++) { clip[k] = polygonA[k]; }
  let rim = rimOf(count);
  for (var k = 0u; k < count; k++) {
    if (2.0 * (side(select(k - 1u, count - 1u, k == 0u), count) + side(k, count)) < WHOLE * rim) { return true; }
  }
  return false;
}
// Writes the points of the common part that overlap, and returns how many. axes are those of the contact, its normal
// last; base is added to overlaps.
fn takeCorners(given: u32, axes: mat3x3f, base: f32) -> u32 {
  let count = thinOut(given);
  if (count < 2u) { return 0u; }
  ${cornersWith(`
    let at = axes * vec3f(clip[k], heightAt(planeA, clip[k]));
    let overlap = base + dot(planeA.slope, clip[k] - planeA.at.xy) - dot(planeB.slope, clip[k] - planeB.at.xy);`)}
}
`;
