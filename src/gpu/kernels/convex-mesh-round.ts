// SPDX-License-Identifier: MIT
/**
 * WGSL: superquadrics and ellipsoids against the tangent cones of faces, edges and vertices of a mesh
 * (docs/theory/body-mesh-contacts.md). Over the arc of normals of an edge bisection finds where the slope of the
 * overlap changes sign. At a vertex Newton's method finds the least overlap over all normals, which counts if its
 * normal is in the cone of the vertex.
 */
import { MOST_MET } from './convex-mesh-around.ts';
import { MOST_SPOTS } from './convex-mesh-forces.ts';
import { ONE_SIDED } from './mesh-geometry.ts';
import { MESH_CONTACTS } from './mesh-slots.ts';

/** What is asked of a body: farthest points, and what it holds. */
export const ROUND_BODY = /* wgsl */ `
struct Lowest { point: vec3f, vertex: u32 }
fn lowestOf(a: Body, nb: vec3f) -> Lowest { return Lowest(a.factor * smoothSupport(a.shape, nb), 0u); }
// How many times as large the body has to be to reach a point: below 1 inside.
fn gaugeOf(a: Body, point: vec3f) -> f32 {
  let four = bitcast<vec4f>(headOf(a.shape, 4u));
  let n2 = bitcast<f32>(headOf(a.shape, 5u).x);
  let x = abs(point) / (a.factor * four.xyz);
  let larger = max(x.x, max(x.y, x.z));
  if (!(larger > 0.0)) { return 0.0; }
  let u = x / larger;
  let across = power(power(u.x, n2) + power(u.y, n2), four.w / n2);
  return larger * power(across + power(u.z, four.w), 1.0 / four.w);
}
fn hasPoint(a: Body, point: vec3f, depth: f32) -> bool { return gaugeOf(a, point) < 1.0 - depth / a.radius; }
// The gauge is convex along a segment: thirds are cut off.
fn meetsSegment(a: Body, begin: vec3f, to: vec3f, depth: f32) -> bool {
  let inside = 1.0 - depth / a.radius;
  var low = 0.0;
  var high = 1.0;
  var last = 0.0;
  for (var k = 0u; k < 56u; k++) {
    let isFirst = (k & 1u) == 0u;
    let here = gaugeOf(a, mix(begin, to, select(low + 2.0 * high, 2.0 * low + high, isFirst) / 3.0));
    if (here < inside) { return true; }
    if (isFirst) { last = here; continue; }
    if (last < here) { high = (low + 2.0 * high) / 3.0; } else { low = (2.0 * low + high) / 3.0; }
  }
  return false;
}
struct Foot { point: vec3f, face: u32 }
fn footOn(w: ptr<function, Around>, a: Body, plate: u32, n: vec3f, nb: vec3f, low: Lowest, overlap: f32) -> Foot {
  let foot = inMesh(w, low.point) + overlap * n;
  return Foot(foot, facetUnder(w, plate, foot, ON_FEATURE * a.radius));
}
`;

export const ROUND_SEARCH = /* wgsl */ `
// Looks at the arc of normals at so many samples, then halves so many times.
const ARC_SAMPLES = 9u;
const HALVINGS = 30u;
// The facet at the end of the arc that a normal is at: where the record of the edge has it.
fn facetAtEnd(record: u32, n: vec3f) -> u32 {
  var end = record + 3u;
  var least = 3.0e38;
  for (var f = 0u; f < geometry[record].x; f++) {
    let at = record + 3u + 2u * f;
    let off = abs(dot(n, bitcast<vec3f>(geometry[at + 1u].xyz)));
    if (off < least) { least = off; end = at; }
  }
  return end;
}
fn isMet(m: u32, all: ptr<function, Mets>, plate: u32) -> bool {
  for (var j = 0u; j < min((*all).count, ${MOST_MET}u); j++) {
    if ((*all).met[j].kind == 0u && patchAt(m, (*all).met[j].face) == plate) { return true; }
  }
  return false;
}
fn meetEdge(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, face: u32, side: u32, record: u32) {
  let c = cornerOf((*w).x, face, side);
  if (c.at.x * c.at.x + c.at.y * c.at.y > a.radius * a.radius || c.at.z < -a.radius || c.at.z > c.long + a.radius) {
    return;
  }
  let part = pieceOf(c, a.radius, vec3f(0.0));
  if (!part.isNear || !meetsSegment(a, inBody(w, part.begin), inBody(w, part.to), 0.0)) { return; }
  let first = firstOf(record);
  let last = lastOf(record);
  let centre = c.at.x * c.n + c.at.y * c.m;
  // The middle of the arc, and half of its angle: a half-plane has the half-circle about the direction away from it.
  var middle = -first;
  var half = 1.57079633;
  if (dot(first - last, first - last) > 0.0) {
    let across = unitOf(cross(c.e, first));
    let one = select(across, -across, dot(across, last) > 0.0);
    let over = unitOf(cross(c.e, last));
    let other = select(over, -over, dot(over, first) > 0.0);
    middle = unitOf(one + other);
    half = atan2(length(cross(middle, one)), dot(middle, one));
  }
  let along = cross(c.e, middle);
  var low = -half;
  var high = half;
  var angle = low;
  var best = 3.0e38;
  var sample = 0u;
  var n = middle;
  var point = vec3f(0.0);
  var overlap = 0.0;
  var end = 0u;
  for (var k = 0u; k <= ARC_SAMPLES + HALVINGS; k++) {
    let isLast = k == ARC_SAMPLES + HALVINGS;
    if (isLast && half - abs(angle) >= SAME_NORMAL) { break; }
    if (k < ARC_SAMPLES) { angle = half * (2.0 * f32(k) / f32(ARC_SAMPLES - 1u) - 1.0); }
    // Built-in sines may be off by 1e-4: it is a unit vector that matters.
    n = unitOf(cos(angle) * middle + sin(angle) * along);
    // At an end of the arc the normal is that of the facet there, so that its lowest point is the one that the facet
    // itself was asked about.
    if (isLast) {
      end = facetAtEnd(record, n);
      let front = bitcast<vec3f>(geometry[end].xyz);
      n = select(front, -front, dot(front, n) < 0.0);
    }
    point = inMesh(w, lowestOf(a, -inBody(w, n)).point);
    overlap = -dot(n, point + centre);
    if (isLast) { break; }
    if (k < ARC_SAMPLES) {
      if (overlap < best) { best = overlap; sample = k; }
      if (k + 1u < ARC_SAMPLES) { continue; }
      let step = 2.0 * half / f32(ARC_SAMPLES - 1u);
      low = max(-half, half * (2.0 * f32(sample) / f32(ARC_SAMPLES - 1u) - 1.0) - step);
      high = min(half, low + select(2.0 * step, step, sample == 0u));
      if (sample == 0u) { low = -half; }
    } else {
      // The slope of the overlap along the arc.
      let slope = -dot(cross(c.e, n), point + centre);
      if (slope < 0.0) { low = angle; } else { high = angle; }
    }
    angle = 0.5 * (low + high);
  }
  let near = ON_FEATURE * a.radius;
  if (!(overlap > 0.0) || !isAtFront(w, a, record, n, dot(n, centre))) { return; }
  let start = tipOf(c);
  // There the facet is touched, unless the lowest point of a body with a flat side is beyond its rim.
  if (end != 0u && (isMet((*w).m, all, patchAt((*w).m, geometry[end + 1u].w)) ||
    dot(point - start, bitcast<vec3f>(geometry[end + 1u].xyz)) >= 0.0)) {
    return;
  }
  let at = dot(point - start, c.e);
  if (!(at <= c.long + near && at >= -near)) { return; }
  addMet(all, Met(1u, record, face, side, n, overlap, start, clamp(at, 0.0, c.long), clamp(at, 0.0, c.long), false, 0u,
    at, NO_RULER, true));
}
fn meetVertex(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, face: u32, side: u32, record: u32) {
  let tip = tipOf(cornerOf((*w).x, face, side));
  if (dot(tip, tip) > a.radius * a.radius) { return; }
  let inside = inBody(w, tip);
  if (!hasPoint(a, inside, 0.0)) { return; }
  // From the normal of the surface where the tip would come out straight from the centre.
  let four = bitcast<vec4f>(headOf(a.shape, 4u));
  let n2 = bitcast<f32>(headOf(a.shape, 5u).x);
  let x = abs(inside) / (a.factor * four.xyz);
  let u = max(x / max(x.x, max(x.y, x.z)), vec3f(1.0e-6));
  let across = power(power(u.x, n2) + power(u.y, n2), four.w / n2 - 1.0);
  let slope = vec3f(across * power(u.x, n2 - 1.0), across * power(u.y, n2 - 1.0), power(u.z, four.w - 1.0)) / four.xyz;
  var body = a;
  body.turn = (*w).turn;
  var out = inMesh(w, unitOf(select(slope, -slope, inside < vec3f(0.0))));
  var trial = out;
  var best = 3.0e38;
  var slant = 3.0e38;
  var step = vec3f(0.0);
  // Deep in the body there may be several: from the best of a coarse set of normals of the vertex, or the first where
  // it is better.
  for (var k = 0u; k < 67u; k++) {
    let support = roundSupport(body, trial);
    let offset = support.point - tip;
    let f = dot(trial, offset);
    if (k <= COARSE) {
      if (f < best && (k == 0u || isNormal(record, rayCount(record), -trial))) { best = f; out = trial; }
      trial = coarse(k);
      if (k == COARSE) { trial = out; best = 3.0e38; }
      continue;
    }
    let g = offset - f * trial;
    if (f < best - 1.0e-6 * a.radius || (f < best + 1.0e-6 * a.radius && dot(g, g) < slant)) {
      best = f;
      slant = dot(g, g);
      out = trial;
      if (slant < 1.0e-15 * a.radius * a.radius) { break; }
      var t1 = vec3f(0.0, out.z, -out.y);
      if (abs(out.x) > 0.7) { t1 = vec3f(-out.z, 0.0, out.x); }
      t1 = unitOf(t1);
      let t2 = cross(out, t1);
      let u1 = vec2f(dot(support.first, t1), dot(support.second, t1));
      let u2 = vec2f(dot(support.first, t2), dot(support.second, t2));
      var xx = dot(u1, u1) - f;
      let xy = dot(u1, u2);
      var yy = dot(u2, u2) - f;
      let mean = 0.5 * (xx + yy);
      let lift = max(0.0, 0.02 * a.radius - (mean - sqrt(max(0.0, (xx - mean) * (xx - mean) + xy * xy))));
      xx += lift;
      yy += lift;
      let g1 = dot(g, t1);
      let g2 = dot(g, t2);
      step = -((yy * g1 - xy * g2) * t1 + (xx * g2 - xy * g1) * t2) / max(xx * yy - xy * xy, 1.0e-30);
      let length2 = dot(step, step);
      if (length2 > 0.25) { step *= 0.5 * inverseSqrt(length2); }
    } else {
      step *= 0.3;
      if (dot(step, step) < 1.0e-12) { break; }
    }
    trial = unitOf(out + step);
  }
  if (!(best > 0.0) || best > 1.0e38 || !isNormal(record, rayCount(record), -out) ||
    !isTipAtFront(w, a, record, -out, tip)) {
    return;
  }
  addMet(all, Met(2u, record, face, side, -out, best, tip, 0.0, 0.0, false, 0u, 0.0, NO_RULER, true));
}
fn exactOverlap(w: ptr<function, Around>, a: Body, met: Met, normal: vec3f) -> f32 {
  let s = partsOf(a.radius);
  let c = cornerOf((*w).x, met.face, select(met.side, sideOf(met.face, 0u), met.kind == 0u));
  var quanta = c.quanta;
  var local = vec3f(dot(met.n, c.n), dot(met.n, c.m), dot(met.n, c.e));
  if (met.kind == 1u) { quanta.z -= i32(round(met.part / p.unit)); }
  if (met.kind == 0u) { local = vec3f(select(1.0, -1.0, local.x < 0.0), 0.0, 0.0); quanta = vec3i(quanta.x, 0, 0); }
  let exact = lengthOfParts(reachExactly((*w).i, a, normal, s) -
    alongUnitExactly(local, quantaExactly(quanta, vec3f(p.unit), s)), s);
  return select(met.overlap, exact, abs(exact - met.overlap) < 1.0e-5 * a.radius);
}
`;

/**
 * Spheres: the Distance Hierarchy, by one thread; facets are asked again for each contact, since most spheres have one.
 */
export const SPHERE_SPOTS = /* wgsl */ `
fn writeSphere(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>) {
  let m = (*w).m;
  let x = (*w).x;
  let range = facetsAt(m, x);
  let size = u32(round(a.radius / p.unit * 4.0));
  let isTwoSided = (geometry[2u * m + 1u].z & ${ONE_SIDED}u) == 0u;
  var found: array<Found, ${MESH_CONTACTS}>;
  var count = 0u;
  loop {
    var best = NOTHING;
    for (var at = range.x; at < range.y; at++) {
      let c = candidateOf(wordAt(at), x, a.radius, select(a.radius, -1.0, isTwoSided));
      var goes = c.squared < 0.0;
      for (var k = 0u; k < count && !goes; k++) { goes = isRedundant(c.point, found[k]); }
      if (!goes && comesBefore(c, best)) { best = c; }
    }
    if (best.squared < 0.0) { break; }
    if (count == ${MESH_CONTACTS}u) { (*s).count = ${MOST_SPOTS + 1}u; break; }
    let contact = keep(best, m, x, isTwoSided, size);
    found[count] = contact;
    count++;
    let n = -toWorld(m, contact.normal);
    addSpot(w, s, (a.radius - contact.overlap) * n, contact.overlap, n, vec2f(1.0), contact.key, contact.face);
  }
}
`;
