// SPDX-License-Identifier: MIT
/**
 * WGSL: faces and edges of cores that lie along a direction, as in src/kernel/features/flat-feature.ts: faces and edges
 * of polyhedra, caps of cylinders and cones as squares on their rims, straight sides as edges. Their corners are those
 * of convex-flat.ts, with the radii of the balls that sweep the cores added to each overlap.
 */
export const SWEPT_FEATURES = /* wgsl */ `
// Share of the deepest overlap over the way across a cap: from which, and up to which, its square turns.
const OWN_AXES = 0.1;
const DEEPEST_CORNER = 0.45;
// What is loaded: number of corners; the normal of a face, or an edge, in the frame of the body; whether it is a cap.
struct Loaded { count: u32, own: vec3f, isFace: bool, isCap: bool }
fn setCorner(isB: bool, k: u32, at: vec2f) { if (isB) { polygonB[k] = at; } else { polygonA[k] = at; } }
fn setPlane(isB: bool, plane: Plane) { if (isB) { planeB = plane; } else { planeA = plane; } }
fn isSmoothCore(c: Core) -> bool { return c.kind == CORE_POINT || c.kind == CORE_SUPERQUADRIC; }
// A square on the rim of a cap, counter-clockwise from outside, whose first corner is in this direction. Returns the
// last corner in the frame of the body.
fn setSquare(isB: bool, radius: f32, height: f32, isUpper: bool, first: vec2f, turn: mat3x3f, shift: vec3f) -> vec3f {
  var at = radius * first;
  var own = vec3f(0.0);
  for (var k = 0u; k < 4u; k++) {
    own = vec3f(at, height);
    setCorner(isB, k, (turn * own + shift).xy);
    at = select(vec2f(at.y, -at.x), vec2f(-at.y, at.x), isUpper);
  }
  return own;
}
fn loadSide(isB: bool, start: vec3f, end: vec3f, turn: mat3x3f, shift: vec3f) -> Loaded {
  let p = turn * start + shift;
  let q = turn * end + shift;
  let e = q - p;
  let squared = dot(e.xy, e.xy);
  if (!(squared > 0.0)) { return Loaded(1u, vec3f(0.0), false, false); }
  setCorner(isB, 0u, p.xy);
  setCorner(isB, 1u, q.xy);
  setPlane(isB, Plane(p, e.z / squared * e.xy, start));
  return Loaded(2u, end - start, false, false);
}
// Corners and plane of what lies along m, which points out of the body and is in its frame; turn and shift take points
// to the frame of the contact.
fn loadCore(isB: bool, c: Core, m: vec3f, sine: f32, turn: mat3x3f, shift: vec3f) -> Loaded {
  let nothing = Loaded(1u, vec3f(0.0), false, false);
  if (c.kind == CORE_POLYHEDRON) {
    let feature = featureOf(c.shape, m, vertexSupport(c.shape, m).vertex, sine);
    let count = loadFeature(isB, c.shape, c.factor, feature, turn, shift);
    if (count < 2u) { return nothing; }
    if (feature.face >= 0) {
      return Loaded(count, bitcast<vec3f>(shapes[headOf(c.shape, 1u).y + 2u * u32(feature.face)].xyz), true, false);
    }
    let other = u32(feature.other);
    let e = vertexOf(c.shape, max(feature.v, other)) - vertexOf(c.shape, min(feature.v, other));
    return Loaded(count, c.factor * e, false, false);
  }
  let azimuth = azimuthOf(m);
  if (c.kind == CORE_TABLET) {
    if (!(c.four.y > 0.0) || !(abs(m.z) <= sine)) { return nothing; }
    let foot = c.four.x * azimuth.xy;
    return loadSide(isB, vec3f(foot, -c.four.y), vec3f(foot, c.four.y), turn, shift);
  }
  if (c.kind != CORE_FRUSTUM) { return nothing; }
  let cap = capAlong(c, m.z);
  if (cap.x > 0.0 && azimuth.z <= sine) {
    let isUpper = m.z >= 0.0;
    let own = setSquare(isB, cap.x, cap.y, isUpper, azimuth.xy, turn, shift);
    let normal = vec3f(0.0, 0.0, select(-1.0, 1.0, isUpper));
    let n = turn * normal;
    setPlane(isB, Plane(turn * own + shift, -n.xy / n.z, own));
    return Loaded(4u, normal, true, true);
  }
  let length = c.four.w - c.four.z;
  if (!(azimuth.z > NO_AZIMUTH) || !(length > 0.0)) { return nothing; }
  let side = unitOf(vec3f(length, c.four.x - c.four.y, 0.0));
  if (!(abs(azimuth.z * side.y - m.z * side.x) <= sine && azimuth.z * side.x + m.z * side.y > 0.0)) { return nothing; }
  return loadSide(isB, vec3f(c.four.x * azimuth.xy, c.four.z), vec3f(c.four.y * azimuth.xy, c.four.w), turn, shift);
}
// The slope of what is loaded to the plane across the contact's normal n, whose directions are the first two of across;
// that of an edge, which is given in the plane, is along it.
fn slopeOfLoaded(index: u32, radius: f32, loaded: Loaded, n: vec3f, across: mat3x3f, edge: vec2f) -> vec2f {
  if (loaded.isFace) {
    let m = directionExactly(index, loaded.own);
    let along = dot(m, n);
    // The difference is small and exact.
    let tilt = select(m + n, m - n, along > 0.0);
    return -vec2f(dot(tilt, across[0]), dot(tilt, across[1])) / along;
  }
  let s = partsOf(radius);
  let e = turnedExactly(orientationAt(index), loaded.own, s);
  return lengthOfParts(alongExactly(n, e), s) / dot(edge, edge) * edge;
}
// Over both planes; base is the overlap at their points.
fn overlapAt(x: vec2f, base: f32) -> f32 {
  return base + dot(planeA.slope, x - planeA.at.xy) - dot(planeB.slope, x - planeB.at.xy);
}
// Turns the square of a cap towards the rim's deepest point. While all four corners overlap, forces do not depend on
// how it is turned: then it keeps to the axes of the body, and in between it turns with the tilt, the shortest way.
fn turnCap(isB: bool, c: Core, loaded: Loaded, turn: mat3x3f, shift: vec3f, base: f32) {
  if (!loaded.isCap) { return; }
  let isUpper = loaded.own.z > 0.0;
  let cap = capAlong(c, loaded.own.z);
  let grows = (transpose(turn) * vec3f(planeA.slope - planeB.slope, 0.0)).xy;
  let slope = length(grows);
  var first = vec2f(1.0, 0.0);
  if (slope > 0.0) { first = grows / slope; }
  let deepest = overlapAt((turn * vec3f(cap.x * first, cap.y) + shift).xy, base);
  if (cap.x * slope < DEEPEST_CORNER * deepest) {
    // The quarter turn that brings the deepest point next to the first axis.
    if (abs(first.y) > abs(first.x)) { first = vec2f(first.y, -first.x); }
    let part = max(0.0, (cap.x * slope - OWN_AXES * deepest) / ((DEEPEST_CORNER - OWN_AXES) * deepest));
    first = unitOf2(select(part, -part, first.x < 0.0) * first + vec2f(1.0 - part, 0.0));
  }
  _ = setSquare(isB, cap.x, cap.y, isUpper, first, turn, shift);
}
fn unitOf2(v: vec2f) -> vec2f { return v / sqrt(dot(v, v)); }
`;

/** Of two swept bodies, with the search of convex-swept-search.ts. */
export const SWEPT_FLAT = /* wgsl */ `
// Writes the corners that both have in common, along the normal of the contact in the frame of A and in world axes, and
// returns how many overlap.
fn flatSwept(pair: Pair, a: Body, b: Body, x: Swept, along: vec3f, n: vec3f) -> u32 {
  if (isSmoothCore(x.a) || isSmoothCore(x.b)) { return 0u; }
  let axes = axesAcross(along);
  let into = transpose(axes);
  let across = a.turn * axes;
  let turnB = into * x.turn;
  let shiftB = into * x.d;
  var loaded = array<Loaded, 2>();
  for (var which = 0u; which < twice(); which++) {
    let isB = which == 1u;
    var c = x.a;
    var m = along;
    var turn = into;
    var shift = vec3f(0.0);
    if (isB) { c = x.b; m = -(along * x.turn); turn = turnB; shift = shiftB; }
    let now = loadCore(isB, c, m, FLAT_SINE, turn, shift);
    if (now.count < 2u) { return 0u; }
    var edge = polygonA[1] - polygonA[0];
    if (isB) { edge = polygonB[1] - polygonB[0]; }
    let slope = slopeOfLoaded(select(pair.first, pair.second, isB), select(a.radius, b.radius, isB), now, n, across, edge);
    if (isB) { planeB.slope = slope; } else { planeA.slope = slope; }
    loaded[which] = now;
  }
  let base = heightExactly(pair.first, pair.second, planeA.vertex, planeB.vertex, n, x.size) + x.a.margin + x.b.margin;
  turnCap(false, x.a, loaded[0], into, vec3f(0.0), base);
  turnCap(true, x.b, loaded[1], turnB, shiftB, base);
  let count = commonPart(loaded[0].count, loaded[1].count);
  if (count < 2u) { return 0u; }
  planeA.at.z += x.a.margin;
  return takeCorners(count, across, base);
}
`;

/** Of a swept body on a half-space. */
export const SWEPT_ON_WALL = /* wgsl */ `
fn flatSweptOnWall(body: u32, a: Body, c: Core, n: vec3f, normal: vec3f, above: WallHeight) -> u32 {
  if (isSmoothCore(c)) { return 0u; }
  let axes = axesAcross(n);
  let into = transpose(axes);
  var loaded = loadCore(false, c, n, WALL_SINE, into, vec3f(0.0));
  if (loaded.count < 2u) { return 0u; }
  if (isUneven(loaded.count)) {
    loaded = loadCore(false, c, n, FLAT_SINE, into, vec3f(0.0));
    if (loaded.count < 2u) { return 0u; }
  }
  let across = a.turn * axes;
  planeA.slope = slopeOfLoaded(body, a.radius, loaded, normal, across, polygonA[1] - polygonA[0]);
  planeB = Plane(vec3f(0.0, 0.0, above.metres), vec2f(0.0), vec3f(0.0));
  let base = depthExactly(body, planeA.vertex, normal, above, a.radius) + c.margin;
  turnCap(false, c, loaded, into, vec3f(0.0), base);
  for (var k = 0u; k < loaded.count; k++) { clip[k] = polygonA[k]; }
  planeA.at.z += c.margin;
  return takeCorners(loaded.count, across, base);
}
// How far a body reaches below the wall, and its deepest point.
struct OnWall { overlap: f32, farthest: vec3f }
fn sweptOnWall(body: u32, a: Body, c: Core, n: vec3f, normal: vec3f, above: WallHeight) -> OnWall {
  let farthest = coreSupport(c, n);
  var overlap = dot(farthest, n) - above.metres;
  if (!above.isFar) { overlap = depthExactly(body, farthest, normal, above, a.radius); }
  return OnWall(overlap + c.margin, farthest + c.margin * n);
}
`;
