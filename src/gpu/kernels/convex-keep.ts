// SPDX-License-Identifier: MIT
/**
 * WGSL: contacts that still have the least overlap without a new search, because the bodies have moved little.
 *
 * Let D(n) be the overlap along n, with n on the unit sphere in the frame of one body. A search found a facet of the
 * Minkowski difference (face and vertex, or two edges) with overlap s, and every other local minimum of D is at least s
 * + g, so {D < s + g} is connected. At the angle f from the normal of the facet D >= s cos f + r sin f, where r is the
 * distance from the foot of the origin to the rim of the facet. If g (2 s + g) <= r^2 / 2, that region is within tan (f
 * / 2) <= 0.59 g / r <= 0.42 of the normal.
 *
 * As long as no point of the other body has moved by more than g / 2 relative to the first, D has decreased by at most
 * g / 2, so a smaller overlap can exist only in that region. There the bound holds with the present s and r, and it is
 * not less than s if r >= s / 2. So the facet still has the least overlap. The pair stores what is left of g / 2, or 0
 * if a search is due.
 */

/**
 * Over the size of both bodies: all that gives less than so much more overlap than the least is looked at in a search.
 */
const MARGIN = 0.02;
/** Over the size: what a support may be more by rounding. */
export const ROUNDING = 5.0e-7;
/** Of the word of a pair with kept features: `STAYS_SINGLE`, and the kind of the features. */
export const [SINGLE_SHIFT, KIND_SHIFT] = [18, 16] as const;

import { CONVEX_REST, PAIR } from './records.ts';

export const KEEP = /* wgsl */ `
const MARGIN = ${MARGIN};
// How far the place where two edges p + [0, 1] u and q + [0, 1] v cross is from the rim of their parallelogram.
fn roomInEdges(p: vec3f, u: vec3f, q: vec3f, v: vec3f) -> f32 {
  let c = cross(u, v);
  let cc = dot(c, c);
  if (!(cc > 0.0)) { return -1.0; }
  let w = q - p;
  let s = dot(cross(w, v), c) / cc;
  let t = dot(cross(w, u), c) / cc;
  return min(min(s, 1.0 - s) * inverseSqrt(dot(v, v)), min(t, 1.0 - t) * inverseSqrt(dot(u, u))) * sqrt(cc);
}
fn firstCorner(shape: u32, f: u32) -> u32 { return firstCorners(shape, f) & 255u; }
// In one word: what is left, in parts of half the margin and rounded down, the kind and the features.
const WHOLE_LEFT = 8192.0;
const FEATURES_KEPT = 0x7ffffu;
// As long as the features are kept no other face or edge comes to lie flat on them.
const STAYS_SINGLE = 0x40000u;
fn keptWord(left: f32, size: f32, features: u32) -> u32 {
  let parts = u32(clamp(left / (0.5 * MARGIN * size) * WHOLE_LEFT, 0.0, WHOLE_LEFT - 1.0));
  return select((parts << 19u) | features, 0u, parts == 0u);
}
fn featuresOf(kind: u32, a: u32, b: u32) -> u32 { return (kind << 16u) | (b << 8u) | a; }
fn leftOf(word: u32, size: f32) -> f32 { return f32(word >> 19u) * (0.5 * MARGIN * size / WHOLE_LEFT); }
`;

/** How far bodies move relative to each other. */
export const TRAVEL = /* wgsl */ `
// Of the travel in a step: second order in it.
const MORE = 1.02;
// How far a point of the second body may have moved in the last step, as seen from the first, which turns with spin.
fn travel(spin: vec3f, turning: vec3f, passing: vec3f, centreToCentre: vec3f, radiusJ: f32) -> f32 {
  return (length(passing - cross(spin, centreToCentre)) + length(turning) * radiusJ) * p.timeStep * MORE;
}
fn travelOf(i: u32, j: u32, centreToCentre: vec3f, radiusJ: f32) -> f32 {
  let spin = bitcast<vec3f>(${CONVEX_REST.vector('rest', 'angularVelocity', 'i')}.xyz);
  let turning = bitcast<vec3f>(${CONVEX_REST.vector('rest', 'angularVelocity', 'j')}.xyz) - spin;
  let passing = bitcast<vec3f>(${CONVEX_REST.vector('rest', 'velocity', 'j')}.xyz) -
    bitcast<vec3f>(${CONVEX_REST.vector('rest', 'velocity', 'i')}.xyz);
  return travel(spin, turning, passing, centreToCentre, radiusJ);
}
`;

/** The contact of a pair that is kept, as a search would find it. */
export const KEEPS = /* wgsl */ `
// Over the size: what a support may be more by rounding.
const ROUNDING = ${ROUNDING};
// turning: how far the normal may turn in the frame of each body before a search is due.
struct Kept { n: vec3f, code: u32, turning: f32 }
fn keptFace(word: u32, kind: u32, shape: u32, factor: f32, other: u32, factorJ: f32, d: vec3f, turn: mat3x3f,
  turning: f32) -> Kept {
  let f = select(word, word >> 8u, kind == 2u) & 255u;
  let face = faceOf(shape, f);
  let support = vertexSupport(other, -(face.xyz * turn));
  let s = factor * face.w - dot(face.xyz, d) + factorJ * support.value;
  let foot = turn * (factorJ * vertexOf(other, support.vertex)) + d + s * face.xyz;
  if (!(s > 0.0) || !(roomInFace(shape, f, factor, foot) > 0.5 * s)) { return Kept(vec3f(0.0), 0u, 0.0); }
  let first = firstCorner(shape, f);
  if (kind == 1u) { return Kept(face.xyz, codeOf(1u, f, 0u, first, support.vertex), turning); }
  // In the frame of the pair's first body.
  return Kept(-(face.xyz * turn), codeOf(2u, 0u, f, support.vertex, first), turning);
}
fn keptEdges(word: u32, old: vec3f, a: u32, fa: f32, b: u32, fb: f32, d: vec3f, turn: mat3x3f, size: f32,
  turning: f32) -> Kept {
  let edgeA = edgeAt(a, word & 255u);
  let edgeB = edgeAt(b, (word >> 8u) & 255u);
  let p0 = fa * vertexOf(a, edgeA.begin);
  let p1 = fa * vertexOf(a, edgeA.to);
  let q0 = turn * (fb * vertexOf(b, edgeB.begin)) + d;
  let q1 = turn * (fb * vertexOf(b, edgeB.to)) + d;
  var n = cross(edgeA.along, turn * edgeB.along);
  let squared = dot(n, n);
  // Edges that are all but parallel turn their normal too fast.
  if (squared < 0.01) { return Kept(vec3f(0.0), 0u, 0.0); }
  n *= inverseSqrt(squared);
  if (dot(n, old) < 0.0) { n = -n; }
  let s = dot(n, p0 - q0);
  let one = vertexSupport(a, n);
  let two = vertexSupport(b, -(n * turn));
  let most = fa * one.value + fb * two.value - dot(n, d);
  if (!(s > 0.0) || most > s + ROUNDING * size || !(roomInEdges(p0, p1 - p0, q0, q1 - q0) > 0.5 * s)) {
    return Kept(vec3f(0.0), 0u, 0.0);
  }
  // The normal turns faster than the bodies by the sine of the angle between the edges, which changes as they turn.
  let sine = sqrt(squared) - turning;
  return Kept(n, codeOf(3u, word & 255u, (word >> 8u) & 255u, one.vertex, two.vertex),
    select(3.0e38, turning / sine, sine > 0.0));
}
// No code where a search is due. turn takes the frame of b to that of a.
fn keptContact(pair: Pair, a: Body, b: Body, world: vec3f, turn: mat3x3f) -> Kept {
  let last = ${PAIR.vector('pairs', 'normal', 'pair.t')};
  let word = last.w;
  // The face's body first.
  let kind = (word >> 16u) & 3u;
  let isTurned = kind == 2u;
  let size = a.radius + b.radius;
  let way = select(world, -world, isTurned);
  let radiusJ = select(b.radius, a.radius, isTurned);
  let left = leftOf(word, size) - travel(select(a.spin, b.spin, isTurned),
    select(b.spin - a.spin, a.spin - b.spin, isTurned),
    select(b.velocity - a.velocity, a.velocity - b.velocity, isTurned), way, radiusJ);
  if (!(left > 0.0)) { return Kept(vec3f(0.0), 0u, 0.0); }
  let turning = left / radiusJ;
  let d = world * a.turn;
  var kept = Kept(vec3f(0.0), 0u, 0.0);
  if (kind == 3u) {
    kept = keptEdges(word, bitcast<vec3f>(last.xyz), a.shape, a.factor, b.shape, b.factor, d, turn, size, turning);
  } else {
    var toFirst = turn;
    if (isTurned) { toFirst = transpose(turn); }
    kept = keptFace(word, kind, select(a.shape, b.shape, isTurned), select(a.factor, b.factor, isTurned),
      select(b.shape, a.shape, isTurned), select(b.factor, a.factor, isTurned), select(d, -(d * turn), isTurned),
      toFirst, turning);
  }
  if (kept.code != 0u && isStep()) {
    ${PAIR.vector('pairs', 'normal', 'pair.t')} = vec4u(bitcast<vec3u>(kept.n),
      keptWord(left, size, word & FEATURES_KEPT));
  }
  return kept;
}`;
