// SPDX-License-Identifier: MIT
/**
 * Two polyhedra: the least overlap over all normals of faces and all crossings of edges that are facets of the Minkowski difference (Gottschalk, Lin & Manocha 1996, doi:10.1145/237170.237244; arcs on the sphere of normals
 * after Gregorius, The separating axis test between convex polyhedra, 2013). The overlap along the normal that was found last bounds the answer from above; a ball inside
 * each body bounds what a face or an edge can give from below, so that few of them are looked at. Exact at any depth, no iteration.
 */
import { EXACT } from './convex-exact.ts';
import { FLAT } from './convex-flat.ts';
import { striding } from './convex-list.ts';
import { type NarrowMode, narrowBindings, pointsText } from './convex-points.ts';
import { ACTIVE_COUNT, BODIES, type ConvexForm, convexPrelude, NARROW_POLYHEDRA } from './convex-prelude.ts';
import { SUPPORT } from './convex-support.ts';
import { MOMENT } from './prelude.ts';

export function polyhedraKernel(form: ConvexForm, mode: NarrowMode): string {
  return [
    convexPrelude(form),
    MOMENT,
    narrowBindings(mode),
    BODIES,
    SUPPORT,
    pointsText(form, mode),
    FLAT,
    EXACT,
    SEARCH,
    contact(mode),
    striding(`atomicLoad(&status[${ACTIVE_COUNT + NARROW_POLYHEDRA}])`),
  ].join('\n');
}

const SEARCH = /* wgsl */ `
// In the frame of the first body, lengths in metres: normal from A to B, overlap; kind 0 the last normal, 1 a face of A, 2 a face of B, 3 two edges.
struct Found { n: vec3f, overlap: f32, kind: u32, edgeA: u32, edgeB: u32 }
// Shapes, sizes, balls inside; d is the way from A to B, and turn takes B's frame to A's.
struct Two { a: u32, b: u32, fa: f32, fb: f32, ia: f32, ib: f32, d: vec3f, turn: mat3x3f }
var<private> near: array<u32, EDGES>;
const PARALLEL_SINE_SQUARED = 1.0e-8;

fn overlapAlong(x: Two, n: vec3f) -> f32 {
  return x.fa * vertexSupport(x.a, n).value + x.fb * vertexSupport(x.b, -(n * x.turn)).value - dot(n, x.d);
}
// Least of n.x over the normals between a and b, whose cosine is c and sine s.
fn leastBetween(ax: f32, bx: f32, c: f32, s: f32) -> f32 {
  let least = min(ax, bx);
  if (c * bx >= ax && c * ax >= bx) { return min(least, -sqrt(max(0.0, ax * ax + bx * bx - 2.0 * ax * bx * c)) / max(s, 1.0e-6)); }
  return least;
}

fn searchFaces(x: Two, found: ptr<function, Found>) {
  let headA = headOf(x.a, 1u);
  let headB = headOf(x.b, 1u);
  let facesA = headOf(x.a, 0u).z;
  let facesB = headOf(x.b, 0u).z;
  for (var f = 0u; f < facesA; f++) {
    let face = bitcast<vec4f>(shapes[headA.y + 2u * f]);
    let part = x.fa * face.w - dot(face.xyz, x.d);
    if (part + x.ib >= (*found).overlap) { continue; }
    let s = part + x.fb * vertexSupport(x.b, -(face.xyz * x.turn)).value;
    if (s < (*found).overlap) { *found = Found(face.xyz, s, 1u, f, 0u); if (s <= 0.0) { return; } }
  }
  for (var f = 0u; f < facesB; f++) {
    let face = bitcast<vec4f>(shapes[headB.y + 2u * f]);
    let m = x.turn * face.xyz;
    let part = x.fb * face.w + dot(m, x.d);
    if (part + x.ia >= (*found).overlap) { continue; }
    let s = part + x.fa * vertexSupport(x.a, -m).value;
    if (s < (*found).overlap) { *found = Found(-m, s, 2u, 0u, f); if (s <= 0.0) { return; } }
  }
}

fn searchEdges(x: Two, found: ptr<function, Found>) {
  let headA = headOf(x.a, 1u);
  let headB = headOf(x.b, 1u);
  let edgesA = headOf(x.a, 0u).w;
  let edgesB = headOf(x.b, 0u).w;
  var count = 0u;
  for (var e = 0u; e < edgesA; e++) {
    let at = headA.z + 3u * e;
    let a = bitcast<vec4f>(shapes[at + 1u]);
    let b = bitcast<vec4f>(shapes[at + 2u]);
    let y = x.fa * bitcast<vec3f>(shapes[headA.x + (shapes[at].w & 0xffffu)].xyz) - x.d;
    if (leastBetween(dot(a.xyz, y), dot(b.xyz, y), a.w, b.w) + x.ib < (*found).overlap) { near[count] = e; count++; }
  }
  if (count == 0u) { return; }
  let dB = x.d * x.turn;
  for (var e = 0u; e < edgesB; e++) {
    let at = headB.z + 3u * e;
    let first = shapes[at];
    let c0 = bitcast<vec4f>(shapes[at + 1u]);
    let d0 = bitcast<vec4f>(shapes[at + 2u]);
    let q0 = x.fb * bitcast<vec3f>(shapes[headB.x + (first.w & 0xffffu)].xyz);
    let y = q0 + dB;
    if (leastBetween(dot(c0.xyz, y), dot(d0.xyz, y), c0.w, d0.w) + x.ia >= (*found).overlap) { continue; }
    let v = x.turn * bitcast<vec3f>(first.xyz);
    let c = x.turn * c0.xyz;
    let d = x.turn * d0.xyz;
    let q = x.turn * q0 + x.d;
    for (var k = 0u; k < count; k++) {
      let to = headA.z + 3u * near[k];
      let other = shapes[to];
      let u = bitcast<vec3f>(other.xyz);
      let cu = dot(c, u);
      if (cu * dot(d, u) >= 0.0) { continue; }
      let a = bitcast<vec3f>(shapes[to + 1u].xyz);
      let b = bitcast<vec3f>(shapes[to + 2u].xyz);
      let bv = dot(b, v);
      if (dot(a, v) * bv >= 0.0 || cu * bv >= 0.0) { continue; }
      var n = cross(u, v);
      let squared = dot(n, n);
      if (squared < PARALLEL_SINE_SQUARED) { continue; }
      n *= inverseSqrt(squared);
      if (dot(n, a + b) < 0.0) { n = -n; }
      let at0 = x.fa * bitcast<vec3f>(shapes[headA.x + (other.w & 0xffffu)].xyz);
      if (dot(n, at0 - q) >= (*found).overlap) { continue; }
      // Where rounding has the arcs cross although they do not, the overlap along the normal is larger.
      let s = overlapAlong(x, n);
      if (s < (*found).overlap) { *found = Found(n, s, 3u, near[k], e); if (s <= 0.0) { return; } }
    }
  }
}
`;

function contact(mode: NarrowMode): string {
  return /* wgsl */ `
// The point of A's surface where one point is the contact, in A's frame.
fn singlePoint(x: Two, found: Found) -> vec3f {
  let headA = headOf(x.a, 1u);
  let headB = headOf(x.b, 1u);
  if (found.kind == 3u) {
    let a = shapes[headA.z + 3u * found.edgeA];
    let b = shapes[headB.z + 3u * found.edgeB];
    let p0 = x.fa * vertexOf(x.a, a.w & 0xffffu);
    let p1 = x.fa * vertexOf(x.a, a.w >> 16u);
    let q0 = x.turn * (x.fb * vertexOf(x.b, b.w & 0xffffu)) + x.d;
    let u = p1 - p0;
    let v = x.turn * bitcast<vec3f>(b.xyz);
    let c = cross(u, v);
    let cc = dot(c, c);
    var s = 0.5;
    if (cc > 0.0) { s = clamp(dot(cross(q0 - p0, v), c) / cc, 0.0, 1.0); }
    return p0 + s * u;
  }
  if (found.kind == 1u) {
    let w = vertexSupport(x.b, -(found.n * x.turn)).vertex;
    return x.turn * (x.fb * vertexOf(x.b, w)) + x.d + found.overlap * found.n;
  }
  return x.fa * vertexOf(x.a, vertexSupport(x.a, found.n).vertex);
}

fn forPair(k: u32) {
  let pair = readPair(watched[${NARROW_POLYHEDRA}u * PAIR_CAPACITY + k]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let world = separation(a.place, b.place);
  let turn = transpose(a.turn) * b.turn;
  let x = Two(a.shape, b.shape, a.factor, b.factor, sizesOf(a.shape).z * a.factor, sizesOf(b.shape).z * b.factor, world * a.turn, turn);
  let size = a.radius + b.radius;
  var axis = bitcast<vec3f>(pairs[4u * pair.t + 1u].xyz);
  if (!(dot(axis, axis) > 0.5)) { axis = x.d * inverseSqrt(max(dot(x.d, x.d), 1.0e-30)); }
  if (!(dot(axis, axis) > 0.5)) { axis = vec3f(1.0, 0.0, 0.0); }
  var found = Found(axis, overlapAlong(x, axis), 0u, 0u, 0u);
  // Faces and edges that are as good as the last normal are better: they are exact.
  if (found.overlap > 0.0) { found.overlap = found.overlap * 1.00001 + 2.0e-6 * size; searchFaces(x, &found); }
  if (found.overlap > 0.0) { searchEdges(x, &found); }
  ${mode === 'step' ? 'pairs[4u * pair.t + 1u] = bitcast<vec4u>(vec4f(found.n, 0.0));' : ''}
  let both = partnersOf(a, b);
  if (!(found.overlap > 0.0)) { endPair(pair, both.pair); return; }
  // The normal and the overlap once more, from the features, with more digits.
  var normal = a.turn * found.n;
  var exact = 0.0;
  let v = a.factor * vertexOf(a.shape, vertexSupport(a.shape, found.n).vertex);
  let w = b.factor * vertexOf(b.shape, vertexSupport(b.shape, -(found.n * turn)).vertex);
  if (found.kind == 1u) {
    normal = directionExactly(pair.first, bitcast<vec3f>(shapes[headOf(a.shape, 1u).y + 2u * found.edgeA].xyz));
  } else if (found.kind == 2u) {
    normal = -directionExactly(pair.second, bitcast<vec3f>(shapes[headOf(b.shape, 1u).y + 2u * found.edgeB].xyz));
  } else if (found.kind == 3u) {
    let edgeA = shapes[headOf(a.shape, 1u).z + 3u * found.edgeA];
    let edgeB = shapes[headOf(b.shape, 1u).z + 3u * found.edgeB];
    let crossed = cross(directionExactly(pair.first, bitcast<vec3f>(edgeA.xyz)), directionExactly(pair.second, bitcast<vec3f>(edgeB.xyz)));
    normal = unitOf(select(crossed, -crossed, dot(crossed, normal) < 0.0));
    exact = edgesExactly(pair.first, pair.second, a.factor * vertexOf(a.shape, edgeA.w & 0xffffu), a.factor * vertexOf(a.shape, edgeA.w >> 16u),
      b.factor * vertexOf(b.shape, edgeB.w & 0xffffu), b.factor * vertexOf(b.shape, edgeB.w >> 16u), normal, size);
  }
  if (found.kind != 3u) { exact = heightExactly(pair.first, pair.second, v, w, normal, size); }
  if (abs(exact - found.overlap) < 1.0e-5 * size) { found.overlap = max(exact, 1.0e-9 * size); }
  let axes = axesAcross(found.n);
  let into = transpose(axes);
  var count = 0u;
  let countA = loadFeature(false, a.shape, a.factor, found.n, FLAT_SINE, into, vec3f(0.0));
  if (countA > 1u) {
    let countB = loadFeature(true, b.shape, b.factor, -(found.n * turn), FLAT_SINE, into * turn, into * x.d);
    if (countB > 1u) { count = takeCorners(commonPart(countA, countB), a.turn * axes, heightExactly(pair.first, pair.second, planeA.vertex, planeB.vertex, normal, size)); }
  }
  if (count == 0u) {
    points[0] = vec4f(a.turn * singlePoint(x, found), found.overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  finish(pair, both, normal, count, a, min(a.ball, b.ball), b.equal, world, b.velocity, vec2f(-1.0));
}
`;
}
