// SPDX-License-Identifier: MIT
/**
 * WGSL: pairs with a round body. Superquadrics and ellipsoids, with each other and with spheres: Newton's method on the
 * sphere of normals minimises the overlap h_A(n) + h_B(-n) - n.d, h being the support functions, from the last normal,
 * or for a new pair from the best of a coarse set. Second derivatives of h have a closed form through the dual
 * exponents. Spheres on polyhedra: the nearest point of the visible faces, or the nearest face from inside. Two
 * spheres: a formula. Superquadrics with polyhedra: convex-mixed.ts.
 */

import { EXACT } from './convex-exact.ts';
import { EXACT_ROUND } from './convex-exact-round.ts';
import { striding } from './convex-list.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import { ACTIVE_COUNT, type ConvexForm, NARROW_LONG, NARROW_SMOOTH } from './convex-prelude.ts';
import { BYTES, SMOOTH_SUPPORT } from './convex-support.ts';
import { PAIR } from './records.ts';
import { CIRCLES } from './wgsl-contact-force.ts';

/** Pairs with a short search and the others, of superquadrics that are new or do not converge at once. */
export type SearchLength = 'short' | 'long';

export function smoothKernel(given: ConvexForm, search: SearchLength): string {
  const form = { ...given, points: 1 };
  const list = search === 'long' ? NARROW_LONG : NARROW_SMOOTH;
  return [
    ...narrowBeginning(form),
    SMOOTH_SUPPORT,
    EXACT,
    CIRCLES,
    pointsText(form),
    form.hasPolyhedra ? BYTES + ON_POLYHEDRON : '',
    form.hasSuperquadrics ? ROUND_SUPPORT + newton(search) + EXACT_ROUND : '',
    contact(form, list),
    striding(`atomicLoad(&status[${ACTIVE_COUNT + list}])`),
  ].join('\n');
}

const ON_POLYHEDRON = /* wgsl */ `
// The nearest point of a polyhedron to a centre (in its frame, lengths in metres): unit normal outward and signed
// distance; a vertex of the face that it is in, or both ends of its edge and the part of the way from one to the other.
struct Nearest { n: vec3f, distance: f32, start: vec3f, end: vec3f, part: f32, isFace: bool }
fn fromPolyhedron(shape: u32, factor: f32, centre: vec3f) -> Nearest {
  let head = headOf(shape, 1u);
  let faces = headOf(shape, 0u).z;
  var inside = Nearest(vec3f(0.0, 0.0, 1.0), -3.0e38, vec3f(0.0), vec3f(0.0), 0.0, true);
  var nearest = 3.0e38;
  var toNearest = vec3f(0.0);
  var start = vec3f(0.0);
  var end = vec3f(0.0);
  var part = 0.0;
  var isFace = false;
  for (var f = 0u; f < faces; f++) {
    let face = bitcast<vec4f>(shapes[head.y + 2u * f]);
    let height = dot(face.xyz, centre) - factor * face.w;
    if (height > inside.distance) {
      inside = Nearest(face.xyz, height, factor * vertexOf(shape, byteOf(cornersOf(ringOf(head.y + 2u * f)), 0u)),
        vec3f(0.0), 0.0, true);
    }
    if (height <= 0.0 || height * height >= nearest) { continue; }
    let ring = ringOf(head.y + 2u * f);
    let corners = cornersOf(ring);
    let foot = centre - height * face.xyz;
    var isOver = true;
    var last = factor * vertexOf(shape, byteOf(corners, ring.count - 1u));
    for (var k = 0u; k < ring.count; k++) {
      let here = factor * vertexOf(shape, byteOf(corners, k));
      let e = here - last;
      if (dot(cross(e, foot - last), face.xyz) < 0.0) {
        isOver = false;
        let s = clamp(dot(foot - last, e) / dot(e, e), 0.0, 1.0);
        let g = centre - last - s * e;
        if (dot(g, g) < nearest) {
          nearest = dot(g, g);
          toNearest = g;
          start = last;
          end = here;
          part = s;
          isFace = false;
        }
      }
      last = here;
    }
    if (isOver && height * height < nearest) {
      nearest = height * height;
      toNearest = height * face.xyz;
      start = last;
      part = 0.0;
      isFace = true;
    }
  }
  if (inside.distance <= 0.0 || nearest > 1.0e38) { return inside; }
  let distance = sqrt(nearest);
  if (distance < 1.0e-6 * factor * sizesOf(shape).x) { return inside; }
  return Nearest(toNearest / distance, distance, start, end, part, isFace);
}
`;

/** Support points of round bodies with the curves there. */
export const ROUND_SUPPORT = /* wgsl */ `
// Support point of a body along a unit vector, both in world axes, and two vectors whose squares add up to the second
// derivatives of h; of a sphere these are round times the identity. The point is there in the body's own frame at size
// 1, too.
struct Round { point: vec3f, first: vec3f, second: vec3f, round: f32, own: vec3f }
const COARSE = 26u;
// Of values of F, over the size.
const NOISE = 1.0e-6;
const FLAT_PART = 1.0e-6;
// A Newton step this short is taken without a look at its end: the square over the least part of the normal along an
// axis, which bounds the error that is left, and the step over that part.
const LAST_STEP = 1.0e-6;
const LAST_SHARE = 0.03;
fn slope(part: f32, x: f32, whole: f32, q: f32) -> f32 {
  // part is (x / whole)^(q - 1); where x is nothing the quotient is that of a small number, or none.
  if (x > FLAT_PART * whole) { return part / x; }
  return select(0.0, power(FLAT_PART, q - 2.0) / whole, q <= 2.0);
}
fn coarse(k: u32) -> vec3f {
  // The neighbours of a cell, without the cell itself.
  let j = select(k, k + 1u, k >= 13u);
  return unitOf(vec3f(f32(j % 3u), f32((j / 3u) % 3u), f32(j / 9u)) - 1.0);
}
// How far the support point moves along with a small step of the normal.
fn alongCurves(r: Round, step: vec3f) -> vec3f {
  return dot(r.first, step) * r.first + dot(r.second, step) * r.second + r.round * step;
}
// Second derivatives of h go with powers of the parts of n along the axes: a step changes them by its share of the least
// part, and a Newton step leaves the normal off by that share of half the step.
fn isLast(step: vec3f, part: f32) -> bool {
  return dot(step, step) < part * min(LAST_STEP, LAST_SHARE * LAST_SHARE * part);
}
fn leastPart(body: Body, n: vec3f) -> f32 {
  if (headOf(body.shape, 0u).x == 0u) { return 1.0; }
  let d = abs(n * body.turn);
  return min(min(d.x, d.y), d.z);
}
fn roundSupport(body: Body, n: vec3f) -> Round {
  if (headOf(body.shape, 0u).x == 0u) {
    return Round(body.radius * n, vec3f(0.0), vec3f(0.0), body.radius, vec3f(0.0));
  }
  let four = bitcast<vec4f>(headOf(body.shape, 4u));
  let n2 = bitcast<f32>(headOf(body.shape, 5u).x);
  let d = n * body.turn;
  let x = four.xyz * d;
  let across = dualPair(x.x, x.y, n2);
  let along = dualPair(across.z, x.z, four.w);
  let r = max(across.z, 1.0e-20 * four.x);
  let q1 = four.w / (four.w - 1.0);
  let q2 = n2 / (n2 - 1.0);
  let curved1 = (q1 - 1.0) * slope(abs(along.x), r, along.z, q1) * slope(abs(along.y), abs(x.z), along.z, q1) / along.z;
  let curved2 = abs(along.x) * (q2 - 1.0) * slope(abs(across.x), abs(x.x), r, q2) * slope(abs(across.y), abs(x.y), r,
    q2) / r;
  let v1 = four.xyz * vec3f(x.z * across.xy, -across.z);
  let v2 = four.xyz * vec3f(x.y, -x.x, 0.0);
  let point = four.xyz * vec3f(along.x * across.xy, along.y);
  return Round(body.turn * (body.factor * point), body.turn * (sqrt(max(0.0, body.factor * curved1)) * v1),
    body.turn * (sqrt(max(0.0, body.factor * curved2)) * v2), 0.0, point);
}
`;

/** Evaluations of a short search, as many as most pairs take. */
const FEW = 2;

function newton(search: SearchLength): string {
  return /* wgsl */ `
const MOST_ITERATIONS = ${search === 'long' ? 48 : FEW}u;
// The search has ended, rather than its iterations.
var<private> hasEnded: bool;
// Of what a step promises by its slope: what it has to gain, and how steeply it may go up again at its end. On flat
// sides Newton's steps go to the other side, where it is as high: for ever, unless that is asked.
const LEAST_GAIN = 0.1;
const STEEPEST_END = 0.5;
// Squared: a unit vector in float32 is not better known.
const SHORTEST_STEP = 1.0e-14;
// Normal from a to b (world axes), overlap, and the point of a's surface; isNew where nothing is known of the pair.
struct Least { n: vec3f, overlap: f32, point: vec3f }
fn leastOverlap(a: Body, b: Body, d: vec3f, last: vec3f, isNew: bool) -> Least {
  let size = a.radius + b.radius;
  var n = last;
  var trial = last;
  var best = 3.0e38;
  var slant = 3.0e38;
  var point = vec3f(0.0);
  var step = vec3f(0.0);
  var promised = 0.0;
  var begin = 0u;
  var most = MOST_ITERATIONS;
  hasEnded = true;
  // On flat sides slopes go with a root of the normal, and every other step is too long: from afar that takes its time.
  if (isNew) { begin = COARSE + 1u; most = begin + 2u * MOST_ITERATIONS; }
  for (var k = 0u; k < most; k++) {
    let pa = roundSupport(a, trial);
    let pb = roundSupport(b, -trial);
    let w = pa.point - (d + pb.point);
    let f = dot(trial, w);
    if (f <= 0.0) { return Least(trial, f, pa.point); }
    if (k < begin) {
      if (f < best) { best = f; n = trial; }
      trial = coarse(k);
      if (k + 1u == begin) { trial = n; best = 3.0e38; }
      continue;
    }
    let g = w - f * trial;
    let end = dot(g, step);
    // Where rounding hides what is gained the slope decides.
    let isHidden = abs(f - best) <= NOISE * size && (dot(g, g) < slant || abs(end) < STEEPEST_END * promised);
    if (isHidden || (f < best - NOISE * size - LEAST_GAIN * promised && end <= STEEPEST_END * promised)) {
      best = f;
      slant = dot(g, g);
      n = trial;
      // On flat sides support points are hardly known: that of the body with the sharper curve is taken.
      let bendA = dot(pa.first, pa.first) + dot(pa.second, pa.second) + 2.0 * pa.round;
      let bendB = dot(pb.first, pb.first) + dot(pb.second, pb.second) + 2.0 * pb.round;
      point = select(d + pb.point + f * n, pa.point, bendA <= bendB);
      if (slant < 1.0e-15 * size * size) { break; }
      var t1 = vec3f(0.0, n.z, -n.y);
      if (abs(n.x) > 0.7) { t1 = vec3f(-n.z, 0.0, n.x); }
      t1 = unitOf(t1);
      let t2 = cross(n, t1);
      let u1 = vec4f(dot(pa.first, t1), dot(pa.second, t1), dot(pb.first, t1), dot(pb.second, t1));
      let u2 = vec4f(dot(pa.first, t2), dot(pa.second, t2), dot(pb.first, t2), dot(pb.second, t2));
      let round = pa.round + pb.round - f;
      var xx = dot(u1, u1) + round;
      let xy = dot(u1, u2);
      var yy = dot(u2, u2) + round;
      // Where it is not curved upwards in every direction it is bent until it is.
      let mean = 0.5 * (xx + yy);
      let least = mean - sqrt(max(0.0, (xx - mean) * (xx - mean) + xy * xy));
      let lift = max(0.0, 0.02 * size - least);
      xx += lift;
      yy += lift;
      let g1 = dot(g, t1);
      let g2 = dot(g, t2);
      let determinant = xx * yy - xy * xy;
      step = -((yy * g1 - xy * g2) * t1 + (xx * g2 - xy * g1) * t2) / max(determinant, 1.0e-30);
      let length2 = dot(step, step);
      if (length2 < SHORTEST_STEP) { break; }
      if (lift == 0.0 && isLast(step, min(leastPart(a, n), leastPart(b, n)))) {
        best += 0.5 * dot(g, step);
        n = unitOf(n + step);
        point = select(d + pb.point - alongCurves(pb, step) + best * n, pa.point + alongCurves(pa, step),
          bendA <= bendB);
        break;
      }
      if (length2 > 0.25) { step *= 0.5 * inverseSqrt(length2); }
      promised = -dot(g, step);
    } else {
      // To where the slope would be nothing, were it a straight line.
      let by = select(0.3, clamp(promised / (promised + end), 0.1, 0.5), end > 0.0);
      step *= by;
      promised *= by;
      if (dot(step, step) < 1.0e-12) { break; }
    }
    trial = unitOf(n + step);
    hasEnded = k + 1u < most;
  }
  return Least(n, best, point);
}
`;
}

function contact(form: ConvexForm, list: number): string {
  return /* wgsl */ `
fn forPair(k: u32) {
  let pair = readPair(watched[${list}u * p.pairCapacity + k]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let d = separation(a.position, b.position);
  let kindA = headOf(a.shape, 0u).x;
  let kindB = headOf(b.shape, 0u).x;
  var n = vec3f(1.0, 0.0, 0.0);
  var overlap = 0.0;
  var point = vec3f(0.0);
  var sphere = vec2f(-1.0);
  if (kindA == 0u && kindB == 0u) {
    let squared = dot(d, d);
    var distance = 0.0;
    if (squared > 1.0e-36) { let inverse = inverseSqrt(squared); distance = squared * inverse; n = d * inverse; }
    let touch = a.radius + b.radius;
    overlap = touch - distance;
    point = a.radius * n;
    if (overlap > -1.0e-5 * touch) {
      let s = partsOf(touch);
      overlap = ballsExactly(a.radius, b.radius, n, separationExactly(a.position, b.position, s), s);
    }
    if (distance > 0.0) {
      sphere = vec2f(circleSquared(a.radius, depthOfCircle(a.radius, b.radius, distance, overlap, false)),
        sjkrEnergy(a.radius, b.radius, overlap, false));
    }
  }
  ${
    form.hasPolyhedra
      ? /* wgsl */ `
  if (kindA + kindB == 1u) {
    let isFirst = kindA == 1u;
    var shape = b.shape;
    var factor = b.factor;
    var turn = b.turn;
    var centre = -d;
    var radius = a.radius;
    var holder = pair.second;
    var ball = pair.first;
    if (isFirst) {
      shape = a.shape;
      factor = a.factor;
      turn = a.turn;
      centre = d;
      radius = b.radius;
      holder = pair.first;
      ball = pair.second;
    }
    let found = fromPolyhedron(shape, factor, centre * turn);
    var out = turn * found.n;
    overlap = radius - found.distance;
    if (abs(overlap) < 0.5 * radius) {
      if (found.isFace) { out = directionExactly(holder, found.n); }
      let s = partsOf(a.radius + b.radius);
      let offset = separationExactly(position[holder].xyz, position[ball].xyz, s);
      let start = turnedExactly(orientationAt(holder), found.start, s);
      var reach = Parts(offset.whole - start.whole, offset.rest - start.rest);
      if (found.part > 0.0) {
        let end = turnedExactly(orientationAt(holder), found.end, s);
        let along = partOf(Parts(end.whole - start.whole, end.rest - start.rest), round(found.part * PARTS));
        reach = Parts(reach.whole - along.whole, reach.rest - along.rest);
      }
      overlap = ballsExactly(radius, 0.0, out, reach, s);
    }
    n = select(-out, out, isFirst);
    point = select(radius * n, centre - found.distance * out, isFirst);
  }`
      : ''
  }
  ${
    form.hasSuperquadrics
      ? /* wgsl */ `
  if (kindA + kindB == 2u || kindA + kindB == 4u) {
    var axis = bitcast<vec3f>(${PAIR.vector('pairs', 'normal', 'pair.t')}.xyz);
    let isNew = !(dot(axis, axis) > 0.5);
    if (isNew) { axis = vec3f(1.0, 0.0, 0.0); if (dot(d, d) > 1.0e-30) { axis = unitOf(d); } }
    else { axis = a.turn * axis; }
    ${
      list === NARROW_LONG
        ? 'let found = leastOverlap(a, b, d, unitOf(axis), isNew);'
        : /* wgsl */ `
    var found = Least();
    hasEnded = false;
    if (!isNew) { found = leastOverlap(a, b, d, unitOf(axis), false); }
    if (!hasEnded) {
      watched[${NARROW_LONG}u * p.pairCapacity + atomicAdd(&status[${ACTIVE_COUNT + NARROW_LONG}], 1u)] = pair.t;
      return;
    }`
    }
    n = found.n;
    overlap = found.overlap;
    if (overlap > 0.0) {
      let exact = roundExactly(pair.first, a, pair.second, b, n);
      if (abs(exact - overlap) < 1.0e-5 * (a.radius + b.radius)) { overlap = exact; }
    }
    point = found.point;
    if (isStep()) { ${PAIR.vector('pairs', 'normal', 'pair.t')} = bitcast<vec4u>(vec4f(n * a.turn, 0.0)); }
  }`
      : ''
  }
  let both = partnersOf(a, b);
  if (!(overlap > 0.0)) { endPair(pair, both.pair); return; }
  points[0] = vec4f(point, overlap);
  shares[0] = vec2f(1.0);
  finish(pair, both, n, 1u, a, min(a.ball, b.ball), b.equal, d, b.velocity, sphere);
}
`;
}
